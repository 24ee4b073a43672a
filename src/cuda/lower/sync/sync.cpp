// Barriers, atomics, and what the lanes of a warp hand each other.
#include "cuda/lower/lowering.hpp"
#include "cuda/lower/sync/guesses.hpp"

namespace heddle::cuda {

namespace {

std::optional<std::uint64_t> constant_argument(const llvm::CallBase& call, unsigned i) {
  if (i >= call.arg_size()) return std::nullopt;
  const auto* c = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(i));
  return c ? std::optional(c->getZExtValue()) : std::nullopt;
}

// heddle/intrinsics.h, enum Scope
constexpr std::array<Scope, 5> scopes{Scope::block, Scope::cluster, Scope::grid, Scope::grid,
                                      Scope::thread};

bool is_full(std::optional<std::uint64_t> mask) {
  return mask && static_cast<std::uint32_t>(*mask) == 0xffffffffu;
}

// Is it computed from sizes and the thread's index alone?
bool is_of_own_index(const Pool& pool, Expr e) {
  return std::ranges::all_of(atoms(e), [&](Expr a) {
    if (a->op != Op::symbol) return false;
    const Role role = pool.symbol(a).role;
    return role == Role::parameter || role == Role::block_dim || role == Role::grid_dim ||
           role == Role::block_index || role == Role::thread_index;
  });
}

// What an expression is in the thread of this index, if it says so itself; nullptr otherwise.
Expr in_another_thread(Pool& pool, Expr e, const std::function<Expr(std::size_t axis)>& index) {
  if (!is_of_own_index(pool, e)) return nullptr;
  return pool.substitute(e, [&](Expr x) -> Expr {
    const bool is_index = x->op == Op::symbol && pool.symbol(x).role == Role::thread_index;
    return is_index ? index(pool.symbol(x).axis) : nullptr;
  });
}

} // namespace

void Lowering::barrier_warp(const llvm::CallBase& call, const clang::FunctionDecl&) {
  const bool full = is_full(constant_argument(call, 0));
  sync_warp(full ? nullptr : scalar_as(*call.getArgOperand(0), false), "__syncwarp()", call);
}

// A lane that calls it is one of `mask` (PTX ISA, "bar.warp.sync": else it is undefined): of masks
// that lanes got from each other this is not asked. nullptr: all.
void Lowering::sync_warp(Expr mask, std::string text, const llvm::Instruction& at) {
  if (mask && is_of_own_index(pool_, mask)) {
    const Type u32 = Type::u32();
    const Expr bit = pool_.bit_and(pool_.shr(mask, lane()), pool_.constant(1, u32));
    const Expr names = pool_.ne(bit, pool_.constant(0, u32));
    if (!is_true(names)) emit(core::Assert{names, "the mask of " + text + " names its caller"}, at);
  }
  emit(core::Barrier{Scope::warp, mask, 0, std::move(text)}, at);
}

