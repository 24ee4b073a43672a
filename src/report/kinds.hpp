// What the kinds of findings mean, for people.
#pragma once
#include "heddle/heddle.hpp"

#include <span>
#include <string>
#include <vector>

namespace heddle::report {

struct KindText {
  FindingKind kind;
  const char* title;   // in a few words
  const char* meaning; // some sentences
  const char* example; // about ten lines of a kernel
  const char* repair;  // how it is usually repaired
};

// All kinds, each once.
std::span<const KindText> kinds();
// As users write them: "race", "same-value-write".
std::vector<std::string> kind_names();

} // namespace heddle::report
