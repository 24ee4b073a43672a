// Arithmetic that is meant to lose bits. That indices and sizes do not overflow, and that their
// conversions lose nothing, is assumed and told; where a program takes words apart, or asks whether
// a sum was too large, that would be assuming that it does not do what it is written for. So it is
// said by operations that lose nothing:
//
//   reading a signed bit-field, sign extension:
//     %b = ashr (shl %x, 6), 25   =>   %b = ((lshr %x, 19) & 127 ^ 64) - 64
//   carries:
//     %c = icmp ult (add %x, %y), %x   =>   %c = icmp ugt %y, ~%x
//   parts of words:
//     %p = trunc (or (zext %l), (shl (zext %h), 32))   =>   %l
//     %p = trunc %x                                    =>   %p = trunc (%x & 4294967295)
#include "cuda/lower/prepare.hpp"
#include "cuda/parse/precompiled.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/KnownBits.h>

#include <set>

namespace heddle::cuda {

namespace {

using namespace llvm::PatternMatch;

constexpr const char* conversion_mark = "heddle.conversion";
constexpr unsigned int_bits = 32;
constexpr std::size_t most_operands = 64; // looked at for what a value is made of

unsigned width_of(const llvm::Value& v) { return v.getType()->getScalarSizeInBits(); }

// The low `bits` of x, as a signed number of its type.
llvm::Value* sign_extended(llvm::IRBuilder<>& builder, llvm::Value* x, unsigned bits) {
  const unsigned width = width_of(*x);
  const llvm::APInt sign = llvm::APInt::getOneBitSet(width, bits - 1);
  llvm::Value* low = builder.CreateAnd(x, llvm::APInt::getLowBitsSet(width, bits));
  return builder.CreateNSWSub(builder.CreateXor(low, sign),
                              llvm::ConstantInt::get(x->getType(), sign));
}

// Does what uses it read its highest bit as a sign?
bool is_read_as_signed(const llvm::Value& v) {
  return llvm::any_of(v.users(), [](const llvm::User* user) {
    const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(user);
    const auto* sum = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(user);
    return (compare && compare->isSigned()) || (sum && sum->hasNoSignedWrap()) ||
           llvm::isa<llvm::SExtInst, llvm::SIToFPInst, llvm::GetElementPtrInst>(user) ||
           match(user, m_AShr(m_Value(), m_Value())) || match(user, m_SDiv(m_Value(), m_Value())) ||
           match(user, m_SRem(m_Value(), m_Value()));
  });
}

// One value, or two reads of one place.
bool is_same(const llvm::Value* a, const llvm::Value* b) {
  if (a == b) return true;
  const auto *x = llvm::dyn_cast<llvm::Instruction>(a), *y = llvm::dyn_cast<llvm::Instruction>(b);
  if (!x || !y || !x->isSameOperationAs(y) || x->getNumOperands() != y->getNumOperands() ||
      !llvm::isa<llvm::LoadInst, llvm::GetElementPtrInst, llvm::CastInst>(x))
    return false;
  for (unsigned i = 0; i < x->getNumOperands(); ++i)
    if (!is_same(x->getOperand(i), y->getOperand(i))) return false;
  return true;
}

// ---- shifts -----------------------------------------------------------------------------------

// The upper quarter is no part of an index: who shifts one by less loses nothing of it.
bool loses_bits(unsigned bits, unsigned left) { return left >= bits / 4; }

// Clang reads a signed bit-field that ends with its unit by one shift, and names all such.
bool reads_bit_field(const llvm::Instruction& i) { return i.getName().starts_with("bf.ashr"); }

// A shift to the left, and back; null: it is none.
llvm::Value* shifted_back(llvm::Instruction& i) {
  llvm::Value* from = nullptr;
  const llvm::APInt *left = nullptr, *right = nullptr;
  const unsigned bits = width_of(i);
  if (!match(&i, m_Shr(m_Shl(m_Value(from), m_APInt(left)), m_APInt(right)))) {
    left = nullptr;
    if (!reads_bit_field(i) || !match(&i, m_AShr(m_Value(from), m_APInt(right)))) return nullptr;
  }
  if (right->uge(bits) || right->isZero() || (left && left->ugt(*right))) return nullptr;
  if (left && !reads_bit_field(i) && !loses_bits(bits, static_cast<unsigned>(left->getZExtValue())))
    return nullptr;
  const auto width = static_cast<unsigned>(bits - right->getZExtValue());
  llvm::IRBuilder<> builder(&i);
  const std::uint64_t down = right->getZExtValue() - (left ? left->getZExtValue() : 0);
  llvm::Value* field = down ? builder.CreateLShr(from, down) : from;
  if (i.getOpcode() == llvm::Instruction::AShr) return sign_extended(builder, field, width);
  return builder.CreateAnd(field, llvm::APInt::getLowBitsSet(bits, width));
}

// Is a shift to the left there to lose bits? It is shifted back by less, compared, or puts a word
// together.
bool means_to_lose(const llvm::Instruction& shift, const llvm::Value* from, unsigned left) {
  const unsigned bits = width_of(shift);
  if (bits > int_bits && left >= bits / 2) return true;
  return llvm::any_of(shift.users(), [&](const llvm::User* user) {
    if (match(user, m_Shr(m_Specific(&shift), m_ConstantInt()))) return loses_bits(bits, left);
    return llvm::isa<llvm::ICmpInst>(user) &&
           (left >= bits / 2 || is_same(user->getOperand(0), from) ||
            is_same(user->getOperand(1), from));
  });
}

// What is left of the operand of such a shift.
llvm::Value* shifted_out(llvm::Instruction& i) {
  llvm::Value* from = nullptr;
  const llvm::APInt* by = nullptr;
  const unsigned bits = width_of(i);
  if (!match(&i, m_Shl(m_Value(from), m_APInt(by))) || by->uge(bits) || by->isZero())
    return nullptr;
  const auto left = static_cast<unsigned>(by->getZExtValue()), kept = bits - left;
  const bool is_signed = is_read_as_signed(i);
  const llvm::KnownBits known = llvm::computeKnownBits(from, i.getModule()->getDataLayout());
  if (!means_to_lose(i, from, left) || known.countMinLeadingZeros() >= left + is_signed)
    return nullptr;
  llvm::IRBuilder<> builder(&i);
  llvm::Value* rest = is_signed ? sign_extended(builder, from, kept)
                                : builder.CreateAnd(from, llvm::APInt::getLowBitsSet(bits, kept));
  return builder.CreateShl(rest, left);
}

// ---- carries ----------------------------------------------------------------------------------

// x + y < x, in all its forms; null: it is none.
llvm::Value* carry(llvm::Instruction& i) {
  auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&i);
  if (!compare || !compare->isUnsigned()) return nullptr;
  for (const bool is_sum_first : {true, false}) {
    llvm::Value *x = nullptr, *y = nullptr;
    if (!match(compare->getOperand(is_sum_first ? 0 : 1), m_Add(m_Value(x), m_Value(y)))) continue;
    const llvm::Value* other = compare->getOperand(is_sum_first ? 1 : 0);
    if (is_same(y, other)) std::swap(x, y);
    if (!is_same(x, other)) continue;
    const auto predicate = is_sum_first ? compare->getPredicate() : compare->getSwappedPredicate();
    llvm::IRBuilder<> builder(compare);
    llvm::Value* carries = builder.CreateICmpUGT(y, builder.CreateNot(x));
    const bool is_strict =
        predicate == llvm::ICmpInst::ICMP_ULT || predicate == llvm::ICmpInst::ICMP_UGE;
    if (!is_strict)
      carries = builder.CreateOr(carries,
                                 builder.CreateICmpEQ(y, llvm::ConstantInt::get(y->getType(), 0)));
    const bool is_less =
        predicate == llvm::ICmpInst::ICMP_ULT || predicate == llvm::ICmpInst::ICMP_ULE;
    return is_less ? carries : builder.CreateNot(carries);
  }
  return nullptr;
}

// ---- parts of words ---------------------------------------------------------------------------

// The bits from..from + bits of a word, where they are a value of their own; null: they are not.
llvm::Value* part_of(llvm::Value* word, std::uint64_t from, unsigned bits) {
  const std::uint64_t width = width_of(*word);
  const auto zero = [&]() -> llvm::Value* {
    return llvm::ConstantInt::get(llvm::IntegerType::get(word->getContext(), bits), 0);
  };
  if (from == 0 && width == bits) return word;
  llvm::Value *a = nullptr, *b = nullptr;
  const llvm::APInt* c = nullptr;
  if (match(word, m_ZExt(m_Value(a)))) {
    if (from >= width_of(*a)) return zero();
    return from + bits <= width_of(*a) ? part_of(a, from, bits) : nullptr;
  }
  if (match(word, m_SExt(m_Value(a))))
    return from + bits <= width_of(*a) ? part_of(a, from, bits) : nullptr;
  if (match(word, m_Trunc(m_Value(a)))) return part_of(a, from, bits);
  if (match(word, m_Shl(m_Value(a), m_APInt(c)))) {
    if (c->uge(from + bits)) return zero();
    return c->ule(from) ? part_of(a, from - c->getZExtValue(), bits) : nullptr;
  }
  if (match(word, m_LShr(m_Value(a), m_APInt(c))) && c->ule(width - from - bits))
    return part_of(a, from + c->getZExtValue(), bits);
  if (match(word, m_And(m_Value(a), m_APInt(c)))) {
    const llvm::APInt mask = c->extractBits(bits, static_cast<unsigned>(from));
    return mask.isZero() ? zero() : mask.isAllOnes() ? part_of(a, from, bits) : nullptr;
  }
  if (match(word, m_Or(m_Value(a), m_Value(b)))) {
    llvm::Value *x = part_of(a, from, bits), *y = part_of(b, from, bits);
    if (x && match(x, m_Zero())) return y;
    if (y && match(y, m_Zero())) return x;
  }
  return nullptr;
}

// A constant that is no size, but puts something into the upper half of a word.
bool reaches_upper_half(const llvm::Value& v) {
  const llvm::APInt* c = nullptr;
  constexpr unsigned sizes = int_bits - 1; // bits of a size
  const auto is_large = [&] { return c->abs().getActiveBits() > sizes; };
  if (match(&v, m_Shl(m_Value(), m_APInt(c)))) return c->uge(sizes);
  if (match(&v, m_c_Mul(m_Value(), m_APInt(c))) || match(&v, m_c_Xor(m_Value(), m_APInt(c))))
    return is_large();
  return false;
}

// Is a word put together, or hashed?
bool is_packed(const llvm::Value& word) {
  std::set<const llvm::Value*> seen;
  std::vector<const llvm::Value*> left{&word};
  while (!left.empty() && seen.size() < most_operands) {
    const llvm::Value& v = *left.back();
    left.pop_back();
    if (!seen.insert(&v).second || width_of(v) <= int_bits) continue;
    if (reaches_upper_half(v)) return true;
    if (llvm::isa<llvm::BinaryOperator, llvm::PHINode, llvm::SelectInst, llvm::CastInst>(v))
      for (const llvm::Use& operand : llvm::cast<llvm::User>(v).operands())
        left.push_back(operand.get());
  }
  return false;
}

// The low part of a word that is no number; null: a conversion of one.
llvm::Value* low_part(llvm::Instruction& i) {
  auto* part = llvm::dyn_cast<llvm::TruncInst>(&i);
  if (!part || width_of(*part) < int_bits || width_of(*part->getOperand(0)) > 64) return nullptr;
  llvm::Value* word = part->getOperand(0);
  if (llvm::Value* value = part_of(word, 0, width_of(*part))) return value;
  if (part->hasMetadata(conversion_mark) && !is_packed(*word)) return nullptr;
  llvm::IRBuilder<> builder(part);
  llvm::Value* low =
      is_read_as_signed(*part)
          ? sign_extended(builder, word, width_of(*part))
          : builder.CreateAnd(word, llvm::APInt::getLowBitsSet(width_of(*word), width_of(*part)));
  llvm::Value* value = builder.CreateTrunc(low, part->getType());
  if (auto* made = llvm::dyn_cast<llvm::Instruction>(value))
    made->setMetadata(conversion_mark, llvm::MDNode::get(part->getContext(), {}));
  return value;
}

} // namespace

void mark_conversions(llvm::Function& f) {
  for (llvm::BasicBlock& block : f)
    for (llvm::Instruction& i : block)
      if (llvm::isa<llvm::TruncInst>(i))
        i.setMetadata(conversion_mark, llvm::MDNode::get(f.getContext(), {}));
}

void rebuild_wrapping(llvm::Function& kernel) {
  std::vector<llvm::Instruction*> all;
  for (llvm::BasicBlock& block : kernel)
    for (llvm::Instruction& i : block)
      all.push_back(&i);
  // from the operands on: a shift back by as much is seen before its shift to the left is changed
  for (const auto rebuilt : {shifted_back, shifted_out, carry, low_part})
    for (llvm::Instruction*& i : all) {
      llvm::Value* value = i && i->getType()->isIntegerTy() ? rebuilt(*i) : nullptr;
      if (!value) continue;
      i->replaceAllUsesWith(value);
      i->eraseFromParent();
      i = nullptr;
    }
}

} // namespace heddle::cuda
