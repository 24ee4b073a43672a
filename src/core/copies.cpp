#include "core/copies.hpp"

#include "core/aliases.hpp"
#include "core/copies_packet.hpp"
#include "core/meetings.hpp"
#include "core/visit.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace heddle::core {

namespace {

// Groups that are told apart: at least, and at most.
constexpr std::int64_t usual_depth = 4, max_depth = 16;

using Places = std::uint32_t; // a bit for each

// What may be in flight at a place of the kernel, by packet; not reached: no thread comes there.
struct Flight {
  std::vector<Places> may;
  bool reached = true;
  std::map<VarId, Expr> known; // constants that numbers of groups are made of

  bool join(const Flight& other) { // does it change?
    if (!other.reached) return false;
    const Flight before = *this;
    if (!reached) *this = other;
    for (std::size_t i = 0; i < may.size(); ++i)
      may[i] |= other.may[i];
    std::erase_if(known, [&](const auto& entry) {
      const auto it = other.known.find(entry.first);
      return it == other.known.end() || it->second != entry.second;
    });
    return may != before.may || reached != before.reached || known != before.known;
  }
};

bool has_any(const Stmt& s, bool (*wanted)(const Stmt&)) {
  bool found = false;
  for_each_statement(s, [&](const Stmt& part) { found = found || wanted(part); });
  return found;
}
bool is_copy(const Stmt& s) { return std::holds_alternative<AsyncCopy>(s.node); }
bool is_barrier(const Stmt& s) {
  const auto* named = std::get_if<NamedBarrier>(&s.node);
  const auto* barrier = std::get_if<Barrier>(&s.node);
  return (barrier && !threads_of_meeting(*barrier)) || std::holds_alternative<Mbarrier>(s.node) ||
         (named && named->kind <= NamedBarrier::Kind::arrive);
}
bool is_proxy_fence(const Stmt& s) {
  const auto* named = std::get_if<NamedBarrier>(&s.node);
  return named && named->kind == NamedBarrier::Kind::fence;
}
bool separates(const Stmt& s) {
  return is_barrier(s) || is_proxy_fence(s) || std::holds_alternative<CopyGroup>(s.node);
}

// What tells an mbarrier of copies: an arrival or an announcement, then the completion.
bool tells_copies(const Stmt& s) {
  const auto* m = std::get_if<Mbarrier>(&s.node);
  return m && m->text.starts_with(copies_tell);
}
bool completes(const Stmt& s) {
  return std::get<Mbarrier>(s.node).kind == Mbarrier::Kind::complete;
}
// As if it stood where `at` does: what an mbarrier tells of are accesses of one place.
void move_to(Block& block, const Stmt& at) {
  for (Stmt& s : block) {
    s.loc = at.loc;
    s.call = at.call;
    for_each_part(s, [&](Block& part) { move_to(part, at); });
  }
}

class Completer {
public:
  explicit Completer(Kernel& kernel) : kernel_(kernel), pool_(*kernel.pool), all_(kernel) {}

  void run() {
    find_packets(kernel_.body);
    choose_depth();
    observed_.assign(packets_.size(), false);
    Flight flight{std::vector<Places>(packets_.size(), 0), true, {}};
    walk(kernel_.body, flight); // finds out which copies matter behind their issue
    emitting_ = true;
    Block body;
    for (std::size_t p = 0; p < packets_.size(); ++p)
      if (observed_[p]) make_places(p, body);
    flight = {std::vector<Places>(packets_.size(), 0), true, {}};
    Block rest = walk(kernel_.body, flight);
    std::ranges::move(rest, std::back_inserter(body));
    kernel_.body = std::move(body);
  }

private:
  // ---- packets

  void find_packets(const Block& block) {
    for (const Stmt& s : block) {
      if (const auto* loop = std::get_if<Loop>(&s.node)) {
        if (!has_any(s, separates)) {
          if (has_any(s, is_copy)) add_packet(s);
          continue;
        }
        for (const Block* part : {&loop->head, &loop->body, &loop->step})
          find_packets(*part);
      } else if (const auto* branch = std::get_if<If>(&s.node)) {
        find_packets(branch->then_block);
        find_packets(branch->else_block);
      } else if (const auto* labeled = std::get_if<Labeled>(&s.node)) {
        find_packets(labeled->body);
      } else if (is_copy(s)) {
        add_packet(s);
      }
    }
  }
  void add_packet(const Stmt& root) {
    by_root_.emplace(&root, packets_.size());
    packets_.push_back(make_packet(kernel_, root));
  }

