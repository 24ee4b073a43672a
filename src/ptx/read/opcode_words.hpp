// The words that opcodes are made of. Private to opcode.*.
#pragma once
#include "ptx/read/opcode.hpp"

#include <unordered_map>

namespace heddle::ptx {

struct Root {
  Op op;
  bool has_result;
};

// Every instruction of PTX by the first word of its opcode.
const std::unordered_map<std::string_view, Root>& roots();
// vadd, vsub2, vabsdiff4, vset, ..: arithmetic on parts of registers.
bool is_video(std::string_view root);

// Suffixes, without the dot.
const std::unordered_map<std::string_view, Type>& types();
const std::unordered_map<std::string_view, Cmp>& comparisons();
const std::unordered_map<std::string_view, Mode>& modes();
const std::unordered_map<std::string_view, Space>& spaces();

} // namespace heddle::ptx
