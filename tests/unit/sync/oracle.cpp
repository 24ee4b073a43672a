#include "unit/sync/oracle.hpp"

#include <algorithm>
#include <sstream>

namespace heddle::sync::oracle {
namespace {

// ---- programs -----------------------------------------------------------------------------------

class Generator {
public:
  Generator(Random& r, const Taste& taste) : r_(r), taste_(taste) {
    p_.warp_size = taste.warp_size;
    units_ = taste.warp_size > 1 ? pick(r, 1, 4 / taste.warp_size) : pick(r, 2, 4);
    p_.threads.resize(static_cast<std::size_t>(units_ * taste.warp_size));
    p_.named = pick(r, taste.mbarriers ? 1 : 2, 3);
    for (int b = 0; b < p_.named; ++b) {
      counts_.push_back(chance(r, 15) ? 0 : pick(r, 1, units_));
      if (units_ > 1 && counts_.back() == 1 && chance(r, 70)) counts_.back() = 2;
    }
    if (taste.mbarriers)
      for (int m = pick(r, 1, 2); m > 0; --m)
        p_.mbarriers.push_back(pick(r, 1, 3) * taste.warp_size);
    phases_.assign(p_.mbarriers.size(), 0);
  }

  Program run() {
    for (int events = pick(r_, 2, 7); events > 0; --events) {
      event();
      if (chance(r_, 70)) access();
    }
    for (int m = pick(r_, 0, taste_.mutations); m > 0; --m)
      mutate();
    for (auto& ops : p_.threads) {
      if (ops.size() > 9) ops.resize(9);
      ops.push_back({.kind = Kind::exit});
    }
    return std::move(p_);
  }

private:
  void give(int unit, const Op& op) {
    for (int lane = 0; lane < p_.warp_size; ++lane)
      p_.threads[static_cast<std::size_t>(unit * p_.warp_size + lane)].push_back(op);
  }
  int unit() { return pick(r_, 0, units_ - 1); }
  void place(Op& op) {
    op.address = 4 * pick(r_, 0, 2);
    op.size = 4;
    if (!taste_.mixed_sizes) return;
    op.size = 1 << pick(r_, 0, 3);
    op.address = pick(r_, 0, 8 / op.size) * op.size;
    if (chance(r_, 15)) op.address += 1;
  }
  void access() {
    Op op;
    op.kind = chance(r_, 40) ? Kind::read : chance(r_, 75) ? Kind::write : Kind::atomic;
    op.value = chance(r_, 40) ? -1 : pick(r_, 1, 2) * (chance(r_, 50) ? 0x01010101 : 1);
    place(op);
    give(unit(), op);
  }
  void event() {
    if (taste_.mbarriers && chance(r_, 60)) {
      phase();
    } else if (taste_.copies && chance(r_, 30)) {
      copies();
    } else if (p_.warp_size > 1 && chance(r_, 40)) {
      give(unit(), {.kind = Kind::warp_sync});
    } else {
      generation();
    }
  }
  void generation() {
    const int b = pick(r_, 0, p_.named - 1);
    const int count = counts_[static_cast<std::size_t>(b)];
    Op op{.id = b, .count = count * p_.warp_size};
    std::vector<int>& units = users_[b];
    if (units.empty() || chance(r_, 25)) {
      units.clear();
      for (int u = 0; u < units_; ++u)
        units.push_back(u);
      std::ranges::shuffle(units, r_);
      if (count) units.resize(static_cast<std::size_t>(count));
      arrives_[b] = chance(r_, 50) ? 0 : pick(r_, 0, static_cast<int>(units.size()));
    }
    const bool same = chance(r_, 8); // one unit makes all the arrivals
    for (std::size_t i = 0; i < units.size(); ++i) {
      const bool arrives = same || static_cast<int>(i) < arrives_[b];
      op.kind = count && arrives ? Kind::arrive : Kind::sync;
      give(same ? units[0] : units[i], op);
      if (chance(r_, 15)) access();
    }
  }
  int forks() const {
    int n = 0;
    for (const auto& ops : p_.threads)
      n += static_cast<int>(std::ranges::count_if(ops, [](const Op& op) {
        return op.kind == Kind::bulk || op.kind == Kind::copy || op.kind == Kind::copy_arrive;
      }));
    return n;
  }
  bool may_fork() const { return taste_.copies && forks() + p_.warp_size <= 4; }
  void phase() {
    const int m = pick(r_, 0, static_cast<int>(p_.mbarriers.size()) - 1);
    const auto index = static_cast<std::size_t>(m);
    for (int arrivals = p_.mbarriers[index]; arrivals > 0; arrivals -= p_.warp_size) {
      const int u = unit();
      Op op{.kind = Kind::mb_arrive, .id = m};
      if (may_fork() && chance(r_, 25)) {
        op.kind = Kind::copy_arrive;
      } else if (may_fork() && chance(r_, 50)) {
        op.bytes = 4;
        Op copy{.kind = Kind::bulk, .id = m, .value = -1, .bytes = 4};
        place(copy);
        if (chance(r_, 30)) {
          op.bytes = 0;
          give(u, {.kind = Kind::mb_expect, .id = m, .bytes = 4});
        }
        if (chance(r_, 80)) {
          give(u, op);
          give(u, copy);
        } else {
          give(u, copy);
          give(u, op);
        }
        continue;
      } else if (chance(r_, 5)) {
        op.kind = Kind::mb_drop;
        p_.mbarriers[index] -= p_.warp_size;
      }
      give(u, op);
    }
    p_.mbarriers[index] = std::max(p_.warp_size, p_.mbarriers[index]);
    for (int u = 0; u < units_; ++u)
      if (chance(r_, 65)) give(u, {.kind = Kind::mb_wait, .id = m, .value = phases_[index] % 2});
    if (chance(r_, 10)) give(unit(), {.kind = Kind::mb_wait_for, .id = m});
    ++phases_[index];
  }
  void copies() {
    const int u = unit();
    if (may_fork()) {
      Op op{.kind = Kind::copy, .value = -1};
      place(op);
      give(u, op);
    }
    if (chance(r_, 80)) give(u, {.kind = Kind::commit});
    if (chance(r_, 60)) give(u, {.kind = Kind::copy_wait, .value = pick(r_, 0, 1)});
  }
  void mutate() {
    auto& ops =
        p_.threads[static_cast<std::size_t>(pick(r_, 0, static_cast<int>(p_.threads.size()) - 1))];
    if (ops.empty()) return;
    const auto i = static_cast<std::size_t>(pick(r_, 0, static_cast<int>(ops.size()) - 1));
    switch (pick(r_, 0, 5)) {
    case 0:
      ops.erase(ops.begin() + static_cast<std::ptrdiff_t>(i));
      break;
    case 1:
      if (i + 1 < ops.size()) std::swap(ops[i], ops[i + 1]);
      break;
    case 2:
      if (ops[i].kind == Kind::arrive) {
        ops[i].kind = Kind::sync;
      } else if (ops[i].kind == Kind::sync && ops[i].count) {
        ops[i].kind = Kind::arrive;
      } else if (ops[i].kind == Kind::mb_wait) {
        ops[i].value ^= 1;
      }
      break;
    case 3:
      if (ops[i].kind == Kind::sync || ops[i].kind == Kind::arrive)
        ops[i].id = pick(r_, 0, p_.named - 1);
      break;
    case 4:
      if (ops[i].kind == Kind::sync && chance(r_, 30))
        ops[i].count = pick(r_, 1, units_) * p_.warp_size;
      break;
    default: {
      const bool forks = ops[i].kind == Kind::bulk || ops[i].kind == Kind::copy ||
                         ops[i].kind == Kind::copy_arrive;
      if (!forks) ops.insert(ops.begin() + static_cast<std::ptrdiff_t>(i), ops[i]);
    }
    }
  }

