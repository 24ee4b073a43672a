// tcgen05 of two blocks, .cta_group::2 (PTX ISA, "CTA Pair", "Issue Granularity"): one thread of
// either block issues products, copies and shifts, which touch the tensor memory of both and read
// the shared memory of both at the same offsets; a warp of each allocates and frees. The blocks are
// checked together (core/join_blocks.hpp), each with tensor memory of its own.
#include "support/tensor_pairs.hpp"
#include "core/block_pairs.hpp"
#include "cuda/lower/asm/asm.hpp"
#include "cuda/lower/pairs.hpp"

#include <llvm/IR/InlineAsm.h>

#include <algorithm>

namespace heddle::cuda {

// Does the kernel have such operations?
bool AsmLowering::has_pairs() {
  for (const llvm::BasicBlock& block : l_.function_)
    for (const llvm::Instruction& i : block)
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&i))
        if (is_pair_assembly(*call)) return true;
  return false;
}

// Are clusters known to be of pairs, and checked together?
bool AsmLowering::in_pairs() {
  const auto shape = l_.together_ ? l_.cluster_shape() : std::nullopt;
  return shape && core::blocks_of(*shape) % 2 == 0;
}

// "All of the tcgen05 instructions in a kernel must specify the same value for .cta_group."
void AsmLowering::check_group(const Instruction& i) {
  if (i.has("cta_group::1") && has_pairs())
    l_.unsupported("tcgen05 of one block and of pairs of blocks in one kernel", call_);
  if (is_of_pair(i) && !in_pairs())
    l_.unsupported("'" + i.ins.opcode + "' where clusters are not known to be of pairs of blocks",
                   call_);
}

// Of the blocks whose memory an operation touches; nullptr: the thread's own.
std::vector<Expr> AsmLowering::rows_of(const Instruction& i) {
  if (!is_of_pair(i) || !in_pairs()) return {nullptr};
  const Expr one = pool_.constant(1, Type::i64()), two = pool_.constant(2, Type::i64());
  if (core::blocks_of(*l_.cluster_shape()) == 2) return {pool_.constant(0, Type::i64()), one};
  const Expr own = l_.own_row(), even = pool_.sub(own, pool_.rem(own, two));
  return {even, pool_.add(even, one)};
}

// Whether the other block is still there, too, matters for as long as the operation is under way:
// "the peer CTA should be active and should not have exited".
void AsmLowering::over_when_committed(core::Block& accesses, TensorPart part) {
  for (core::Stmt& s : accesses) {
    if (auto* read = std::get_if<core::Read>(&s.node); read && read->tensor == no_tensor_part)
      read->tensor = part;
    if (auto* branch = std::get_if<core::If>(&s.node)) {
      over_when_committed(branch->then_block, part);
      over_when_committed(branch->else_block, part);
    }
  }
}

// tcgen05.mma.cta_group::2.kind [d], a, b, descriptor, {lanes,} p.
bool AsmLowering::pair_product(const Instruction& i) {
  const auto& args = i.args();
  const auto kind = std::ranges::find_if(
      i.parts, [](const std::string& part) { return part.starts_with("kind::"); });
  const bool plain = !i.has("sp") && !i.has("ws") && !i.has("ashift") && kind != i.parts.end();
  if (!plain || args.size() < 5) return false;
  const auto descriptor = constant_value(number(args[3], Type::u32()));
  const auto shape =
      descriptor ? pair_shape(static_cast<std::uint32_t>(*descriptor), *kind) : std::nullopt;
  const bool in_tensor = args[1].kind == AsmArg::Kind::memory;
  auto d = tensor_address(args[0]), a = in_tensor ? tensor_address(args[1]) : std::nullopt;
  // Of A with 64 rows in a block the ISA does not say which lanes of tensor memory have them.
  if (!shape || !d || (in_tensor && (!a || shape->rows != 128))) return false;
  const auto tile = [](std::uint32_t extent, bool across) -> TileOf {
    return [=](std::uint64_t bits) -> std::optional<MatrixTile> {
      const auto fields = tensor_fields(bits);
      return fields ? std::optional(matrix_tile(*fields, extent, across)) : std::nullopt;
    };
  };
  const TileOf tile_a = tile(shape->rows, shape->whole.transposed_a),
               tile_b = tile(shape->columns, shape->whole.transposed_b);
  const TensorPart operand = tensor_part(TensorKind::operand);
  const std::uint32_t shape_of = shape_number(shape->whole, *kind);
  bool understood = true;
  core::Block accesses = l_.collect([&] {
    constexpr std::uint32_t columns_of_a = bytes_along_k / tensor_cell;
    keep_inside(*d, shape->sums, true);
    if (in_tensor) keep_inside(*a, columns_of_a, true);
    for (const Expr row : rows_of(i)) {
      d->row = row;
      if (in_tensor) {
        a->row = row;
        touch_tensor(*a, {0, columns_of_a, halves_of_rows(*a, 128)}, false, operand);
      } else {
        understood = understood && read_operand(args[1], tile_a, operand, row);
      }
      understood = understood && read_operand(args[2], tile_b, operand, row);
      const std::vector<Expr> halves = halves_of_rows(*d, 128);
      touch_tensor(*d, {0, 1, halves}, true, tensor_part(TensorKind::head, shape_of));
      touch_tensor(*d, {1, shape->sums - 1, halves}, true, tensor_part(TensorKind::rest, shape_of));
    }
  });
  if (!understood) return false;
  over_when_committed(accesses, operand);
  l_.note_async_proxy(call_);
  std::move(accesses.begin(), accesses.end(), std::back_inserter(*l_.out_));
  return true;
}

