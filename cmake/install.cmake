# Headers, both libraries, the program, the licence, the CMake package, the pkg-config file, and the pages of
# cmake/pages.cmake.  Components are those of the packages of cmake/package.cmake: runtime, development, program and
# documentation.  graphblas/CMakeLists.txt has one more, graphblas.
#
# The shared library needs nothing of its users.  The static one needs the OpenMP runtime that the compiler of this
# build links (libgomp or libomp), zlib and the threads library; the package asks for them only then.
include(CMakePackageConfigHelpers)

set(package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/semigraph)

install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development FILES_MATCHING PATTERN "*.h")
install(TARGETS semigraph EXPORT semigraph_shared
        LIBRARY COMPONENT runtime NAMELINK_COMPONENT development)
install(TARGETS semigraph_static EXPORT semigraph_static ARCHIVE COMPONENT development)
if(SEMIGRAPH_PROGRAM)
    install(TARGETS semigraph_program COMPONENT program)
endif()
install(FILES LICENSE README.md CHANGELOG.md VERSIONING.md CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR}
        COMPONENT documentation)
install(EXPORT semigraph_shared NAMESPACE semigraph:: FILE semigraph-shared.cmake DESTINATION ${package_directory}
        COMPONENT development)
install(EXPORT semigraph_static NAMESPACE semigraph:: FILE semigraph-static.cmake DESTINATION ${package_directory}
        COMPONENT development)
if(semigraph_has_pages)
    install(DIRECTORY ${PROJECT_BINARY_DIR}/pages/man/man3 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT development)
    install(DIRECTORY ${PROJECT_BINARY_DIR}/pages/html/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/reference
            COMPONENT documentation)
endif()
if(semigraph_has_program_pages)
    install(FILES ${PROJECT_BINARY_DIR}/pages/man/man1/semigraph.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1
            COMPONENT program)
    # The folders in which the three shells look for what packages bring.
    install(FILES ${PROJECT_BINARY_DIR}/pages/completion.bash RENAME semigraph
            DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
    install(FILES ${PROJECT_BINARY_DIR}/pages/completion.zsh RENAME _semigraph
            DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT program)
    install(FILES ${PROJECT_BINARY_DIR}/pages/completion.fish RENAME semigraph.fish
            DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
endif()

# The runtime's name and folder, of CMake's own finding: OpenMP_C_LIB_NAMES is "gomp;pthread" or "omp;pthread".
list(GET OpenMP_C_LIB_NAMES 0 semigraph_openmp_name)
get_filename_component(semigraph_openmp_directory "${OpenMP_${semigraph_openmp_name}_LIBRARY}" DIRECTORY)
configure_package_config_file(cmake/semigraph-config.cmake.in semigraph-config.cmake
                              INSTALL_DESTINATION ${package_directory})
write_basic_package_version_file(semigraph-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/semigraph-config.cmake ${PROJECT_BINARY_DIR}/semigraph-config-version.cmake
        DESTINATION ${package_directory} COMPONENT development)

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
install(FILES ${PROJECT_BINARY_DIR}/semigraph.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
        COMPONENT development)
