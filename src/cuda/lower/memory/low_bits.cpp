// The low bits of addresses in shared memory. How arrays there are aligned beyond their types is
// assumed, and told; it does not matter to how what is allocated in one of them lies to each other.
#include "cuda/lower/memory/low_bits.hpp"

#include "cuda/lower/assume.hpp"
#include "cuda/lower/lowering.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Support/KnownBits.h>

#include <algorithm>
#include <bit>

namespace heddle::cuda {

namespace {

const llvm::ConstantInt* constant_operand(const llvm::Value& v) {
  const auto* op = llvm::dyn_cast<llvm::Operator>(&v);
  if (!op || op->getNumOperands() != 2) return nullptr;
  const auto* c = llvm::dyn_cast<llvm::ConstantInt>(op->getOperand(1));
  return c && c->getBitWidth() <= 64 ? c : nullptr;
}

constexpr unsigned space_of_shared = 3;

bool is_granule(std::uint64_t n) { return n <= most_aligned && std::has_single_bit(n); }

} // namespace

bool takes_low_bits(const llvm::Value& v) {
  const auto* by = constant_operand(v);
  if (!by) return false;
  const std::uint64_t n = by->getZExtValue();
  const auto opcode = llvm::Operator::getOpcode(&v);
  if (opcode == llvm::Instruction::URem || opcode == llvm::Instruction::SRem) return is_granule(n);
  return opcode == llvm::Instruction::And && n < most_aligned && is_granule(n + 1);
}

std::optional<std::uint64_t> clears_low_bits(const llvm::Value& v) {
  const auto* by = constant_operand(v);
  if (!by || llvm::Operator::getOpcode(&v) != llvm::Instruction::And) return std::nullopt;
  const llvm::APInt n = -by->getValue();
  if (n.ugt(most_aligned) || !n.isPowerOf2()) return std::nullopt;
  return n.getZExtValue();
}

bool is_of_low_bits(const llvm::Value& v, const llvm::DataLayout& layout) {
  return v.getType()->isIntegerTy() &&
         llvm::computeKnownBits(&v, layout).getMaxValue().ult(most_aligned);
}

// Bits of the address that are those of the offset in its array. nullptr: they may be others.
Expr Lowering::low_bits(const Pointer& p, std::uint64_t granule) {
  const bool shared = std::ranges::all_of(p.targets, [&](TargetId id) {
    const Target& target = targets_[id];
    return target.kind == Target::Kind::array &&
           kernel_.arrays[target.array].space == core::Space::shared;
  });
  if (p.targets.empty() || !shared) return nullptr;
  for (const TargetId id : p.targets)
    assume_once(kernel_, pool_,
                kernel_.arrays[targets_[id].array].name + " begins at a multiple of " +
                    std::to_string(most_aligned));
  const auto mask = static_cast<std::int64_t>(granule - 1);
  return pool_.bit_and(p.offset, pool_.constant(mask, Type::i64()));
}

// x % n, x & n - 1.
Expr Lowering::low_bits_of(const llvm::BinaryOperator& i) {
  const llvm::Value& of = *i.getOperand(0);
  if (!takes_low_bits(i) || !is_address(of)) return nullptr;
  const bool masks = i.getOpcode() == llvm::Instruction::And;
  const Expr bits = low_bits(pointer(of), constant_operand(i)->getZExtValue() + (masks ? 1 : 0));
  return bits ? pool_.cast(bits, type_of(i)) : nullptr;
}

// The operand of `address ^ low bits`, `address & -n` that is the address; nullptr: it is neither.
const llvm::Value* Lowering::changed_in_low_bits(const llvm::Value& v) const {
  const auto* op = llvm::dyn_cast<llvm::Operator>(&v);
  if (!op || !v.getType()->isIntegerTy()) return nullptr;
  if (clears_low_bits(v)) return is_address(*op->getOperand(0)) ? op->getOperand(0) : nullptr;
  if (op->getOpcode() != llvm::Instruction::Xor) return nullptr;
  for (const unsigned n : {0u, 1u})
    if (is_address(*op->getOperand(n)) && !is_address(*op->getOperand(1 - n)) &&
        is_of_low_bits(*op->getOperand(1 - n), layout_))
      return op->getOperand(n);
  return nullptr;
}

// Do all that an address may come from lie in shared memory?
bool Lowering::begins_in_shared(const llvm::Value& v) const {
  std::set<const llvm::Value*> seen;
  std::vector<const llvm::Value*> left{&v};
  while (!left.empty()) {
    const llvm::Value& now = *left.back();
    left.pop_back();
    if (!seen.insert(&now).second || llvm::isa<llvm::UndefValue>(now)) continue;
    const auto from = sources(now);
    left.insert(left.end(), from.begin(), from.end());
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&now);
    if (from.empty() && !(variable && variable->getAddressSpace() == space_of_shared)) return false;
  }
  return true;
}

// Those whose targets are the operand's. In loops one rests on the other: all are, until one is
// found that is not.
void Lowering::find_changed_low_bits() {
  for (const llvm::BasicBlock& block : function_)
    for (const llvm::Instruction& i : block)
      if (const llvm::Value* address = changed_in_low_bits(i)) changed_low_bits_[&i] = address;
  while (std::erase_if(changed_low_bits_,
                       [&](const auto& changed) { return !begins_in_shared(*changed.second); }) > 0)
    ;
}

Pointer Lowering::with_low_bits_changed(Pointer p, const llvm::Value& v) {
  const auto granule = clears_low_bits(v);
  const Expr low = low_bits(p, granule.value_or(most_aligned));
  if (!low) {
    p.targets = {unknown_target(v, "an address whose low bits are changed")};
    p.base = p.row = nullptr;
    return p;
  }
  if (granule) {
    p.offset = pool_.sub(p.offset, low);
    return p;
  }
  const auto& user = llvm::cast<llvm::User>(v);
  const bool first = changed_low_bits_.at(&v) == user.getOperand(0);
  p.offset = pool_.bit_xor(p.offset, to_i64(*user.getOperand(first ? 1 : 0)));
  return p;
}

} // namespace heddle::cuda