  Random& r_;
  Taste taste_;
  Program p_;
  int units_ = 0;
  std::vector<int> counts_, phases_;
  std::map<int, std::vector<int>> users_; // of a named barrier, in the last generation
  std::map<int, int> arrives_;            // how many of them only arrive
};

// ---- driving the engine -------------------------------------------------------------------------

class Driver {
public:
  Driver(const Program& p, Drive drive, Random& r)
      : p_(p), drive_(drive), r_(r), size_(drive == Drive::as_warps ? 2 : p.warp_size),
        engine_(
            {static_cast<std::uint32_t>(p.threads.size()) * (drive == Drive::as_warps ? 2u : 1u),
             static_cast<std::uint32_t>(size_)},
            {.one_place_per_generation = false}),
        pc_(p.threads.size(), 0), blocked_(p.threads.size(), false), token_(p.threads.size()) {}

  Answer run() {
    prepare();
    while (true) {
      std::vector<int> ready;
      for (std::size_t t = 0; t < p_.threads.size(); ++t)
        if (!blocked_[t] && pc_[t] < p_.threads[t].size()) ready.push_back(static_cast<int>(t));
      if (ready.empty()) break;
      step(ready[static_cast<std::size_t>(pick(r_, 0, static_cast<int>(ready.size()) - 1))], ready);
    }
    engine_.finish();
    return answer();
  }

private:
  // The mbarriers are initialised before anything else.
  void prepare() {
    if (p_.mbarriers.empty()) return;
    for (std::size_t m = 0; m < p_.mbarriers.size(); ++m)
      engine_.mbarrier_init({0, 1}, address(static_cast<int>(m)),
                            static_cast<std::uint32_t>(p_.mbarriers[m]), {9999});
    for (std::size_t t = 0; t < p_.threads.size(); ++t)
      engine_.sync(lanes(static_cast<int>(t), 1), {15, std::nullopt, false, {9999}});
  }
  static std::uint32_t address(int mbarrier) {
    return 64 + 8 * static_cast<std::uint32_t>(mbarrier);
  }

