// What a run over many files came to.
#pragma once
#include "heddle/heddle.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace heddle::report {

// A suppression, for the list of them.
struct Allowed {
  Position at;
  std::string kind, reason;
  bool was_used = false;
};

// A file that could not be checked, or not all of it; or a folder or pattern that stands for none.
struct Failed {
  std::string file, reason;
  bool has_kernels = false; // that were checked all the same
  bool is_file = true;
};

struct RunFacts {
  std::size_t files = 0;                // of the run
  std::vector<std::string> not_checked; // of these, where the run was cut short
  std::string why_cut;                  // "interrupted", "the time limit is over"; "": it was not
  std::size_t without_kernel = 0;
  std::vector<Failed> failed;
  std::vector<Allowed> allowed;
  bool has_baseline = false; // findings were compared with an earlier report
  double seconds = 0;
};

// 2 bugs, 1 needs an assumption, 12 verified (15 kernels in 8 files), 3 files without a kernel 44 s
//   ...
// Kernels that are not verified by file, commonest reasons for what is open with the next step,
// slowest kernels, headers not found, suppressions.
// `width`: of the terminal, in columns; 0: none.
std::string summary(const CheckResult& result, const RunFacts& facts, bool colour,
                    std::size_t width = 0);

// What a user can do about open questions, a line for each such step; for a run of one kernel.
std::string next_steps(const CheckResult& result, std::size_t width = 0);

} // namespace heddle::report
