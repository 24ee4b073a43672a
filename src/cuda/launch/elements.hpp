// How far pointers are apart that lead into one array of the host's, by numbers of elements.
#pragma once
#include "expr/expr.hpp"

namespace heddle::cuda {

// Where a pointer is, by a number of elements that is no constant: p + n.
struct Behind {
  Expr base = nullptr;   // the number of the pointer that it is behind; null: it is behind none
  Expr count = nullptr;  // of elements, an i64; negative: it is in front
  std::int64_t size = 0; // of an element, in bytes
};

} // namespace heddle::cuda
