// Tiles of matrices that a warp loads and stores together. Which lane does what is not specified: a
// load reads the whole tile in every lane, a store writes it in one lane that is not known.
// Whatever lane accesses a cell in truth, the model has an execution in which that lane does.
#include "cuda/lower/lowering.hpp"

namespace heddle::cuda {

// body(0), body(1), .. body(times - 1); `times` is i64, `counter` the name that witnesses show.
void Lowering::repeat(Expr times, const char* counter, const llvm::Instruction& at,
                      const std::function<void(Expr)>& body) {
  const core::VarId index = new_var(counter, Type::i64(), place(at));
  const Expr i = pool_.symbol_ref(index);
  emit(core::Assign{index, pool_.constant(0, Type::i64())}, at);
  core::Loop loop;
  loop.label = next_label_++;
  loop.cond = pool_.lt(i, times);
  loop.body = collect([&] { body(i); });
  loop.step = collect([&] {
    emit(core::Assign{index, pool_.add(i, pool_.constant(1, Type::i64()))}, at);
  });
  emit(std::move(loop), at);
}

// `rows` rows of `bytes` bytes, `stride` bytes (i64) apart.
void Lowering::access_tile(const Pointer& tile, std::int64_t rows, std::int64_t bytes, Expr stride,
                           bool stores, const llvm::Instruction& at) {
  repeat(pool_.constant(rows, Type::i64()), "row", at, [&](Expr r) {
    for (std::int64_t done = 0; done < bytes;) {
      unsigned size = 16;
      while (size > bytes - done)
        size /= 2;
      const Pointer p =
          behind(tile, pool_.add(pool_.mul(r, stride), pool_.constant(done, Type::i64())));
      if (stores)
        write_bytes(p, nullptr, size, at);
      else
        read_bytes(p, Type::opaque(size * 8), size, at);
      done += size;
    }
  });
}

// tile_read(at, rows, row_bytes, stride), tile_write
void Lowering::tile(const llvm::CallBase& call, const clang::FunctionDecl& callee) {
  const auto* rows = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1));
  const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
  if (!rows || !bytes) return unsupported("a matrix tile of a size that is not constant", call);
  const bool stores = callee.getName() == "tile_write";
  const auto access = [&] {
    access_tile(pointer(*call.getArgOperand(0)), rows->getSExtValue(), bytes->getSExtValue(),
                to_i64(*call.getArgOperand(3)), stores, call);
  };
  if (!stores) return access();
  const core::VarId one = new_temp(Type::u32(), place(call));
  emit(core::Havoc{one, Scope::warp, "the lane that stores a cell of a fragment",
                   core::Havoc::Choice::lane},
       call);
  core::Block body = collect(access);
  emit(core::If{pool_.eq(lane(), pool_.rem(pool_.symbol_ref(one), pool_.constant(32, Type::u32()))),
                std::move(body),
                {}},
       call);
}

} // namespace heddle::cuda