  // A commit in a loop of few rounds counts for each.
  static std::int64_t commits_of(const Block& block) {
    std::int64_t commits = 0;
    for (const Stmt& s : block) {
      if (const auto* loop = std::get_if<Loop>(&s.node))
        commits += rounds_of(loop->cond) * (commits_of(loop->body) + commits_of(loop->step));
      else if (const auto* branch = std::get_if<If>(&s.node))
        commits += commits_of(branch->then_block) + commits_of(branch->else_block);
      else if (const auto* labeled = std::get_if<Labeled>(&s.node))
        commits += commits_of(labeled->body);
      else if (const auto* group = std::get_if<CopyGroup>(&s.node))
        commits += group->kind == CopyGroup::Kind::commit;
      commits = std::min(commits, max_depth);
    }
    return commits;
  }

  // Of a loop `while i < 8`, which most likely starts at 0; a guess, as all depths are.
  static std::int64_t rounds_of(Expr cond) {
    const bool bounds = cond->op == Op::lt || cond->op == Op::le;
    const auto most = bounds ? constant_value(cond->args[1]) : std::nullopt;
    return most && *most >= 1 && *most <= max_depth ? *most : 1;
  }

  void choose_depth() {
    const std::int64_t commits = commits_of(kernel_.body);
    for_each_statement(kernel_.body, [&](const Stmt& s) {
      has_barriers_ = has_barriers_ || is_barrier(s);
      const auto* group = std::get_if<CopyGroup>(&s.node);
      if (!group || !group->pending) return;
      for (Expr a : atoms(group->pending))
        if (a->op == Op::symbol) counters_.insert(static_cast<VarId>(a->value));
      if (const auto n = constant_value(group->pending); n && *n >= depth_)
        depth_ = std::min(*n + 1, max_depth);
    });
    depth_ = std::max(depth_, commits);
  }

  VarId variable(const std::string& name, Type type, Loc loc) {
    kernel_.vars.push_back(pool_.new_symbol({name, type, Role::variable, 0, {}, {}, loc}));
    return kernel_.vars.back();
  }

  void make_places(std::size_t p, Block& out) {
    Packet& packet = packets_[p];
    for (std::int64_t d = 0; d <= depth_; ++d) {
      const std::string name = "copy" + std::to_string(p) + "." + std::to_string(d);
      Packet::Place place{variable(name + ".flies", Type::boolean(), packet.loc), {}};
      for (std::size_t i = 0; i < packet.kept.size(); ++i)
        place.kept.push_back(
            variable(name + "." + std::to_string(i), packet.kept[i]->type, packet.loc));
      packet.places.push_back(std::move(place));
      land(packet.places.back(), out, {{}, packet.loc, 0});
    }
  }

  // ---- statements

  void put(Block& out, Stmt::Node node, const Stmt& at) const {
    if (emitting_) out.push_back({std::move(node), at.loc, at.call});
  }
  Expr flies(const Packet::Place& place) { return pool_.symbol_ref(place.flies); }

  void land(const Packet::Place& place, Block& out, const Stmt& at) {
    put(out, Assign{place.flies, pool_.boolean(false)}, at);
    for (VarId v : place.kept) { // what is not carried from here to there is easier to follow
      const Type type = pool_.symbol(v).type;
      if (type.is_int()) put(out, Assign{v, pool_.constant(0, type)}, at);
      if (type.is_bool()) put(out, Assign{v, pool_.boolean(false)}, at);
    }
  }
  void move(const Packet::Place& from, const Packet::Place& to, Block& out, const Stmt& at) {
    put(out, Assign{to.flies, flies(from)}, at);
    for (std::size_t i = 0; i < to.kept.size(); ++i)
      put(out, Assign{to.kept[i], pool_.symbol_ref(from.kept[i])}, at);
  }

  // Calls `f` for all that may be in flight.
  template <class F> void each_in_flight(const Flight& flight, const F& f) {
    for (std::size_t p = 0; p < packets_.size(); ++p)
      for (std::int64_t d = 0; d <= depth_; ++d)
        if (flight.may[p] >> d & 1) f(p, static_cast<std::size_t>(d));
  }

