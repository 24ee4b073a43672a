// Running the built program as a user does.
#pragma once
#include <string>

namespace heddle::cli_test {

struct Finished {
  int exit_code = -1; // -1: ended by a signal
  std::string out, err;
};

// `command` is a shell command line in which `heddle` is the program; it runs in a fresh folder
// that is removed by the end of the process.
Finished run(const std::string& command);
// Writes `text` to a file in that folder and returns its name.
std::string file(const std::string& name, const std::string& text);

} // namespace heddle::cli_test
