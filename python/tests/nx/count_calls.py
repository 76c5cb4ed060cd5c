"""A plugin of pytest for NetworkX's own tests: counts the calls that the backend answers and those that it leaves to
NetworkX, and expects the answers that are documented to differ (other_answers.tsv) to differ.

SEMIGRAPH_EVERY=1 makes a function that was never answered a failure.
"""

import collections
import os
import pathlib

import pytest

answered, left = collections.Counter(), collections.Counter()


def counted(name, function):
    def call(*args, **kwargs):
        try:
            result = function(*args, **kwargs)
        except NotImplementedError:
            left[name] += 1
            raise
        except Exception:
            answered[name] += 1
            raise
        answered[name] += 1
        return result
    return staticmethod(call)


def pytest_configure(config):
    from semigraph.networkx import Backend, registry
    for name, entry in registry.functions.items():
        setattr(Backend, name, counted(name, entry.function))


def pytest_collection_modifyitems(config, items):
    table = pathlib.Path(__file__).with_name("other_answers.tsv").read_text().splitlines()
    reasons = dict(line.split("\t") for line in table if line and not line.startswith("#"))
    for item in items:
        name = "::".join(item.nodeid.split("/")[-1].split("::"))
        if name in reasons:
            item.add_marker(pytest.mark.xfail(reason=reasons[name], strict=True))


def pytest_terminal_summary(terminalreporter):
    from semigraph.networkx import registry
    write = terminalreporter.write_line
    missed = sorted(set(registry.functions) - set(answered))
    write(f"semigraph answered {sum(answered.values())} calls of {len(answered)} functions of {len(registry.functions)}, "
          f"and left {sum(left.values())} calls to NetworkX: "
          + (", ".join(f"{name} {count}" for name, count in sorted(left.items())) or "none"))
    if missed:
        write("never called: " + ", ".join(missed))


def pytest_sessionfinish(session):
    from semigraph.networkx import registry
    if os.environ.get("SEMIGRAPH_EVERY") and set(registry.functions) - set(answered):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
