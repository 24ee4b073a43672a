// The tensor core of the fifth generation and its memory: tcgen05 (PTX ISA, "TensorCore 5th
// Generation Family Instructions"). What touches what is told by support/tensor_core.hpp, what
// orders it by the engine.
#include "ptx/emulate/emulator.hpp"
#include "support/tensor_core.hpp"

#include <algorithm>
#include <bit>

namespace heddle::ptx {

namespace {

constexpr std::uint32_t tensor_lanes = tensor_halves * lanes_of_half, lanes_of_warp = 32;

// One thread issues these; warps execute the others together.
bool is_of_one_thread(TensorOp op) {
  return op == TensorOp::product || op == TensorOp::commit || op == TensorOp::copy ||
         op == TensorOp::shift;
}

// Part `n` of the opcode, parts being between dots.
std::string_view part_of(std::string_view text, unsigned n) {
  for (; n > 0; --n) {
    const std::size_t dot = text.find('.');
    if (dot == std::string_view::npos) return {};
    text.remove_prefix(dot + 1);
  }
  return text.substr(0, text.find('.'));
}

std::string_view kind_of(std::string_view text) {
  const std::size_t at = text.find("kind::");
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at);
  return text.substr(0, text.find('.'));
}

} // namespace

Emulator::Turn Emulator::tensor_operation(Warp& warp, std::size_t split, const Micro& m) {
  Split& s = warp.splits[split];
  const Mask on = active(warp, m, s.mask, "whether this instruction is executed depends on");
  const TensorOp op = m.opcode->tensor;
  if (on && op != TensorOp::fence_before && op != TensorOp::fence_after) {
    act(on);
    check_pair(m);
    if (!is_of_one_thread(op)) {
      if (on == warp.live) return block(warp, split, tensor_together(warp, m));
      s.state = Split::State::parked; // for the other lanes of the warp
      return Turn::ends;
    }
    if (!std::has_single_bit(on))
      halt(m, "'" + m.opcode->text + "' is issued by several threads of a warp");
    tensor_alone(warp, m, on);
  } else if (on) {
    come(warp, m, on, false);
    run_.engine.tensor_fence(who(warp, on), op == TensorOp::fence_before);
  }
  ++s.pc;
  return Turn::goes_on;
}

void Emulator::tensor_alone(Warp& warp, const Micro& m, Mask one) {
  switch (m.opcode->tensor) {
  case TensorOp::product:
    return tensor_product(warp, m, one);
  case TensorOp::commit:
    return tensor_commit(warp, m, one);
  case TensorOp::copy:
    return tensor_cp(warp, m, one);
  default: { // shift: 32 bytes of each lane go to the one before
    constexpr std::uint32_t columns = 32 / tensor_cell;
    const TensorAt at = tensor_address(warp, m, 0, one);
    for (const std::uint32_t block : touched_blocks(m)) {
      use_pair(m, one, block);
      touch_tensor(warp, m, one, at,
                   {.writes = true,
                    .part = tensor_part(TensorKind::shift),
                    .block = block,
                    .columns = columns,
                    .halves = halves_of_rows(m, {}, tensor_lanes)});
    }
    return;
  }
  }
}

// The warp makes these as one: its first lane stands for it. What each lane moves and waits for
// itself one does that programs do not choose to arrive or to wait for its warp.
Mask Emulator::tensor_together(Warp& warp, const Micro& m) {
  const bool by_each =
      m.opcode->tensor != TensorOp::alloc && m.opcode->tensor != TensorOp::relinquish;
  if (by_each) moving_.insert(warp.number);
  constexpr Mask any_lane = Mask{1} << moving_lane;
  const Mask one = by_each && (warp.live & any_lane) ? any_lane : warp.live & (~warp.live + 1);
  switch (m.opcode->tensor) {
  case TensorOp::alloc:
    return tensor_alloc(warp, m, one);
  case TensorOp::dealloc:
    return tensor_dealloc(warp, m, one);
  case TensorOp::load:
  case TensorOp::store:
    tensor_move(warp, m, one);
    return 0;
  case TensorOp::wait_load:
  case TensorOp::wait_store: {
    const sync::Channel channel = m.opcode->tensor == TensorOp::wait_load
                                      ? sync::Channel::tensor_load
                                      : sync::Channel::tensor_store;
    run_.engine.copy_commit(who(warp, one), channel);
    run_.engine.copy_wait(who(warp, one), channel, 0);
    return 0;
  }
  default:
    relinquished_[block_] = true;
    return 0;
  }
}