  // `mask`: threads from t on, of one warp.
  Lanes lanes(int t, LaneMask mask) const {
    if (drive_ == Drive::as_warps) return {static_cast<std::uint32_t>(t), 3};
    return {static_cast<std::uint32_t>(t / size_), mask << (t % size_)};
  }
  void each(Lanes who, const std::function<void(std::size_t)>& f) const {
    if (drive_ == Drive::as_warps) return f(who.warp);
    for (int lane = 0; lane < size_; ++lane)
      if (who.lanes >> lane & 1)
        f(static_cast<std::size_t>(static_cast<int>(who.warp) * size_ + lane));
  }

  void step(int t, const std::vector<int>& ready) {
    const auto first = static_cast<std::size_t>(t);
    const Op& op = p_.threads[first][pc_[first]];
    LaneMask mask = 1;
    if (drive_ == Drive::together)
      for (const int other : ready) {
        const auto o = static_cast<std::size_t>(other);
        if (other > t && other / size_ == t / size_ && pc_[o] == pc_[first] &&
            p_.threads[o][pc_[o]] == op && token_[o] == token_[first] && chance(r_, 80))
          mask |= 1u << (other - t);
      }
    const Lanes who = lanes(t, mask);
    const auto pc = static_cast<std::uint32_t>(pc_[first]);
    // lanes that can make this operation together share its place
    auto owner = first;
    if (drive_ == Drive::together)
      for (owner = first - first % static_cast<std::size_t>(size_); owner < first; ++owner)
        if (pc < p_.threads[owner].size() && p_.threads[owner][pc] == op) break;
    const Place place{static_cast<std::uint32_t>(owner) * 64 + pc};
    each(who, [&](std::size_t i) { ++pc_[i]; });
    const Step s = make(op, who, place, first);
    for (const Lanes w : s.woken)
      each(w, [&](std::size_t i) { blocked_[i] = false; });
    if (s.blocked) each(who, [&](std::size_t i) { blocked_[i] = true; });
  }

