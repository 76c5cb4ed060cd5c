# Debian packages by CPack: libsemigraph0.1, libsemigraph-dev, semigraph and semigraph-doc, from the components of
# cmake/install.cmake.  tools/test-packages builds, checks and tries them.
#
# CMAKE_INSTALL_LIBDIR has to be lib/<multiarch triplet>, as with CMAKE_INSTALL_PREFIX=/usr; that script sets it.
set(SEMIGRAPH_PACKAGE_CONTACT "The Semigraph authors <semigraph@example.org>" CACHE STRING
    "Who the Debian packages name as their maintainer")
set(semigraph_soversion ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME semigraph)
set(CPACK_PACKAGE_VENDOR "Semigraph")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
set(CPACK_PACKAGE_CONTACT ${SEMIGRAPH_PACKAGE_CONTACT})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL runtime development documentation)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/debian/finish.cmake)
set(CPACK_POST_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/debian/repack.cmake)
set(CPACK_SEMIGRAPH_SOURCE ${PROJECT_SOURCE_DIR})

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS OFF)
set(semigraph_about "Semigraph multiplies sparse matrices over any semiring, with masks and
accumulators as in the GraphBLAS C API, and has graph algorithms on top:
breadth-first search, triangles, components, transitive closure, shortest
paths and others, on all cores of the machine.")

function(semigraph_package component name section synopsis what)
    string(TOUPPER ${component} upper)
    set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name} PARENT_SCOPE)
    set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section} PARENT_SCOPE)
    set(CPACK_DEBIAN_${upper}_DESCRIPTION "${synopsis}\n${semigraph_about}\n\n${what}" PARENT_SCOPE)
endfunction()

semigraph_package(runtime libsemigraph${semigraph_soversion} libs "sparse products over any semiring: library"
                  "This package has the shared library.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
# What CPack makes of shlibs calls ldconfig in scripts; policy wants the trigger.
file(WRITE ${PROJECT_BINARY_DIR}/debian/triggers "activate-noawait ldconfig\n")
file(WRITE ${PROJECT_BINARY_DIR}/debian/shlibs
     "libsemigraph ${semigraph_soversion} libsemigraph${semigraph_soversion} (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/debian/triggers ${PROJECT_BINARY_DIR}/debian/shlibs)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_STRICT_PERMISSION ON)

semigraph_package(development libsemigraph-dev libdevel "sparse products over any semiring: development files"
                  "This package has the headers, the static library, files for CMake and\npkg-config, and a manual page for each function.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libsemigraph${semigraph_soversion} (= ${PROJECT_VERSION}-1), libc6-dev, zlib1g-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "semigraph-doc")

semigraph_package(documentation semigraph-doc doc "sparse products over any semiring: documentation"
                  "This package has the reference as HTML and the pages of the project.")
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_ARCHITECTURE all)

if(SEMIGRAPH_PROGRAM)
    list(APPEND CPACK_COMPONENTS_ALL program)
    semigraph_package(program semigraph math "graph algorithms from the command line"
                      "This package has the program semigraph with its manual page and its\ncompletion for bash, zsh and fish.")
    set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
endif()
include(CPack)
