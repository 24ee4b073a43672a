// Functions in C++ of which the host compiler says what they return: text that defines `int f()`,
// or `int f(int n)` that is asked for n = 0 to 3, and what f needs before it.
//
//   == Conversions                  a family
//   int f() { return -1 < 1u; }     a case, up to an empty line
//
//   ? why Heddle does not decide it
//   int f() { .. }
//
//   ! what Heddle gets wrong
//   int f() { .. }
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace heddle::oracle {

constexpr int numbers_asked = 4;

struct Case {
  std::string name; // "classes.txt:12" or "seed 7"
  std::string text;
  std::optional<std::string> undecided, wrong; // why, what
  bool takes_number = false;
};

// Cases of one file; `path` ends in the name that they are told by.
std::vector<Case> read_cases(const std::string& path);

// Each in a namespace of its own, so that one program holds many.
std::string in_namespace(const Case& c, std::size_t number);

} // namespace heddle::oracle
