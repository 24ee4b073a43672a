// A PTX file as Heddle keeps it: variables, functions, and instructions whose operands are resolved
// to registers, variables and labels. Value types only; the parser's types end where this begins.
//
//   .visible .entry k(.param .u64 p)        Function{name "k", entry, parameters {p}, ..}
//     @%p1 bra $L__BB0_2;                   Instruction{opcode bra, guard %p1, operands {label}}
//     ld.shared.v2.u32 {%r1,%r2}, [tile+8]; operands {vector of 2 registers, address tile + 8}
#pragma once
#include "ptx/read/opcode.hpp"
#include "support/source.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heddle::ptx {

using Index = std::uint32_t;
inline constexpr Index nowhere = ~Index{0};

// Predicates and other registers are numbered together, per function.
struct Register {
  std::string name; // as written; `%r7` of `.reg .b32 %r<40>` too
  Type type = Type::none;
};

// Where an operand's value comes from when it is a special register.
enum class Special : std::uint8_t {
  tid_x,
  tid_y,
  tid_z,
  ntid_x,
  ntid_y,
  ntid_z,
  ctaid_x,
  ctaid_y,
  ctaid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z,
  laneid,
  warpid,
  nwarpid,
  lanemask_eq,
  lanemask_le,
  lanemask_lt,
  lanemask_ge,
  lanemask_gt,
  clusterid_x,
  clusterid_y,
  clusterid_z,
  nclusterid_x,
  nclusterid_y,
  nclusterid_z,
  cluster_ctaid_x,
  cluster_ctaid_y,
  cluster_ctaid_z,
  cluster_nctaid_x,
  cluster_nctaid_y,
  cluster_nctaid_z,
  cluster_ctarank,
  cluster_nctarank,
  is_explicit_cluster,
  total_smem_size,
  dynamic_smem_size,
  other // clocks, counters, the multiprocessor: differs from run to run
};
std::optional<Special> special_named(std::string_view name);

struct Operand {
  enum class Kind : std::uint8_t {
    none,
    reg,      // index: Register
    imm,      // value: the bits, in the width of the instruction's type
    special,  // index: Special
    symbol,   // index: Variable; value: offset
    label,    // index: Instruction
    function, // index: Module::names
    vector,   // index: first of `count` in Function::elements; also a call's lists
    address   // base: reg, symbol or none with `index`; value: offset; coordinates ignored
  };
  Kind kind = Kind::none;
  Kind base = Kind::none;
  bool negated = false; // !%p
  std::uint16_t count = 0;
  Index index = nowhere;
  std::int64_t value = 0;
};

struct Instruction {
  Index opcode = 0; // Module::opcodes
  Index guard = nowhere;
  bool guard_negated = false;
  std::uint16_t operand_count = 0;
  Index operands = 0;                 // first in Function::operands
  Index source = nowhere;             // Module::lines
  std::uint32_t line = 0, column = 0; // in the PTX file
};

struct Variable {
  std::string name;
  Space space = Space::generic;
  Type type = Type::none;
  std::uint64_t align = 1;
  std::uint64_t size = 0; // bytes; 0: as large as the launch makes it
  bool external = false;
  bool sized = true; // false: `name[]`
  bool has_value = false;
  std::vector<std::uint8_t> bytes; // initial contents; shorter than `size`: zeros follow
  bool has_addresses = false;      // contents hold addresses, and `bytes` is not all of it
};

// `.loc`: a line of the source, and the call it was inlined at.
struct SourceLine {
  std::uint32_t file = 0, line = 0, column = 0;
  Index inlined_at = nowhere; // Module::lines
  auto operator<=>(const SourceLine&) const = default;
};

struct Function {
  std::string name;
  bool entry = false, defined = false;
  std::uint32_t line = 0, column = 0;
  std::vector<Index> parameters, results; // Module::variables, or `register_base + register`
  std::optional<std::array<std::uint64_t, 3>> reqntid, maxntid, cluster;
  std::vector<Register> registers;
  std::vector<Instruction> code;
  std::vector<Operand> operands, elements;
  std::map<std::string, std::vector<Index>> branch_targets; // of brx.idx
};

struct Module {
  std::string path;
  std::string target;
  std::vector<Opcode> opcodes; // each text once
  std::vector<std::string> names;
  std::vector<Variable> variables; // of the file and of all functions
  std::vector<Function> functions;
  std::vector<SourceLine> lines;
  std::map<std::uint32_t, std::string> files; // of `.loc`
};

} // namespace heddle::ptx
