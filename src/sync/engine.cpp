#include "sync/engine.hpp"

#include "sync/state.hpp"

#include <stdexcept>

namespace heddle::sync {
namespace {

Shape checked(Shape shape) {
  if (shape.warp_size < 1 || shape.warp_size > 32)
    throw std::invalid_argument("a warp has 1 to 32 lanes");
  if (shape.threads < 1 || shape.threads > 1024)
    throw std::invalid_argument("a block has 1 to 1024 threads");
  return shape;
}

Role plain_role(Access kind) {
  switch (kind) {
  case Access::read:
    return Role::read;
  case Access::write:
    return Role::write;
  case Access::atomic:
    break;
  }
  return Role::atomic;
}

} // namespace

Engine::State::State(Shape s, EngineOptions o)
    : shape(checked(s)), options(o), groups(s, o.lock_step),
      shadow(groups, findings, o.proxies, o.pipelined), blocked(groups.warps(), 0),
      named(o.barriers) {
  for (std::uint32_t warp = 0; warp < groups.warps(); ++warp)
    live.push_back(groups[groups.of_warp(warp).front()].lanes);
  for (NamedBarrier& b : named) {
    b.present.assign(groups.warps(), 0);
    groups.watch(&b.join);
  }
  if (options.record_graph) last_node.assign(s.threads, Graph::start);
}

// ---- bookkeeping --------------------------------------------------------------------------------

void Engine::State::check(Lanes who) const {
  if (who.warp >= groups.warps()) throw std::invalid_argument("no such warp");
  if (!who.lanes) throw std::invalid_argument("an event without lanes");
  if (who.lanes & ~live[who.warp]) throw std::invalid_argument("an event of an exited thread");
  if (who.lanes & blocked[who.warp]) throw std::invalid_argument("an event of a blocked thread");
}

void Engine::State::check(const AccessEvent& event) {
  check(event.who);
  const auto lanes = static_cast<std::uint64_t>(std::popcount(event.who.lanes));
  const auto last = static_cast<std::uint32_t>(std::bit_width(event.who.lanes));
  if (event.addresses.size() < last) throw std::invalid_argument("a lane without an address");
  if (!event.values.empty() && event.values.size() < std::size_t{last} * event.elements)
    throw std::invalid_argument("a lane without its values");
  if (event.size == 0 || event.elements == 0) throw std::invalid_argument("an access of no bytes");
  for_each_lane(event.who.lanes, [&](std::uint32_t lane) {
    if (event.addresses[lane] + std::uint64_t{event.size} * event.elements > address_limit)
      throw std::invalid_argument("an access beyond 32 MiB of memory");
  });
  statistics.commands += lanes;
  statistics.accesses += lanes;
}

void Engine::State::check_mbarrier(Lanes who, std::uint32_t address) {
  count(who);
  if (address + std::uint64_t{8} > address_limit)
    throw std::invalid_argument("an mbarrier beyond 32 MiB of memory");
}

void Engine::State::advance(Lanes who) {
  if (!options.lock_step) return;
  for (const GroupId g : groups.parts(who))
    groups.step(g);
}

void Engine::State::count(Lanes who) {
  check(who);
  statistics.commands += static_cast<std::uint64_t>(std::popcount(who.lanes));
}

std::size_t Engine::State::barrier_memory() const {
  std::size_t members = 0, bytes = 0;
  for (const NamedBarrier& b : named)
    members += b.current.capacity() + b.previous.capacity() + b.blocked.capacity();
  for (const auto& [address, m] : mbarriers) {
    members += m->current.capacity() + m->previous.capacity() + m->before_previous.capacity() +
               m->expecting.capacity() + m->waits.capacity() + m->blocked.capacity();
    bytes += sizeof(Mbarrier);
  }
  return bytes + members * sizeof(Member) + graph.nodes.capacity() * sizeof(Graph::Node) +
         graph.edges.capacity() * sizeof(Graph::Edge);
}

Step Engine::State::step() {
  woken.clear();
  return {};
}

void Engine::State::wake(Lanes who) {
  blocked[who.warp] &= ~who.lanes;
  woken.push_back(who);
}

void Engine::State::keep(std::vector<Member>& members, const Member& member) {
  for (Member& m : members) {
    if (m.warp != member.warp || m.lanes != member.lanes || m.joint != member.joint ||
        m.role != member.role || m.origin != member.origin)
      continue;
    m = member;
    return;
  }
  members.push_back(member);
}

std::uint32_t Engine::State::add_node(BarrierRef barrier, std::uint64_t generation) {
  if (!options.record_graph) return Graph::start;
  graph.nodes.push_back({barrier, generation, false});
  return static_cast<std::uint32_t>(graph.nodes.size() - 1);
}

void Engine::State::add_edge(std::uint32_t node, Lanes who, Role role, Place place) {
  if (node == Graph::start) return;
  // lanes that come from one generation share an edge
  LaneMask left = who.lanes;
  while (left) {
    const std::uint32_t from = last_node[groups.first_thread({who.warp, left})];
    LaneMask same = 0;
    for_each_lane(left, [&](std::uint32_t lane) {
      if (last_node[groups.thread(who.warp, lane)] == from) same |= LaneMask{1} << lane;
    });
    graph.edges.push_back({from, node, {who.warp, same}, role, place});
    left &= ~same;
  }
  for_each_lane(who.lanes,
                [&](std::uint32_t lane) { last_node[groups.thread(who.warp, lane)] = node; });
}

void Engine::State::complete_node(std::uint32_t node) {
  if (node != Graph::start) graph.nodes[node].complete = true;
}

void Engine::State::merge(std::span<const Lanes> released) {
  for (std::size_t i = 0; i < released.size(); ++i) {
    LaneMask lanes = released[i].lanes;
    bool first = true;
    for (std::size_t j = 0; j < released.size(); ++j) {
      if (released[j].warp != released[i].warp) continue;
      lanes |= released[j].lanes;
      first = first && j >= i;
    }
    if (first) groups.merge({released[i].warp, lanes});
  }
}

// ---- memory -------------------------------------------------------------------------------------

// An mbarrier's memory that something else writes holds none any more (PTX ISA, "mbarrier.inval").
void Engine::State::overwrite(const AccessEvent& e) {
  for_each_lane(e.who.lanes, [&](std::uint32_t lane) {
    const std::uint64_t begin = e.addresses[lane], end = begin + std::uint64_t{e.size} * e.elements;
    end_mbarriers(begin, end);
  });
}

void Engine::State::end_mbarriers(std::uint64_t begin, std::uint64_t end) {
  constexpr std::uint64_t object = 8;
  const auto first = static_cast<std::uint32_t>(begin < object ? 0 : begin - object + 1);
  for (auto it = mbarriers.lower_bound(first); it != mbarriers.end() && it->first < end; ++it)
    it->second->live = false;
}

void Engine::State::access(const AccessEvent& e, Role role, const Source& source) {
  const bool is_own = role >= Role::arrive; // of an operation on the object itself
  if (!mbarriers.empty() && !is_own && e.kind != Access::read && !e.tensor_memory) overwrite(e);
  const bool together_allowed =
      e.kind == Access::read || (e.kind == Access::atomic && e.change != Change::set);
  for (const GroupId g : groups.of_warp(e.who.warp)) {
    const Group& group = groups[g];
    Accessor who{g,      e.who.warp, source.origin, source.component, group.now,
                 e.kind, e.change,   role,          e.place,          source.async};
    who.tensor = source.tensor;
    who.tensor_memory = e.tensor_memory;
    who.synchronous = e.synchronous;
    who.map = e.map;
    who.issued = group.now;
    if (has_channel(source.origin)) who.time = group.copies[channel_of(source.origin)].issue;
    if (source.origin == Origin::mbarrier || source.origin == Origin::matrix)
      who.time = source.time;
    for (LaneMask left = group.lanes & e.who.lanes; left;) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
      const std::uint32_t address = e.addresses[lane];
      LaneMask together = LaneMask{1} << lane;
      // lanes that read one address go together, as do those whose changes commute
      for (std::uint32_t next = lane + 1; together_allowed && next < 32; ++next) {
        if (!(left >> next & 1) || e.addresses[next] != address) break;
        together |= LaneMask{1} << next;
      }
      for (std::uint32_t i = 0; i < e.elements; ++i) {
        const Value value = e.values.empty() ? Value{} : e.values[lane * e.elements + i];
        shadow.access(who, together, address + i * e.size, e.size, value);
      }
      left &= ~together;
    }
  }
}

