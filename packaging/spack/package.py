from spack.package import *


class Semigraph(CMakePackage, CudaPackage):
    """Sparse matrix products over any semiring, with masks and accumulators as in the GraphBLAS C API, and graph
    algorithms on top of them, on CPUs (OpenMP) and NVIDIA GPUs."""

    url = "@ARCHIVE@"
    license("Apache-2.0")

    version("@VERSION@", sha256="@SHA256@")

    variant("program", default=True, description="Build the program semigraph, its manual page and completion")
    variant("published", default=True, description="Build the methods of published systems and hybrid products")

    depends_on("c", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("python@3.8:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("zlib-api")
    depends_on("cuda@12:", when="+cuda")
    conflicts("cuda_arch=none", when="+cuda", msg="name the GPUs, as in cuda_arch=90")
    conflicts("platform=windows")

    def cmake_args(self):
        args = [
            self.define("SEMIGRAPH_TESTS", self.run_tests),
            self.define("SEMIGRAPH_REFERENCES", "OFF"),
            self.define("SEMIGRAPH_WARNINGS", False),
            self.define_from_variant("SEMIGRAPH_PROGRAM", "program"),
            self.define_from_variant("SEMIGRAPH_PUBLISHED", "published"),
            self.define_from_variant("SEMIGRAPH_HYBRID", "published"),
            self.define("SEMIGRAPH_CUDA", "ON" if self.spec.satisfies("+cuda") else "OFF"),
        ]
        if self.spec.satisfies("+cuda"):
            args.append(self.define("CMAKE_CUDA_ARCHITECTURES", self.spec.variants["cuda_arch"].value))
        return args
