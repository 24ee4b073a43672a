// Calls that pass one argument twice, `scale(p, p, n)`, and functions with a body, as a text has
// them, without reading it as C++.
#pragma once
#include <compare>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::project {

struct RepeatedCall {
  std::string function;   // without namespaces, objects and arguments of templates
  unsigned arguments = 0; // of the call
  unsigned first = 0, second = 0;
  unsigned line = 0;
  auto operator<=>(const RepeatedCall&) const = default;
};

// Only variables, members and elements count, and their addresses: what is passed may be a pointer.
// A call of a function that the text has itself, with so many parameters, counts as what that
// passes on: of `void run(float *a, float *b) { scale(a, b); }` run(p, p) as scale(a, b). A call
// through a variable, `f(p, p)` of an `int (*f)(..)`, is one of each word that is given away there.
std::vector<RepeatedCall> repeated_calls(std::string_view text);

// Names before `(..) {`, those of some statements among them, without functions of the device.
std::set<std::string> functions_in(std::string_view text);

} // namespace heddle::project
