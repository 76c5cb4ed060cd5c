# One compilation per (semiring, type): reads semiring/semirings.def and writes, into the build tree, a few lines for
# each pair that set the macros and include the instance file.
#
#   semigraph_instances(<out-variable> <prefix> <instance file> [WITH_USER] [WITH_ABSENT] [LIST <file> ONLY <pair>...])
#
# With LIST only the named pairs are compiled, and the file has a row PREBUILT(number, instance) for each.
#
# SEMIGRAPH_PREBUILT says which pairs get kernels: "all" but the rare ones, or a list such as "plus_times_fp64;min_plus_fp32".  The others
# work through the instance of their type that calls functions by pointer.  With WITH_ABSENT the pairs that are not in that list
# share one file, <prefix>_absent.c, of empty tables: a longer list compiles that file and the new pairs, nothing else.

set(SEMIGRAPH_PREBUILT "all" CACHE STRING "Semiring-type pairs with compiled kernels: all, or a list of names")

set(SEMIGRAPH_PUBLISHED_PREBUILT "plus_times_fp64;plus_times_fp32;min_plus_fp32;or_and_bool" CACHE STRING
    "Semiring-type pairs whose published methods and products of bands are compiled for the CPU; others call by pointer")

# Kinds that "all" leaves out: few programs use them, and each pair takes a second of a compiler and some kilobytes.  The
# shortest paths of GraphBLAS.h over integers wrap.
set(_rare plus_min max_first max_second land_lor lxnor_lor min_plus_wrap max_plus_wrap)
set(_of_graphblas)
if(SEMIGRAPH_GRAPHBLAS)
    set(_of_graphblas min_plus_wrap_int32 min_plus_wrap_int64 min_plus_wrap_uint32 min_plus_wrap_uint64)
endif()

set(_types_BOOL bool)
set(_types_SIGNED int8 int16 int32 int64 fp32 fp64)
set(_types_INTEGER int8 int16 int32 int64 uint8 uint16 uint32 uint64)
set(_types_NUMERIC int8 int16 int32 int64 uint8 uint16 uint32 uint64 fp32 fp64)
set(_types_ALL bool ${_types_NUMERIC})

function(_semigraph_write_instance out directory file prefix name type header kind reads laws number)
    string(TOUPPER "${type}" type_macro)
    set(instance "${name}_${type}")
    set(path "${directory}/${prefix}_${instance}.c")
    string(REGEX REPLACE "[A-Z_]+" "GRAPH_LAW_\\0" laws "${laws}")
    set(text "#define T_${type_macro}\n#define INSTANCE ${instance}\n#define INSTANCE_NUMBER ${number}\n")
    string(APPEND text "#define SEMIRING_HEADER \"${header}\"\n#define SEMIRING_KIND ${kind}\n")
    string(APPEND text "#define SEMIRING_READS GRAPH_READS_${reads}\n#define SEMIRING_LAWS (${laws})\n")
    if(instance IN_LIST SEMIGRAPH_PUBLISHED_PREBUILT)
        string(APPEND text "#define INSTANCE_HAS_BAND\n")
    endif()
    string(APPEND text "#include \"${file}\"\n")
    file(CONFIGURE OUTPUT "${path}" CONTENT "${text}" @ONLY) # keeps the old file if nothing changed
    list(APPEND ${out} "${path}")
    set(${out} "${${out}}" PARENT_SCOPE)
endfunction()

function(semigraph_instances out prefix file)
    cmake_parse_arguments(ARG "WITH_USER;WITH_ABSENT" "LIST" "ONLY" ${ARGN})
    set(definitions "${PROJECT_SOURCE_DIR}/semiring/semirings.def")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${definitions}")
    set(directory "${PROJECT_BINARY_DIR}/instances")
    file(STRINGS "${definitions}" rows REGEX "^SEMIRING\\(")
    set(sources)
    set(list)
    set(absent)
    set(number 0)
    foreach(row IN LISTS rows)
        if(NOT row MATCHES "^SEMIRING\\(([a-z_]+), *(GRAPH_[A-Z_]+), *([A-Z]+), *([A-Z]+), *([A-Z_ |]+)\\)$")
            message(FATAL_ERROR "semirings.def: this row is not SEMIRING(name, constant, types, reads, laws): ${row}")
        endif()
        set(name "${CMAKE_MATCH_1}")
        set(kind "${CMAKE_MATCH_2}")
        set(types "${CMAKE_MATCH_3}")
        set(reads "${CMAKE_MATCH_4}")
        set(laws "${CMAKE_MATCH_5}")
        foreach(type IN LISTS _types_${types})
            set(is_prebuilt FALSE)
            if("${name}_${type}" IN_LIST SEMIGRAPH_PREBUILT OR
               (SEMIGRAPH_PREBUILT STREQUAL "all" AND
                (NOT name IN_LIST _rare OR "${name}_${type}" IN_LIST _of_graphblas)))
                set(is_prebuilt TRUE)
            endif()
            if(ARG_WITH_ABSENT AND NOT is_prebuilt)
                string(APPEND absent "ABSENT(${name}_${type})\n")
            elseif(NOT ARG_LIST OR "${name}_${type}" IN_LIST ARG_ONLY)
                _semigraph_write_instance(sources "${directory}" "${file}" "${prefix}" "${name}" "${type}"
                                          "semiring/${name}.h" "${kind}" "${reads}" "${laws}" "${number}")
                string(APPEND list "PREBUILT(${number}, ${name}_${type})\n")
            endif()
            math(EXPR number "${number} + 1")
        endforeach()
    endforeach()
    if(ARG_WITH_USER)
        foreach(type IN LISTS _types_ALL)
            _semigraph_write_instance(sources "${directory}" "${file}" "${prefix}" user "${type}"
                                      "cpu/common/user_semiring.h" 0 XY 0 -1)
        endforeach()
    endif()
    if(absent)
        file(CONFIGURE OUTPUT "${directory}/${prefix}_absent.c"
             CONTENT "#include \"${prefix}/instance_absent.inc\"\n${absent}" @ONLY)
        list(APPEND sources "${directory}/${prefix}_absent.c")
    endif()
    if(ARG_LIST)
        file(CONFIGURE OUTPUT "${directory}/${ARG_LIST}" CONTENT "${list}" @ONLY)
    endif()
    set(${out} "${sources}" PARENT_SCOPE)
