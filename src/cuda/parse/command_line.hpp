// What a command line of nvcc or Clang says of how its files are read.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace heddle::cuda {

struct CommandLine {
  std::vector<std::string> arguments; // Clang's: -I, -isystem, -D, -U, -include
  std::vector<std::string> files;     // sources, as written
  std::string arch; // "sm_90", "sm_90a": the newest that code is made for; empty: not said
};

// Words as a shell splits them, without the program's name. Relative folders and response files are
// those of `folder`. What says nothing of how files are read is ignored.
CommandLine read_command_line(const std::vector<std::string>& words, const std::string& folder);

// As a shell or a response file is split: quotes hold together, a backslash takes the next
// character.
std::vector<std::string> split_words(const std::string& text);

// How many words this option of nvcc or Clang takes, with its own; 0: it is none that is known.
std::size_t words_of_flag(const std::string& word);

} // namespace heddle::cuda
