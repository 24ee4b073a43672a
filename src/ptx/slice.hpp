// What has to be executed: everything that can influence an address of shared memory, a barrier or
// whether they are reached (a backward slice), and those instructions themselves.
#pragma once
#include "ptx/flow.hpp"

namespace heddle::ptx {

// What a register may point into, found without looking at the order of the code.
struct Origins {
  static constexpr std::uint64_t shared = 1, local = 2, loaded = 4, symbol = 8;
  // Parameter n is bit 8 + n, the last ones share a bit.
  static std::uint64_t parameter(std::size_t n) {
    return std::uint64_t{1} << (n < 55 ? 8 + n : 63);
  }
};

struct Slice {
  std::vector<bool> needed;                             // per instruction
  std::vector<bool> read;                               // per register: somebody needs it
  bool shared_contents = false, local_contents = false; // somebody needs what is loaded from there
  std::vector<std::uint64_t> origins;                   // per register: bits of Origins
  std::uint64_t stored = 0; // origins of the addresses of all writes to global memory
  std::uint64_t maps = 0;   // origins of tensor maps that copies go by and somebody writes
};

// The memory that an access may touch: that of its opcode, or what the origins of a generic address
// allow. `origins`: those of the address.
bool may_be_shared(const Opcode& opcode, std::uint64_t origins);
std::uint64_t address_origins(const Program& program, const Slice& slice, const Operand& address);

// `values`: what is stored to shared memory is needed too, to tell equal writes from others.
Slice slice(const Program& program, const Flow& flow, bool values);

} // namespace heddle::ptx
