// Shared memory in which tcgen05.alloc leaves the address of tensor memory. Whoever uses that
// address has read it there: a word of shared memory that nothing else writes. The tensor memory
// behind each such word is an array of its own.
#include "core/clusters.hpp"
#include "core/meetings.hpp"
#include "core/visit.hpp"
#include "cuda/lower/assume.hpp"
#include "cuda/lower/lowering.hpp"

namespace heddle::cuda {

namespace {

constexpr unsigned word = 4;

// What a statement writes; size 0: nothing.
struct Written {
  core::ArrayId array = 0;
  Expr offset = nullptr;
  unsigned size = 0;
};

Written written_by(const core::Stmt& s) {
  if (const auto* w = std::get_if<core::Write>(&s.node)) return {w->array, w->offset, w->size};
  if (const auto* a = std::get_if<core::Atomic>(&s.node))
    return {a->array, a->offset, a->op == "load" ? 0 : a->size};
  if (const auto* m = std::get_if<core::Mbarrier>(&s.node)) return {m->array, m->offset, 8};
  return {};
}

} // namespace

// The word of shared memory that is there, where it is known.
std::optional<Lowering::SlotPlace> Lowering::word_at(core::ArrayId array, Expr offset) {
  const core::Array& a = kernel_.arrays[array];
  if (a.space != core::Space::shared) return std::nullopt;
  // Of an array that other blocks reach the block's row is part of the offset.
  const Expr within = a.row_bytes && together_ ? pool_.sub(offset, byte_of(own_row())) : offset;
  const auto at = constant_value(within);
  return at ? std::optional(SlotPlace{array, *at}) : std::nullopt;
}

void Lowering::note_read(const core::Stmt::Node& node) {
  const auto* read = std::get_if<core::Read>(&node);
  if (!read || read->size != word) return;
  const std::optional<SlotPlace> place = word_at(read->array, read->offset);
  const auto [it, inserted] = word_reads_.try_emplace(read->var, place);
  if (it->second != place) it->second.reset();
}

// The word of shared memory that the variable `e` was read from.
std::optional<Lowering::SlotPlace> Lowering::slot_read_to(Expr e) const {
  if (e->op != Op::symbol) return std::nullopt;
  const auto it = word_reads_.find(static_cast<core::VarId>(e->value));
  return it == word_reads_.end() ? std::nullopt : it->second;
}

Lowering::TensorSlot& Lowering::tensor_slot(const SlotPlace& place, Loc loc) {
  const auto [it, inserted] = tensor_slots_.try_emplace(place);
  if (!inserted) return it->second;
  core::Array memory;
  memory.name = unique_name("tensor memory");
  memory.space = core::Space::shared;
  memory.element = "b32";
  memory.dims = {tensor_halves, tensor_columns};
  memory.loc = loc;
  memory.is_tensor = true;
  if (together_) memory.row_bytes = core::block_row_bytes; // each block has its own
  it->second = {static_cast<core::ArrayId>(kernel_.arrays.size()), loc, 0};
  kernel_.arrays.push_back(std::move(memory));
  return it->second;
}

// Where the lanes of a warp read the address that it has just allocated they get it, though nothing
// orders that (the example of the ISA does so, "tcgen05.alloc"): up to the next barrier it is no
// access, where the same threads are as at the allocation.
void Lowering::read_allocated(core::Block& block) {
  for (auto s = block.begin(); s != block.end(); ++s) {
    core::for_each_part(*s, [&](core::Block& part) { read_allocated(part); });
    const auto allocated = allocations_.find(s->loc.operation);
    if (allocated == allocations_.end()) continue;
    for (auto next = s + 1; next != block.end() && read_allocated(*next, allocated->second);)
      ++next;
  }
}

// false: a barrier comes.
bool Lowering::read_allocated(core::Stmt& s, const SlotPlace& place) {
  const auto* barrier = std::get_if<core::Barrier>(&s.node);
  if ((barrier && !core::threads_of_meeting(*barrier)) ||
      std::holds_alternative<core::NamedBarrier>(s.node) ||
      std::holds_alternative<core::Mbarrier>(s.node))
    return false;
  if (const auto* read = std::get_if<core::Read>(&s.node);
      read && read->size == word && word_at(read->array, read->offset) == place)
    s.node = core::Havoc{read->var, Scope::warp, "an address of tensor memory"};
  bool on = true;
  core::for_each_part(s, [&](core::Block& part) {
    for (auto p = part.begin(); p != part.end() && on; ++p)
      on = read_allocated(*p, place);
  });
  return on;
}

// Each word has its address from one allocation, and is not written otherwise.
void Lowering::check_tensor_slots() {
  for (const auto& [place, slot] : tensor_slots_) {
    const auto& [array, offset] = place;
    if (slot.allocations != 1)
      kernel_.unknowns.emplace_back("an address of tensor memory that is not known to be of one "
                                    "tcgen05.alloc",
                                    slot.loc);
    unsigned writes = 0;
    bool perhaps = false;
    core::for_each_statement(kernel_.body, [&](const core::Stmt& s) {
      const Written w = written_by(s);
      if (w.size == 0 || w.array != array) return;
      const auto at = word_at(w.array, w.offset);
      if (!at)
        perhaps = true;
      else if (at->second < offset + word && offset < at->second + w.size)
        ++writes;
    });
    if (writes > 1)
      kernel_.unknowns.emplace_back("an address of tensor memory that is written over", slot.loc);
    if (perhaps)
      assume_once(kernel_, pool_,
                  "nothing but tcgen05.alloc writes to '" + kernel_.arrays[array].name +
                      "' where it leaves an address");
  }
}

// A fence may make order of what relaxed operations on mbarriers do not.
void Lowering::check_relaxed() {
  if (!fences_) return;
  core::for_each_statement(kernel_.body, [&](const core::Stmt& s) {
    const auto* m = std::get_if<core::Mbarrier>(&s.node);
    if (m && m->relaxed && fences_) {
      kernel_.unknowns.emplace_back("a relaxed operation on an mbarrier beside fences, of which it "
                                    "is not followed what they order together",
                                    s.loc);
      fences_ = false;
    }
  });
}

} // namespace heddle::cuda
