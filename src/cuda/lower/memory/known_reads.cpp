// Reads of tables of constants at places that change in a loop, `for (int e : table)`: what is
// there is known, so no witness may choose it.
//
//   t1 := read table[i .. +4]   =>   i == 0 ? 3 : i == 4 ? 5 : 8
#include "cuda/lower/lowering.hpp"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/ValueTracking.h>

namespace heddle::cuda {

namespace {

constexpr std::uint64_t max_entries = 32; // of a table
constexpr std::uint64_t max_bytes = 4096;

const llvm::GlobalVariable* table_of(const llvm::Value& address) {
  llvm::SmallVector<const llvm::Value*, 4> objects;
  llvm::getUnderlyingObjects(&address, objects);
  const auto* table =
      objects.size() == 1 ? llvm::dyn_cast<llvm::GlobalVariable>(objects[0]) : nullptr;
  return table && table->isConstant() && table->hasDefinitiveInitializer() ? table : nullptr;
}

} // namespace

std::optional<Expr> Lowering::read_table(const llvm::LoadInst& i) {
  const llvm::GlobalVariable* table = table_of(*i.getPointerOperand());
  if (!table || i.isVolatile() || !i.getType()->isIntegerTy()) return std::nullopt;
  const Pointer p = pointer(*i.getPointerOperand());
  if (p.targets.size() != 1 || targets_[p.targets[0]].kind != Target::Kind::array)
    return std::nullopt;
  const std::uint64_t bytes = layout_.getTypeAllocSize(table->getValueType()).getFixedValue();
  const std::uint64_t size = layout_.getTypeStoreSize(i.getType()).getFixedValue();
  const Type type = type_of(i.getType(), signs_.is_signed(i));
  if (bytes / size > max_entries || bytes > max_bytes || !type.is_int() || bytes < size)
    return std::nullopt;
  const Expr offset = offset_in(targets_[p.targets[0]].array, p, i);
  Expr value = nullptr;
  for (std::uint64_t at = (bytes / size) * size; at >= size; at -= size) {
    const auto* entry = llvm::dyn_cast_or_null<llvm::ConstantInt>(
        llvm::ConstantFoldLoadFromConst(const_cast<llvm::Constant*>(table->getInitializer()),
                                        i.getType(), llvm::APInt(64, at - size), layout_));
    if (!entry) return std::nullopt;
    const Expr number = scalar_as(*entry, type.is_signed);
    const Expr here =
        pool_.eq(offset, pool_.constant(static_cast<std::int64_t>(at - size), offset->type));
    value = value ? pool_.ite(here, number, value) : number;
  }
  return value;
}

} // namespace heddle::cuda
