// The tensor core of the fifth generation: tcgen05 (PTX ISA, "TensorCore 5th Generation Family
// Instructions"). One thread issues its operations, which run on by themselves until the phase at
// which the thread commits them ("Memory Consistency Model for 5th generation of TensorCore
// operations"). They read shared memory through descriptors, by the async proxy.
#include "support/tensor_core.hpp"
#include "cuda/lower/asm/asm.hpp"

#include <algorithm>

namespace heddle::cuda {

bool AsmLowering::tensor_core(const Instruction& i) {
  if (i.key() != "tcgen05" || i.parts.size() < 2) return false;
  check_group(i);
  const std::string& name = i.parts[1];
  if (name == "alloc") return tensor_alloc(i);
  if (name == "dealloc") return tensor_dealloc(i);
  if (name == "relinquish_alloc_permit") return !is_of_pair(i) || pair_relinquish(i);
  if (name == "ld" || name == "st") return tensor_move(i);
  if (name.starts_with("wait::")) return tensor_wait(i);
  if (name.starts_with("fence::")) return tensor_fence(i);
  if (name == "mma") return tensor_product(i);
  if (name == "commit") return tensor_commit(i);
  if (name == "cp") return tensor_cp(i);
  return name == "shift" && tensor_shift(i);
}

// tcgen05.mma.cta_group::1.kind [d], a, b, descriptor, {lanes,} p; `a` is a descriptor of shared
// memory or an address of tensor memory. With .block_scale [scale-a], [scale-b] follow.
bool AsmLowering::tensor_product(const Instruction& i) {
  if (is_of_pair(i)) return pair_product(i);
  const auto& args = i.args();
  const auto kind = std::ranges::find_if(
      i.parts, [](const std::string& part) { return part.starts_with("kind::"); });
  const bool scaled = kind != i.parts.end() && kind->starts_with("kind::mx");
  const bool plain = i.has("cta_group::1") && !i.has("sp") && !i.has("ws") && !i.has("ashift");
  if (!plain || kind == i.parts.end() || args.size() < (scaled ? 7u : 5u)) return false;
  const auto descriptor = constant_value(number(args[3], Type::u32()));
  const auto shape =
      descriptor ? product_shape(static_cast<std::uint32_t>(*descriptor), *kind) : std::nullopt;
  const auto d = tensor_address(args[0]);
  const bool in_tensor = args[1].kind == AsmArg::Kind::memory;
  const auto a = in_tensor ? tensor_address(args[1]) : std::nullopt;
  if (!shape || !d || (in_tensor && !a)) return false;
  const TensorPart operand = tensor_part(TensorKind::operand);
  const auto tile = [](std::uint32_t extent, bool across) -> TileOf {
    return [=](std::uint64_t bits) -> std::optional<MatrixTile> {
      const auto fields = tensor_fields(bits);
      return fields ? std::optional(matrix_tile(*fields, extent, across)) : std::nullopt;
    };
  };
  bool understood = true;
  core::Block accesses = l_.collect([&] {
    constexpr std::uint32_t columns_of_a = bytes_along_k / tensor_cell;
    if (in_tensor) {
      keep_inside(*a, columns_of_a, shape->rows == 128);
      touch_tensor(*a, {0, columns_of_a, halves_of_rows(*a, shape->rows)}, false, operand);
    } else {
      understood = read_operand(args[1], tile(shape->rows, shape->transposed_a), operand);
    }
    understood =
        understood && read_operand(args[2], tile(shape->columns, shape->transposed_b), operand);
    // "Block Scaling": a column for 32 rows of A, or columns of B
    for (std::size_t s = 4; scaled && understood && s < 6; ++s) {
      const auto scale = tensor_address(args[s]);
      const std::uint32_t extent = s == 4 ? shape->rows : shape->columns;
      understood = scale.has_value();
      if (scale)
        touch_tensor(*scale, {0, (extent + 31) / 32, halves_of_rows(*scale, 128)}, false, operand);
    }
    const std::uint32_t number = shape_number(*shape, *kind);
    const std::vector<Expr> halves = halves_of_rows(*d, shape->rows);
    keep_inside(*d, shape->columns, shape->rows == 128);
    touch_tensor(*d, {0, 1, halves}, true, tensor_part(TensorKind::head, number));
    touch_tensor(*d, {1, shape->columns - 1, halves}, true, tensor_part(TensorKind::rest, number));
  });
  if (!understood) return false;
  l_.note_async_proxy(call_);
  std::move(accesses.begin(), accesses.end(), std::back_inserter(*l_.out_));
  return true;
}

// tcgen05.commit.cta_group.mbarrier::arrive::one{.shared::cluster}{.multicast::cluster}.b64
// [mbarrier]{, blocks}: it arrives at that one, or at those of the same offset in these blocks.
bool AsmLowering::tensor_commit(const Instruction& i) {
  const auto& args = i.args();
  const bool to_many = i.has("multicast::cluster");
  const bool plain = i.has("mbarrier::arrive::one") && args.size() == (to_many ? 2u : 1u);
  const auto at = plain ? target(args[0]) : std::nullopt;
  if (!at) return false;
  core::Mbarrier op;
  op.kind = core::Mbarrier::Kind::commit;
  op.text = spell_args(i, 0, 1);
  bool understood = true;
  core::Block arrivals = l_.collect([&] {
    const auto arrive = [&](const Pointer&, const Pointer& there) {
      l_.mbarrier(there, op, call_);
    };
    if (to_many)
      understood = multicast(*at, *at, number(args[1], Type::u32()), arrive);
    else
      arrive(*at, *at);
  });
  if (!understood) return false;
  over_when_committed(arrivals, tensor_part(TensorKind::commit));
  std::move(arrivals.begin(), arrivals.end(), std::back_inserter(*l_.out_));
  return true;
}

// tcgen05.cp.cta_group.shape{.multicast} [to], descriptor: to all lanes of some columns; in each
// block of a pair from its own shared memory.
bool AsmLowering::tensor_cp(const Instruction& i) {
  const auto& args = i.args();
  const bool converts = std::ranges::any_of(
      i.parts, [](const std::string& part) { return part == "b8x16" || part.ends_with("_p64"); });
  const auto copy =
      i.parts.size() > 3 && !converts ? heddle::tensor_copy(i.parts[3]) : std::nullopt;
  const auto to = args.size() == 2 ? tensor_address(args[0]) : std::nullopt;
  if (!copy || !to) return false;
  const TensorPart part = tensor_part(TensorKind::copy);
  const TileOf tile = [&](std::uint64_t bits) -> std::optional<MatrixTile> {
    const auto fields = tensor_fields(bits);
    if (!fields) return std::nullopt;
    return matrix_tile(*fields, copy->rows, false, copy->bytes);
  };
  bool understood = true;
  core::Block accesses = l_.collect([&] {
    keep_inside(*to, copy->columns, true);
    for (const Expr row : rows_of(i)) {
      TensorAddress there = *to;
      there.row = row;
      understood = understood && read_operand(args[1], tile, part, row);
      touch_tensor(there, {0, copy->columns, halves_of_rows(*to, 128)}, true, part);
    }
  });
  if (!understood) return false;
  over_when_committed(accesses, part);
  l_.note_async_proxy(call_);
  std::move(accesses.begin(), accesses.end(), std::back_inserter(*l_.out_));
  return true;
}

// tcgen05.shift.cta_group.down [address]: 32 bytes of each lane go to the one before.
bool AsmLowering::tensor_shift(const Instruction& i) {
  constexpr std::uint32_t columns = 32 / tensor_cell;
  const auto at = i.args().size() == 1 ? tensor_address(i.args()[0]) : std::nullopt;
  if (!at) return false;
  keep_inside(*at, columns, false);
  for (const Expr row : rows_of(i)) {
    TensorAddress there = *at;
    there.row = row;
    touch_tensor(there, {0, columns, halves_of_rows(*at, 128)}, true,
                 tensor_part(TensorKind::shift));
  }
  return true;
}

bool AsmLowering::tensor_fence(const Instruction& i) {
  const bool before = i.parts[1] == "fence::before_thread_sync";
  if (!before && i.parts[1] != "fence::after_thread_sync") return false;
  core::NamedBarrier fence;
  fence.kind =
      before ? core::NamedBarrier::Kind::tensor_before : core::NamedBarrier::Kind::tensor_after;
  fence.id = pool_.constant(0, Type::u32());
  fence.aligned = false;
  fence.text = i.ins.opcode;
  l_.emit(std::move(fence), call_);
  return true;
}

} // namespace heddle::cuda
