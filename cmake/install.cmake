# What `cmake --install` and `cpack` install: the program with its manual and completion (component
# program), and the library with a package for find_package(heddle) (component development).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

if(NOT TARGET heddle)
  return()
endif()

# Made of the program's tables of options.
set(manual ${CMAKE_BINARY_DIR}/share)
add_custom_command(
  OUTPUT ${manual}/heddle.1 ${manual}/heddle.bash ${manual}/_heddle ${manual}/heddle.fish
  COMMAND ${CMAKE_COMMAND} -E make_directory ${manual}
  COMMAND heddle man > ${manual}/heddle.1
  COMMAND heddle completion bash > ${manual}/heddle.bash
  COMMAND heddle completion zsh > ${manual}/_heddle
  COMMAND heddle completion fish > ${manual}/heddle.fish
  DEPENDS heddle
  COMMENT "Writing the manual page")
add_custom_target(heddle_manual ALL DEPENDS ${manual}/heddle.1)

set(in_program COMPONENT program)
install(TARGETS heddle RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} ${in_program})
install(FILES ${manual}/heddle.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 ${in_program})
install(FILES ${manual}/heddle.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME heddle ${in_program})
install(FILES ${manual}/_heddle DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions ${in_program})
install(FILES ${manual}/heddle.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d ${in_program})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright ${in_program})
install(FILES docs/verdicts.md docs/verified.md docs/orders.md docs/json.md docs/tutorial.md docs/editors.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR} ${in_program})
install(FILES cmake/HeddleCheck.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/heddle ${in_program})

# heddle::heddle is the public interface, include/heddle; what it is made of is linked along.
add_library(heddle_public INTERFACE)
set_target_properties(heddle_public PROPERTIES EXPORT_NAME heddle)
target_include_directories(heddle_public INTERFACE $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>
                                                   $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(heddle_public INTERFACE cxx_std_20)
target_link_libraries(heddle_public INTERFACE heddle_repair heddle_check heddle_ptx)
set(in_development COMPONENT development)
install(TARGETS heddle_public heddle_repair heddle_check heddle_ptx heddle_cuda heddle_contract heddle_barrier
                heddle_protocol heddle_smt heddle_sync heddle_core heddle_expr heddle_support
                heddle_grammar_ptx heddle_grammar_contract
        EXPORT heddle-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}/heddle ${in_development})
install(DIRECTORY include/heddle DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} ${in_development})
install(EXPORT heddle-targets NAMESPACE heddle:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/heddle ${in_development})
configure_package_config_file(cmake/heddle-config.cmake.in ${CMAKE_BINARY_DIR}/heddle-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/heddle
                              PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/heddle-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/heddle-config.cmake ${CMAKE_BINARY_DIR}/heddle-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/heddle ${in_program})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME heddle)
set(CPACK_PACKAGE_CONTACT "Heddle")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "verifier of GPU kernels: data races, barrier divergence, deadlock")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL program development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME heddle)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
# Clang's own headers, and those of C and C++
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "libclang-common-19-dev, libstdc++-12-dev, libc6-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME heddle-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "heddle, libclang-19-dev, libclang-cpp19-dev, llvm-19-dev, libz3-dev, libantlr4-runtime-dev, libfmt-dev")
include(CPack)
