// tcgen05 of two CTAs, .cta_group::2 (PTX ISA, "CTA Pair", "Issue Granularity"): those whose ranks
// in the cluster differ in the last bit alone.
#include "ptx/emulate/emulator.hpp"
#include "support/tensor_pairs.hpp"

#include <algorithm>
#include <bit>

namespace heddle::ptx {

// "All of the tcgen05 instructions in a kernel must specify the same value for .cta_group."
void Emulator::check_pair(const Micro& m) {
  const bool names_group = m.opcode->text.find("cta_group::") != std::string::npos;
  if (!names_group) return;
  if (m.opcode->pair && (blocks_ % 2 != 0 || !in_cluster()))
    halt(m, "'" + m.opcode->text + "' where clusters are not known to be of pairs of CTAs");
  if (pairs_.value_or(m.opcode->pair) != m.opcode->pair)
    halt(m, "tcgen05 of one CTA and of pairs of CTAs in one kernel");
  pairs_ = m.opcode->pair;
}

std::vector<std::uint32_t> Emulator::touched_blocks(const Micro& m) const {
  if (!m.opcode->pair) return {block_};
  const std::uint32_t even = block_ & ~std::uint32_t{1};
  return {even, even + 1};
}

// "The peer CTA should be active and should not have exited", for as long as the operation is under
// way.
void Emulator::use_pair(const Micro& m, Mask one, std::uint32_t block) {
  if (block == block_) return;
  sync::AccessEvent use = use_of(m, {warp_, one}, life_of(block));
  use.tensor = tensor_part(TensorKind::operand);
  run_.engine.tensor(use, false);
}

// tcgen05.alloc and .dealloc: "the first warp to perform the operation could block until the second
// warp in the Peer CTA also performs the operation". Neither learns anything by it.
Mask Emulator::meet_pair(const Micro& m, Mask one) {
  const bool allocates = m.opcode->tensor == TensorOp::alloc;
  const std::uint32_t at = (block_ & ~std::uint32_t{1}) * Layout::block_stride +
                           (allocates ? Layout::pair_allocation : Layout::pair_deallocation);
  sync::Arrival arrival{.place = place(m)};
  arrival.relaxed = true;
  const sync::Step arrived = run_.engine.mbarrier_arrive({warp_, one}, at, arrival);
  wake(arrived.woken);
  const sync::Step waits = run_.engine.mbarrier_wait(
      {warp_, one}, at, {.phase = arrived.phase, .parity = 0, .place = place(m), .relaxed = true});
  wake(waits.woken);
  return waits.blocked;
}

// It could block, or not: what would hang if it does is not known to.
void Emulator::check_pairs() const {
  for (const Warp& warp : warps_)
    for (const Split& split : warp.splits) {
      if (split.state != Split::State::blocked) continue;
      const Micro& m = code_.micros[split.pc - 1];
      if (m.op == Op::tcgen05)
        halt(m, "it is not known that a warp of the other CTA of the pair comes to its '" +
                    m.opcode->text + "' whether this one waits for it or not");
    }
}

// Both CTAs hold half of A and of B, in shared memory at the same offsets or A in tensor memory,
// and half of the sums.
void Emulator::pair_product(Warp& warp, const Micro& m, Mask one, std::uint32_t descriptor,
                            bool in_tensor) {
  constexpr std::uint32_t all_rows = 128;
  const std::string& text = m.opcode->text;
  const std::size_t at = text.find("kind::");
  const std::string_view kind = std::string_view(text).substr(at, text.find('.', at) - at);
  const auto shape = pair_shape(descriptor, kind);
  // of A with 64 rows in a CTA the ISA does not say which lanes of tensor memory have them
  if (!shape || (in_tensor && shape->rows != all_rows))
    halt(m, "an instruction descriptor that is not understood");
  const std::uint32_t operand = tensor_part(TensorKind::operand);
  const std::uint32_t number = shape_number(shape->whole, kind);
  const TensorAt d = tensor_address(warp, m, 0, one);
  const auto halves = halves_of_rows(m, d, all_rows);
  for (const std::uint32_t block : touched_blocks(m)) {
    use_pair(m, one, block);
    if (in_tensor) {
      const TensorAt a = tensor_address(warp, m, 1, one);
      touch_tensor(warp, m, one, a,
                   {.part = operand,
                    .block = block,
                    .columns = bytes_along_k / tensor_cell,
                    .halves = halves_of_rows(m, a, all_rows)});
    } else {
      read_tensor_operand(warp, m, one, m.source[0], shape->rows, shape->whole.transposed_a,
                          bytes_along_k, operand, block);
    }
    read_tensor_operand(warp, m, one, m.source[in_tensor ? 0 : 1], shape->columns,
                        shape->whole.transposed_b, bytes_along_k, operand, block);
    touch_tensor(warp, m, one, d,
                 {.writes = true,
                  .part = tensor_part(TensorKind::head, number),
                  .block = block,
                  .columns = 1,
                  .halves = halves});
    touch_tensor(warp, m, one, d,
                 {.writes = true,
                  .part = tensor_part(TensorKind::rest, number),
                  .block = block,
                  .first = 1,
                  .columns = shape->sums - 1,
                  .halves = halves});
  }
}

} // namespace heddle::ptx
