#include "cuda/lower/signs.hpp"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugProgramInstruction.h>

namespace heddle::cuda {

namespace {

bool is_integer(const llvm::Value* v) {
  return v->getType()->isIntegerTy() && !v->getType()->isIntegerTy(1);
}

// Is it taken as unsigned where it is used?
bool is_used_unsigned(const llvm::Value& v, unsigned depth = 0) {
  return llvm::any_of(v.users(), [&](const llvm::User* user) {
    const auto* i = llvm::dyn_cast<llvm::Instruction>(user);
    if (!i) return false;
    switch (i->getOpcode()) {
    case llvm::Instruction::LShr:
    case llvm::Instruction::UDiv:
    case llvm::Instruction::URem:
    case llvm::Instruction::ZExt:
    case llvm::Instruction::UIToFP:
      return true;
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::Mul:
      return !i->hasNoSignedWrap();
    case llvm::Instruction::ICmp:
      return llvm::cast<llvm::ICmpInst>(i)->isUnsigned();
    case llvm::Instruction::And:
    case llvm::Instruction::Or:
    case llvm::Instruction::Xor:
    case llvm::Instruction::Shl:
    case llvm::Instruction::Select:
      return depth < 4 && is_used_unsigned(*i, depth + 1);
    default:
      return false;
    }
  });
}

// What the operation itself says of its result.
std::optional<bool> natural_sign(const llvm::Value& v) {
  const auto* i = llvm::dyn_cast<llvm::Instruction>(&v);
  if (!i) return std::nullopt;
  switch (i->getOpcode()) {
  case llvm::Instruction::Add:
  case llvm::Instruction::Sub:
  case llvm::Instruction::Mul:
    return i->hasNoSignedWrap();
  case llvm::Instruction::SDiv:
  case llvm::Instruction::SRem:
  case llvm::Instruction::AShr:
  case llvm::Instruction::SExt:
  case llvm::Instruction::FPToSI:
    return true;
  case llvm::Instruction::UDiv:
  case llvm::Instruction::URem:
  case llvm::Instruction::LShr:
  case llvm::Instruction::FPToUI:
    return false;
  case llvm::Instruction::Shl: // both signs shift alike, but only one may be taken not to overflow
    return is_used_unsigned(v) ? std::optional(false) : std::nullopt;
  default:
    return std::nullopt;
  }
}

// The sign of a variable's type as the source has it.
std::optional<bool> sign_of(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    if (derived->getTag() == llvm::dwarf::DW_TAG_pointer_type) return std::nullopt;
    type = derived->getBaseType();
  }
  const auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(type);
  if (!basic) return std::nullopt;
  const auto sign = basic->getSignedness();
  if (!sign) return std::nullopt;
  return *sign == llvm::DIBasicType::Signedness::Signed;
}

} // namespace

Signs::Signs(const llvm::Function& f) {
  for (const llvm::BasicBlock& block : f)
    for (const llvm::Instruction& i : block)
      vote(i);
}

const llvm::Value* Signs::find(const llvm::Value* v) const {
  const auto it = parent_.find(v);
  if (it == parent_.end() || it->second == v) return v;
  const llvm::Value* root = find(it->second);
  parent_[v] = root;
  return root;
}

void Signs::join(const llvm::Value* a, const llvm::Value* b) {
  if (!is_integer(a) || !is_integer(b) || llvm::isa<llvm::Constant>(b)) return;
  if (const auto sign = natural_sign(*b)) return vote(a, *sign);
  a = find(a);
  b = find(b);
  if (a == b) return;
  votes_[a] += votes_[b];
  parent_[b] = a;
}

void Signs::vote(const llvm::Value* v, bool is_signed, int weight) {
  if (is_integer(v) && !llvm::isa<llvm::Constant>(v))
    votes_[find(v)] += is_signed ? -weight : weight;
}

void Signs::vote_of_variables(const llvm::Instruction& i) {
  for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(i.getDbgRecordRange()))
    if (record.isDbgValue() && record.getNumVariableLocationOps() == 1)
      if (const llvm::Value* v = record.getVariableLocationOp(0))
        if (const auto sign = sign_of(record.getVariable()->getType())) vote(v, *sign, 4);
}

void Signs::vote(const llvm::Instruction& i) {
  vote_of_variables(i);
  const auto operands = [&](bool is_signed) {
    for (const llvm::Value* operand : i.operands())
      vote(operand, is_signed);
  };
  switch (i.getOpcode()) {
  case llvm::Instruction::Add:
  case llvm::Instruction::Sub:
  case llvm::Instruction::Mul:
    return operands(i.hasNoSignedWrap());
  case llvm::Instruction::SDiv:
  case llvm::Instruction::SRem:
  case llvm::Instruction::SExt:
  case llvm::Instruction::SIToFP:
    return operands(true);
  case llvm::Instruction::AShr:
    return vote(i.getOperand(0), true);
  case llvm::Instruction::UDiv:
  case llvm::Instruction::URem:
  case llvm::Instruction::ZExt:
  case llvm::Instruction::UIToFP:
    return operands(false);
  case llvm::Instruction::LShr:
    return vote(i.getOperand(0), false);
  case llvm::Instruction::ICmp: {
    const auto& compare = llvm::cast<llvm::ICmpInst>(i);
    if (!compare.isEquality()) return operands(compare.isSigned());
    return join(i.getOperand(0), i.getOperand(1));
  }
  case llvm::Instruction::GetElementPtr:
    for (const llvm::Value* index : llvm::cast<llvm::GetElementPtrInst>(i).indices())
      vote(index, true);
    return;
  case llvm::Instruction::And:
  case llvm::Instruction::Or:
  case llvm::Instruction::Xor:
    join(&i, i.getOperand(0));
    return join(&i, i.getOperand(1));
  case llvm::Instruction::Shl:
    return join(&i, i.getOperand(0));
  case llvm::Instruction::Select:
    join(&i, i.getOperand(1));
    return join(&i, i.getOperand(2));
  case llvm::Instruction::PHI:
    for (const llvm::Value* value : llvm::cast<llvm::PHINode>(i).incoming_values())
      join(&i, value);
    return;
  default:
    return;
  }
}

bool Signs::is_signed(const llvm::Value& v) const {
  if (const auto it = fixed_.find(&v); it != fixed_.end()) return it->second;
  if (const auto sign = natural_sign(v)) return *sign;
  const auto it = votes_.find(find(&v));
  return it == votes_.end() || it->second <= 0;
}

} // namespace heddle::cuda
