#pragma once
#include "heddle/heddle.hpp"

namespace heddle::report {

inline bool same_place(const Position& a, const Position& b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

} // namespace heddle::report
