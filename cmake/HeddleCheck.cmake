# heddle_check(TARGET [BUILD] [OPTIONS option..])
#
# Checks the CUDA sources of a target with its include folders and definitions: as test `heddle.TARGET`,
# or with BUILD before the target is built, anew where a source, a header or an option has changed.
# OPTIONS are those of `heddle check`.
find_program(HEDDLE_PROGRAM heddle)

function(heddle_check target)
  cmake_parse_arguments(ARG "BUILD" "" "OPTIONS" ${ARGN})
  if(NOT HEDDLE_PROGRAM)
    message(FATAL_ERROR "heddle_check: the program heddle is not found; set HEDDLE_PROGRAM")
  endif()
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  list(FILTER sources INCLUDE REGEX "\\.cu$")
  if(NOT sources)
    message(FATAL_ERROR "heddle_check: ${target} has no .cu file")
  endif()
  set(files)
  foreach(source ${sources})
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder})
    list(APPEND files ${source})
  endforeach()
  set(includes "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  set(flags "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>" "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>")
  if(NOT ARG_BUILD)
    add_test(NAME heddle.${target} COMMAND ${HEDDLE_PROGRAM} check ${files} "${flags}" ${ARG_OPTIONS}
             COMMAND_EXPAND_LISTS)
    return()
  endif()
  # What a file includes is known when it is read: the kept results tell whether anything has changed.
  add_custom_target(heddle.${target}
    COMMAND ${HEDDLE_PROGRAM} check ${files} "${flags}" --cache ${CMAKE_CURRENT_BINARY_DIR}/heddle.cache ${ARG_OPTIONS}
    COMMENT "Checking the kernels of ${target}"
    VERBATIM COMMAND_EXPAND_LISTS)
  add_dependencies(${target} heddle.${target})
endfunction()
