// One kernel with the functions that it calls put in their places: what the emulator runs.
// Parameters of calls are registers here; only the kernel's own parameters are still loaded.
#pragma once
#include "ptx/read/module.hpp"
#include "support/context.hpp"

#include <optional>
#include <vector>

namespace heddle::ptx {

struct Program {
  const Module* module = nullptr;
  const Function* kernel = nullptr;
  std::vector<Opcode> opcodes; // those of the module, and a few more
  // As in Function; `ret` is only the kernel's own, the lists of brx are vectors of labels,
  // `call` is left where the callee has no body.
  std::vector<Instruction> code;
  std::vector<Operand> operands, elements;
  std::vector<Register> registers;
  // Per instruction: the call that it was put in place of, an index into `calls`, or nowhere.
  std::vector<Index> call_of;
  struct Call {
    Index instruction = 0; // line and column of the call
    std::uint32_t line = 0, column = 0;
    Index source = nowhere;
    Index outer = nowhere;
  };
  std::vector<Call> calls;

  const Opcode& opcode(const Instruction& i) const { return opcodes[i.opcode]; }
  const Operand& operand(const Instruction& i, unsigned n) const {
    return operands[i.operands + n];
  }
};

// Calls `visit(operand, is_written)` for the operands of `i`, those inside vectors and the base of
// addresses included. The base of an address is read also where the memory is written.
template <class Visit> void each_operand(const Program& p, const Instruction& i, Visit visit) {
  const Opcode& opcode = p.opcode(i);
  for (unsigned n = 0; n < i.operand_count; ++n) {
    const Operand& operand = p.operand(i, n);
    const bool written = n == 0 && opcode.has_result;
    if (operand.kind != Operand::Kind::vector)
      visit(operand, written);
    else
      for (unsigned e = 0; e < operand.count; ++e)
        visit(p.elements[operand.index + e], written);
  }
}

// The register that an operand reads or writes, its address's base included; or nowhere.
inline Index register_of(const Operand& operand) {
  const bool based = operand.kind == Operand::Kind::address && operand.base == Operand::Kind::reg;
  return operand.kind == Operand::Kind::reg || based ? operand.index : nowhere;
}

// Calls of functions that are being called already, or that have no body here, stay. Reports an
// error where the program grows beyond all bounds.
std::optional<Program> flatten(const Module& module, const Function& kernel, std::uint32_t file,
                               Ctx& ctx);

} // namespace heddle::ptx
