# Whether cuda_entries.def lists the entries of the CUDA runtime that the library's objects call, and no other.
# Defined: LIBRARY (a static library), NM, LIST.
execute_process(COMMAND ${NM} --undefined-only --format=posix ${LIBRARY} OUTPUT_VARIABLE symbols RESULT_VARIABLE result
                ERROR_QUIET)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "${NM} ${LIBRARY}: ${result}")
endif()
string(REGEX MATCHALL "\n(cuda|cu)[A-Z][A-Za-z0-9_]* U" used "${symbols}")
list(TRANSFORM used REPLACE "^\n([A-Za-z0-9_]*) U$" "\\1")
list(REMOVE_DUPLICATES used)
list(SORT used)
file(STRINGS ${LIST} rows REGEX "^(ENTRY|SPECIAL)\\(")
list(TRANSFORM rows REPLACE "^(ENTRY\\([A-Z]+, |SPECIAL\\()([A-Za-z0-9]+).*$" "\\2")
list(SORT rows)
if(NOT used STREQUAL rows)
    message(FATAL_ERROR "${LIST} has\n    ${rows}\nand the library calls\n    ${used}")
endif()
