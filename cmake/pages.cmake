# The reference, made from the comments of the public headers by tools/make_pages.py: manual pages and HTML; with the
# program its own manual page and its completion for bash, zsh and fish.  They need a Python interpreter, and what comes
# from the program needs that it runs here.
option(SEMIGRAPH_PAGES "Make manual pages, the HTML reference and the completion of shells" ON)

set(semigraph_has_pages FALSE)
set(semigraph_has_program_pages FALSE)
if(NOT SEMIGRAPH_PAGES OR SEMIGRAPH_SANITIZE)
    return()
endif()
find_package(Python3 3.8 QUIET COMPONENTS Interpreter)
if(NOT Python3_Interpreter_FOUND)
    message(STATUS "Pages: no Python interpreter found; manual pages, reference and completion are left out")
    return()
endif()
set(semigraph_has_pages TRUE)

set(pages_directory ${PROJECT_BINARY_DIR}/pages)
set(pages_scripts ${PROJECT_SOURCE_DIR}/tools/make_pages.py ${PROJECT_SOURCE_DIR}/tools/header_contracts.py)
file(GLOB_RECURSE pages_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/*.h)
set(pages_stamps ${pages_directory}/reference.stamp)
add_custom_command(OUTPUT ${pages_directory}/reference.stamp
    COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/make_pages.py ${PROJECT_SOURCE_DIR}/include ${pages_directory}
    COMMAND ${CMAKE_COMMAND} -E touch ${pages_directory}/reference.stamp
    DEPENDS ${pages_scripts} ${pages_headers} ${PROJECT_SOURCE_DIR}/CITATION.cff
    COMMENT "Making the pages of the reference" VERBATIM)

if(SEMIGRAPH_PROGRAM AND NOT CMAKE_CROSSCOMPILING)
    set(semigraph_has_program_pages TRUE)
    set(program_commands)
    foreach(shell bash zsh fish)
        list(APPEND program_commands COMMAND semigraph_program completion ${shell} > ${pages_directory}/completion.${shell})
    endforeach()
    add_custom_command(OUTPUT ${pages_directory}/program.stamp
        COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/make_pages.py ${PROJECT_SOURCE_DIR}/include
                ${pages_directory} --program $<TARGET_FILE:semigraph_program>
        ${program_commands}
        COMMAND ${CMAKE_COMMAND} -E touch ${pages_directory}/program.stamp
        DEPENDS semigraph_program ${pages_scripts} ${PROJECT_SOURCE_DIR}/CITATION.cff
        COMMENT "Making the pages of the program" VERBATIM)
    list(APPEND pages_stamps ${pages_directory}/program.stamp)
endif()
add_custom_target(semigraph_pages ALL DEPENDS ${pages_stamps})
