#include "repair/words.hpp"

#include <fmt/format.h>

namespace heddle::repair {

std::string place_text(const Position& p) { return fmt::format("{}:{}", p.line, p.column); }

std::string pair_text(const Finding& f) {
  const AccessReport &a = f.accesses[0], &b = f.accesses[1];
  return fmt::format("the {} at {} and the {} at {} of '{}'", a.access, place_text(a.position),
                     b.access, place_text(b.position), a.array);
}

} // namespace heddle::repair