  Block walk(const Block& in, Flight& flight) {
    Block out;
    for (const Stmt& s : in) {
      if (!flight.reached) break;
      const auto root = by_root_.find(&s);
      if (root != by_root_.end() && !issued_)
        issue(root->second, s, flight, out);
      else
        step(s, flight, out);
    }
    return out;
  }

  void step(const Stmt& s, Flight& flight, Block& out) {
    if (const auto* branch = std::get_if<If>(&s.node)) {
      Flight other = flight;
      const Expr cond = now(branch->cond, flight);
      if (is_false(cond)) flight.reached = false;
      if (is_true(cond)) other.reached = false;
      If copy{branch->cond, walk(branch->then_block, flight), {}};
      copy.else_block = walk(branch->else_block, other);
      flight.join(other);
      put(out, std::move(copy), s);
    } else if (const auto* loop = std::get_if<Loop>(&s.node)) {
      Loop copy = rounds(*loop, flight);
      if (issued_ && !copying_ && emitting_) count(*loop, copy, s, out);
      put(out, std::move(copy), s);
    } else if (const auto* labeled = std::get_if<Labeled>(&s.node)) {
      jumps_[{labeled->label, false}] = nowhere();
      Labeled copy{labeled->label, walk(labeled->body, flight)};
      flight.join(jumps_[{labeled->label, false}]);
      put(out, std::move(copy), s);
    } else if (const auto* copy = std::get_if<AsyncCopy>(&s.node)) {
      copying_ = &packets_[issued_.value()].copies.at(&s);
      for (Stmt& part : walk(copy->body, flight))
        out.push_back(std::move(part));
      copying_ = nullptr;
    } else if (const auto* group = std::get_if<CopyGroup>(&s.node)) {
      if (group->kind == CopyGroup::Kind::commit)
        commit(group->channel, s, flight, out);
      else
        wait(*group, s, flight, out);
    } else {
      simple(s, flight, out);
    }
  }

  Expr now(Expr e, const Flight& flight) {
    if (flight.known.empty()) return e;
    return pool_.substitute(e, [&](Expr x) -> Expr {
      if (x->op != Op::symbol) return nullptr;
      const auto it = flight.known.find(static_cast<VarId>(x->value));
      return it == flight.known.end() ? nullptr : it->second;
    });
  }
  // Keeps Flight::known.
  void learn(const Stmt& s, Flight& flight) {
    const auto var = assigned_variable(s);
    if (!var) return;
    const auto* a = std::get_if<Assign>(&s.node);
    const Expr value = a && counters_.contains(*var) ? now(a->value, flight) : nullptr;
    flight.known.erase(*var);
    if (value && value->op == Op::constant) flight.known.emplace(*var, value);
  }

  void simple(const Stmt& s, Flight& flight, Block& out) {
    learn(s, flight);
    const bool tells = tells_copies(s);
    if (tells && completes(s)) tell(s, flight, out);
    if (const auto own = own_access(s)) keep_apart(*own, s, flight, out);
    if (std::holds_alternative<Exit>(s.node) && has_barriers_)
      lose(flight, out, s, "a thread returns while an asynchronous copy of its is in flight");
    put(out, Stmt(s).node, s);
    if (is_barrier(s)) repeat_all(s, flight, out, tells);
    if (is_proxy_fence(s)) repeat_fenced(s, flight, out);
    if (const auto* b = std::get_if<Break>(&s.node)) jumps_[{b->label, false}].join(flight);
    if (const auto* c = std::get_if<Continue>(&s.node)) jumps_[{c->label, true}].join(flight);
    flight.reached = !std::holds_alternative<Break>(s.node) &&
                     !std::holds_alternative<Continue>(s.node) &&
                     !std::holds_alternative<Exit>(s.node);
  }

  Flight nowhere() const { return {std::vector<Places>(packets_.size(), 0), false, {}}; }

  Loop rounds(const Loop& loop, Flight& flight) {
    const bool emitting = std::exchange(emitting_, false);
    Flight head = flight, leaves = nowhere();
    Loop copy;
    const auto once = [&] {
      Flight now = head;
      jumps_[{loop.label, false}] = jumps_[{loop.label, true}] = nowhere();
      copy = Loop{loop.label, walk(loop.head, now), loop.cond, {}, {}};
      leaves = now;
      copy.body = walk(loop.body, now);
      now.join(jumps_[{loop.label, true}]);
      copy.step = walk(loop.step, now);
      leaves.join(jumps_[{loop.label, false}]);
      return now;
    };
    while (head.join(once())) {
    }
    emitting_ = emitting;
    if (emitting_) once();
    flight = leaves;
    return copy;
  }

