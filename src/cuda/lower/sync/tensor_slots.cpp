// Shared memory in which tcgen05.alloc leaves the address of tensor memory. Whoever uses that
// address has read it there: a word of shared memory that nothing else writes. The tensor memory
// behind each such word is an array of its own.
#include "core/clusters.hpp"
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

void Lowering::note_read(const core::Stmt::Node& node) {
  const auto* read = std::get_if<core::Read>(&node);
  if (!read || read->size != word) return;
  std::optional<SlotPlace> place;
  const core::Array& array = kernel_.arrays[read->array];
  // Of an array that other blocks reach the block's row is part of the offset.
  const Expr within =
      array.row_bytes && together_ ? pool_.sub(read->offset, byte_of(own_row())) : read->offset;
  if (const auto offset = constant_value(within); offset && array.space == core::Space::shared)
    place = {read->array, *offset};
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
      const bool in_rows = kernel_.arrays[array].row_bytes && together_;
      const auto at = constant_value(in_rows ? pool_.sub(w.offset, byte_of(own_row())) : w.offset);
      if (!at)
        perhaps = true;
      else if (*at < offset + word && offset < *at + w.size)
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
