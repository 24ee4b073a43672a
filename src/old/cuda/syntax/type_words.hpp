// The words of a type as they come: `unsigned long int const`.
#pragma once
#include "cuda/syntax/ast.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace heddle::cuda {

struct TypeWords {
  TypePtr type; // a named or defined type; then no builtin words
  bool is_const = false, is_volatile = false;
  int signed_ = 0, unsigned_ = 0, long_ = 0, short_ = 0, int_ = 0;
  std::string other; // void, bool, char, float, double, __int128
  bool doubled = false;

  void add(std::string_view word);
  bool any() const { return signed_ || unsigned_ || long_ || short_ || int_ || !other.empty(); }
  // As BuiltinType spells it; std::nullopt where the words contradict each other.
  std::optional<std::string> canonical() const;
};

} // namespace heddle::cuda
