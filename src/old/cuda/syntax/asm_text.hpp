// The text of an asm statement: PTX instructions over operands and registers of its own.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::cuda {

struct AsmArg {
  enum class Kind : std::uint8_t {
    operand, // %0, %1, ..: outputs first
    name,    // a register, label or special register ("%laneid"); "_": no register
    number,
    memory, // [items[0] + number]; tensor copies have more items
    group   // {a, b, ..}, and p|q
  } kind = Kind::name;
  std::string name;
  std::int64_t number = 0; // of an operand, of a number, bytes of an offset
  bool negated = false;    // !p
  std::vector<AsmArg> items;
};

// opcode "" where labels end the text.
struct AsmInstruction {
  std::vector<std::string> labels; // in front of it
  std::optional<AsmArg> guard;     // @p, @!p
  std::string opcode;              // "bar.sync"
  std::vector<AsmArg> args;
  std::string text; // without labels and guard
};

// Declarations of registers and the braces around them are dropped; std::nullopt when a part is not
// understood.
std::optional<std::vector<AsmInstruction>> parse_asm(const std::string& text);

} // namespace heddle::cuda
