# Headers, both libraries, the program, the licence, the CMake package and the pkg-config file.
#
# The shared library needs nothing of its users.  The static one needs the OpenMP runtime that the compiler of this
# build links (libgomp or libomp), zlib and the threads library; the package asks for them only then.
include(CMakePackageConfigHelpers)

set(package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/semigraph)

install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(TARGETS semigraph EXPORT semigraph_shared)
install(TARGETS semigraph_static EXPORT semigraph_static)
if(SEMIGRAPH_PROGRAM)
    install(TARGETS semigraph_program)
endif()
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(EXPORT semigraph_shared NAMESPACE semigraph:: FILE semigraph-shared.cmake DESTINATION ${package_directory})
install(EXPORT semigraph_static NAMESPACE semigraph:: FILE semigraph-static.cmake DESTINATION ${package_directory})

# The runtime's name and folder, of CMake's own finding: OpenMP_C_LIB_NAMES is "gomp;pthread" or "omp;pthread".
list(GET OpenMP_C_LIB_NAMES 0 semigraph_openmp_name)
get_filename_component(semigraph_openmp_directory "${OpenMP_${semigraph_openmp_name}_LIBRARY}" DIRECTORY)
configure_package_config_file(cmake/semigraph-config.cmake.in semigraph-config.cmake
                              INSTALL_DESTINATION ${package_directory})
write_basic_package_version_file(semigraph-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/semigraph-config.cmake ${PROJECT_BINARY_DIR}/semigraph-config-version.cmake
        DESTINATION ${package_directory})

# libgomp lies in the compiler's own folder, where every gcc and clang looks; libomp may not.
set(semigraph_libs_private "-l${semigraph_openmp_name} -lz -lm -pthread")
if(NOT semigraph_openmp_name STREQUAL "gomp")
    string(PREPEND semigraph_libs_private "-L${semigraph_openmp_directory} ")
endif()
if(semigraph_has_cuda)
    string(APPEND semigraph_libs_private " -L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -ldl -lrt")
endif()
file(RELATIVE_PATH semigraph_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
    set(semigraph_prefix "${CMAKE_INSTALL_PREFIX}")
    set(semigraph_libdir "${CMAKE_INSTALL_LIBDIR}")
else()
    set(semigraph_prefix "\${pcfiledir}/${semigraph_prefix}")
    set(semigraph_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
if(IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
    set(semigraph_includedir "${CMAKE_INSTALL_INCLUDEDIR}")
else()
    set(semigraph_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
configure_file(cmake/semigraph.pc.in semigraph.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/semigraph.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
