#include "protocol/chains/chains.hpp"

#include "core/clusters.hpp"

#include <algorithm>

namespace heddle::protocol {

namespace {

// Kernels with more accesses that may tell of others are not looked at.
constexpr std::size_t max_looks = 64;

bool is_number(Expr e, std::int64_t value) {
  return e && e->op == Op::constant && e->value == value;
}

Expr value_of(const Access& a) { return a.kind == AccessKind::atomic ? a.result : a.value; }

bool mentions_any(const std::vector<Expr>& exprs, Expr value) {
  return std::ranges::any_of(exprs, [&](Expr e) {
    const std::vector<Expr> found = atoms(e);
    return std::ranges::find(found, value) != found.end();
  });
}

} // namespace

Chains::Chains(const Protocol& protocol, Copies& copies, PairClass pairs)
    : protocol_(protocol), kernel_(*protocol.kernel), copies_(copies), pool_(copies.pool()),
      pairs_(pairs), scope_(pairs == PairClass::different_blocks ? Scope::grid : Scope::block),
      events_(protocol) {
  for (EventId e = 0; e < events_.all().size(); ++e)
    if (is_look(e)) looks_.push_back(e);
  if (looks_.size() > max_looks) looks_.clear();
  for (const EventId cell : looks_) {
    const Access& look = *events_[cell].access;
    if (flags_.contains(look.array) || modifications(look.array).empty()) continue;
    for (EventId y = cell + 1; y < events_.all().size(); ++y) {
      const Event& e = events_[y];
      const bool waits = e.access && e.access->array != look.array &&
                         (look.until || mentions_any(e.guards, value_of(look)));
      if (waits && !events_.acquires(cell, y, scope_, false).empty()) {
        flags_.insert(look.array);
        break;
      }
    }
  }
}

bool Chains::is_modification(EventId e) const {
  const Access* a = events_[e].access;
  if (!a || a->kind == AccessKind::read || a->op == "load") return false;
  const bool adds = a->op == "add" || a->op == "sub" || a->op == "or" || a->op == "xor";
  return !(adds && is_number(a->operand, 0));
}

// What a thread reads and may act on. A plain read counts where it is waited for, or volatile.
bool Chains::is_look(EventId e) const {
  const Access* a = events_[e].access;
  if (!a || !value_of(*a) || !value_of(*a)->type.is_int() || value_of(*a)->op != Op::apply)
    return false;
  const core::Array& array = kernel_.arrays.at(a->array);
  if (array.space == core::Space::local ||
      (pairs_ == PairClass::different_blocks && !core::is_of_grid(array)))
    return false;
  for (const auto& [x, y] : kernel_.aliases)
    if (x == a->array || y == a->array) return false;
  return a->kind == AccessKind::atomic ||
         (a->kind == AccessKind::read && (a->until || array.is_volatile));
}

bool Chains::strong(EventId e) const {
  const Access* a = events_[e].access;
  return a && a->kind == AccessKind::atomic && a->scope >= scope_;
}

std::vector<EventId> Chains::modifications(ArrayId array) const {
  std::vector<EventId> found;
  for (EventId e = 0; e < events_.all().size(); ++e)
    if (is_modification(e) && events_[e].access->array == array) found.push_back(e);
  return found;
}

std::vector<std::pair<Way, Way>> Chains::combined(const std::vector<Way>& releases,
                                                  const std::vector<Way>& acquires) const {
  std::vector<std::pair<Way, Way>> found;
  for (const Way& r : releases)
    for (const Way& a : acquires) {
      // threads of one block that a barrier parts need nothing else
      if (pairs_ != PairClass::different_blocks && (r.of_block || a.of_block)) continue;
      if ((!r.needs_sequential && !a.needs_sequential) || (r.sequential && a.sequential))
        found.emplace_back(r, a);
    }
  return found;
}

Expr Chains::seen_by(ThreadCopy& copy, Expr e, bool of_block) {
  if (!of_block) return copy(e);
  return copy(pool_.substitute(e, [&](Expr x) -> Expr {
    const bool index = x->op == Op::symbol && pool_.symbol(x).role == Role::thread_index;
    return index ? pool_.constant(0, x->type) : nullptr;
  }));
}

Expr Chains::done_by(ThreadCopy& copy, EventId e, bool of_block) {
  std::vector<Expr> parts;
  for (Expr guard : events_[e].guards)
    parts.push_back(seen_by(copy, guard, of_block));
  return pool_.all(parts);
}

Expr Chains::same(const std::array<Expr, 3>& a, const std::array<Expr, 3>& b) {
  std::vector<Expr> parts;
  for (std::size_t i = 0; i < 3; ++i)
    parts.push_back(pool_.eq(a[i], b[i]));
  return pool_.all(parts);
}

// What increments gave two threads differs.
Expr Chains::other_numbers(Expr e, ThirdThread& third, ThreadCopy& x, std::size_t first) {
  std::vector<Expr> facts;
  const ThreadSymbols &a = third.symbols(), &b = copies_.thread(first);
  for (Expr atom : atoms(e)) {
    const auto found = std::ranges::find_if(protocol_.increments, [&](const Increment& i) {
      return atom->op == Op::apply && i.fn == static_cast<FunctionId>(atom->value);
    });
    if (found == protocol_.increments.end()) continue;
    Expr theirs = third(atom), own = x(atom);
    const bool of_block = pool_.function(atom).sharing >= Scope::block;
    std::vector<Expr> alike{pool_.eq(theirs->args.back(), own->args.back()), pool_.eq(theirs, own)};
    for (std::size_t i = 0; i < found->depth; ++i)
      alike.push_back(pool_.eq(theirs->args[i], own->args[i]));
    Expr one = same(a.block, b.block);
    if (!of_block) one = pool_.logical_and(one, same(a.thread, b.thread));
    facts.push_back(pool_.implies(pool_.all(alike), one));
  }
  return pool_.all(facts);
}

// Nobody but a thread that released has stored what is seen.
Expr Chains::by_flag(const Direction& d, EventId cell) {
  const Access& look = *events_[cell].access;
  ThreadCopy &x = d.copy[d.first], &y = d.copy[1 - d.first];
  const std::vector<Way> acquires = events_.acquires(cell, d.y, scope_, true);
  const std::vector<EventId> stores = modifications(look.array);
  std::vector<Expr> unordered;
  for (const bool of_block : {false, true}) {
    if (of_block && !look.by_one) continue;
    std::vector<Way> ways = acquires;
    std::erase_if(ways, [&](const Way& w) { return w.of_block != of_block; });
    Expr value = seen_by(y, look.result, of_block), zero = pool_.constant(0, value->type);
    Expr at = seen_by(y, look.offset, of_block);
    ThirdThread third(protocol_, copies_, look.array);
    std::vector<Expr> others{pool_.eq(value, zero)};
    bool any = false;
    for (const EventId s : stores) {
      const Access& store = *events_[s].access;
      if (store.size != look.size) return nullptr;
      std::vector<Expr> sees{third.exists(), pool_.eq(third(store.offset), at)};
      for (Expr guard : events_[s].guards)
        sees.push_back(third(guard));
      sees.push_back(other_numbers(store.offset, third, x, d.first));
      const bool known = store.kind == AccessKind::write || store.op == "exch" || store.op == "cas";
      Expr stored = store.kind == AccessKind::write ? store.value : store.operand;
      if (known && stored && stored->type.is_int())
        sees.push_back(pool_.eq(pool_.cast(third(stored), value->type), value));
      std::vector<Expr> released;
      if (strong(s))
        for (const auto& [way, unused] : combined(events_.releases(d.x, s, scope_, true), ways)) {
          std::vector<Expr> by{same(third.symbols().block, copies_.thread(d.first).block)};
          if (!way.of_block)
            by.push_back(same(third.symbols().thread, copies_.thread(d.first).thread));
          for (const SymbolId k : events_.common_loops(d.x, s))
            by.push_back(pool_.eq(third.binder(k), x(pool_.symbol_ref(k))));
          released.push_back(pool_.all(by));
        }
      any = any || !released.empty();
      others.push_back(pool_.logical_and(pool_.all(sees), pool_.logical_not(pool_.any(released))));
    }
    if (!any) continue;
    Expr until = look.until ? seen_by(y, look.until, of_block) : pool_.boolean(true);
    unordered.push_back(pool_.logical_or(pool_.logical_not(done_by(y, cell, of_block)),
                                         pool_.logical_and(until, pool_.any(others))));
  }
  if (unordered.empty()) return nullptr;
  d.out.zeroed.insert(look.array);
  return pool_.all(unordered);
}

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

// Both threads have the lock when they do what they do, and nobody stores 0 who has it not.
Expr Chains::by_lock(const Direction& d, EventId cell) {
  const Access& take = *events_[cell].access;
  const bool from_zero = take.op == "exch" || (take.op == "cas" && is_number(take.compare, 0));
  const bool takes =
      from_zero && take.operand && take.operand->op == Op::constant && !is_number(take.operand, 0);
  std::vector<EventId> others = modifications(take.array);
  std::erase(others, cell);
  if (!takes || !strong(cell) || others.size() != 1) return nullptr;
  const EventId give = others.front();
  const Access& back = *events_[give].access;
  if (back.op != "exch" || !is_number(back.operand, 0) || !strong(give) || give < cell ||
      back.offset != take.offset || back.size != take.size ||
      events_[give].loops != events_[cell].loops)
    return nullptr;
  const auto within = [&](EventId e) {
    return cell < e && e < give && events_.common_loops(cell, e) == events_[cell].loops;
  };
  if (!within(d.x) || !within(d.y)) return nullptr;
  const auto held_by = [&](auto&& see, auto&& done) {
    Expr got = see(take.result);
    Expr free = pool_.eq(got, pool_.constant(0, got->type));
    return pool_.logical_and(done(cell), take.until ? pool_.implies(see(take.until), free) : free);
  };
  ThirdThread third(protocol_, copies_, take.array);
  const auto third_done = [&](EventId e) {
    std::vector<Expr> parts{third.exists()};
    for (Expr guard : events_[e].guards)
      parts.push_back(third(guard));
    return pool_.all(parts);
  };
  Expr wrong = pool_.logical_and(third_done(give), pool_.logical_not(held_by(third, third_done)));
  std::vector<Expr> unordered;
  ThreadCopy &x = d.copy[d.first], &y = d.copy[1 - d.first];
  const auto x_takes = events_.acquires(cell, d.x, scope_, true),
             y_takes = events_.acquires(cell, d.y, scope_, true),
             x_gives = events_.releases(d.x, give, scope_, true),
             y_gives = events_.releases(d.y, give, scope_, true);
  for (const auto& [x_give, y_take] : combined(x_gives, y_takes))
    for (const auto& [y_give, x_take] : combined(y_gives, x_takes)) {
      if ((x_take.of_block && !x_give.of_block) || (y_take.of_block && !y_give.of_block)) continue;
      if ((x_take.of_block || y_take.of_block) && !(take.by_one && back.by_one)) continue;
      const auto held = [&](ThreadCopy& copy, bool of_block) {
        return held_by([&](Expr e) { return seen_by(copy, e, of_block); },
                       [&](EventId e) { return done_by(copy, e, of_block); });
      };
      unordered.push_back(pool_.logical_not(
          pool_.all(std::array{held(x, x_take.of_block), held(y, y_take.of_block),
                               pool_.eq(seen_by(x, take.offset, x_take.of_block),
                                        seen_by(y, take.offset, y_take.of_block))})));
    }
  if (unordered.empty()) return nullptr;
  return pool_.logical_or(pool_.all(unordered), wrong);
}

std::string Chains::line(EventId e) const {
  return "line " + std::to_string(events_[e].access->loc.line);
}

// The cell would order the two if ..
void Chains::note_missing(const Direction& d, EventId cell) {
  const Access& look = *events_[cell].access;
  const ArrayId own[] = {events_[d.x].access->array, events_[d.y].access->array};
  if (!d.out.hint.empty() || !flags_.contains(look.array) || own[0] == look.array ||
      own[1] == look.array)
    return;
  if (!look.until && !mentions_any(events_[d.y].guards, value_of(look))) return;
  if (events_.acquires(cell, d.y, scope_, false).empty()) return;
  const std::string name = "'" + kernel_.arrays.at(look.array).name + "'";
  std::vector<EventId> stores = modifications(look.array);
  const auto is_atomic = [&](EventId e) { return events_[e].access->kind == AccessKind::atomic; };
  if (std::ranges::any_of(stores, is_atomic)) // others set it back
    std::erase_if(stores, [&](EventId e) { return !is_atomic(e); });
  const bool complete = std::ranges::any_of(stores, [&](EventId s) {
    return strong(s) && strong(cell) && !events_.releases(d.x, s, scope_, true).empty() &&
           !events_.acquires(cell, d.y, scope_, true).empty();
  });
  if (complete) return;
  for (const EventId s : stores) {
    if (events_.releases(d.x, s, scope_, false).empty()) continue;
    const bool releases = !events_.releases(d.x, s, scope_, true).empty(),
               acquires = !events_.acquires(cell, d.y, scope_, true).empty();
    std::string hint;
    if (!is_atomic(s) || !is_atomic(cell))
      hint = name +
             (kernel_.arrays.at(look.array).is_volatile ? " is volatile, which orders nothing"
                                                        : " is no atomic") +
             ": store it with atomicExch and read it with atomicAdd(.., 0), or by cuda::atomic_ref";
    else if (!strong(s) || !strong(cell))
      hint = name + " is atomic for too few threads: use the functions without _block, or " +
             "cuda::thread_scope_device";
    const char* const fence = scope_ == Scope::grid ? "__threadfence()" : "__threadfence_block()";
    if (!releases)
      hint += (hint.empty() ? "put " : "; put ") + std::string(fence) + " between " + line(d.x) +
              " and " + line(s);
    if (!acquires)
      hint += (hint.empty() ? "put "
               : releases   ? "; put "
                            : ", and ") +
              std::string(fence) + " between " + line(cell) + " and " + line(d.y);
    if (!hint.empty()) {
      d.out.hint = hint;
      return;
    }
  }
}

// May anything that is not looked at here order `x` before `y`?
bool Chains::may_order(EventId x, EventId y) const {
  const auto before = [&](EventId a, EventId b) {
    return a < b || !events_.common_loops(a, b).empty();
  };
  std::vector<EventId> fences;
  for (EventId e = 0; e < events_.all().size(); ++e)
    if (events_[e].fence && events_[e].fence->op.scope >= scope_) fences.push_back(e);
  bool releases = false, acquires = false;
  for (EventId e = 0; e < events_.all().size(); ++e) {
    if (!strong(e)) continue;
    const Access& a = *events_[e].access;
    if (is_modification(e))
      releases =
          releases || (a.releases && before(x, e)) || std::ranges::any_of(fences, [&](EventId f) {
            return events_[f].fence->op.releases && before(x, f) && before(f, e);
          });
    if (a.result)
      acquires =
          acquires || (a.acquires && before(e, y)) || std::ranges::any_of(fences, [&](EventId f) {
            return events_[f].fence->op.acquires && before(e, f) && before(f, y);
          });
  }
  return releases && acquires;
}

void Chains::run(const Direction& d) {
  const auto need = [&](Expr unordered) {
    d.out.unordered = d.out.unordered ? pool_.logical_and(d.out.unordered, unordered) : unordered;
  };
  std::set<ArrayId> decided;
  for (const EventId cell : looks_) {
    if (cell >= d.y || events_.common_loops(cell, d.y) != events_[cell].loops) continue;
    note_missing(d, cell);
    if (!strong(cell)) continue;
    const ArrayId array = events_[cell].access->array;
    Expr exact = by_ticket(d, cell);
    if (!exact) exact = by_lock(d, cell);
    if (exact && all_take_part(cell)) decided.insert(array);
    if (exact) need(exact);
    if (Expr unordered = exact ? nullptr : by_flag(d, cell)) need(unordered);
  }
  if (!may_order(d.x, d.y)) return;
  for (const EventId cell : looks_) {
    const bool before = cell < d.y || !events_.common_loops(cell, d.y).empty();
    if (before && !decided.contains(events_[cell].access->array)) d.out.followed = false;
  }
  if (decided.empty()) d.out.followed = false;
}

PairOrder Chains::order(const Access& a, const Access& b, std::array<ThreadCopy, 2>& copy) {
  PairOrder out;
  const auto x = events_.find(a), y = events_.find(b);
  if (!x || !y) {
    out.followed = false;
    return out;
  }
  run({*x, *y, 0, copy, out});
  run({*y, *x, 1, copy, out});
  for (const EventId cell : looks_) { // of "add" as of all increments (content_facts)
    const Access& draw = *events_[cell].access;
    if (draw.op != "inc" || only_increment(draw.array) != cell) continue;
    Expr differ = pool_.logical_not(same_number({*x, *y, 0, copy, out}, cell));
    out.unordered = out.unordered ? pool_.logical_and(out.unordered, differ) : differ;
    out.zeroed.insert(draw.array);
  }
  const bool plain = a.kind != AccessKind::atomic || b.kind != AccessKind::atomic;
  if (out.hint.empty() && plain && a.array == b.array && flags_.contains(a.array)) {
    const core::Array& array = kernel_.arrays.at(a.array);
    out.hint = "'" + array.name + "' tells other threads of what was done" +
               (array.is_volatile ? ", and volatile orders nothing" : "") +
               ": make each access to it atomic, by atomicExch and atomicAdd(.., 0) or "
               "cuda::atomic_ref, with fences around";
  }
  return out;
}

} // namespace heddle::protocol
