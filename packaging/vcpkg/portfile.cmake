# The archive lies beside the port, so that nothing is downloaded.
set(archive "${CMAKE_CURRENT_LIST_DIR}/@ARCHIVE_NAME@")
file(SHA512 "${archive}" found)
if(NOT found STREQUAL "@SHA512@")
    message(FATAL_ERROR "${archive} is not the archive of this port")
endif()
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${archive}")

# Both libraries are built; the CMake package has a target for each.
vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS
        -DSEMIGRAPH_TESTS=OFF
        -DSEMIGRAPH_PROGRAM=OFF
        -DSEMIGRAPH_CUDA=OFF
        -DSEMIGRAPH_WARNINGS=OFF
        -DSEMIGRAPH_PAGES=OFF
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/semigraph)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share"
     "${CURRENT_PACKAGES_DIR}/share/doc")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