void Engine::State::fence(Lanes who, Fence kind) {
  if (kind == Fence::mbarrier_init) {
    for (const auto& [address, m] : mbarriers)
      for_each_lane(who.lanes, [&](std::uint32_t lane) {
        m->fenced = m->fenced || m->initialised.thread == groups.thread(who.warp, lane);
      });
    return;
  }
  for (const GroupId g : groups.parts(who))
    groups.fence(g, who.lanes);
}

void Engine::State::touch(Lanes who, std::uint32_t address, Access kind, Role role, Place place,
                          const Source& source, const Value& value) {
  std::array<std::uint32_t, 32> addresses;
  addresses.fill(address);
  std::array<Value, 32> values;
  values.fill(value);
  access({who, kind, addresses, 8, 1, values, place, Change::some}, role, source);
}

// ---- the public face ----------------------------------------------------------------------------

Engine::Engine(Shape shape, EngineOptions options)
    : state_(std::make_unique<State>(shape, options)) {}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

Step Engine::arrive(Lanes who, const Registration& at) {
  return state_->register_at(who, at, Role::arrive);
}
Step Engine::sync(Lanes who, const Registration& at) {
  return state_->register_at(who, at, Role::sync);
}
Step Engine::warp_sync(Lanes who, LaneMask members, Place place) {
  return state_->warp_sync(who, members, place);
}
Step Engine::exit(Lanes who) { return state_->exit(who); }
void Engine::follow(Lanes who, Lanes others) { state_->follow(who, others); }