// ---- tensor memory ------------------------------------------------------------------------------

// tcgen05.alloc [to], columns: a weak store. The lanes of the warp read the address right behind it
// as they like (the ISA's example does): reads_allocated.
Mask Emulator::tensor_alloc(Warp& warp, const Micro& m, Mask one) {
  const Reg& wanted = known_operand(warp, m, m.source[0], one, "the number of columns depends on");
  const auto columns =
      static_cast<std::uint32_t>(wanted.value[static_cast<unsigned>(std::countr_zero(one))]);
  if (relinquished_[block_]) halt(m, "an allocation behind tcgen05.relinquish_alloc_permit");
  if (columns < 32 || columns > tensor_columns || !std::has_single_bit(columns))
    halt(m, "an allocation of " + std::to_string(columns) + " columns");
  std::uint32_t& given = columns_given_[block_];
  if (m.opcode->pair && given > 0) halt(m, "several allocations by a pair of CTAs");
  if (columns > tensor_columns - given)
    halt(m, "more columns of tensor memory are allocated than there are; that columns are given "
            "out again is not followed");
  const Addresses to = addresses(warp, m, 0);
  const auto at = shared_addresses(m, to, one, 4);
  const std::uint32_t address = given;
  allocations_.push_back({block_, address, columns, true});
  given += columns;
  run_.used_tensor_memory = true;
  // which columns it gives is up to the hardware: no store has the same value
  touch(warp, m, one, sync::Access::write, at, 4, 1, {});
  if (slice_.shared_contents)
    shared_.store(at[static_cast<unsigned>(std::countr_zero(one))], 4, {address, true, 0});
  allocated_[warp.number].push_back(at[static_cast<unsigned>(std::countr_zero(one))]);
  return m.opcode->pair ? meet_pair(m, one) : 0;
}

// tcgen05.dealloc address, columns: nobody may touch them any more.
Mask Emulator::tensor_dealloc(Warp& warp, const Micro& m, Mask one) {
  const auto lane = static_cast<unsigned>(std::countr_zero(one));
  const std::uint64_t address =
      known_operand(warp, m, m.source[0], one, "the address in tensor memory depends on")
          .value[lane];
  const std::uint64_t columns =
      known_operand(warp, m, m.source[1], one, "the number of columns depends on").value[lane];
  const auto found = std::ranges::find_if(allocations_, [&](const Allocation& a) {
    return a.live && a.block == block_ && a.first == (address & 0xffffffff) && a.columns == columns;
  });
  if (found == allocations_.end()) halt(m, "what is deallocated here was not allocated so");
  const Allocation freed = *found;
  for (const std::uint32_t block : touched_blocks(m))
    touch_tensor(warp, m, one, {0, freed.first},
                 {.how = TensorTouch::How::at_once,
                  .writes = true,
                  .block = block,
                  .columns = freed.columns,
                  .halves = halves_of_rows(m, {}, tensor_lanes)});
  found->live = false;
  return m.opcode->pair ? meet_pair(m, one) : 0;
}

// "Tensor Memory Addressing": the lane in the upper half, the column in the lower.
Emulator::TensorAt Emulator::tensor_place(const Micro& m, std::uint64_t address) const {
  const TensorAt at{static_cast<std::uint32_t>(address >> 16 & 0xffff),
                    static_cast<std::uint32_t>(address & 0xffff)};
  if (at.lane >= tensor_lanes)
    halt(m, "lane " + std::to_string(at.lane) + " is outside of tensor memory");
  return at;
}

