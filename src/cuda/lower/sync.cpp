// Barriers, atomics, and what the lanes of a warp hand each other.
#include "cuda/lower/lowering.hpp"

namespace heddle::cuda {

namespace {

std::optional<std::uint64_t> constant_argument(const llvm::CallBase& call, unsigned i) {
  if (i >= call.arg_size()) return std::nullopt;
  const auto* c = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(i));
  return c ? std::optional(c->getZExtValue()) : std::nullopt;
}

bool is_full(std::optional<std::uint64_t> mask) {
  return mask && static_cast<std::uint32_t>(*mask) == 0xffffffffu;
}

} // namespace

void Lowering::barrier_warp(const llvm::CallBase& call, const clang::FunctionDecl&) {
  const bool full = is_full(constant_argument(call, 0));
  emit(core::Barrier{Scope::warp, full ? nullptr : scalar_as(*call.getArgOperand(0), false), 0,
                     "__syncwarp()"},
       call);
}

void Lowering::barrier_grid(const llvm::CallBase& call, const clang::FunctionDecl&) {
  emit(core::Barrier{Scope::grid, nullptr, 0, "grid.sync()"}, call);
}

void Lowering::barrier_cluster(const llvm::CallBase& call, const clang::FunctionDecl&) {
  emit(core::Barrier{Scope::cluster, nullptr, 0, "cluster.sync()"}, call);
}

void Lowering::barrier_tile(const llvm::CallBase& call, const clang::FunctionDecl&) {
  const auto size = constant_argument(call, 0);
  if (!size) return unsupported("a barrier of a tile whose size is not constant", call);
  if (*size > 32)
    return emit(core::Barrier{Scope::block, nullptr, static_cast<unsigned>(*size), "tile.sync()"},
                call);
  emit(core::Barrier{Scope::warp, nullptr, *size == 32 ? 0 : static_cast<unsigned>(*size),
                     "tile.sync()"},
       call);
}

// atomic_OP(pointer, [compare,] operand, scope, order)
void Lowering::atomic(const llvm::CallBase& call, const clang::FunctionDecl& callee) {
  std::string op = callee.getNameAsString().substr(std::string("atomic_").size());
  const unsigned last = static_cast<unsigned>(call.arg_size()) - 1;
  const auto scope_number = constant_argument(call, last - 1),
             order = constant_argument(call, last);
  if (!scope_number || !order) return unsupported("an atomic whose scope is not constant", call);
  static constexpr std::array<Scope, 4> scopes{Scope::block, Scope::cluster, Scope::grid,
                                               Scope::grid};
  const Scope scope = scopes.at(std::min<std::size_t>(*scope_number, 3));
  const bool acquires = *order == 1 || *order == 3;
  llvm::Type* type =
      call.getType()->isVoidTy() ? call.getArgOperand(last - 2)->getType() : call.getType();
  if (!type->isSingleValueType() || type->isPointerTy() || type->isVectorTy())
    return unsupported("an atomic on a struct", call);
  const auto size = static_cast<unsigned>(layout_.getTypeStoreSize(type).getFixedValue());
  const unsigned operand_at = op == "cas" ? 2 : 1;
  Expr operand = op == "load" ? nullptr : memory_bits(*call.getArgOperand(operand_at));
  std::optional<core::VarId> var;
  const Pointer p = pointer(*call.getArgOperand(0));
  const Type held = held_type(p, type_of(type, signs_.is_signed(call)));
  if (!call.getType()->isVoidTy()) var = new_temp(held, place(call));
  if (operand && operand->type.is_int() && held.is_int()) operand = pool_.cast(operand, held);
  bool known = false;
  for_each_array(p, call, "an atomic", [&](core::ArrayId array, Expr offset) {
    known = true;
    // to be atomic for less than the grid says that the grid has more
    if (scope < Scope::grid && kernel_.arrays[array].space != core::Space::shared)
      kernel_.grid_axes |= 1;
    emit(core::Atomic{var, array, offset, size, scope, op == "store" ? "exch" : op, operand,
                      acquires},
         call);
  });
  if (!var) return;
  if (!known)
    emit(core::Havoc{*var, Scope::thread,
                     "the result of an atomic through a pointer that is not followed"},
         call);
  define(call, as_type(pool_.symbol_ref(*var), type_of(call)));
}

// shuffle(mask, value, lane, width)
void Lowering::shuffle(const llvm::CallBase& call, const clang::FunctionDecl& callee) {
  const auto lane = constant_argument(call, 2), width = constant_argument(call, 3);
  const bool agrees =
      is_full(constant_argument(call, 0)) && callee.getName() == "shuffle" && lane && width == 32u;
  lower_result(call, agrees ? Scope::warp : Scope::thread, "the result of a shuffle");
}

void Lowering::shared_value(const llvm::CallBase& call, const clang::FunctionDecl& callee) {
  static const std::map<std::string, Scope> scopes{{"shared_by_block", Scope::block},
                                                   {"shared_by_cluster", Scope::cluster},
                                                   {"shared_by_grid", Scope::grid}};
  const auto it = scopes.find(callee.getNameAsString());
  const bool warp = callee.getName() == "shared_by_warp" && is_full(constant_argument(call, 0));
  const bool tile =
      callee.getName() == "shared_by_tile" && constant_argument(call, 0).value_or(0) >= 32;
  lower_result(call,
               it != scopes.end() ? it->second
               : warp || tile     ? Scope::warp
                                  : Scope::thread,
               "the result of a vote");
}

} // namespace heddle::cuda
