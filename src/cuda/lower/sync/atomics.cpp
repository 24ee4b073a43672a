// Atomic instructions of LLVM: what the compiler's own atomics (__atomic_fetch_add, std::atomic)
// become. CUDA's are intrinsics of our headers (sync.cpp).
#include "cuda/lower/lowering.hpp"

namespace heddle::cuda {

namespace {

const char* name_of(llvm::AtomicRMWInst::BinOp op) {
  switch (op) {
  case llvm::AtomicRMWInst::Xchg:
    return "exch";
  case llvm::AtomicRMWInst::Add:
  case llvm::AtomicRMWInst::FAdd:
    return "add";
  case llvm::AtomicRMWInst::Sub:
  case llvm::AtomicRMWInst::FSub:
    return "sub";
  case llvm::AtomicRMWInst::And:
    return "and";
  case llvm::AtomicRMWInst::Or:
    return "or";
  case llvm::AtomicRMWInst::Xor:
    return "xor";
  case llvm::AtomicRMWInst::Max:
  case llvm::AtomicRMWInst::UMax:
  case llvm::AtomicRMWInst::FMax:
    return "max";
  case llvm::AtomicRMWInst::Min:
  case llvm::AtomicRMWInst::UMin:
  case llvm::AtomicRMWInst::FMin:
    return "min";
  case llvm::AtomicRMWInst::UIncWrap:
    return "inc";
  case llvm::AtomicRMWInst::UDecWrap:
    return "dec";
  default:
    return nullptr;
  }
}

} // namespace

// Null: not understood.
std::optional<Scope> Lowering::scope_of(llvm::SyncScope::ID id) const {
  llvm::SmallVector<llvm::StringRef, 8> names;
  function_.getContext().getSyncScopeNames(names);
  const llvm::StringRef name = id < names.size() ? names[id] : "?";
  if (name.empty() || name == "device" || name == "agent") return Scope::grid;
  if (name == "block" || name == "workgroup") return Scope::block;
  if (name == "cluster") return Scope::cluster;
  return std::nullopt;
}

// For the thread itself it is no more than a read and a write.
Expr Lowering::access_atomically(const Pointer& p, Type type, const AtomicAccess& access,
                                 const llvm::Instruction& at) {
  const Type held = held_type(p, type);
  const unsigned size = type.is_bool() ? 1 : type.width / 8u;
  const Expr operand = access.operand && access.operand->type.is_int()
                           ? as_type(access.operand, held)
                           : access.operand;
  if (access.scope == Scope::thread) {
    Expr old = access.result || access.op != "exch" ? read_bytes(p, type, size, at) : nullptr;
    if (access.op != "load") write_bytes(p, access.op == "exch" ? operand : nullptr, size, at);
    return old;
  }
  std::optional<core::VarId> old;
  if (access.result) old = new_temp(held, place(at));
  bool known = false;
  for_each_array(p, at, "an atomic", [&](core::ArrayId array, Expr offset) {
    known = true;
    note_write(p, array, at);
    // to be atomic for less than the grid says that the grid has more
    if (access.scope < Scope::grid && kernel_.arrays[array].space != core::Space::shared)
      kernel_.grid_axes |= 1;
    // who reaches shared memory is of one cluster
    const bool whole =
        access.scope == Scope::cluster && core::is_distributed(kernel_.arrays[array]);
    emit(core::Atomic{old, array, offset, size, whole ? Scope::grid : access.scope, access.op,
                      operand, access.acquires && access.result,
                      access.releases && access.op != "load",
                      access.compare ? as_type(access.compare, held) : nullptr, access.trend},
         at);
  });
  if (old && !known)
    emit(core::Havoc{*old, Scope::thread,
                     "the result of an atomic through a pointer that is not followed"},
         at);
  return old ? as_type(pool_.symbol_ref(*old), type) : nullptr;
}

// The old value, or null where it is not followed.
Expr Lowering::emit_atomic(const llvm::Instruction& at, const llvm::Value& address,
                           const std::string& op, llvm::Type* type, Expr operand,
                           std::optional<Scope> scope, llvm::AtomicOrdering order, Expr compare) {
  const bool scalar_type = type->isIntegerTy() || type->isFloatingPointTy();
  if (!scope || !scalar_type) {
    unsupported("an atomic operation of a kind that is not followed", at);
    return nullptr;
  }
  return access_atomically(pointer(address), type_of(type, signs_.is_signed(at)),
                           {.scope = *scope,
                            .op = op,
                            .operand = operand,
                            .result = !at.use_empty(),
                            .acquires = llvm::isAcquireOrStronger(order),
                            .releases = llvm::isReleaseOrStronger(order),
                            .compare = compare && compare->type.is_int() ? compare : nullptr},
                           at);
}

bool Lowering::lower_atomic(const llvm::Instruction& i) {
  if (const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&i)) {
    const char* op = name_of(rmw->getOperation());
    llvm::Type* type = rmw->getValOperand()->getType();
    const Expr operand = memory_bits(*rmw->getValOperand());
    Expr old =
        emit_atomic(i, *rmw->getPointerOperand(), op ? op : "exch", type, op ? operand : nullptr,
                    scope_of(rmw->getSyncScopeID()), rmw->getOrdering());
    if (!type->isPointerTy())
      define(i, old ? old : havoc(type_of(i), i, "the result of an atomic"));
    return true;
  }
  if (const auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&i)) {
    llvm::Type* type = cas->getNewValOperand()->getType();
    const Expr compare = memory_bits(*cas->getCompareOperand());
    const Expr old = emit_atomic(
        i, *cas->getPointerOperand(), "cas", type, memory_bits(*cas->getNewValOperand()),
        scope_of(cas->getSyncScopeID()), cas->getSuccessOrdering(), compare);
    results_[{&i, 0}] = old ? old : havoc(type_of(type, true), i, "the result of an atomic");
    const bool comparable = old && compare && compare->type.is_int() && old->type.is_int();
    results_[{&i, 1}] = comparable ? pool_.eq(old, pool_.cast(compare, old->type))
                                   : havoc(Type::boolean(), i, "whether an atomic has exchanged");
    return true;
  }
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&i); load && load->isAtomic()) {
    Expr value = emit_atomic(i, *load->getPointerOperand(), "load", i.getType(), nullptr,
                             scope_of(load->getSyncScopeID()), load->getOrdering());
    if (!i.getType()->isPointerTy())
      define(i, value ? value : havoc(type_of(i), i, "the result of an atomic"));
    return true;
  }
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i); store && store->isAtomic()) {
    emit_atomic(i, *store->getPointerOperand(), "exch", store->getValueOperand()->getType(),
                memory_bits(*store->getValueOperand()), scope_of(store->getSyncScopeID()),
                store->getOrdering());
    return true;
  }
  return false;
}