void Lowering::barrier_grid(const llvm::CallBase& call, const clang::FunctionDecl&) {
  emit(core::Barrier{Scope::grid, nullptr, 0, "grid.sync()"}, call);
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

// fence(scope, order)
void Lowering::fence(const llvm::CallBase& call, const clang::FunctionDecl&) {
  const auto scope = constant_argument(call, 0), order = constant_argument(call, 1);
  fences_ = true;
  if (!scope || !order || *scope >= scopes.size() || scopes[*scope] == Scope::thread) return;
  emit(core::Fence{scopes[*scope], *order % 2 == 1, *order / 2 % 2 == 1, *order > 3}, call);
}

// atomic_OP(pointer, [compare,] operand, scope, order)
// Of atomic_cas what is known where it is called.
core::Trend Lowering::trend_of(const llvm::CallBase& call, const clang::FunctionDecl& callee,
                               const std::string& op) const {
  const bool is_signed = callee.getReturnType()->isSignedIntegerType();
  if (op == "cas") return cuda::trend_of(call, dominators_);
  if (!call.getType()->isIntegerTy()) return core::Trend::any;
  if (op == "max") return is_signed ? core::Trend::up_signed : core::Trend::up_unsigned;
  if (op == "min") return is_signed ? core::Trend::down_signed : core::Trend::down_unsigned;
  return core::Trend::any;
}

void Lowering::atomic(const llvm::CallBase& call, const clang::FunctionDecl& callee) {
  std::string op = callee.getNameAsString().substr(std::string("atomic_").size());
  const unsigned last = static_cast<unsigned>(call.arg_size()) - 1;
  const auto scope_number = constant_argument(call, last - 1),
             order = constant_argument(call, last);
  if (!scope_number || !order) return unsupported("an atomic whose scope is not constant", call);
  if (*scope_number >= scopes.size())
    return unsupported("an atomic of a scope that is not known", call);
  llvm::Type* type =
      call.getType()->isVoidTy() ? call.getArgOperand(last - 2)->getType() : call.getType();
  if (!type->isSingleValueType() || type->isPointerTy() || type->isVectorTy())
    return unsupported("an atomic on a struct", call);
  const Expr operand =
      op == "load" ? nullptr : memory_bits(*call.getArgOperand(op == "cas" ? 2 : 1));
  const Expr old = access_atomically(
      pointer(*call.getArgOperand(0)), type_of(type, signs_.is_signed(call)),
      {.scope = scopes[*scope_number],
       .op = op == "store" ? "exch" : op,
       .operand = operand,
       .result = !call.getType()->isVoidTy() && !call.use_empty(),
       .acquires = *order == 1 || *order == 3,
       .releases = *order == 2 || *order == 3,
       .compare =
           op == "cas" && type->isIntegerTy() ? memory_bits(*call.getArgOperand(1)) : nullptr,
       .trend = trend_of(call, callee, op)},
      call);
  if (old) define(call, as_type(old, type_of(call)));
}

// How a run makes the value: all_of_warp(mask, mine), combined_by_tile(size, mine, how), ..;
// shared_by_ says nothing of that.
std::optional<core::Exchange> Lowering::combined(const llvm::CallBase& call,
                                                 const clang::FunctionDecl& callee) {
  using Kind = core::Exchange::Kind;
  const llvm::StringRef name = callee.getName();
  const bool all = name.starts_with("all_of_");
  if (!(all || name.starts_with("combined_by_")) || !call.getType()->isSingleValueType() ||
      call.getType()->isPointerTy())
    return std::nullopt;
  // heddle/intrinsics.h, enum Combination
  static constexpr std::array kinds{Kind::any,     Kind::all,      Kind::count,    Kind::ballot,
                                    Kind::add,     Kind::least,    Kind::greatest, Kind::bits_and,
                                    Kind::bits_or, Kind::bits_xor, Kind::same};
  const unsigned last = static_cast<unsigned>(call.arg_size()) - 1;
  const std::uint64_t how = all ? 1 : constant_argument(call, last).value_or(kinds.size());
  if (how >= kinds.size()) return std::nullopt;
  core::Exchange e;
  e.kind = kinds[how];
  const llvm::Value& mine = *call.getArgOperand(all ? last : last - 1);
  e.value = call.getType()->isIntegerTy() && !call.getType()->isIntegerTy(1)
                ? scalar_as(mine, callee.getReturnType()->isSignedIntegerType())
                : scalar(mine);
  if (name.ends_with("_block")) e.scope = Scope::block;
  if (name.ends_with("_warp"))
    e.mask = pool_.cast(scalar_as(*call.getArgOperand(0), false), Type::u32());
  if (name.ends_with("_tile")) {
    const std::uint64_t size = constant_argument(call, 0).value_or(0);
    if (size < 1 || size > 32) return std::nullopt;
    e.group_size = static_cast<unsigned>(size);
  }
  return e;
}

// A vote's result, all(predicate): where it is true, the predicate is true in this thread; where it
// is false, the predicate is false in some thread of the block, which has a name here if it can be
// told what the predicate is there.
void Lowering::shared_value(const llvm::CallBase& call, const clang::FunctionDecl& callee) {
  static const std::map<std::string, Scope> scopes{{"shared_by_block", Scope::block},
                                                   {"all_of_block", Scope::block},
                                                   {"combined_by_block", Scope::block},
                                                   {"shared_by_cluster", Scope::cluster},
                                                   {"shared_by_grid", Scope::grid}};
  const auto it = scopes.find(callee.getNameAsString());
  const bool warp = callee.getName().ends_with("_by_warp") || callee.getName() == "all_of_warp";
  const bool tile = callee.getName().ends_with("_by_tile");
  const bool whole = (warp && is_full(constant_argument(call, 0))) ||
                     (tile && constant_argument(call, 0).value_or(0) >= 32);
  lower_result(call,
               it != scopes.end() ? it->second
               : whole            ? Scope::warp
                                  : Scope::thread,
               "the result of a vote", combined(call, callee));
  if (!callee.getName().starts_with("all_of_")) return;
  const Expr all = scalar(call),
             mine = condition(*call.getArgOperand(static_cast<unsigned>(call.arg_size()) - 1));
  emit(core::Assume{pool_.logical_or(pool_.logical_not(all), mine), true}, call);
  std::array<Expr, 3> other{};
  const Expr theirs = in_another_thread(pool_, mine, [&](std::size_t axis) {
    if (!other[axis]) other[axis] = havoc(Type::u32(), call, "the thread that a vote fails in");
    return other[axis];
  });
  if (!theirs) return;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (other[axis])
      emit(core::Assume{pool_.lt(other[axis], pool_.symbol_ref(kernel_.block_dim[axis])), true},
           call);
  emit(core::Assume{pool_.logical_or(all, pool_.logical_not(theirs)), true}, call);
}

} // namespace heddle::cuda
