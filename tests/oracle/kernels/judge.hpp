// Heddle's answer about a program, held against what running it shows.
#pragma once
#include "brute.hpp"
#include "heddle/heddle.hpp"

namespace heddle::oracle {

enum class Fault : std::uint8_t {
  none,
  wrong_verified,  // running it goes wrong
  false_confirmed, // nothing goes wrong with the values of the witness
  false_possible,  // nothing goes wrong ever, and no data is involved
  approximation,   // likewise, but Heddle names a value that it does not know: not wrong, if rare
  internal_error,  // or no answer at all
};
const char* to_string(Fault fault);

struct Judgement {
  Fault fault = Fault::none;
  std::string text; // why
};

struct Answers {
  std::vector<std::optional<KernelResult>> kernels; // one per program
  std::vector<std::string> errors;
};

// Writes the programs to one file and checks that. Their statements' lines are set.
Answers ask_heddle(const std::vector<Program>& programs);
// The lines of `program` must be those that Heddle saw.
Judgement judge(const Program& program, const KernelResult& result);
// Asks and judges one program.
Judgement examine(const Program& program);

} // namespace heddle::oracle
