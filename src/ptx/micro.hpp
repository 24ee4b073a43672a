// The slice of a program, prepared for execution: operands are places in a warp's register file or
// constants, branches say where their lanes meet again.
#pragma once
#include "ptx/emulate/value.hpp"
#include "ptx/layout.hpp"
#include "ptx/slice.hpp"

namespace heddle::ptx {

// A place in the register file; with `constant_bit`, an index into Code::constants.
using Slot = std::uint32_t;
inline constexpr Slot constant_bit = 0x80000000U;
inline constexpr Slot no_slot = 0x7fffffffU;

struct Micro {
  const Opcode* opcode = nullptr;
  Op op = Op::nothing;
  bool skips = false; // a branch that decides about nothing in the slice: all lanes go to `meets`
  bool guard_negated = false;
  std::uint8_t sources = 0;     // how many of `source` are used
  std::uint8_t result_size = 0; // bytes of the register written
  std::uint16_t count = 0;      // data of a vector access: lists[first .. first + count)
  Index first = 0;
  Slot guard = no_slot, result = no_slot, second_result = no_slot;
  std::array<Slot, 4> source{no_slot, no_slot, no_slot, no_slot};
  std::array<bool, 4> negated{};
  // Addresses in order of their operands: base and offset.
  std::array<Slot, 4> base{no_slot, no_slot, no_slot, no_slot};
  std::array<std::int64_t, 4> offset{};
  Index target = nowhere, meets = nowhere; // micros; meets: size of the code for the exit
  std::uint64_t seed = 0;                  // tells different operations apart
  std::uint64_t origins = 0;               // of the first address
  Index instruction = 0;                   // in Program::code
};

struct Code {
  std::vector<Micro> micros;
  std::vector<Slot> lists;
  std::vector<Reg> constants;
  Slot registers = 0;                             // size of the register file
  std::vector<std::pair<Slot, Special>> specials; // set once per warp
  // Likewise: addresses of shared memory of the CTA's own, which those of a cluster have apart.
  std::vector<std::pair<Slot, std::uint64_t>> own_addresses;
  std::vector<Index> targets; // of brx, by first and count
  Layout layout;
};

// Reports an error when variables do not fit the machine.
std::optional<Code> compile(const Program& program, const Flow& flow, const Slice& slice,
                            std::uint32_t file, Ctx& ctx);

} // namespace heddle::ptx
