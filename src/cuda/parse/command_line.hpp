// What a command line of nvcc or Clang says of how its files are read.
#pragma once
#include <string>
#include <vector>

namespace heddle::cuda {

struct CommandLine {
  std::vector<std::string> arguments; // Clang's: -I, -isystem, -D, -U, -std=, -include
  std::vector<std::string> files;     // sources, as written
  std::string arch;                   // "sm_90": the newest that code is made for; empty: not said
};

// Words as a shell splits them, without the program's name. Relative folders and response files are
// those of `folder`. What says nothing of how files are read is ignored.
CommandLine read_command_line(const std::vector<std::string>& words, const std::string& folder);

} // namespace heddle::cuda
