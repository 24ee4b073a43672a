#include "oracle_answers.hpp"

#include <algorithm>

namespace heddle::protocol::oracle {

namespace {

// Is the barrier one for both threads?
bool joins(const Barrier& b, Place x, Place y) {
  if (b.scope == Scope::grid) return true;
  if (x.block != y.block) return false;
  if (b.scope != Scope::warp) return true;
  if (b.group_size != 0) return x.thread / b.group_size == y.thread / b.group_size;
  if (b.mask) return b.mask->value >> x.thread & 1 && b.mask->value >> y.thread & 1;
  return true;
}

using Crossing = std::pair<const Barrier*, Values>;

std::vector<Crossing> crossings(const Run& run, Place x, Place y) {
  std::vector<Crossing> result;
  for (const Event& e : run.events)
    if (e.barrier && joins(*e.barrier, x, y)) result.emplace_back(e.barrier, e.iterations);
  return result;
}

std::vector<std::vector<Instance>> phases(const Run& run, Place self, Place other) {
  std::vector<std::vector<Instance>> result(1);
  for (const Event& e : run.events) {
    if (e.access)
      result.back().emplace_back(self, e.access, e.iterations);
    else if (joins(*e.barrier, self, other))
      result.emplace_back();
  }
  return result;
}

class Comparer {
public:
  explicit Comparer(Truth& truth) : truth_(truth) {}

  void compare(Place x, const Run& run_x, Place y, const Run& run_y) {
    if (crossings(run_x, x, y) != crossings(run_y, x, y)) {
      truth_.unaligned.insert({x, y});
      truth_.unaligned.insert({y, x});
    } else {
      meet(phases(run_x, x, y), phases(run_y, y, x));
    }
    miss(x, run_x, y, run_y);
    miss(y, run_y, x, run_x);
  }

private:
  void meet(const std::vector<std::vector<Instance>>& a,
            const std::vector<std::vector<Instance>>& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
      for (const Instance& p : a[i])
        for (const Instance& q : b[i])
          truth_.meetings.insert(std::minmax(p, q));
  }

  void miss(Place x, const Run& run_x, Place y, const Run& run_y) {
    const auto theirs = crossings(run_y, x, y);
    if (!run_x.alive) return;
    for (const Crossing& c : crossings(run_x, x, y)) {
      const Miss m{c.first->text, x, y, c.second};
      if (!run_y.alive)
        truth_.exited.insert(m);
      else if (std::ranges::find(theirs, c) == theirs.end())
        truth_.divergent.insert(m);
    }
  }

  Truth& truth_;
};

} // namespace

Truth by_execution(const Setting& s, PairClass pairs) {
  Truth truth;
  std::map<Place, Run> runs;
  for (std::int64_t b = 0; b < s.blocks; ++b)
    for (std::int64_t t = 0; t < s.threads; ++t) {
      Run run = execute(s.protocol->root, s.alive, s.env, s.tid, s.bid, {t, b}, *s.protocol->pool);
      truth.finished = truth.finished && run.finished;
      for (const Event& e : run.events)
        for (std::int64_t i : e.iterations)
          truth.last_iteration = std::max(truth.last_iteration, i);
      runs.emplace(Place{t, b}, std::move(run));
    }
  if (!truth.finished) return truth;
  Comparer comparer(truth);
  for (auto x = runs.begin(); x != runs.end(); ++x)
    for (auto y = std::next(x); y != runs.end(); ++y)
      if ((x->first.block != y->first.block) == (pairs == PairClass::different_blocks))
        comparer.compare(x->first, x->second, y->first, y->second);
  return truth;
}

} // namespace heddle::protocol::oracle