Emulator::TensorAt Emulator::tensor_address(const Warp& warp, const Micro& m, unsigned which,
                                            Mask one) const {
  const Addresses at = addresses(warp, m, which);
  if (one & ~at.known) halt(m, "the address in tensor memory depends on", at.sources);
  return tensor_place(m, at.value[static_cast<unsigned>(std::countr_zero(one))]);
}

// Of a matrix with so many rows: 128 take all lanes; of 64, each warp's share has 16 ("Data Path
// Layout Organization", layouts D and F).
std::vector<std::uint32_t> Emulator::halves_of_rows(const Micro& m, TensorAt at,
                                                    std::uint32_t rows) const {
  const std::uint32_t step = rows == tensor_lanes ? 1 : 2;
  if (at.lane % lanes_of_half || at.lane >= step * lanes_of_half)
    halt(m, "a matrix in tensor memory that begins in lane " + std::to_string(at.lane));
  std::vector<std::uint32_t> out;
  for (std::uint32_t h = at.lane / lanes_of_half; h < tensor_halves; h += step)
    out.push_back(h);
  return out;
}

void Emulator::touch_tensor(const Warp& warp, const Micro& m, Mask one, TensorAt at,
                            const TensorTouch& what) {
  if (what.columns == 0) return;
  const std::uint32_t column = at.column + what.first;
  const auto in = std::ranges::find_if(allocations_, [&](const Allocation& a) {
    return a.block == what.block && a.first <= column &&
           column + what.columns <= a.first + a.columns;
  });
  if (in == allocations_.end())
    halt(m, "columns " + std::to_string(column) + " to " +
                std::to_string(column + what.columns - 1) +
                " of tensor memory are not of one allocation");
  for (const std::uint32_t half : what.halves) {
    const auto addresses = all_at(
        static_cast<std::uint32_t>(what.block * Layout::block_stride + Layout::tensor_memory +
                                   (half * tensor_columns + column) * tensor_cell));
    // the warps of a pair free the columns of both, each in its own time
    const bool frees = m.opcode->pair && what.how == TensorTouch::How::at_once;
    sync::AccessEvent event{.who = who(warp, one),
                            .kind = frees         ? sync::Access::atomic
                                    : what.writes ? sync::Access::write
                                                  : sync::Access::read,
                            .addresses = addresses,
                            .size = tensor_cell,
                            .elements = what.columns,
                            .values = {},
                            .place = place(m)};
    event.tensor = what.part;
    event.tensor_memory = true;
    event.synchronous = what.how == TensorTouch::How::at_once;
    if (what.how == TensorTouch::How::operation)
      run_.engine.tensor(event, false);
    else if (what.how == TensorTouch::How::at_once)
      run_.engine.access(event);
    else
      run_.engine.copy(event,
                       what.writes ? sync::Channel::tensor_store : sync::Channel::tensor_load);
  }
  // a race with the deallocation is told by now
  const bool frees = what.how == TensorTouch::How::at_once;
  if (!in->live && !(frees && what.block != block_))
    halt(m, "tensor memory that has been deallocated is accessed");
}

