// compile_commands.json, and flags of nvcc and Clang on our own command line.
#pragma once
#include "heddle/options.hpp"

#include <string>
#include <vector>

namespace heddle::project {

// How one file is compiled.
struct CompileCommand {
  std::string file;               // in full
  std::vector<std::string> flags; // Clang's, as Options::flags has them
  std::string arch;               // "sm_90", "sm_90a"; "": not said
  std::string mistake = {};       // why it cannot be read as it is compiled; ""
};

struct Database {
  std::vector<CompileCommand> commands; // of CUDA's files, each way once
  std::string mistake;                  // why there are none; ""
};

// `path`: compile_commands.json, or the folder that holds it.
Database read_database(const std::string& path);

// Adds Clang's flags and an architecture ("" : none) to options that do not say one.
void add_flags(Options& options, const std::vector<std::string>& flags, const std::string& arch);

// What nvcc defines for an architecture with features of its own ("sm_90a") or of its family
// ("sm_100f"); nothing for others.
std::vector<std::string> arch_defines(const std::string& arch);

// Takes flags of compilers that are none of `ours` out of `words`.
struct CompilerFlags {
  std::vector<std::string> rest;  // what is ours
  std::vector<std::string> flags; // as above
  std::string arch;
  std::string mistake = {};
};
// Words that are `@FILE` stand for those in the response file.
// `is_ours` says whether a word that begins with '-' is an option of our own, and how many words it
// takes; 0: it is not.
CompilerFlags take_compiler_flags(const std::vector<std::string>& words,
                                  std::size_t (*words_of_ours)(const std::string& word));

} // namespace heddle::project
