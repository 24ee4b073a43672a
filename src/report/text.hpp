// Results for people, in the manner of clang's diagnostics:
//
//   transpose.cu:14:5: error: data race on 'tile' (write-read) between threads (3,0,0) and (4,0,0)
//   of block (0,0,0)
//      14 |     tile[threadIdx.y][threadIdx.x] = in[y * n + x];
//         |     ^ write of tile[0][3] by thread (3,0,0)
//   transpose.cu:17:26: note: read of tile[0][3] by thread (4,0,0)
//   ...
//   transpose.cu: transpose: refuted (1 error) in 0.04 s
#pragma once
#include "heddle/heddle.hpp"

#include <cstddef>
#include <map>
#include <set>
#include <string>

namespace heddle::report {

struct TextStyle {
  bool colour = false; // ANSI escapes; the caller knows whether a terminal reads this
  // Assumptions that were printed before, which are only counted now; null: all are printed.
  std::set<std::string>* told = nullptr;
  bool one_cause = false; // races on one array are told once, with the number of the others
  // Findings of instances of templates that were printed before, and of which; equal ones are not
  // told again. So are mistakes of the source that leave a kernel open, with their place, and calls
  // of functions that have one. Null: all are.
  std::map<std::string, std::string>* told_findings = nullptr;
  bool all_calls = false; // of long chains of calls, not only those at both ends
  bool stats = false;     // counts and seconds of stages, with each kernel
  std::size_t width = 0;  // of the terminal, in columns; 0: lines are as long as they are
  bool explained = false; // what `heddle explain` says of the kind follows
};

// Every kernel: its findings, unknowns, verdict and assumptions.
std::string to_text(const CheckResult& result, const TextStyle& style);
// Errors, warnings and notes of reading the files.
std::string messages_to_text(const CheckResult& result, const TextStyle& style);

} // namespace heddle::report
