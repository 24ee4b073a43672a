// Matrix products of warpgroups: wgmma (PTX ISA, "Asynchronous Warpgroup Level Matrix
// Instructions").
#include "ptx/emulate/emulator.hpp"
#include "support/matrix_layout.hpp"

#include <bit>

namespace heddle::ptx {

namespace {

// The part of `wgmma.mma_async.sync.aligned.m64n128k16..` that says the shape.
std::string_view shape_of(std::string_view text) {
  const std::size_t at = text.find(".m64n");
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + 1);
  return text.substr(0, text.find('.'));
}

bool of_halves(std::string_view text) { return text.ends_with("f16"); } // and bf16

} // namespace

void Emulator::read_tile(const Warp& warp, const Micro& m, Mask one, std::uint64_t bits,
                         const MatrixTile& tile, std::uint32_t block,
                         const std::function<void(sync::AccessEvent)>& read) {
  const auto lane = static_cast<unsigned>(std::countr_zero(one));
  std::uint64_t start = (bits & matrix_start_mask) * matrix_start_unit;
  start -= start % tile.align;
  start += std::uint64_t{block} << Layout::block_shift;
  for (std::uint32_t o = 0; o < tile.outer_count; ++o)
    for (std::uint32_t k = 0; k < tile.inner_count; ++k) {
      Addresses at;
      at.known = one;
      at.value[lane] = Layout::shared_window + start + o * std::uint64_t{tile.outer_stride} +
                       k * std::uint64_t{tile.inner_stride};
      const auto addresses = shared_addresses(m, at, one, tile.size);
      check_fenced_space(m, addresses[lane], tile.size);
      read({.who = who(warp, one),
            .kind = sync::Access::read,
            .addresses = addresses,
            .size = 8,
            .elements = tile.size / 8,
            .values = {},
            .place = place(m)});
    }
}

// What a product reads through a descriptor, once for the warp.
void Emulator::read_operand(Warp& warp, const Micro& m, Slot descriptor, std::uint32_t extent,
                            bool transposed) {
  const Reg& reg =
      known_operand(warp, m, descriptor, warp.live, "the matrix descriptor depends on");
  const auto lane = static_cast<unsigned>(std::countr_zero(warp.live));
  const std::uint64_t bits = reg.value[lane];
  read_tile(warp, m, Mask{1} << lane, bits, matrix_tile(matrix_fields(bits), extent, transposed),
            block_, [&](const sync::AccessEvent& event) { run_.engine.matrix(event); });
}

// PTX ISA, "wgmma.mma_async", "setmaxnreg": all threads of the warpgroup make it.
void Emulator::with_warpgroup(const Warp& warp, const Micro& m, Mask on) {
  if (on != warp.live) halt(m, "only part of the warp executes '" + m.opcode->text + "'");
  Together& so_far = together_[warp.number];
  constexpr std::uint64_t prime = 1099511628211;
  so_far.digest = so_far.digest * prime + m.instruction + 1;
  so_far.last = &m;
}

void Emulator::check_warpgroups() const {
  constexpr std::uint32_t warps_of_group = 4;
  for (std::uint32_t w = 0; w < together_.size(); ++w) {
    const Together &first = together_[w - w % block_warps_ % warps_of_group], &mine = together_[w];
    if (mine.digest == first.digest) continue;
    const Micro& m = mine.last ? *mine.last : *first.last;
    halt(m, "not all warps of the warpgroup execute '" + m.opcode->text + "'");
  }
}

// D, A, B, scale-d, ..: A is a descriptor, or registers.
void Emulator::matrix_product(Warp& warp, const Micro& m, Mask active) {
  if (!active) return;
  const std::string& text = m.opcode->text;
  with_warpgroup(warp, m, active);
  multiplying_.insert(warp.number);
  if (in_cluster() && block_warps_ % 4 != 0)
    halt(m, "'" + text + "' in CTAs of threads that are no whole warpgroups");
  const Instruction& i = program_.code[m.instruction];
  const auto columns = wgmma_columns(shape_of(text));
  if (!columns || i.operand_count < 4) halt(m, "'" + text + "' is not understood");
  const bool in_registers = program_.operand(i, 1).kind == Operand::Kind::vector;
  const unsigned wanted = in_registers ? 7 : 8;
  if (of_halves(text) && i.operand_count != wanted) halt(m, "'" + text + "' is not understood");
  const auto transposed = [&](unsigned from_end) {
    return of_halves(text) && program_.operand(i, i.operand_count - from_end).value != 0;
  };
  if (!in_registers) read_operand(warp, m, m.source[0], wgmma_rows, transposed(2));
  read_operand(warp, m, m.source[in_registers ? 0 : 1], *columns, transposed(1));
  Reg out;
  out.sources = sources_.single({"the result of '" + text + "'", ""});
  for (unsigned n = 0; n < m.count; ++n) {
    for (unsigned l = 0; l < lanes; ++l)
      out.value[l] = unique();
    write_active(warp, code_.lists[m.first + n], out, active);
  }
}

// commit_group, wait_group.
Emulator::Turn Emulator::matrix_group(Warp& warp, std::size_t split, const Micro& m) {
  Split& s = warp.splits[split];
  const Mask on = active(warp, m, s.mask, "whether this instruction is executed depends on");
  if (on) with_warpgroup(warp, m, on);
  if (!on || m.op == Op::wgmma_commit) {
    ++s.pc;
    if (on) wake(run_.engine.matrix_commit(who(warp, on)).woken);
    return Turn::goes_on;
  }
  const Reg& pending = known_operand(warp, m, m.source[0], on, "the number of groups depends on");
  const auto first = static_cast<unsigned>(std::countr_zero(on));
  const sync::Step step = run_.engine.matrix_wait(
      who(warp, on), static_cast<std::uint32_t>(pending.value[first]), place(m));
  const Turn turn = block(warp, split, step.blocked);
  wake(step.woken);
  return turn;
}

} // namespace heddle::ptx