// Words for what warps of both blocks do: for each tensor array one that a warp writes when it
// frees it (that one warp of a block does), and behind them one for the permit to allocate.
core::ArrayId AsmLowering::given_back() {
  constexpr const char* name = "allocation of tensor memory";
  auto& arrays = l_.kernel_.arrays;
  const auto it = std::ranges::find(arrays, name, &core::Array::name);
  if (it != arrays.end()) return static_cast<core::ArrayId>(it - arrays.begin());
  core::Array words;
  words.name = name;
  words.space = core::Space::shared;
  words.element = "b32";
  words.loc = l_.place(call_);
  arrays.push_back(std::move(words));
  return static_cast<core::ArrayId>(arrays.size() - 1);
}

// tcgen05.dealloc.cta_group::2 address, columns: a warp of each block makes it, and "it suffices to
// ensure that there are no concurrent Tensor Memory accesses from the Peer CTA" ("Issue
// Granularity"). So there must be none; the two are no accesses of each other's way.
bool AsmLowering::pair_dealloc(const Instruction& i) {
  const auto at = i.args().size() == 2 ? tensor_address(i.args()[0]) : std::nullopt;
  if (!at || l_.loops_.getLoopFor(call_.getParent())) return false;
  const core::ArrayId words = given_back();
  const auto word = pool_.constant(std::int64_t{4} * at->array, Type::i64());
  const auto size = static_cast<unsigned>(tensor_columns * tensor_cell);
  core::Block frees = l_.collect([&] {
    l_.emit(core::Write{words, word, 4, pool_.cast(l_.linear_thread(), Type::u32())}, call_);
    for (const Expr row : rows_of(i))
      for (std::int64_t half = 0; half < tensor_halves; ++half) {
        TensorAddress there = *at;
        there.row = row;
        const Expr offset = pool_.add(row_start(there), pool_.constant(half * size, Type::i64()));
        l_.emit(core::Atomic{std::nullopt, at->array, offset, size, Scope::cluster,
                             core::pair_deallocation, nullptr},
                call_);
      }
  });
  l_.emit(core::If{stands_for_lanes(), std::move(frees), {}}, call_);
  return true;
}

// tcgen05.relinquish_alloc_permit.cta_group::2: a warp of each block makes it together with that of
// the other ("Issue Granularity").
bool AsmLowering::pair_relinquish(const Instruction& i) {
  if (!i.has("sync") || !i.has("aligned") || !in_pairs()) return false;
  constexpr std::int64_t permit = std::int64_t{4} << 20;
  const core::ArrayId words = given_back();
  core::Block gives = l_.collect([&] {
    l_.emit(core::Atomic{std::nullopt, words, pool_.constant(permit, Type::i64()), 4,
                         Scope::cluster, core::pair_relinquishment, nullptr},
            call_);
  });
  const Expr first = pool_.eq(l_.lane(), pool_.constant(0, Type::u32()));
  l_.emit(core::If{first, std::move(gives), {}}, call_);
  return true;
}

} // namespace heddle::cuda
