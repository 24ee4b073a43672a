// Signed bit-fields. Reading one shifts it to the top of its unit, where bits of it get lost, and
// back: arithmetic on int that is meant to overflow, unlike all other. So it is said by masks:
//
//   %b = ashr (shl %x, 6), 25   =>   %b = ((lshr %x, 19) & 127 ^ 64) - 64
#include "cuda/lower/prepare.hpp"
#include "cuda/parse/precompiled.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>

namespace heddle::cuda {

namespace {

using namespace llvm::PatternMatch;

// `i` as an expression that does not overflow; null where it is no such read. Clang's names tell
// those from shifts of the source, which are assumed not to overflow.
llvm::Value* without_overflow(llvm::Instruction& i) {
  llvm::Value* from = nullptr;
  const llvm::APInt *left = nullptr, *right = nullptr;
  const unsigned bits = i.getType()->getScalarSizeInBits();
  if (!i.getName().starts_with("bf.ashr")) return nullptr;
  if (!match(&i, m_AShr(m_Shl(m_Value(from), m_APInt(left)), m_APInt(right)))) {
    left = nullptr;
    if (!match(&i, m_AShr(m_Value(from), m_APInt(right)))) return nullptr;
  }
  if (right->uge(bits) || (left && left->ugt(*right))) return nullptr;
  const auto width = static_cast<unsigned>(bits - right->getZExtValue());
  llvm::IRBuilder<> builder(&i);
  const std::uint64_t down = right->getZExtValue() - (left ? left->getZExtValue() : 0);
  llvm::Value* field = down ? builder.CreateLShr(from, down) : from;
  field = builder.CreateAnd(field, llvm::APInt::getLowBitsSet(bits, width));
  const llvm::APInt sign = llvm::APInt::getOneBitSet(bits, width - 1);
  field = builder.CreateXor(field, sign);
  return builder.CreateNSWSub(field, llvm::ConstantInt::get(i.getType(), sign));
}

} // namespace

void rebuild_bit_fields(llvm::Function& kernel) {
  for (llvm::BasicBlock& block : kernel)
    for (llvm::Instruction& i : llvm::make_early_inc_range(block))
      if (llvm::Value* value = without_overflow(i)) {
        auto* shifted = llvm::dyn_cast<llvm::Instruction>(i.getOperand(0));
        i.replaceAllUsesWith(value);
        i.eraseFromParent();
        if (shifted && shifted->use_empty() && shifted->getOpcode() == llvm::Instruction::Shl)
          shifted->eraseFromParent();
      }
}

} // namespace heddle::cuda
