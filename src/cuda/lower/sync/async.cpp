// Asynchronous copies.
//
// A copy is a core::AsyncCopy, which happens at some time from its issue to the wait that completes
// it: core::complete_copies follows which ones are in flight where. One that reports to an mbarrier
// is accesses with a Mbarrier::complete behind them.
#include "core/visit.hpp"
#include "cuda/lower/lowering.hpp"

#include <set>

namespace heddle::cuda {

namespace {

constexpr std::int64_t max_length = 4096; // of a copy by one thread

// The largest power of two that is no more than either.
unsigned piece_of(std::int64_t length, std::int64_t most) {
  std::int64_t size = most;
  while (size > length)
    size /= 2;
  return static_cast<unsigned>(size);
}

std::optional<std::int64_t> constant_of(const llvm::CallBase& call, unsigned i) {
  const auto* c = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(i));
  return c ? std::optional(c->getSExtValue()) : std::nullopt;
}

} // namespace

Pointer Lowering::behind(Pointer p, Expr bytes) {
  p.offset = pool_.add(p.offset, bytes);
  return p;
}

Expr Lowering::read_bytes(const Pointer& from, Type type, unsigned size,
                          const llvm::Instruction& at) {
  const core::VarId var = new_temp(held_type(from, type), place(at));
  bool known = false;
  for_each_array(from, at, "a read", [&](core::ArrayId array, Expr offset) {
    emit(core::Read{var, array, offset, size}, at);
    known = true;
  });
  if (!known)
    emit(core::Havoc{var, Scope::thread, "a value read through a pointer that is not followed"},
         at);
  return as_type(pool_.symbol_ref(var), type);
}

void Lowering::write_bytes(const Pointer& to, Expr value, unsigned size,
                           const llvm::Instruction& at) {
  if (value && value->type.is_int()) value = pool_.cast(value, held_type(to, value->type));
  for_each_array(to, at, "a write", [&](core::ArrayId array, Expr offset) {
    note_write(to, array, at);
    emit(core::Write{array, offset, size, value}, at);
  });
}

// `reads`, i64: bytes that are read where these may be fewer, else nullptr.
void Lowering::issue_copy(const Pointer& to, const Pointer& from, std::int64_t length, Expr reads,
                          const llvm::Instruction& at) {
  core::AsyncCopy copy;
  copy.body = collect([&] {
    for (std::int64_t done = 0; done < length;) {
      const unsigned size = piece_of(length - done, 16);
      copy_piece(to, from, pool_.constant(done, Type::i64()), size, reads, at);
      done += size;
    }
  });
  emit(std::move(copy), at);
}

// `size` bytes behind `done`. Of what is read in part, words: those that begin before its end.
void Lowering::copy_piece(const Pointer& to, const Pointer& from, Expr done, unsigned size,
                          Expr reads, const llvm::Instruction& at) {
  const unsigned word = reads ? std::min(size, 4u) : size;
  for (unsigned i = 0; i < size / word; ++i) {
    const Expr here = pool_.add(done, pool_.constant(i * word, Type::i64()));
    core::Block part =
        collect([&] { read_bytes(behind(from, here), Type::opaque(word * 8), word, at); });
    if (reads)
      emit(core::If{pool_.lt(here, reads), std::move(part), {}}, at);
    else
      std::move(part.begin(), part.end(), std::back_inserter(*out_));
  }
  write_bytes(behind(to, done), nullptr, size, at);
}

// A loop over `bytes` (i64) in steps of `piece`.
void Lowering::in_pieces(Expr bytes, unsigned piece, const llvm::Instruction& at,
                         const std::function<void(Expr)>& make) {
  const core::VarId var = new_var("copied", Type::i64(), place(at));
  const Expr done = pool_.symbol_ref(var);
  emit(core::Assign{var, pool_.constant(0, Type::i64())}, at);
  core::Loop loop;
  loop.label = next_label_++;
  loop.cond = pool_.lt(done, bytes);
  loop.body = collect([&] { make(done); });
  loop.step = collect([&] {
    emit(core::Assign{var, pool_.add(done, pool_.constant(piece, Type::i64()))}, at);
  });
  emit(std::move(loop), at);
}

