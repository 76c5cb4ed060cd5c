"""Exceptions and warnings: one class for each status of the library.

The text is the library's sentence: the argument, what was expected, what was found.  Each class is also the built-in
exception that fits, so that `except ValueError` and `except MemoryError` work without knowing this package.
"""


class GraphError(Exception):
    """A call of the library failed.  `status` is its name, such as "GRAPH_E_DIMENSION"."""

    status = "GRAPH_E_NULL"


class NullError(GraphError, TypeError):
    """A required argument is missing."""

    status = "GRAPH_E_NULL"


class InvalidValueError(GraphError, ValueError):
    """An argument has a value that is not allowed."""

    status = "GRAPH_E_INVALID_VALUE"


class InvalidIndexError(GraphError, IndexError):
    """An index lies outside the object."""

    status = "GRAPH_E_INVALID_INDEX"


class DomainError(GraphError, TypeError):
    """The type of an argument does not fit the operation."""

    status = "GRAPH_E_DOMAIN"


class DimensionError(GraphError, ValueError):
    """The dimensions of the arguments do not fit together."""

    status = "GRAPH_E_DIMENSION"


class NotEmptyError(GraphError, ValueError):
    """The output must be empty and is not."""

    status = "GRAPH_E_NOT_EMPTY"


class NotSupportedError(GraphError, NotImplementedError):
    """This combination is not supported."""

    status = "GRAPH_E_NOT_SUPPORTED"


class GraphMemoryError(GraphError, MemoryError):
    """Out of memory on the host."""

    status = "GRAPH_E_MEMORY"


class NoSpaceError(GraphError, ValueError):
    """An array is too small."""

    status = "GRAPH_E_NO_SPACE"


class InvalidObjectError(GraphError, ValueError):
    """An object is damaged, or a result does not hold."""

    status = "GRAPH_E_INVALID_OBJECT"


class IndexBoundsError(GraphError, IndexError):
    """An index in a list lies outside the object."""

    status = "GRAPH_E_INDEX_BOUNDS"


class DeviceMemoryError(GraphError, MemoryError):
    """Out of device memory."""

    status = "GRAPH_E_DEVICE_MEMORY"


class DeviceError(GraphError, RuntimeError):
    """The device failed or is not there."""

    status = "GRAPH_E_DEVICE"


class FileError(GraphError, OSError):
    """Reading or writing failed."""

    status = "GRAPH_E_IO"


class FormatError(GraphError, ValueError):
    """A file does not follow its format."""

    status = "GRAPH_E_FORMAT"


class CancelledError(GraphError, RuntimeError):
    """Cancelled by the progress function."""

    status = "GRAPH_E_CANCELLED"


class NegativeCycleError(GraphError, ValueError):
    """A cycle of negative weight makes distances unbounded."""

    status = "GRAPH_E_NEGATIVE_CYCLE"


class RankError(GraphError, RuntimeError):
    """A rank of the group is gone or late."""

    status = "GRAPH_E_RANK"


class FallbackWarning(RuntimeWarning):
    """The back end that was asked for could not do an operation, and the CPU did it."""


BY_STATUS = {cls.status: cls for cls in GraphError.__subclasses__()}
