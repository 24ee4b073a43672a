// Running a command line to its exit code.
#pragma once
#include <string>
#include <vector>

namespace heddle::cli {

enum ExitCode { verified = 0, refuted = 1, bad_input = 2, unknown = 3 };

// What a command wants printed; nothing is printed before it is whole.
struct Outcome {
  int exit_code = bad_input;
  std::string out, err;
};

// `arguments` are those after the program's name. `colour_out` and `colour_err`: a person with a
// terminal reads that stream. Throws only what std::exception describes: a bug, or lack of memory.
Outcome run(const std::vector<std::string>& arguments, bool colour_out, bool colour_err);

} // namespace heddle::cli
