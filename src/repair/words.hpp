// Findings in the words of repair.
#pragma once
#include "heddle/heddle.hpp"

#include <string>

namespace heddle::repair {

std::string place_text(const Position& p); // "16:13"
// Of a race: "the write at 16:13 and the read at 19:46 of 'tile'".
std::string pair_text(const Finding& f);

} // namespace heddle::repair
