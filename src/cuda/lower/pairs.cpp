#include "cuda/lower/pairs.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Operator.h>

namespace heddle::cuda {

bool is_pair_assembly(const llvm::CallBase& call) {
  const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
  if (!assembly) return false;
  const llvm::StringRef text(assembly->getAsmString());
  return text.contains("tcgen05.") && text.contains("cta_group::2");
}

bool leads_to_even_block(const llvm::Value& v) {
  constexpr std::uint64_t mask = 0xfeffffff;
  const auto* op = llvm::dyn_cast<llvm::Operator>(&v);
  if (!op || op->getOpcode() != llvm::Instruction::And) return false;
  const auto* by = llvm::dyn_cast<llvm::ConstantInt>(op->getOperand(1));
  return by && by->getBitWidth() == 32 && by->getZExtValue() == mask;
}

} // namespace heddle::cuda
