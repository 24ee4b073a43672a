// Contents of arrays that a forall speaks of. A question states it of the elements that the
// question reads; the run reads others, which are chosen as they are read. After the run all of it
// is checked: for arrays that end with what was read, every instance must hold.
#include "check/witness/cells.hpp"
#include "check/witness/witness.hpp"

#include <algorithm>

namespace heddle::check {

namespace {

using Kind = core::Contract::Kind;
// More cells than these are not looked at, nor indices that are further shifted.
constexpr std::int64_t most_cells = 300, farthest = 8;
constexpr std::int64_t small_numbers = 300;

} // namespace

bool Witness::in_forall(core::ArrayId array) const {
  return std::ranges::any_of(env_.kernel.contracts, [&](const core::Contract& c) {
    return std::ranges::find(c.elements, array, &core::Contract::Element::array) !=
           c.elements.end();
  });
}

std::int64_t Witness::forall_cell(core::ArrayId array, std::int64_t offset, unsigned size) const {
  if (chosen_.empty()) // the model's come first: others must fit to them
    for (const auto& [cell, value] : cells_) {
      const core::Array& a = env_.kernel.arrays.at(cell.first);
      if (in_forall(cell.first) && cell.second % a.element_size == 0)
        chosen_[{cell.first, cell.second / a.element_size}] = wrap(value, a.element_type);
    }
  const core::Array& a = env_.kernel.arrays.at(array);
  if (size != a.element_size || offset % size != 0) {
    part_read_ = true;
    return 0;
  }
  const Cell cell{array, offset / size};
  choose(cell);
  return chosen_.at(cell);
}

void Witness::choose(Cell cell) const {
  if (chosen_.contains(cell)) return;
  const Type type = env_.kernel.arrays.at(cell.first).element_type;
  chosen_[cell] = 0;
  if (static_cast<std::int64_t>(chosen_.size()) > most_cells * 4) return; // not to be checked
  for (const std::int64_t value : proposals(cell)) {
    if (value != wrap(value, type)) continue;
    chosen_[cell] = value;
    if (keeps_contracts(cell)) return;
  }
}

// Values that may fit: those of its neighbours, with sums and differences, and small ones.
std::vector<std::int64_t> Witness::proposals(Cell cell) const {
  const auto& [array, index] = cell;
  std::vector<std::int64_t> found{0, index};
  std::vector<std::int64_t> near;
  for (const std::int64_t i : {index - 1, index + 1})
    if (const auto it = chosen_.find({array, i}); it != chosen_.end()) near.push_back(it->second);
  const auto after = chosen_.upper_bound(cell);
  if (after != chosen_.end()) near.push_back(after->second);
  if (after != chosen_.begin())
    if (const auto self = std::prev(after); self != chosen_.begin())
      near.push_back(std::prev(self)->second);
  std::vector<std::int64_t> steps{1};
  for (core::ArrayId other = 0; other < env_.kernel.arrays.size(); ++other)
    for (const std::int64_t i : {index - 1, index}) {
      const auto here = chosen_.find({other, i}), next = chosen_.find({other, i + 1});
      if (other == array || here == chosen_.end()) continue;
      steps.push_back(here->second);
      if (next != chosen_.end()) found.push_back(next->second - here->second);
    }
  for (const std::int64_t value : near) {
    found.push_back(value);
    for (const std::int64_t step : steps)
      found.insert(found.end(), {value + step, value - step});
  }
  for (const core::Parameter& p : env_.kernel.params)
    if (p.symbol) found.insert(found.end(), {value(*p.symbol), value(*p.symbol) - 1});
  for (std::int64_t i = 1; i < small_numbers; ++i)
    found.push_back(i);
  return found;
}

bool Witness::keeps_contracts(Cell cell) const {
  return std::ranges::all_of(env_.kernel.contracts, [&](const core::Contract& contract) {
    if (contract.kind == Kind::forall) return keeps(contract, cell);
    if (contract.array != cell.first) return true;
    const std::int64_t mine = chosen_.at(cell);
    return std::ranges::all_of(chosen_, [&](const auto& other) {
      if (other.first.first != cell.first || other.first == cell) return true;
      if (contract.kind == Kind::distinct) return other.second != mine;
      return other.first < cell ? other.second <= mine : mine <= other.second;
    });
  });
}

// The instances that speak of the cell.
bool Witness::keeps(const core::Contract& contract, Cell cell) const {
  const auto at = [&](SymbolId id) {
    return static_cast<std::size_t>(std::ranges::find(contract.bound, id) - contract.bound.begin());
  };
  std::vector<std::int64_t> bound(contract.bound.size());
  for (const core::Contract::Element& e : contract.elements) {
    if (e.array != cell.first) continue;
    const std::size_t mine = at(e.index);
    bound[mine] = cell.second - e.plus;
    if (bound.size() == 1) {
      if (!holds(contract, bound)) return false;
      continue;
    }
    for (const core::Contract::Element& other : contract.elements) {
      if (at(other.index) == mine) continue;
      for (const auto& [there, value] : chosen_) {
        bound[1 - mine] = there.second - other.plus;
        if (there.first == other.array && !holds(contract, bound)) return false;
      }
    }
  }
  return true;
}

// One instance; where a cell of it has no value yet, it may hold.
bool Witness::holds(const core::Contract& contract, const std::vector<std::int64_t>& bound) const {
  const Pool& pool = env_.pool();
  smt::Model values;
  for (Expr atom : atoms(contract.holds)) {
    const auto id = static_cast<SymbolId>(atom->value);
    const auto element = std::ranges::find(contract.elements, id, &core::Contract::Element::value);
    const auto at = std::ranges::find(contract.bound, id);
    values.values[atom] = at != contract.bound.end()
                              ? bound[static_cast<std::size_t>(at - contract.bound.begin())]
                          : element == contract.elements.end() ? value(id)
                                                               : 0;
  }
  for (const core::Contract::Element& e : contract.elements) {
    const auto at = std::ranges::find(contract.bound, e.index) - contract.bound.begin();
    const auto it = chosen_.find({e.array, bound[static_cast<std::size_t>(at)] + e.plus});
    if (it == chosen_.end()) return true;
    values.values[env_.pool().symbol_ref(e.value)] = it->second;
  }
  return values.eval(pool, contract.holds) != 0;
}

core::ReplayResult Witness::judged(core::ReplayResult run) const {
  if (!run.confirmed) return run;
  std::string broken = broken_in_run();
  if (broken.empty()) return run;
  return {false, false, false, std::move(broken)};
}

std::string Witness::broken_in_run() const {
  const std::string begin = "the contents of the run are not shown to keep what is assumed of ";
  if (part_read_) return begin + "arrays of which parts of elements are read";
  const bool any = std::ranges::any_of(
      env_.kernel.contracts, [](const core::Contract& c) { return c.kind == Kind::forall; });
  // the run asks for a shared cell by the name of either array
  if (any && !env_.kernel.aliases.empty()) return begin + "arrays that may be one";
  if (chosen_.empty()) return "";
  std::int64_t low = 0, high = 0;
  for (const auto& [cell, value] : chosen_)
    low = std::min(low, cell.second), high = std::max(high, cell.second);
  if (high >= most_cells || low <= -most_cells) return begin + "so many elements";
  for (const core::Contract& contract : env_.kernel.contracts)
    for (std::int64_t i = low; i <= high; ++i)
      for (const core::Contract::Element& e : contract.elements)
        if (i == 0 || !env_.kernel.arrays.at(e.array).is_scalar) choose({e.array, i});
  for (const core::Contract& contract : env_.kernel.contracts)
    for (const core::Contract::Element& e : contract.elements)
      if (e.plus > farthest || e.plus < -farthest) return begin + "elements so far apart";
  const std::vector<Cell> cells = [&] {
    std::vector<Cell> all;
    for (const auto& [cell, value] : chosen_)
      all.push_back(cell);
    return all;
  }();
  for (const Cell& cell : cells)
    if (!keeps_contracts(cell))
      return begin + env_.kernel.arrays.at(cell.first).name +
             cell_text(env_.kernel.arrays.at(cell.first),
                       cell.second * env_.kernel.arrays.at(cell.first).element_size);
  return "";
}

} // namespace heddle::check
