// What memory and parameters hold in the run of a witness: what the model says of them, and else
// what makes a run show most.
#include "check/witness/cells.hpp"
#include "check/witness/witness.hpp"

#include "core/pure.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

namespace heddle::check {

namespace {

// A floating-point number at the place of this number in its array; `salt` is of the place alone.
double number_at(Contents contents, std::uint64_t cell, std::uint64_t salt) {
  switch (contents) {
  case Contents::ascending:
    return static_cast<double>(cell + 1);
  case Contents::descending:
    return -static_cast<double>(cell + 1);
  case Contents::zero:
    return 0;
  case Contents::mixed:
    return (static_cast<double>(salt % 2001) - 1000) / 8;
  case Contents::plain:
  case Contents::varied:
    return 1 + static_cast<double>(salt) / 65536;
  }
  return 0;
}

// The bits of a floating-point number of 4 or 8 bytes.
std::int64_t bits_of(double number, unsigned bytes) {
  return bytes == 4 ? std::bit_cast<std::uint32_t>(static_cast<float>(number))
                    : std::bit_cast<std::int64_t>(number);
}

// As the source has it: `bits` is an integer or a floating-point number of the type's width.
WitnessValue shown(std::int64_t bits, Type type) {
  if (!type.is_opaque() || (type.width != 32 && type.width != 64)) return bits;
  double number = std::bit_cast<double>(bits);
  if (type.width == 32) { // 0.1, not 0.10000000149
    char text[32];
    const char* end = std::to_chars(text, text + sizeof text,
                                    std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                          .ptr;
    number = std::nan("");
    std::from_chars(text, end, number);
  }
  return std::isfinite(number) ? WitnessValue(bits, number) : WitnessValue(bits);
}

// Initial content of memory that the model leaves open. Floating-point numbers of Contents::plain
// differ from each other, so that a replay does not take unrelated inputs for equal values. Those
// of a texture are mostly shades, from 0 to 1.
std::int64_t default_content(const core::Array& array, core::ArrayId id, std::int64_t offset,
                             unsigned size, Contents contents) {
  const std::uint64_t cell = static_cast<std::uint64_t>(offset) / (size ? size : 1);
  const std::uint64_t mixed = (cell + 1 + id * 7919) * 2654435761u % 65521;
  const bool vary = contents == Contents::varied && array.space != core::Space::shared;
  if (!array.element_type.is_opaque()) return vary ? static_cast<std::int64_t>(mixed % 61) : 0;
  const bool is_shade = array.is_texture && contents <= Contents::ascending;
  const double number =
      is_shade ? static_cast<double>(mixed) / 65536 : number_at(contents, cell, mixed);
  if (size == 4 || size == 8) return bits_of(number, size);
  return static_cast<std::int64_t>(mixed & 0x3fff);
}

} // namespace

// Floating-point numbers that the model leaves open are none at which products are equal.
std::int64_t Witness::parameter(SymbolId symbol, Contents contents) const {
  constexpr double usual = 1.25;
  const Expr ref = env_.pool().symbol_ref(symbol);
  const bool is_float = ref->type.is_opaque() && (ref->type.width == 32 || ref->type.width == 64);
  if (contents != Contents::plain && is_open(symbol)) return few(symbol);
  if (!is_float || (contents <= Contents::varied && model_.values.contains(ref)))
    return value(symbol);
  return bits_of(contents == Contents::zero ? 0 : usual, ref->type.width / 8);
}

// Is it an integer of which neither the question nor an assumption says anything? It may be how
// often a loop runs whose values are written.
bool Witness::is_open(SymbolId symbol) const {
  const Expr ref = env_.pool().symbol_ref(symbol);
  const auto mentions = [&](const core::Assumption& a) {
    const std::vector<Expr> said = atoms(a.cond);
    return std::ranges::find(said, ref) != said.end();
  };
  return ref->type.is_int() && ref->type.width >= 32 && !model_.values.contains(ref) &&
         std::ranges::none_of(env_.kernel.assumptions, mentions);
}

std::int64_t Witness::few(SymbolId symbol) const {
  constexpr std::int64_t number = 4; // of rows that are read as vectors a size that aligns them
  const Symbol& s = env_.pool().symbol(symbol);
  return std::clamp(number, s.low.value_or(number), s.high.value_or(number));
}

std::function<std::optional<std::int64_t>(core::ArrayId, std::int64_t, unsigned)>
Witness::contents(Contents contents) const {
  return [this, contents](core::ArrayId array, std::int64_t offset, unsigned size) {
    read_.insert(array);
    if (in_forall(array)) return forall_cell(array, offset, size);
    const auto it = cells_.find({array, offset});
    return it != cells_.end() && is_kept(array, contents)
               ? it->second
               : open_cell(array, offset, size, contents);
  };
}

// Is what the model says of the array's elements taken?
bool Witness::is_kept(core::ArrayId array, Contents contents) const {
  return contents <= Contents::varied || !env_.kernel.arrays.at(array).element_type.is_opaque() ||
         with_integers_.contains(array);
}

// Where a contract speaks of the array, a content that keeps it beside the model's.
std::int64_t Witness::open_cell(core::ArrayId array, std::int64_t offset, unsigned size,
                                Contents contents) const {
  const core::Array& a = env_.kernel.arrays.at(array);
  const auto begin = cells_.lower_bound({array, std::numeric_limits<std::int64_t>::min()});
  const auto end = cells_.lower_bound({array + 1, std::numeric_limits<std::int64_t>::min()});
  for (const core::Contract& contract : env_.kernel.contracts) {
    if (contract.array != array || size != a.element_size) continue;
    if (contract.kind == core::Contract::Kind::monotone) {
      const auto next = cells_.lower_bound({array, offset});
      if (next != begin) return std::prev(next)->second;
      return next != end ? std::min<std::int64_t>(next->second, 0) : 0;
    }
    std::int64_t largest = -1;
    for (auto it = begin; it != end; ++it)
      largest = std::max(largest, it->second);
    return largest + 1 + offset / size;
  }
  return default_content(a, array, offset, size, contents);
}

std::string Witness::broken_contract() const {
  for (const core::Contract& contract : env_.kernel.contracts) {
    if (contract.kind == core::Contract::Kind::forall) continue; // broken_in_run
    const bool monotone = contract.kind == core::Contract::Kind::monotone;
    std::vector<std::int64_t> values; // by offset
    for (const auto& [cell, value] : cells_)
      if (cell.first == contract.array) values.push_back(value);
    if (!monotone) std::ranges::sort(values);
    const bool kept = monotone ? std::ranges::is_sorted(values)
                               : std::ranges::adjacent_find(values) == values.end();
    if (!kept)
      return std::string("the contents that the solver chose do not keep ") +
             (monotone ? "monotone(" : "distinct(") + env_.kernel.arrays.at(contract.array).name +
             ")";
  }
  return "";
}

// What the model says of the arrays' content at the launch; where it says nothing, a later content
// may do as well.
void Witness::read_loads() {
  read_loads(true);
  read_loads(false);
}

void Witness::read_loads(bool initial) {
  for (Expr atom : atoms_) {
    if (atom->op != Op::apply || env_.pool().function(atom).flavour != Flavour::load) continue;
    const protocol::Load* found = protocol::find_load(env_.protocol, atom);
    const auto it = model_.values.find(atom);
    if (!found || it == model_.values.end()) continue;
    if (found->initial != initial) continue;
    const std::int64_t offset = model_.eval(env_.pool(), atom->args.back());
    if (cells_.try_emplace({found->array, offset}, it->second).second && !initial)
      later_.insert({found->array, offset});
    const bool is_told = initial || later_.contains({found->array, offset});
    if (is_told && read_parts(atom, found->array, offset)) continue;
    const core::Array& array = env_.kernel.arrays.at(found->array);
    // of a vector whose parts nothing is known of it is no number
    if (atom->type.is_opaque() && array.element_size == 8 && array.element != "double") continue;
    note_read(found->array, array.name + cell_text(array, offset), shown(it->second, atom->type));
  }
}

void Witness::note_read(core::ArrayId array, std::string cell, WitnessValue value) {
  if (std::ranges::find(read_values_, cell, &ReadValue::cell) == read_values_.end())
    read_values_.push_back({array, std::move(cell), value});
}

// Parts of the vector that was loaded, where the question speaks of some: they lie in words of 8
// bytes one behind the other, as a run asks for them.
bool Witness::read_parts(Expr load, core::ArrayId id, std::int64_t offset) {
  const core::Array& array = env_.kernel.arrays.at(id);
  bool any = false;
  for (Expr atom : atoms_) {
    if (atom->op != Op::apply || atom->args.empty() || atom->args.front() != load) continue;
    const std::string& name = env_.pool().function(atom).name;
    const auto part = core::part_number(name);
    const auto it = model_.values.find(atom);
    const unsigned width = atom->type.width;
    if (!part || it == model_.values.end() ||
        (*part + 1) * width > std::min<unsigned>(load->type.width, 128))
      continue;
    any = true;
    const unsigned first = *part * width;
    const std::int64_t at = offset + first / 64 * 8;
    std::int64_t& word =
        cells_.try_emplace({id, at}, default_content(array, id, at, 8, Contents::plain))
            .first->second;
    const std::uint64_t mask = (width == 64 ? 0 : std::uint64_t{1} << width) - 1;
    const auto bits = static_cast<std::uint64_t>(it->second) & mask;
    word = static_cast<std::int64_t>((static_cast<std::uint64_t>(word) & ~(mask << first % 64)) |
                                     bits << first % 64);
    if (atom->type.is_int()) with_integers_.insert(id);
    const std::int64_t place = offset + first / 8, into = place % array.element_size;
    const std::string text = part_text(array, place);
    note_read(id,
              array.name + (text.empty() ? cell_text(array, offset) + name
                                         : cell_text(array, place - into) + text),
              shown(it->second, atom->type));
  }
  return any;
}

} // namespace heddle::check