void Lowering::copy_in_pieces(const Pointer& to, const Pointer& from, Expr bytes, unsigned piece,
                              const llvm::Instruction& at) {
  in_pieces(bytes, piece, at, [&](Expr done) { copy_piece(to, from, done, piece, nullptr, at); });
}

// Zeros to `bytes` (u32), a multiple of 8.
void Lowering::fill(const Pointer& to, Expr bytes, const llvm::Instruction& at) {
  constexpr unsigned piece = 8;
  const Expr zero = pool_.constant(0, Type::u64());
  in_pieces(pool_.cast(bytes, Type::i64()), piece, at,
            [&](Expr done) { write_bytes(behind(to, done), zero, piece, at); });
}

// A copy that reports its bytes (u32) to an mbarrier, in pieces: bulk copies are multiples of 16
// bytes.
void Lowering::bulk_copy(const Pointer& to, const Pointer& from, Expr bytes, const Pointer& barrier,
                         const std::string& text, const llvm::Instruction& at, unsigned piece) {
  const Type i64 = Type::i64();
  const auto length = constant_value(bytes);
  if (length && (*length < 0 || *length % piece != 0))
    return unsupported("a bulk copy of " + std::to_string(*length) + " bytes", at);
  if (length && *length <= 4 * static_cast<std::int64_t>(piece)) {
    for (std::int64_t done = 0; done < *length; done += piece)
      copy_piece(to, from, pool_.constant(done, i64), piece, nullptr, at);
  } else {
    copy_in_pieces(to, from, pool_.cast(bytes, i64), piece, at);
  }
  complete(barrier, bytes, text, at);
}

void Lowering::complete(const Pointer& barrier, Expr bytes, const std::string& text,
                        const llvm::Instruction& i, bool releases) {
  core::Mbarrier op;
  op.kind = core::Mbarrier::Kind::complete;
  op.bytes = bytes;
  op.releases = releases;
  op.text = text;
  mbarrier(barrier, op, i);
}

// So many bytes at once, whose values nobody wants to know.
void Lowering::read_region(const Pointer& from, unsigned bytes, const llvm::Instruction& at,
                           TensorPart part) {
  const core::VarId var = new_temp(Type::opaque(128), place(at));
  for_each_array(from, at, "a read", [&](core::ArrayId array, Expr offset) {
    emit(core::Read{var, array, offset, bytes, 1, part}, at);
  });
}

core::CopyPlace Lowering::copy_place_of(const llvm::Instruction& at) {
  return core::copy_place(place(at), call_of(at.getDebugLoc().get()));
}

bool Lowering::is_of_async_proxy(const core::Stmt& s) const {
  return kernel_.async_proxy.contains(core::copy_place(s.loc, s.call));
}

void Lowering::note_matrix_product(const llvm::Instruction& at) {
  note_async_proxy(at);
  kernel_.matrix_reads.insert(copy_place_of(at));
}

// The access of this instruction is made by lanes of the warp together, so many bytes at a time.
void Lowering::note_lane_rows(const llvm::Instruction& at, unsigned bytes) {
  kernel_.lane_rows.emplace(copy_place_of(at), bytes);
}

// The copy of this instruction is of the async proxy.
void Lowering::note_async_proxy(const llvm::Instruction& at) {
  kernel_.async_proxy.insert(copy_place_of(at));
}

// .. and goes by a tensor map.
void Lowering::note_map(const llvm::Instruction& at) { kernel_.by_map.insert(copy_place_of(at)); }

// A copy from shared memory whose group the thread waits for: `bytes`, u32.
void Lowering::bulk_store(const Pointer& to, const Pointer& from, Expr bytes,
                          const llvm::Instruction& at) {
  constexpr unsigned piece = 16; // PTX ISA, "cp.async.bulk": sizes and addresses are multiples
  note_async_proxy(at);
  core::AsyncCopy copy{{}, core::CopyChannel::bulk};
  copy.body = collect([&] { copy_in_pieces(to, from, pool_.cast(bytes, Type::i64()), piece, at); });
  emit(std::move(copy), at);
}

