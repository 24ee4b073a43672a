#include "cuda/syntax/type_words.hpp"

namespace heddle::cuda {

void TypeWords::add(std::string_view word) {
  if (word == "signed") {
    ++signed_;
  } else if (word == "unsigned") {
    ++unsigned_;
  } else if (word == "long") {
    ++long_;
  } else if (word == "short") {
    ++short_;
  } else if (word == "int") {
    ++int_;
  } else {
    doubled = !other.empty();
    other = word;
  }
}

std::optional<std::string> TypeWords::canonical() const {
  const bool sign = signed_ + unsigned_ > 0;
  if (doubled || signed_ + unsigned_ > 1 || long_ > 2 || short_ > 1 || int_ > 1)
    return std::nullopt;
  if (long_ > 0 && short_ > 0) return std::nullopt;
  const std::string prefix = unsigned_ > 0 ? "unsigned " : "";
  if (other.empty()) {
    if (long_ == 2) return prefix + "long long";
    if (long_ == 1) return prefix + "long";
    return prefix + (short_ > 0 ? "short" : "int");
  }
  if (short_ > 0 || int_ > 0) return std::nullopt;
  if (other == "double" && long_ == 1 && !sign) return "long double";
  if (long_ > 0) return std::nullopt;
  if (other == "char" && signed_ > 0) return "signed char";
  if (other == "char" || other == "__int128") return prefix + other;
  if (sign) return std::nullopt;
  return other;
}

} // namespace heddle::cuda
