// Tickets: numbers that each thread, or each block, draws once.
#include "core/clusters.hpp"
#include "protocol/chains/chains.hpp"

#include <algorithm>

namespace heddle::protocol {

// The access that draws numbers 0, 1, 2, .., once for each thread or block; the array may be set
// back by plain writes, which race unless they are behind the last.
std::optional<EventId> Chains::only_increment(ArrayId array) const {
  std::optional<EventId> found;
  for (const EventId e : modifications(array)) {
    const Access& a = *events_[e].access;
    if (a.kind == AccessKind::write) continue;
    const bool counts = (a.op == "add" && is_number(a.operand, 1)) || (a.op == "inc" && a.operand);
    if (found || !counts || !strong(e) || !events_[e].loops.empty()) return std::nullopt;
    found = e;
  }
  return found;
}

// As a number of 64 bits: who may increment a cell, of blocks with one index on the axes `apart`.
Expr Chains::number_of_threads(EventId increment, const std::set<std::uint8_t>& apart) {
  const Access& a = *events_[increment].access;
  Expr product = pool_.constant(1, Type::i64());
  const auto times = [&](SymbolId dimension) {
    Expr e = pool_.symbol_ref(dimension);
    if (Expr value = copies_.geometry().folded(e)) e = value;
    product = pool_.mul(product, pool_.cast(e, Type::i64()));
  };
  for (std::uint8_t axis = 0; axis < 3; ++axis) {
    if (!a.by_one) times(kernel_.block_dim[axis]);
    if (core::is_of_grid(kernel_.arrays.at(a.array)) && !apart.contains(axis))
      times(kernel_.grid_dim[axis]);
  }
  return product;
}

// No two draw one number of a cell.
Expr Chains::same_number(const Direction& d, EventId increment) {
  const Access& draw = *events_[increment].access;
  std::vector<Expr> parts;
  std::vector<Expr> numbers, cells;
  for (ThreadCopy& copy : d.copy) {
    parts.push_back(done_by(copy, increment, draw.by_one));
    numbers.push_back(seen_by(copy, draw.result, draw.by_one));
    cells.push_back(copy(draw.offset));
  }
  parts.push_back(pool_.eq(numbers[0], numbers[1]));
  parts.push_back(pool_.eq(cells[0], cells[1]));
  if (draw.by_one) // of one block it is one number
    parts.push_back(pool_.logical_not(same(copies_.thread(0).block, copies_.thread(1).block)));
  if (draw.op == "inc")
    parts.push_back(pool_.le(number_of_threads(increment, {}),
                             pool_.add(pool_.cast(d.copy[0](draw.operand), Type::i64()),
                                       pool_.constant(1, Type::i64()))));
  return pool_.all(parts);
}

Expr Chains::by_ticket(const Direction& d, EventId cell) {
  const Access& look = *events_[cell].access;
  const auto increment = only_increment(look.array);
  if (!increment || !(cell == *increment || look.op == "load" || !is_modification(cell)))
    return nullptr;
  const Access& draw = *events_[*increment].access;
  std::set<std::uint8_t> apart; // axes of the grid by which the cell differs
  for (Expr atom : atoms(draw.offset)) {
    const Role role = atom->op == Op::symbol ? pool_.symbol(atom).role : Role::variable;
    if (role == Role::block_index) apart.insert(pool_.symbol(atom).axis);
    if (role != Role::block_index && role != Role::parameter && role != Role::block_dim &&
        role != Role::grid_dim)
      return nullptr;
  }
  Expr one = pool_.constant(1, Type::i64());
  Expr all = number_of_threads(*increment, apart);
  ThreadCopy &x = d.copy[d.first], &y = d.copy[1 - d.first];
  std::vector<Expr> unordered;
  const bool itself = d.x == *increment; // PTX ISA, "Causality Order": seen, it comes before
  for (const auto& [release, acquire] :
       combined(itself ? std::vector<Way>{{}} : events_.releases(d.x, *increment, scope_, true),
                events_.acquires(cell, d.y, scope_, !itself))) {
    if ((release.of_block || acquire.of_block) && !draw.by_one) continue;
    if (acquire.of_block && !look.by_one) continue;
    Expr drawn = pool_.cast(seen_by(y, look.result, acquire.of_block), Type::i64());
    if (cell == *increment) drawn = pool_.add(drawn, one);
    std::vector<Expr> last{pool_.le(all, drawn)};
    if (draw.op == "inc") // before it goes round
      last.push_back(pool_.le(all, pool_.add(pool_.cast(x(draw.operand), Type::i64()), one)));
    Expr until = look.until ? seen_by(y, look.until, acquire.of_block) : pool_.boolean(true);
    std::vector<Expr> ordered{done_by(y, cell, acquire.of_block),
                              pool_.implies(until, pool_.all(last)),
                              pool_.eq(x(draw.offset), seen_by(y, look.offset, acquire.of_block))};
    if (!release.of_block) ordered.push_back(done_by(x, *increment, false));
    unordered.push_back(pool_.logical_not(pool_.all(ordered)));
  }
  if (unordered.empty()) return nullptr;
  d.out.zeroed.insert(look.array);
  Expr result = pool_.all(unordered);
  if (apart.empty()) return result;
  // blocks that differ on these axes share no cell
  ThirdThread third(protocol_, copies_, look.array), fourth(protocol_, copies_, look.array);
  std::vector<Expr> equal;
  for (const std::uint8_t axis : apart)
    equal.push_back(pool_.eq(third.symbols().block[axis], fourth.symbols().block[axis]));
  return pool_.logical_or(result,
                          pool_.all(std::array{third.exists(), fourth.exists(),
                                               pool_.eq(third(draw.offset), fourth(draw.offset)),
                                               pool_.logical_not(pool_.all(equal))}));
}

// Does every thread that may increment the cell of a ticket, or the first of every block, do so?
// Else fewer than all may be all that there are. Of locks, there is no such number.
bool Chains::all_take_part(EventId cell) const {
  const auto increment = only_increment(events_[cell].access->array);
  if (!increment) return true;
  const bool by_one = events_[*increment].access->by_one;
  return std::ranges::all_of(events_[*increment].guards, [&](Expr guard) {
    return by_one && std::ranges::all_of(atoms(guard), [&](Expr atom) {
             return atom->op == Op::symbol && pool_.symbol(atom).role == Role::thread_index;
           });
  });
}

} // namespace heddle::protocol