  // Counts the iterations of a loop of copies.
  void count(const Loop& loop, Loop& copy, const Stmt& s, Block& out) {
    const VarId done = round(loop.label, s.loc);
    put(out, Assign{done, pool_.constant(0, Type::i64())}, s);
    const Expr next = pool_.add(pool_.symbol_ref(done), pool_.constant(1, Type::i64()));
    put(copy.step, Assign{done, next}, s);
  }
  VarId round(LabelId loop, Loc loc) {
    const auto [it, inserted] = rounds_.try_emplace(loop);
    if (inserted) it->second = add_counter(kernel_, loc);
    return it->second;
  }

  // ---- what happens to copies

  void issue(std::size_t p, const Stmt& s, Flight& flight, Block& out) {
    const Packet& packet = packets_[p];
    if (observed_[p] && emitting_) {
      const Packet::Place& place = packet.places[0];
      if (flight.may[p] & 1)
        give_up(flies(place), "copies of one group that are issued on both sides of a barrier", s,
                out);
      put(out, Assign{place.flies, pool_.boolean(true)}, s);
      for (std::size_t i = 0; i < packet.kept.size(); ++i)
        put(out, Assign{place.kept[i], packet.kept[i]}, s);
    }
    flight.may[p] |= 1;
    issued_ = p;
    step(s, flight, out);
    issued_.reset();
  }

  void commit(CopyChannel channel, const Stmt& s, Flight& flight, Block& out) {
    for (std::size_t p = 0; p < packets_.size(); ++p) {
      if (packets_[p].channel != channel) continue;
      Places& may = flight.may[p];
      if (observed_[p] && emitting_)
        for (std::int64_t d = depth_; d > 0; --d)
          move_up(packets_[p], static_cast<std::size_t>(d), may, s, out);
      if (observed_[p] && emitting_ && (may & 1)) land(packets_[p].places[0], out, s);
      may = may << 1 & ((Places{2} << depth_) - 1);
    }
  }

  // What is one place below comes to place d.
  void move_up(const Packet& packet, std::size_t d, Places may, const Stmt& s, Block& out) {
    const Packet::Place &from = packet.places[d - 1], &to = packet.places[d];
    const bool comes = may >> (d - 1) & 1, is_there = may >> d & 1;
    if (is_there && static_cast<std::int64_t>(d) == depth_)
      give_up(flies(to), "more groups of asynchronous copies in flight than are told apart", s,
              out);
    if (comes) return move(from, to, out, s);
    if (is_there) land(to, out, s);
  }

  void wait(const CopyGroup& group, const Stmt& s, Flight& flight, Block& out) {
    const bool all = group.kind == CopyGroup::Kind::wait_all;
    const Expr pending = all ? pool_.constant(-1, Type::i64()) : now(group.pending, flight);
    const auto behind = constant_value(pending);
    each_in_flight(Flight(flight), [&](std::size_t p, std::size_t d) {
      if (packets_[p].channel != group.channel || (d == 0 && !all)) return;
      if (behind && static_cast<std::int64_t>(d) <= *behind) return;
      const bool emits = observed_[p] && emitting_;
      if (behind) {
        if (emits) land(packets_[p].places[d], out, s);
        flight.may[p] &= ~(Places{1} << d);
      } else if (emits) {
        const Packet::Place& place = packets_[p].places[d];
        const Expr number = pool_.constant(static_cast<std::int64_t>(d), Type::i64());
        put(out, Assign{place.flies, pool_.logical_and(flies(place), pool_.le(number, pending))},
            s);
      }
    });
  }

  // From here on it is the mbarrier that says when they are over.
  void tell(const Stmt& s, Flight& flight, Block& out) {
    Block told;
    each_in_flight(Flight(flight), [&](std::size_t p, std::size_t d) {
      if (packets_[p].channel != CopyChannel::async) return;
      again(p, d, nullptr, s, told);
      if (emitting_) land(packets_[p].places[d], told, s);
      flight.may[p] &= ~(Places{1} << d);
    });
    move_to(told, s);
    std::ranges::move(told, std::back_inserter(out));
  }