// tcgen05.ld.sync.aligned.shape.num{.pack::16b}.b32 {..}, [address]; .st [address], {..}.
void Emulator::tensor_move(Warp& warp, const Micro& m, Mask one) {
  const std::string& text = m.opcode->text;
  const bool stores = m.opcode->tensor == TensorOp::store;
  auto slice = tensor_slice(part_of(text, 4), part_of(text, 5));
  if (!slice) halt(m, "'" + text + "' is not understood");
  if (text.find("pack::16b") != std::string::npos) slice->columns *= 2;
  const TensorAt at = tensor_address(warp, m, 0, one);
  // "Access restrictions": a quarter of the lanes, by the number of the warp
  const std::uint32_t quarter = warp.number % block_warps_ % 4 * lanes_of_warp;
  const bool upper = !slice->all_lanes && at.lane == quarter + lanes_of_half;
  if (at.lane != quarter && !upper)
    halt(m, "lane " + std::to_string(at.lane) + " of tensor memory is not where warp " +
                std::to_string(warp.number % block_warps_) + " may begin");
  const std::uint32_t half = at.lane / lanes_of_half;
  std::vector<std::uint32_t> halves{half};
  if (slice->all_lanes) halves.push_back(half + 1);
  touch_tensor(warp, m, one, at,
               {.how = TensorTouch::How::move,
                .writes = stores,
                .block = block_,
                .columns = slice->columns,
                .halves = std::move(halves)});
  if (stores) return;
  Reg out;
  out.sources = sources_.single({"the result of '" + text + "'", ""});
  std::vector<Slot> results{m.result};
  if (m.count)
    results.assign(code_.lists.begin() + m.first, code_.lists.begin() + m.first + m.count);
  for (const Slot slot : results) {
    for (unsigned l = 0; l < lanes; ++l)
      out.value[l] = unique();
    write_active(warp, slot, out, warp.live);
  }
}

// ---- operations that run on by themselves -------------------------------------------------------

// What is read of shared memory through a descriptor, by the async proxy.
void Emulator::read_tensor_operand(const Warp& warp, const Micro& m, Mask one, Slot descriptor,
                                   std::uint32_t extent, bool transposed, std::uint32_t along_k,
                                   std::uint32_t part, std::uint32_t block) {
  const auto lane = static_cast<unsigned>(std::countr_zero(one));
  const std::uint64_t bits =
      known_operand(warp, m, descriptor, one, "the matrix descriptor depends on").value[lane];
  const auto fields = tensor_fields(bits);
  if (!fields) halt(m, "a matrix descriptor that is not understood");
  read_tile(warp, m, one, bits, matrix_tile(*fields, extent, transposed, along_k), block,
            [&](sync::AccessEvent event) {
              event.tensor = part;
              run_.engine.tensor(event, true);
            });
}

// tcgen05.mma.cta_group::n.kind [d], a, b, descriptor, {lanes,} p; `a` is a descriptor of shared
// memory or an address of tensor memory. With .block_scale [scale-a], [scale-b] follow.
void Emulator::tensor_product(Warp& warp, const Micro& m, Mask one) {
  const std::string& text = m.opcode->text;
  const std::string_view kind = kind_of(text);
  const Instruction& i = program_.code[m.instruction];
  const bool scaled = kind.starts_with("kind::mx");
  const bool in_tensor =
      i.operand_count > 1 && program_.operand(i, 1).kind == Operand::Kind::address;
  const unsigned a = in_tensor ? 1 : 0, b = in_tensor ? 0 : 1; // where addresses and values go on
  const Slot shapes = m.source[b + 1];
  if (kind.empty() || i.operand_count < (scaled ? 7 : 5) || shapes == no_slot ||
      (scaled && m.base[a + 2] == no_slot))
    halt(m, "'" + text + "' is not understood");
  const auto lane = static_cast<unsigned>(std::countr_zero(one));
  const auto descriptor = static_cast<std::uint32_t>(
      known_operand(warp, m, shapes, one, "the instruction descriptor depends on").value[lane]);
  if (m.opcode->pair) return pair_product(warp, m, one, descriptor, in_tensor);
  const auto shape = product_shape(descriptor, kind);
  if (!shape) halt(m, "an instruction descriptor that is not understood");
  read_factors(warp, m, one, *shape, scaled, in_tensor);
  const TensorAt d = tensor_address(warp, m, 0, one);
  const std::uint32_t number = shape_number(*shape, kind);
  const auto halves = halves_of_rows(m, d, shape->rows);
  touch_tensor(warp, m, one, d,
               {.writes = true,
                .part = tensor_part(TensorKind::head, number),
                .block = block_,
                .columns = 1,
                .halves = halves});
  touch_tensor(warp, m, one, d,
               {.writes = true,
                .part = tensor_part(TensorKind::rest, number),
                .block = block_,
                .first = 1,
                .columns = shape->columns - 1,
                .halves = halves});
}