// Of a scope that is not known it orders nothing.
void Lowering::lower_fence(const llvm::FenceInst& i) {
  fences_ = true;
  const std::optional<Scope> scope = scope_of(i.getSyncScopeID());
  const llvm::AtomicOrdering order = i.getOrdering();
  if (scope)
    emit(core::Fence{*scope, llvm::isAcquireOrStronger(order), llvm::isReleaseOrStronger(order),
                     order == llvm::AtomicOrdering::SequentiallyConsistent},
         i);
}

// Registers that LLVM has intrinsics for; the others are not understood.
std::optional<Expr> Lowering::read_register(const llvm::IntrinsicInst& call) {
  const auto axis_of = [](llvm::StringRef name) {
    return static_cast<unsigned>(name.back() - 'x');
  };
  const llvm::StringRef name = llvm::Intrinsic::getBaseName(call.getIntrinsicID());
  if (name == "llvm.nvvm.read.ptx.sreg.warpsize") return pool_.constant(32, Type::i32());
  const std::array<std::pair<llvm::StringRef, const std::array<SymbolId, 3>*>, 4> all{
      {{"llvm.nvvm.read.ptx.sreg.tid.", &kernel_.thread_index},
       {"llvm.nvvm.read.ptx.sreg.ctaid.", &kernel_.block_index},
       {"llvm.nvvm.read.ptx.sreg.ntid.", &kernel_.block_dim},
       {"llvm.nvvm.read.ptx.sreg.nctaid.", &kernel_.grid_dim}}};
  for (const auto& [prefix, symbols] : all)
    if (name.starts_with(prefix) && name.size() == prefix.size() + 1 && axis_of(name) < 3) {
      auto& axes = symbols == &kernel_.thread_index || symbols == &kernel_.block_dim
                       ? kernel_.block_axes
                       : kernel_.grid_axes;
      axes = static_cast<std::uint8_t>(axes | 1u << axis_of(name));
      return as_type(pool_.symbol_ref((*symbols)[axis_of(name)]), type_of(call));
    }
  return std::nullopt;
}

} // namespace heddle::cuda