  Step make(const Op& op, Lanes who, Place place, std::size_t first) {
    const auto scale = drive_ == Drive::as_warps ? 2u : 1u;
    Registration at{static_cast<std::uint32_t>(op.id), static_cast<std::uint32_t>(op.count) * scale,
                    drive_ == Drive::as_warps, place};
    if (op.count == 0) at.count.reset();
    switch (op.kind) {
    case Kind::read:
    case Kind::write:
    case Kind::atomic:
      engine_.access(event(op, who, place));
      return {};
    case Kind::arrive:
      return engine_.arrive(who, at);
    case Kind::sync:
      return engine_.sync(who, at);
    case Kind::warp_sync:
      return engine_.warp_sync(who, (LaneMask{1} << size_) - 1, place);
    case Kind::mb_arrive:
    case Kind::mb_drop: {
      const Step s = engine_.mbarrier_arrive(
          who, address(op.id),
          {1, op.kind == Kind::mb_arrive ? static_cast<std::uint32_t>(op.bytes) : 0u,
           op.kind == Kind::mb_drop, place});
      each(who, [&](std::size_t i) { token_[i][op.id] = s.phase; });
      return s;
    }
    case Kind::mb_expect:
      return engine_.mbarrier_expect_tx(who, address(op.id), static_cast<std::uint32_t>(op.bytes),
                                        place);
    case Kind::mb_wait:
      return engine_.mbarrier_wait(who, address(op.id),
                                   {std::nullopt, static_cast<std::uint32_t>(op.value), place});
    case Kind::mb_wait_for:
      if (!token_[first].contains(op.id)) return {};
      return engine_.mbarrier_wait(who, address(op.id), {token_[first][op.id], 0, place});
    case Kind::bulk: {
      AccessEvent copied = event(op, who, place);
      copied.releases = true; // what comes first in every interleaving
      return engine_.copy_bulk(copied, address(op.id), static_cast<std::uint32_t>(op.bytes));
    }
    case Kind::copy:
      engine_.copy(event(op, who, place), Channel::async);
      return {};
    case Kind::commit:
      engine_.copy_commit(who, Channel::async);
      return {};
    case Kind::copy_wait:
      engine_.copy_wait(who, Channel::async, static_cast<std::uint32_t>(op.value));
      return {};
    case Kind::copy_arrive:
      return engine_.copy_arrive(who, address(op.id), true, place, true);
    case Kind::exit:
      break;
    }
    return engine_.exit(who);
  }

  AccessEvent event(const Op& op, Lanes who, Place place) {
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      addresses_[lane] = static_cast<std::uint32_t>(op.address);
      // lanes of the warp that stands for a thread keep out of each other's way
      if (drive_ == Drive::as_warps) addresses_[lane] += 1024 * lane;
    }
    values_.assign(32, op.value < 0 ? Value{} : Value::known(static_cast<std::uint64_t>(op.value)));
    const Access kind = op.kind == Kind::read     ? Access::read
                        : op.kind == Kind::atomic ? Access::atomic
                                                  : Access::write;
    return {who, kind, addresses_, static_cast<std::uint32_t>(op.size), 1, values_, place};
  }

  Answer answer() const {
    Answer a;
    a.well_synchronized = engine_.well_synchronized();
    std::ostringstream text;
    for (const Finding& f : engine_.findings()) {
      text << "  finding kind " << static_cast<int>(f.kind) << " detail "
           << static_cast<int>(f.detail) << " first t" << f.first.thread << "@" << f.first.place.pc
           << " second t" << f.second.thread << "@" << f.second.place.pc << " at " << f.address
           << "+" << f.size << " barrier " << f.barrier.id << "\n";
      if (f.kind == FindingKind::race || f.kind == FindingKind::same_value_write) {
        const int scale = drive_ == Drive::as_warps ? 2 : 1;
        const int x = static_cast<int>(f.first.thread) / scale;
        const int y = static_cast<int>(f.second.thread) / scale;
        const Meeting m{std::min(x, y), std::max(x, y), static_cast<int>(f.address % 1024)};
        a.any.insert(m);
        if (f.kind == FindingKind::race) a.harmful.insert(m);
      } else if (!f.warning && f.detail != Detail::bytes_after_arrival) {
        a.only_rule_t = false;
      }
    }
    a.text = text.str();
    return a;
  }

  const Program& p_;
  Drive drive_;
  Random& r_;
  int size_;
  Engine engine_;
  std::vector<std::size_t> pc_;
  std::vector<bool> blocked_;
  std::vector<std::map<int, std::uint64_t>> token_;
  std::array<std::uint32_t, 32> addresses_{};
  std::vector<Value> values_;
};

} // namespace

Program generate(Random& random, const Taste& taste) { return Generator(random, taste).run(); }

Answer ask(const Program& program, Drive drive, Random& random) {
  return Driver(program, drive, random).run();
}

Program shrink(Program program, const std::function<bool(const Program&)>& bad) {
  bool again = true;
  while (again) {
    again = false;
    for (std::size_t t = 0; t < program.threads.size(); ++t)
      for (std::size_t i = 0; i + 1 < program.threads[t].size(); ++i) { // the exit stays
        Program smaller = program;
        auto& ops = smaller.threads[t];
        ops.erase(ops.begin() + static_cast<std::ptrdiff_t>(i));
        if (!bad(smaller)) continue;
        program = std::move(smaller);
        again = true;
        --i;
      }
  }
  return program;
}

} // namespace heddle::sync::oracle
