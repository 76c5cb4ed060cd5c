# Run by CPack on the finished packages.  Where a package has a shared library CPack adds scripts that call ldconfig;
# Debian's policy wants the trigger alone, which cmake/package.cmake gives.
set(compression)
if(CPACK_DEBIAN_COMPRESSION_TYPE)
    set(compression -Z${CPACK_DEBIAN_COMPRESSION_TYPE})
endif()
foreach(package IN LISTS CPACK_PACKAGE_FILES)
    set(tree ${package}.tree)
    execute_process(COMMAND dpkg-deb --raw-extract ${package} ${tree} COMMAND_ERROR_IS_FATAL ANY)
    if(EXISTS ${tree}/DEBIAN/triggers)
        file(REMOVE ${tree}/DEBIAN/postinst ${tree}/DEBIAN/postrm)
        execute_process(COMMAND dpkg-deb --root-owner-group ${compression} --build ${tree} ${package} COMMAND_ERROR_IS_FATAL ANY
                        OUTPUT_QUIET)
    endif()
    file(REMOVE_RECURSE ${tree})
endforeach()
