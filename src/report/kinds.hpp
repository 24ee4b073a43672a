// What the kinds of findings mean, for people.
#pragma once
#include "heddle/heddle.hpp"

#include <span>

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

} // namespace heddle::report
