# The CUDA back end: found or not.  With nvcc, src/cuda becomes the object library semigraph_cuda_objects, and
# `cuda_objects` names its objects; without it src/cuda/absent.c is linked.  SEMIGRAPH_CUDA: AUTO, ON (missing nvcc is an
# error) or OFF.
set(SEMIGRAPH_CUDA AUTO CACHE STRING "CUDA back end: AUTO builds it where nvcc is found, ON insists, OFF never")
set_property(CACHE SEMIGRAPH_CUDA PROPERTY STRINGS AUTO ON OFF)
set(SEMIGRAPH_CUDA_PREBUILT
    "plus_times_fp64;plus_times_fp32;min_plus_fp32;or_and_bool;any_pair_bool;plus_pair_int64;plus_pair_fp32"
    CACHE STRING "Semiring-type pairs whose GPU kernels are compiled with the library; the rest at run time")
set(SEMIGRAPH_CUDA_TYPES "bool;int8;int16;int32;int64;uint8;uint16;uint32;uint64;fp32;fp64"
    CACHE STRING "Types whose GPU kernels without a semiring are compiled with the library; the rest at run time")
set(cuda_objects)

if(NOT SEMIGRAPH_CUDA MATCHES "^(AUTO|ON|OFF)$")
    message(FATAL_ERROR "SEMIGRAPH_CUDA is ${SEMIGRAPH_CUDA}; expected AUTO, ON or OFF")
endif()
set(semigraph_has_cuda FALSE)
if(NOT SEMIGRAPH_CUDA STREQUAL "OFF" AND NOT SEMIGRAPH_SANITIZE AND NOT SEMIGRAPH_FUZZ)
    find_program(SEMIGRAPH_NVCC nvcc PATHS ENV CUDACXX /usr/local/cuda/bin)
    find_program(SEMIGRAPH_NVCC_HOST g++)
    if(SEMIGRAPH_NVCC AND SEMIGRAPH_NVCC_HOST)
        set(CMAKE_CUDA_COMPILER "${SEMIGRAPH_NVCC}")
        set(CMAKE_CUDA_HOST_COMPILER "${SEMIGRAPH_NVCC_HOST}" CACHE STRING "The host compiler of nvcc")
        if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
            set(CMAKE_CUDA_ARCHITECTURES 90)
        endif()
        enable_language(CUDA)
        # No part of the C++ library is used (see the options below): programs in C link with the C compiler alone.
        set(CMAKE_CUDA_IMPLICIT_LINK_LIBRARIES)
        find_package(CUDAToolkit 12.8 QUIET)
    endif()
    set(semigraph_has_cuda ${CUDAToolkit_FOUND})
endif()
if(SEMIGRAPH_CUDA STREQUAL "ON" AND NOT semigraph_has_cuda)
    message(FATAL_ERROR "SEMIGRAPH_CUDA is ON, and no CUDA toolkit of version 12.8 or later was found")
endif()
if(NOT semigraph_has_cuda)
    message(STATUS "CUDA back end: no (src/cuda/absent.c is linked)")
    list(APPEND library_sources src/cuda/absent.c)
    return()
endif()
message(STATUS "CUDA back end: CUDA ${CUDAToolkit_VERSION}, architectures ${CMAKE_CUDA_ARCHITECTURES}")

file(GLOB_RECURSE cuda_host CONFIGURE_DEPENDS src/cuda/*.c)
file(GLOB_RECURSE cuda_device CONFIGURE_DEPENDS src/cuda/*.cu)
file(GLOB_RECURSE cuda_texts CONFIGURE_DEPENDS src/cuda/*.cuh src/cuda/*_arguments.h src/cuda/semiring/operator_codes.h semiring/*.h)
list(FILTER cuda_host EXCLUDE REGEX "/absent\\.c$")
list(FILTER cuda_texts EXCLUDE REGEX "/published/kernels") # for nvcc alone
if(SEMIGRAPH_PUBLISHED)
    set(published_text "#include \"cuda/published/kernels")
    file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/instances/cuda_published.def" CONTENT "${published_text}.def\"\n" @ONLY)
    file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/instances/cuda_published.cuh" CONTENT "${published_text}.cuh\"\n" @ONLY)
else()
    file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/instances/cuda_published.def" CONTENT "" @ONLY)
    file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/instances/cuda_published.cuh" CONTENT "" @ONLY)
    list(FILTER cuda_host EXCLUDE REGEX "/published/")
    list(FILTER cuda_device EXCLUDE REGEX "/published/")
    list(FILTER cuda_texts EXCLUDE REGEX "/published/")
    list(APPEND cuda_host src/cuda/published/absent.c)
endif()
list(FILTER cuda_device EXCLUDE REGEX "instance\\.cu$")
semigraph_cuda_instances(cuda_instances)

set(cuda_text_file "${PROJECT_BINARY_DIR}/instances/cuda_texts.c")
list(JOIN cuda_texts "," text_list)
add_custom_command(OUTPUT ${cuda_text_file}
    COMMAND ${CMAKE_COMMAND} "-DOUT=${cuda_text_file}" "-DROOTS=${PROJECT_SOURCE_DIR}/src,${PROJECT_SOURCE_DIR}"
            "-DFILES=${text_list}" -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${cuda_texts} cmake/embed.cmake VERBATIM)

if(SEMIGRAPH_WARNINGS)
    set(semigraph_cuda_options
        -Werror=all-warnings -Xcompiler=-Wall,-Wextra,-Werror,-fno-exceptions,-fno-threadsafe-statics)
else()
    set(semigraph_cuda_options -Xcompiler=-fno-exceptions,-fno-threadsafe-statics)
endif()
add_library(semigraph_cuda_objects OBJECT ${cuda_host} ${cuda_device} ${cuda_instances} ${cuda_text_file})
target_include_directories(semigraph_cuda_objects PRIVATE include src ${PROJECT_SOURCE_DIR}
                           ${PROJECT_BINARY_DIR}/instances)
target_include_directories(semigraph_cuda_objects SYSTEM PRIVATE ${CUDAToolkit_INCLUDE_DIRS})
target_compile_definitions(semigraph_cuda_objects PRIVATE _POSIX_C_SOURCE=200809L
                           NVRTC_MAJOR="${CUDAToolkit_VERSION_MAJOR}"
                           $<$<BOOL:${SEMIGRAPH_ASSERTIONS}>:GRAPH_ASSERTIONS>)
set_target_properties(semigraph_cuda_objects PROPERTIES CUDA_STANDARD 17 CUDA_STANDARD_REQUIRED ON
                      CUDA_VISIBILITY_PRESET hidden)
target_compile_options(semigraph_cuda_objects PRIVATE
    $<$<COMPILE_LANGUAGE:C>:${semigraph_warnings}>
    "$<$<COMPILE_LANGUAGE:CUDA>:${semigraph_cuda_options}>")
target_link_libraries(semigraph_cuda_objects PRIVATE OpenMP::OpenMP_C)
set(cuda_objects $<TARGET_OBJECTS:semigraph_cuda_objects>)
list(APPEND cuda_libraries CUDA::cudart_static ${CMAKE_DL_LIBS} rt)