// What a product reads but for its accumulator.
void Emulator::read_factors(const Warp& warp, const Micro& m, Mask one, const ProductShape& shape,
                            bool scaled, bool in_tensor) {
  const std::uint32_t operand = tensor_part(TensorKind::operand);
  if (in_tensor) {
    const TensorAt at = tensor_address(warp, m, 1, one);
    touch_tensor(warp, m, one, at,
                 {.part = operand,
                  .block = block_,
                  .columns = bytes_along_k / tensor_cell,
                  .halves = halves_of_rows(m, at, shape.rows)});
  } else {
    read_tensor_operand(warp, m, one, m.source[0], shape.rows, shape.transposed_a, bytes_along_k,
                        operand, block_);
  }
  read_tensor_operand(warp, m, one, m.source[in_tensor ? 0 : 1], shape.columns, shape.transposed_b,
                      bytes_along_k, operand, block_);
  // "Block Scaling": a column for 32 rows of A, or columns of B
  for (unsigned s = 0; scaled && s < 2; ++s) {
    const std::uint32_t extent = s == 0 ? shape.rows : shape.columns;
    touch_tensor(warp, m, one, tensor_address(warp, m, (in_tensor ? 2 : 1) + s, one),
                 {.part = operand,
                  .block = block_,
                  .columns = (extent + 31) / 32,
                  .halves = halves_of_rows(m, {}, tensor_lanes)});
  }
}

// tcgen05.commit.cta_group::n.mbarrier::arrive::one{.shared::cluster}{.multicast::cluster}.b64
// [mbarrier] {, mask}: with a mask at the same offset in each CTA that it names.
void Emulator::tensor_commit(Warp& warp, const Micro& m, Mask one) {
  if (m.opcode->cluster && program_.kernel->cluster && !in_cluster())
    halt(m, "mbarriers of other CTAs of a cluster are not understood");
  const Addresses named = addresses(warp, m, 0);
  if (one & ~named.known) halt(m, mbarrier_depends, named.sources);
  const std::uint32_t at =
      shared_addresses(m, named, one, 8)[static_cast<unsigned>(std::countr_zero(one))];
  constexpr std::uint32_t stride = Layout::block_stride;
  std::vector<std::uint32_t> blocks{at / stride};
  if (m.opcode->multicast) blocks = destinations(warp, m, one, 0);
  for (const std::uint32_t block : blocks)
    use_pair(m, one, block); // until the arrival
  for (const std::uint32_t block : blocks)
    wake(run_.engine.tensor_commit(who(warp, one), block * stride + at % stride, place(m)).woken);
}

// tcgen05.cp.cta_group::n.shape{.multicast} [to], descriptor: to all lanes of some columns, in each
// CTA of a pair from its own shared memory.
void Emulator::tensor_cp(Warp& warp, const Micro& m, Mask one) {
  const auto copy = heddle::tensor_copy(part_of(m.opcode->text, 3));
  if (!copy) halt(m, "'" + m.opcode->text + "' is not understood");
  const std::uint32_t part = tensor_part(TensorKind::copy);
  const TensorAt to = tensor_address(warp, m, 0, one);
  for (const std::uint32_t block : touched_blocks(m)) {
    use_pair(m, one, block);
    read_tensor_operand(warp, m, one, m.source[0], copy->rows, false, copy->bytes, part, block);
    touch_tensor(warp, m, one, to,
                 {.writes = true,
                  .part = part,
                  .block = block,
                  .columns = copy->columns,
                  .halves = halves_of_rows(m, to, tensor_lanes)});
  }
}

} // namespace heddle::ptx