Unsettled Engine::access(const AccessEvent& event) {
  state_->check(event);
  state_->shadow.settle();
  Role role = plain_role(event.kind);
  if (event.kind == Access::atomic && event.change == Change::none) role = Role::read;
  state_->access(event, role, {});
  state_->advance(event.who);
  return state_->shadow.unsettled();
}

void Engine::fence(Lanes who, Fence kind) {
  state_->count(who);
  if (state_->options.proxies) state_->fence(who, kind);
}

void Engine::release_maps(Lanes who) {
  state_->count(who);
  if (!state_->options.proxies) return;
  for (const GroupId g : std::vector<GroupId>(state_->groups.parts(who)))
    state_->groups.release_maps(g);
}

void Engine::acquire_map(Lanes who, std::span<const std::uint32_t> addresses) {
  state_->count(who);
  if (!state_->options.proxies) return;
  for_each_lane(who.lanes, [&](std::uint32_t lane) {
    state_->shadow.acquire_map(state_->groups.thread(who.warp, lane), addresses[lane]);
  });
}

void Engine::finish() { state_->finish(); }

const std::vector<Finding>& Engine::findings() const { return state_->findings.all(); }
bool Engine::well_synchronized() const { return !state_->findings.violated(); }
const Graph& Engine::graph() const { return state_->graph; }

const Statistics& Engine::statistics() const {
  Statistics& s = state_->statistics;
  s.shared_addresses = state_->shadow.touched();
  s.race_tests = state_->shadow.tests();
  s.clock_groups = state_->groups.peak();
  return s;
}

std::size_t Engine::memory() const {
  return sizeof(State) + state_->groups.memory() + state_->findings.memory() +
         state_->shadow.memory() + state_->barrier_memory();
}

} // namespace heddle::sync