endfunction()

# One compilation per value type, for element-wise operations.
function(semigraph_type_instances out prefix file)
    set(sources)
    foreach(type IN LISTS _types_ALL)
        string(TOUPPER "${type}" type_macro)
        set(path "${PROJECT_BINARY_DIR}/instances/${prefix}_${type}.c")
        file(CONFIGURE OUTPUT "${path}"
             CONTENT "#define T_${type_macro}\n#define INSTANCE ${prefix}_${type}\n#include \"${file}\"\n" @ONLY)
        list(APPEND sources "${path}")
    endforeach()
    set(${out} "${sources}" PARENT_SCOPE)
endfunction()

# One compilation per size of the user's types that no integer has; 0 is any size.
function(semigraph_bytes_instances out prefix file)
    set(sources)
    foreach(bytes 16 0)
        if(bytes EQUAL 0)
            set(instance "${prefix}_any")
        else()
            set(instance "${prefix}_${bytes}")
        endif()
        set(path "${PROJECT_BINARY_DIR}/instances/${instance}.c")
        file(CONFIGURE OUTPUT "${path}"
             CONTENT "#define BYTES ${bytes}\n#define INSTANCE ${instance}\n#include \"${file}\"\n" @ONLY)
        list(APPEND sources "${path}")
    endforeach()
    set(${out} "${sources}" PARENT_SCOPE)
endfunction()

# The instances of the CUDA back end: one .cu for each pair of SEMIGRAPH_CUDA_PREBUILT and for each type of
# SEMIGRAPH_CUDA_TYPES, and the list of all of them for src/cuda/kernels/kernels.c.
function(semigraph_cuda_instances out)
    set(directory "${PROJECT_BINARY_DIR}/instances")
    file(STRINGS "${PROJECT_SOURCE_DIR}/semiring/semirings.def" rows REGEX "^SEMIRING\\(")
    set(sources)
    set(list)
    foreach(row IN LISTS rows)
        string(REGEX MATCH "^SEMIRING\\(([a-z_]+), *(GRAPH_[A-Z_]+), *([A-Z]+), *([A-Z]+)," ignored "${row}")
        set(name "${CMAKE_MATCH_1}")
        set(types "${CMAKE_MATCH_3}")
        set(reads_NONE 0)
        set(reads_X 1)
        set(reads_Y 2)
        set(reads_XY 3)
        set(reads ${reads_${CMAKE_MATCH_4}})
        set(is_any 0)
        if(name MATCHES "^any_")
            set(is_any 1)
        endif()
        set(is_plus_times 0)
        if(name STREQUAL "plus_times")
            set(is_plus_times 1)
        endif()
        foreach(type IN LISTS _types_${types})
            if("${name}_${type}" IN_LIST SEMIGRAPH_CUDA_PREBUILT)
                string(TOUPPER "${type}" type_macro)
                set(path "${directory}/cuda_${name}_${type}.cu")
                file(CONFIGURE OUTPUT "${path}" CONTENT "#define T_${type_macro}\n#define INSTANCE ${name}_${type}\n\
#define SEMIRING_HEADER \"semiring/${name}.h\"\n#define SEMIRING_READS ${reads}\n#define SEMIRING_IS_ANY ${is_any}\n\
#define SEMIRING_IS_PLUS_TIMES ${is_plus_times}\n#include \"cuda/instance.cu\"\n" @ONLY)
                list(APPEND sources "${path}")
                string(APPEND list "PREBUILT(${name}_${type})\n")
            endif()
        endforeach()
    endforeach()
    foreach(type IN LISTS SEMIGRAPH_CUDA_TYPES)
        string(TOUPPER "${type}" type_macro)
        set(path "${directory}/cuda_type_${type}.cu")
        file(CONFIGURE OUTPUT "${path}"
             CONTENT "#define T_${type_macro}\n#define INSTANCE ${type}\n#include \"cuda/type_instance.cu\"\n" @ONLY)
        list(APPEND sources "${path}")
        string(APPEND list "PREBUILT(${type})\n")
    endforeach()
    file(CONFIGURE OUTPUT "${directory}/cuda_prebuilt.def" CONTENT "${list}" @ONLY)
    set(${out} "${sources}" PARENT_SCOPE)
endfunction()
