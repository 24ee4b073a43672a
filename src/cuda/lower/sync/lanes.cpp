// Lanes of a warp: which one a thread is, which are here together, which one is chosen.
#include "core/visit.hpp"
#include "cuda/lower/assume.hpp"
#include "cuda/lower/lowering.hpp"

#include <bit>

namespace heddle::cuda {

namespace {

// Sets these variables where they were of unknown value.
bool set_lanes(core::Block& block, const std::map<core::VarId, std::uint32_t>& lanes, Pool& pool) {
  bool any = false;
  for (core::Stmt& s : block) {
    if (const auto* havoc = std::get_if<core::Havoc>(&s.node)) {
      const auto lane = lanes.find(havoc->var);
      if (lane == lanes.end()) continue;
      s.node = core::Assign{lane->first, pool.constant(lane->second, Type::u32())};
      any = true;
    } else if (auto* branch = std::get_if<core::If>(&s.node)) {
      any |= set_lanes(branch->then_block, lanes, pool);
      any |= set_lanes(branch->else_block, lanes, pool);
    } else if (auto* loop = std::get_if<core::Loop>(&s.node)) {
      for (core::Block* part : {&loop->head, &loop->body, &loop->step})
        any |= set_lanes(*part, lanes, pool);
    } else if (auto* labeled = std::get_if<core::Labeled>(&s.node)) {
      any |= set_lanes(labeled->body, lanes, pool);
    }
  }
  return any;
}

} // namespace

// threadIdx.x + blockDim.x * (threadIdx.y + ..)
Expr Lowering::linear_thread() {
  kernel_.block_axes |= 1; // it tells threads along x apart
  Expr rank = pool_.symbol_ref(kernel_.thread_index[0]);
  Expr stride = pool_.symbol_ref(kernel_.block_dim[0]);
  for (const std::size_t axis : {1u, 2u}) {
    rank = pool_.add(rank, pool_.mul(pool_.symbol_ref(kernel_.thread_index[axis]), stride));
    if (axis == 1) stride = pool_.mul(stride, pool_.symbol_ref(kernel_.block_dim[axis]));
  }
  return rank;
}

Expr Lowering::lane() { return pool_.rem(linear_thread(), pool_.constant(32, Type::u32())); }

// elect.sync: the number of one lane of `mask` in its warp, u32; always the same, but it is not
// said which. Where warps take roles at barriers, what one lane does decides about all: it is
// assumed to be the first, which is printed (choose_lanes).
Expr Lowering::elected_lane(Expr mask, const llvm::Instruction& at) {
  const Expr one = havoc(Type::u32(), at, "the lane that elect.sync chooses", Scope::warp);
  const auto lanes = constant_value(mask);
  if (lanes && static_cast<std::uint32_t>(*lanes) != 0)
    elected_[static_cast<core::VarId>(one->value)] =
        static_cast<std::uint32_t>(std::countr_zero(static_cast<std::uint32_t>(*lanes)));
  return pool_.rem(one, pool_.constant(32, Type::u32()));
}

void Lowering::choose_lanes() {
  if (!core::has_named_barriers(kernel_) || !set_lanes(kernel_.body, elected_, pool_)) return;
  assume_once(kernel_, pool_, "elect.sync chooses the first lane of its mask");
}

void Lowering::elect(const llvm::CallBase& call, const clang::FunctionDecl&) {
  const Expr mask = scalar_as(*call.getArgOperand(0), false);
  define(call, pool_.eq(lane(), elected_lane(mask, call)));
}

void Lowering::active_lanes(const llvm::CallBase& call, const clang::FunctionDecl&) {
  const core::VarId mask = new_temp(Type::u32(), place(call));
  emit(core::Havoc{mask, Scope::thread, "which threads are here together",
                   core::Havoc::Choice::lanes},
       call);
  define(call, pool_.symbol_ref(mask));
}

void Lowering::barrier_chosen(const llvm::CallBase& call, const clang::FunctionDecl&) {
  // a mask that ways join is of other lanes than those that come here
  if (!llvm::isa<llvm::CallBase>(call.getArgOperand(0)))
    return unsupported("a barrier of lanes that came together in several places", call);
  emit(core::Barrier{Scope::warp, scalar_as(*call.getArgOperand(0), false), 0, called(call)}, call);
}

} // namespace heddle::cuda
