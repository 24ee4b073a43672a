// Conversions to narrower integers. Those of sizes and indices are taken to lose nothing; of a key
// or hash from memory they keep the low bits.
#include "cuda/lower/narrow.hpp"

#include "cuda/lower/lowering.hpp"

#include <functional>

namespace heddle::cuda {

namespace {

constexpr std::size_t most_values = 64; // looked at for what a value is computed from

bool is_any_behind(const llvm::Value& v, const std::function<bool(const llvm::Value&)>& is) {
  std::set<const llvm::Value*> seen;
  std::vector<const llvm::Value*> left{&v};
  while (!left.empty() && seen.size() < most_values) {
    const llvm::Value& now = *left.back();
    left.pop_back();
    if (!seen.insert(&now).second) continue;
    if (is(now)) return true;
    if (llvm::isa<llvm::BinaryOperator, llvm::PHINode, llvm::SelectInst, llvm::CastInst,
                  llvm::GetElementPtrInst>(now))
      for (const llvm::Use& operand : llvm::cast<llvm::User>(now).operands())
        left.push_back(operand.get());
  }
  return false;
}

bool is_read(const llvm::Value& v) { return llvm::isa<llvm::LoadInst>(v); }

} // namespace

// An unsigned number that is read where the thread, or what memory holds, says. What is read at one
// place is mostly a size.
bool Lowering::is_key(const llvm::Value& v) const {
  return is_any_behind(v, [&](const llvm::Value& from) {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&from);
    return load && load->getType()->isIntegerTy() && !is_builtin(*load->getPointerOperand()) &&
           !signs_.is_signed(*load) && is_any_behind(*load->getPointerOperand(), is_read);
  });
}

Expr Lowering::truncate(const llvm::TruncInst& i) {
  const Type type = type_of(i);
  const Expr e = scalar(*i.getOperand(0));
  if (!e->type.is_int()) return nullptr;
  if (type.is_bool()) // in memory it is 0 or 1
    return e->type.width == 8 ? truth(e) : truth(pool_.bit_and(e, pool_.constant(1, e->type)));
  const bool loses = type.width >= Type::i32().width && is_key(*i.getOperand(0));
  return loses ? kept_bits(pool_, e, type) : pool_.cast(e, type);
}

Expr kept_bits(Pool& pool, Expr e, Type to) {
  const Interval range = interval(pool, e);
  const std::int64_t values = std::int64_t{1} << to.width;
  const std::int64_t low = to.is_signed ? -values / 2 : 0, high = low + values - 1;
  if (range.low && range.high && *range.low >= low && *range.high <= high) return pool.cast(e, to);
  const auto number = [&](std::int64_t n) { return pool.constant(n, Type::i64()); };
  const Expr bits =
      pool.bit_and(pool.sub(pool.cast(e, Type::i64()), number(low)), number(values - 1));
  return pool.cast(pool.add(bits, number(low)), to);
}

} // namespace heddle::cuda