// Where only the reads of bulk groups are waited for, writes may be under way behind that, which is
// not followed: nobody else may touch what they write.
void Lowering::check_stores_left() {
  if (!reads_awaited_) return;
  std::set<core::ArrayId> stored, others;
  core::for_each_statement(kernel_.body, [&](const core::Stmt& s) {
    auto& found = is_of_async_proxy(s) ? stored : others;
    if (const auto* write = std::get_if<core::Write>(&s.node)) found.insert(write->array);
    if (const auto* atomic = std::get_if<core::Atomic>(&s.node)) found.insert(atomic->array);
    if (const auto* read = std::get_if<core::Read>(&s.node)) others.insert(read->array);
  });
  for (const core::ArrayId array : stored)
    if (others.contains(array) && kernel_.arrays[array].space == core::Space::global)
      kernel_.unknowns.emplace_back("bulk stores to '" + kernel_.arrays[array].name +
                                        "', which is used otherwise, and of which a wait with "
                                        ".read completes the reads alone",
                                    code_.loc);
}

// copy_async(to, from, bytes, zeros)
void Lowering::copy_async(const llvm::CallBase& call, const clang::FunctionDecl&) {
  const auto length = constant_of(call, 2);
  if (!length || *length < 0 || *length > max_length)
    return unsupported("an asynchronous copy of a length that is not constant", call);
  Expr reads = nullptr;
  if (constant_of(call, 3) != 0)
    reads = pool_.sub(pool_.constant(*length, Type::i64()), to_i64(*call.getArgOperand(3)));
  issue_copy(pointer(*call.getArgOperand(0)), pointer(*call.getArgOperand(1)), *length, reads,
             call);
}

// copy_async_by_group(width, to, from, bytes, piece), copy_counted_by_group(.., mbarrier). Which
// thread copies what is not specified, so one that is not known copies all: whatever thread copies
// a cell in truth, there is an execution in which it does.
void Lowering::copy_async_by_group(const llvm::CallBase& call, const clang::FunctionDecl&) {
  const auto width = constant_of(call, 0), piece = constant_of(call, 4);
  if (!width || !piece || *piece < 1 || *piece > 16 || *width < 0 || *width > 32)
    return unsupported("an asynchronous copy of a group that is not known", call);
  const bool block = *width == 0, counted = call.arg_size() > 5;
  const Expr one = havoc(Type::u32(), call, "the thread that copies for the group",
                         block ? Scope::block : Scope::warp);
  const Expr rank = linear_thread(), lanes = pool_.constant(*width, Type::u32());
  const Expr is_one =
      block ? pool_.eq(rank, one) : pool_.eq(pool_.rem(rank, lanes), pool_.rem(one, lanes));
  core::Block body = collect([&] {
    copy_in_pieces(pointer(*call.getArgOperand(1)), pointer(*call.getArgOperand(2)),
                   to_i64(*call.getArgOperand(3)), static_cast<unsigned>(*piece), call);
  });
  if (!counted) {
    core::AsyncCopy copy;
    copy.body = collect([&] { emit(core::If{is_one, std::move(body), {}}, call); });
    return emit(std::move(copy), call);
  }
  emit(core::If{is_one, std::move(body), {}}, call);
  core::Mbarrier complete; // each thread of its part
  complete.kind = core::Mbarrier::Kind::complete;
  complete.bytes = pool_.constant(1, Type::u32());
  complete.text = called(call);
  mbarrier(pointer(*call.getArgOperand(5)), complete, call);
}

void Lowering::copy_commit(const llvm::CallBase& call, const clang::FunctionDecl&) {
  emit(core::CopyGroup{core::CopyGroup::Kind::commit}, call);
}

void Lowering::copy_wait(const llvm::CallBase& call, const clang::FunctionDecl&) {
  if (call.arg_size() == 0) return emit(core::CopyGroup{core::CopyGroup::Kind::wait_all}, call);
  emit(core::CopyGroup{core::CopyGroup::Kind::wait, to_i64(*call.getArgOperand(0))}, call);
}

// copy_counted(to, from, bytes, mbarrier, piece)
void Lowering::copy_counted(const llvm::CallBase& call, const clang::FunctionDecl&) {
  const auto piece = constant_of(call, 4);
  if (!piece || *piece < 1 || *piece > 16)
    return unsupported("a copy in pieces of a size that is not constant", call);
  bulk_copy(pointer(*call.getArgOperand(0)), pointer(*call.getArgOperand(1)),
            scalar_as(*call.getArgOperand(2), false), pointer(*call.getArgOperand(3)), called(call),
            call, static_cast<unsigned>(*piece));
}

} // namespace heddle::cuda
