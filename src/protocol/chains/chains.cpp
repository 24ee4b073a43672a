#include "protocol/chains/chains.hpp"

#include "core/clusters.hpp"

#include <algorithm>

namespace heddle::protocol {

namespace {

// Kernels with more accesses that may tell of others are not looked at.
constexpr std::size_t max_looks = 64;

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

Expr Chains::done_by(ThirdThread& third, EventId e) {
  std::vector<Expr> parts{third.exists()};
  for (Expr guard : events_[e].guards)
    parts.push_back(third(guard));
  return pool_.all(parts);
}

Expr Chains::same(const std::array<Expr, 3>& a, const std::array<Expr, 3>& b) {
  std::vector<Expr> parts;
  for (std::size_t i = 0; i < 3; ++i)
    parts.push_back(pool_.eq(a[i], b[i]));
  return pool_.all(parts);
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
    if (exact && all_take_part(cell) && !takes_any(cell)) decided.insert(array);
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
