// What a finding is called from one run to the next, and what an outcome is called in summaries.
#pragma once
#include "heddle/heddle.hpp"

#include <map>
#include <string>

namespace heddle::report {

// Sixteen hexadecimal digits of what a finding is about: its kind, the kernel, the file's name, the
// arrays and the text of the lines, without blanks; not their numbers, so that it stays the same
// while lines move.
std::string identity(const Finding& finding, const KernelResult& kernel);

// The findings of a report: of several with the same identity the second is called ..-2, and so on.
class Identities {
public:
  std::string next(const Finding& finding, const KernelResult& kernel);

private:
  std::map<std::string, unsigned> seen_;
};

// refuted: a finding is confirmed, for values that nothing rules out. needs_assumption: each
// finding comes with an assumption that rules it out. suspected: no finding is confirmed. excused:
// all findings are allowed in the source, or known from before. verified_under: verified under a
// precondition that was inferred.
enum class Outcome {
  verified,
  warned,
  verified_under,
  bug,
  needs_assumption,
  suspected,
  undecided,
  excused
};
Outcome outcome_of(const KernelResult& kernel);
const char* to_string(Outcome outcome); // "needs-assumption"

// Does it count against the kernel: an error, not suppressed and not known from before?
bool counts(const Finding& finding);

} // namespace heddle::report
