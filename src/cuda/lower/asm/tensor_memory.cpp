// Tensor memory: its addresses, tcgen05.alloc and .dealloc, .ld and .st with their waits (PTX ISA,
// "Tensor Memory Allocation and Management Instructions", "Tensor Memory and Register Load/Store
// Instructions").
#include "cuda/lower/asm/asm.hpp"
#include "support/tensor_core.hpp"

namespace heddle::cuda {

namespace {

// Terms that `e` is the sum of, as i64; a difference adds a negative one.
void add_terms(Pool& pool, Expr e, bool negative, std::vector<Expr>& out) {
  const Type i64 = Type::i64();
  const bool widens = e->op == Op::cast && e->type.width >= 32 && e->args[0]->type.is_int() &&
                      e->args[0]->type.width >= 32;
  if (widens) return add_terms(pool, e->args[0], negative, out);
  if (e->op == Op::add) {
    for (const Expr part : e->args)
      add_terms(pool, part, negative, out);
    return;
  }
  if (e->op == Op::sub) {
    add_terms(pool, e->args[0], negative, out);
    return add_terms(pool, e->args[1], !negative, out);
  }
  const Expr wide = pool.cast(e, i64);
  out.push_back(negative ? pool.sub(pool.constant(0, i64), wide) : wide);
}

} // namespace

// The word of shared memory that a term of an address was read from.
std::optional<Lowering::SlotPlace> AsmLowering::word_of(Expr term) const {
  return l_.slot_read_to(term->op == Op::cast ? term->args[0] : term);
}

// Which of the terms is what tcgen05.alloc left. The allocation may come later in the text: then it
// is the only word that is read (Lowering::check_tensor_slots holds it to that).
std::optional<std::size_t> AsmLowering::allocated_among(const std::vector<Expr>& terms) const {
  std::vector<std::size_t> known, words;
  for (std::size_t k = 0; k < terms.size(); ++k)
    if (const auto word = word_of(terms[k])) (l_.is_slot(*word) ? known : words).push_back(k);
  const std::vector<std::size_t>& among = known.empty() ? words : known;
  return among.size() == 1 ? std::optional(among[0]) : std::nullopt;
}

// What was read where tcgen05.alloc left it, and numbers added to it.
std::optional<AsmLowering::TensorAddress> AsmLowering::tensor_address(const AsmArg& arg) {
  const bool is_memory = arg.kind == AsmArg::Kind::memory;
  if (is_memory && arg.items.size() != 1) return std::nullopt;
  Expr e = value(is_memory ? arg.items[0] : arg).scalar;
  if (!e || !e->type.is_int()) return std::nullopt;
  // base | lanes << 16: the base has no lanes
  if (e->op == Op::bit_or && e->args.size() == 2 &&
      (is_multiple(e->args[0], tensor_lane_unit) || is_multiple(e->args[1], tensor_lane_unit)))
    e = pool_.add(e->args[0], e->args[1]);
  std::vector<Expr> terms;
  add_terms(pool_, e, false, terms);
  if (is_memory) terms.push_back(pool_.constant(arg.number, Type::i64()));
  const std::optional<std::size_t> base = allocated_among(terms);
  if (!base) return std::nullopt;
  TensorAddress at;
  at.column = at.lane = pool_.constant(0, Type::i64());
  const Expr unit = pool_.constant(tensor_lane_unit, Type::i64());
  for (std::size_t k = 0; k < terms.size(); ++k) {
    const Expr term = terms[k];
    if (k == *base) {
      at.array = l_.tensor_slot(*word_of(term), l_.place(call_)).array;
    } else if (const auto c = constant_value(term); c && *c >= 0) {
      at.column = pool_.add(at.column, pool_.constant(*c % tensor_lane_unit, Type::i64()));
      at.lane = pool_.add(at.lane, pool_.constant(*c / tensor_lane_unit, Type::i64()));
    } else if (is_multiple(term, tensor_lane_unit)) {
      at.lane = pool_.add(at.lane, pool_.div(term, unit));
    } else {
      at.column = pool_.add(at.column, term);
    }
  }
  return at;
}

// That columns and lanes do not reach into each other is not taken for granted.
void AsmLowering::keep_inside(const TensorAddress& at, std::uint32_t columns, bool lane_zero) {
  const auto number_of = [&](std::int64_t n) { return pool_.constant(n, Type::i64()); };
  Expr inside = pool_.logical_and(
      pool_.le(number_of(0), at.column),
      pool_.le(at.column, number_of(tensor_columns - static_cast<std::int64_t>(columns))));
  if (lane_zero) inside = pool_.logical_and(inside, pool_.eq(at.lane, number_of(0)));
  if (is_true(inside)) return;
  core::Block outside = l_.collect([&] {
    l_.unsupported("an address of tensor memory whose lanes and columns are not known apart",
                   call_);
  });
  l_.emit(core::If{pool_.logical_not(inside), std::move(outside), {}}, call_);
}

// "Access restrictions": .ld and .st begin where the warp's quarter of the lanes does, or in its
// upper half where they take one half alone.
void AsmLowering::keep_in_quarter(const TensorAddress& at, bool all_lanes) {
  const auto number_of = [&](std::int64_t n) { return pool_.constant(n, Type::i64()); };
  const Expr warp = pool_.div(pool_.cast(l_.linear_thread(), Type::i64()), number_of(32));
  const Expr quarter = pool_.mul(pool_.rem(warp, number_of(4)), number_of(2 * lanes_of_half));
  Expr begins = pool_.eq(at.lane, quarter);
  if (!all_lanes)
    begins =
        pool_.logical_or(begins, pool_.eq(at.lane, pool_.add(quarter, number_of(lanes_of_half))));
  if (is_true(begins)) return;
  core::Block outside = l_.collect(
      [&] { l_.unsupported("lanes of tensor memory that are not of the warp's quarter", call_); });
  l_.emit(core::If{pool_.logical_not(begins), std::move(outside), {}}, call_);
}

void AsmLowering::touch_tensor(const TensorAddress& at, const TensorRegion& region, bool writes,
                               TensorPart part) {
  const auto number_of = [&](std::int64_t n) { return pool_.constant(n, Type::i64()); };
  const auto size = static_cast<unsigned>(region.columns * tensor_cell);
  for (const Expr half : region.halves) {
    const Expr column = pool_.add(at.column, number_of(region.first));
    const Expr cell = pool_.add(pool_.mul(half, number_of(tensor_columns)), column);
    const Expr offset = pool_.add(row_start(at), pool_.mul(cell, number_of(tensor_cell)));
    if (writes) {
      l_.emit(core::Write{at.array, offset, size, nullptr, 1, part}, call_);
    } else {
      const core::VarId var = l_.new_temp(Type::opaque(128), l_.place(call_));
      l_.emit(core::Read{var, at.array, offset, size, 1, part}, call_);
    }
  }
}

// Where the tensor memory of a block begins: each has its own, an array's row where the blocks of a
// cluster are checked together.
Expr AsmLowering::row_start(const TensorAddress& at) {
  if (l_.kernel_.arrays[at.array].row_bytes == 0) return pool_.constant(0, Type::i64());
  return l_.byte_of(at.row ? at.row : l_.own_row());
}

// Of a matrix with so many rows: 128 take all lanes; of 64, each warp's share has 16 ("Data Path
// Layout Organization", layouts D and F).
std::vector<Expr> AsmLowering::halves_of_rows(const TensorAddress& at, std::uint32_t rows) {
  const auto number_of = [&](std::int64_t n) { return pool_.constant(n, Type::i64()); };
  std::vector<Expr> halves;
  const std::int64_t step = rows == 128 ? 1 : 2;
  for (std::int64_t h = 0; h < tensor_halves; h += step) {
    const Expr upper =
        pool_.rem(pool_.div(at.lane, number_of(lanes_of_half)), number_of(tensor_halves));
    halves.push_back(step == 1 ? number_of(h) : pool_.add(number_of(h), upper));
  }
  return halves;
}

// What the warp may reach: a quarter of the lanes, by its number ("Access restrictions").
std::vector<Expr> AsmLowering::halves_of_warp(const TensorAddress& at, bool all_lanes) {
  const auto number_of = [&](std::int64_t n) { return pool_.constant(n, Type::i64()); };
  const Expr warp = pool_.div(pool_.cast(l_.linear_thread(), Type::i64()), number_of(32));
  const Expr first = pool_.mul(pool_.rem(warp, number_of(4)), number_of(2));
  if (all_lanes) return {first, pool_.add(first, number_of(1))};
  const Expr upper = pool_.rem(pool_.div(at.lane, number_of(lanes_of_half)), number_of(2));
  return {pool_.add(first, upper)};
}

// tcgen05.alloc [to], columns: a weak store. The lanes of the warp come to it together, which
// orders no memory (".sync"); what they read behind it is in Lowering::read_allocated. Of a pair of
// blocks each gets an address, the same one, as both allocate together ("Issue Granularity").
bool AsmLowering::tensor_alloc(const Instruction& i) {
  const auto& args = i.args();
  const auto to = args.size() == 2 ? target(args[0]) : std::nullopt;
  const auto offset = to ? constant_value(to->offset) : std::nullopt;
  const bool known = to && !to->row && to->targets.size() == 1 && offset &&
                     l_.targets_[to->targets[0]].kind == Target::Kind::array;
  if (!known || (is_of_pair(i) && !constant_value(number(args[1], Type::u32())))) return false;
  const core::ArrayId array = l_.targets_[to->targets[0]].array;
  if (l_.kernel_.arrays[array].space != core::Space::shared ||
      l_.loops_.getLoopFor(call_.getParent()))
    return false;
  ++l_.tensor_slot({array, *offset}, l_.place(call_)).allocations;
  l_.allocations_.emplace(l_.operation_, Lowering::SlotPlace{array, *offset});
  const Expr first = pool_.eq(l_.lane(), pool_.constant(0, Type::u32()));
  core::Block store = l_.collect([&] { l_.write_bytes(*to, nullptr, 4, call_); });
  l_.emit(core::If{first, std::move(store), {}}, call_);
  return true;
}

// Of what all lanes of a warp do together, each its own part: is this the one that stands for all?
Expr AsmLowering::stands_for_lanes() {
  return pool_.eq(l_.lane(), pool_.constant(moving_lane, Type::u32()));
}

// tcgen05.dealloc address, columns: nobody may touch them any more.
bool AsmLowering::tensor_dealloc(const Instruction& i) {
  if (is_of_pair(i)) return pair_dealloc(i);
  const auto at = i.args().size() == 2 ? tensor_address(i.args()[0]) : std::nullopt;
  if (!at) return false;
  TensorAddress all = *at;
  all.column = pool_.constant(0, Type::i64());
  TensorRegion region{0, tensor_columns, {}};
  for (std::int64_t h = 0; h < tensor_halves; ++h)
    region.halves.push_back(pool_.constant(h, Type::i64()));
  core::Block writes = l_.collect([&] { touch_tensor(all, region, true); });
  l_.emit(core::If{stands_for_lanes(), std::move(writes), {}}, call_);
  return true;
}

// tcgen05.ld.sync.aligned.shape.num{.pack::16b}.b32 {..}, [address]; .st [address], {..}. The lanes
// of a warp move them together, each its own part, at any time up to its wait.
bool AsmLowering::tensor_move(const Instruction& i) {
  const auto& args = i.args();
  const bool stores = i.parts[1] == "st";
  if (i.parts.size() < 7 || args.size() != 2 || i.has("red")) return false;
  auto slice = tensor_slice(i.parts[4], i.parts[5]);
  const auto at = tensor_address(args[stores ? 0 : 1]);
  if (!slice || !at) return false;
  if (i.has("pack::16b") || i.has("unpack::16b")) slice->columns *= 2;
  keep_inside(*at, slice->columns, false);
  keep_in_quarter(*at, slice->all_lanes);
  core::AsyncCopy copy{{},
                       stores ? core::CopyChannel::tensor_store : core::CopyChannel::tensor_load};
  copy.body = l_.collect([&] {
    core::Block accesses = l_.collect([&] {
      touch_tensor(*at, {0, slice->columns, halves_of_warp(*at, slice->all_lanes)}, stores);
    });
    l_.emit(core::If{stands_for_lanes(), std::move(accesses), {}}, call_);
  });
  l_.emit(std::move(copy), call_);
  if (!stores) forget(args[0]);
  return true;
}

bool AsmLowering::tensor_wait(const Instruction& i) {
  const bool loads = i.parts[1] == "wait::ld";
  if (!loads && i.parts[1] != "wait::st") return false;
  l_.emit(core::CopyGroup{core::CopyGroup::Kind::wait_all, nullptr,
                          loads ? core::CopyChannel::tensor_load : core::CopyChannel::tensor_store},
          call_);
  return true;
}

} // namespace heddle::cuda