  // `tells`: those of cp.async come right behind it (tell).
  void repeat_all(const Stmt& s, const Flight& flight, Block& out, bool tells) {
    each_in_flight(flight, [&](std::size_t p, std::size_t d) {
      if (!tells || packets_[p].channel != CopyChannel::async) again(p, d, nullptr, s, out);
    });
  }

  // What cp.async writes behind a proxy fence, that fence does not cover.
  void repeat_fenced(const Stmt& s, const Flight& flight, Block& out) {
    each_in_flight(flight, [&](std::size_t p, std::size_t d) {
      if (packets_[p].channel == CopyChannel::async) again(p, d, nullptr, s, out);
    });
  }

  void again(std::size_t p, std::size_t d, const OwnAccess* own, const Stmt& s, Block& out) {
    observed_[p] = true;
    if (!emitting_) return;
    const Packet& packet = packets_[p];
    if (!packet.failure.empty()) return give_up(flies(packet.places[d]), packet.failure, s, out);
    put(out, If{flies(packet.places[d]), repeat(all_, packet, d, own), {}}, s);
  }

  void give_up(Expr cond, const std::string& reason, const Stmt& at, Block& out) const {
    put(out, If{cond, {{Unsupported{reason}, at.loc, at.call}}, {}}, at);
  }

  void lose(const Flight& flight, Block& out, const Stmt& s, const std::string& reason) {
    each_in_flight(flight, [&](std::size_t p, std::size_t d) {
      observed_[p] = true;
      if (emitting_) give_up(flies(packets_[p].places[d]), reason, s, out);
    });
  }

  // ---- the thread's own accesses

  static std::optional<OwnAccess> own_access(const Stmt& s) {
    if (const auto* r = std::get_if<Read>(&s.node))
      return OwnAccess{r->array, r->offset, r->size, false, s.loc, s.call};
    if (const auto* w = std::get_if<Write>(&s.node))
      return OwnAccess{w->array, w->offset, w->size, true, s.loc, s.call};
    if (const auto* a = std::get_if<Atomic>(&s.node))
      return OwnAccess{.array = a->array,
                       .offset = a->offset,
                       .size = a->size,
                       .writes = true,
                       .loc = s.loc,
                       .call = s.call,
                       .is_atomic = true};
    if (const auto* m = std::get_if<Mbarrier>(&s.node))
      return OwnAccess{m->array, m->offset, 8, true, s.loc, s.call};
    return std::nullopt;
  }

  void keep_apart(OwnAccess own, const Stmt& s, const Flight& flight, Block& out) {
    own.is_atomic = own.is_atomic && copying_;
    each_in_flight(flight, [&](std::size_t p, std::size_t d) {
      own.standing = copying_ && d == 0 && issued_ == p ? copying_ : nullptr;
      own.rounds.clear();
      if (own.standing && own.standing->loops.empty()) return; // a copy and itself
      if (own.standing)
        for (LabelId l : own.standing->loops)
          own.rounds.push_back(pool_.symbol_ref(round(l, s.loc)));
      const bool meets = std::ranges::any_of(packets_[p].touches, [&](const Packet::Touch& t) {
        return (own.writes || t.writes) && may_overlap(kernel_, own.array, t.array);
      });
      if (meets) again(p, d, &own, s, out);
    });
  }

  Kernel& kernel_;
  Pool& pool_;
  Repetitions all_;
  std::vector<Packet> packets_;
  std::map<const Stmt*, std::size_t> by_root_;
  std::vector<bool> observed_; // does it matter that it is in flight later?
  std::set<VarId> counters_;   // that numbers of groups are made of
  std::int64_t depth_ = usual_depth;
  bool emitting_ = false, has_barriers_ = false;
  const Standing* copying_ = nullptr;                // the copy around the current statement
  std::optional<std::size_t> issued_;                // the packet around it
  std::map<LabelId, VarId> rounds_;                  // counters of loops of copies
  std::map<std::pair<LabelId, bool>, Flight> jumps_; // to the end of a block, or to a loop's step
};

} // namespace

bool complete_copies(Kernel& kernel) {
  bool copies = false, groups = false;
  for_each_statement(kernel.body, [&](const Stmt& s) {
    copies = copies || is_copy(s);
    groups = groups || std::holds_alternative<CopyGroup>(s.node);
  });
  if (copies && groups) hoist_groups(kernel);
  if (copies || groups) Completer(kernel).run();
  return copies;
}

} // namespace heddle::core
