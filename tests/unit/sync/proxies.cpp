#include "unit/sync/proxies.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <unordered_set>

namespace heddle::sync::proxies {
namespace {

constexpr int max_places = 8;
// Accesses that are pending at a place: its last write, and a read of each thread since.
using Bits = std::uint32_t;
constexpr Bits write_bit = 1; // read of thread t: 2 << t

struct State {
  std::vector<std::uint8_t> at;       // by thread: next operation
  std::vector<std::uint8_t> waiting;  // by thread: it has come to its barrier
  std::vector<std::uint8_t> arrivals; // by mbarrier
  // Delayed until fenced by anybody, and until fenced by who did it.
  std::vector<Bits> pending, own_pending;
  std::vector<std::uint8_t> writer; // by place: thread of the pending write
  // What a thread has observed of what is pending; what a barrier or an mbarrier hands on.
  std::vector<std::vector<Bits>> observed;
  std::vector<std::vector<Bits>> handed; // by mbarrier

  std::string key() const {
    std::string k;
    const auto put = [&](const auto& values) {
      for (const auto v : values)
        k.append(reinterpret_cast<const char*>(&v), sizeof v);
    };
    put(at), put(waiting), put(arrivals), put(pending), put(own_pending), put(writer);
    for (const auto& o : observed)
      put(o);
    for (const auto& h : handed)
      put(h);
    return k;
  }
};

class Machine {
public:
  Machine(const Program& p, std::size_t max_states) : p_(p), max_(max_states) {}

  Outcome run() {
    State s;
    const std::size_t threads = p_.threads.size();
    s.at.assign(threads, 0);
    s.waiting.assign(threads, 0);
    s.arrivals.assign(p_.expected.size(), 0);
    s.pending.assign(max_places, 0);
    s.own_pending = s.pending;
    s.writer.assign(max_places, 0);
    s.observed.assign(threads, s.pending);
    s.handed.assign(p_.expected.size(), s.pending);
    visit(s);
    out_.states = seen_.size();
    return out_;
  }

private:
  void visit(const State& s) {
    if (seen_.size() > max_ || !seen_.insert(s.key()).second) return;
    bool moved = false, left = false;
    for (std::size_t t = 0; t < p_.threads.size(); ++t) {
      if (s.at[t] == p_.threads[t].size()) continue;
      left = true;
      if (s.waiting[t] || !may(s, t)) continue;
      moved = true;
      State next = s;
      step(next, t, p_.threads[t][s.at[t]]);
      visit(next);
    }
    if (left && !moved) out_.finishes = false;
  }

  bool may(const State& s, std::size_t t) const {
    const Op& op = p_.threads[t][s.at[t]];
    const auto m = static_cast<std::size_t>(op.id);
    return op.kind != Kind::wait || s.arrivals[m] == p_.expected[m];
  }

  static void join(std::vector<Bits>& to, const std::vector<Bits>& from) {
    for (std::size_t i = 0; i < to.size(); ++i)
      to[i] |= from[i];
  }
  static Bits read_bit(std::size_t t) { return Bits{2} << t; }

  // Whatever is known of the place is so no more: something came on top.
  static void cover(State& s, std::size_t place) {
    s.pending[place] = s.own_pending[place] = 0;
    for (auto& o : s.observed)
      o[place] = 0;
    for (auto& h : s.handed)
      h[place] = 0;
  }

  void meet_async(State& s, int place, bool writes) {
    const auto at = static_cast<std::size_t>(place);
    if (s.pending[at] & write_bit)
      out_.wrong.emplace(place, Wrong::unfenced);
    else if (s.own_pending[at] & write_bit)
      out_.wrong.emplace(place, Wrong::late);
    if (!writes) return;
    if (s.pending[at] & ~write_bit) out_.wrong.emplace(place, Wrong::overwritten);
    cover(s, at);
  }

  void step(State& s, std::size_t t, const Op& op) {
    const auto place = static_cast<std::size_t>(op.place), m = static_cast<std::size_t>(op.id);
    ++s.at[t];
    switch (op.kind) {
    case Kind::read: // what others know of is the one before it
      for (auto* views : {&s.observed, &s.handed})
        for (auto& view : *views)
          view[place] &= ~read_bit(t);
      s.pending[place] |= read_bit(t);
      s.observed[t][place] |= read_bit(t);
      return;
    case Kind::write:
    case Kind::copy_in:
      cover(s, place);
      s.pending[place] = s.own_pending[place] = write_bit;
      s.observed[t][place] = write_bit;
      s.writer[place] = static_cast<std::uint8_t>(t);
      return;
    case Kind::fence:
      for (std::size_t i = 0; i < max_places; ++i) {
        s.pending[i] &= ~s.observed[t][i];
        if (s.writer[i] == t) s.own_pending[i] = 0;
      }
      return;
    case Kind::sync:
    case Kind::warp_sync:
      s.waiting[t] = 1;
      meet(s, t, op.kind == Kind::sync);
      return;
    case Kind::arrive:
      ++s.arrivals[m];
      join(s.handed[m], s.observed[t]);
      return;
    case Kind::wait:
      join(s.observed[t], s.handed[m]);
      return;
    case Kind::bulk_read:
      meet_async(s, op.place, false);
      return;
    case Kind::bulk_write:
      meet_async(s, op.place, true);
      ++s.arrivals[m];
      join(s.handed[m], s.observed[t]);
      return;
    }
  }

  // The barrier that `t` has come to, when all are there.
  void meet(State& s, std::size_t t, bool all) const {
    const auto size = static_cast<std::size_t>(p_.warp_size);
    const std::size_t first = all ? 0 : t / size * size;
    const std::size_t last = all ? p_.threads.size() : first + size;
    const Kind kind = all ? Kind::sync : Kind::warp_sync;
    for (std::size_t u = first; u < last; ++u)
      if (!s.waiting[u] || p_.threads[u][s.at[u] - 1U].kind != kind) return;
    std::vector<Bits> sum(max_places, 0);
    for (std::size_t u = first; u < last; ++u)
      join(sum, s.observed[u]);
    for (std::size_t u = first; u < last; ++u) {
      s.observed[u] = sum;
      s.waiting[u] = 0;
    }
  }

  const Program& p_;
  std::size_t max_;
  Outcome out_;
  std::unordered_set<std::string> seen_;
};

} // namespace

Outcome explore(const Program& program, std::size_t max_states) {
  return Machine(program, max_states).run();
}

std::string print(const Program& program) {
  static const std::map<Kind, const char*> names{
      {Kind::read, "read"},           {Kind::write, "write"},
      {Kind::copy_in, "copy in"},     {Kind::fence, "fence"},
      {Kind::sync, "sync"},           {Kind::warp_sync, "warp sync"},
      {Kind::arrive, "arrive"},       {Kind::wait, "wait"},
      {Kind::bulk_read, "bulk read"}, {Kind::bulk_write, "bulk write"}};
  std::ostringstream out;
  out << "warps of " << program.warp_size << "\n";
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    out << "thread " << t << ":";
    for (const Op& op : program.threads[t])
      out << " " << names.at(op.kind) << " x" << op.place << " m" << op.id << ";";
    out << "\n";
  }
  for (std::size_t m = 0; m < program.expected.size(); ++m)
    out << "m" << m << " expects " << program.expected[m] << "\n";
  return out.str();
}

} // namespace heddle::sync::proxies
