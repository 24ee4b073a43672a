// Which aligned barriers are completed from different places?
#include "barrier/analysis/nested_states.hpp"

#include <algorithm>
#include <set>

namespace heddle::barrier {
namespace {

// The generations of one run, by the order of its steps: no clocks are needed.
class Generations {
public:
  Generations(const Shape& shape, const Run& run) : shape_(shape), run_(run) {}

  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs() {
    std::vector<std::uint32_t> done(shape_.warps(), 0);
    open_.resize(shape_.named.size());
    for (const std::uint32_t w : run_.schedule) {
      const Executed& op = run_.roles[shape_.role_of[w]].operations[done[w]++];
      if (op.is_named()) enter(w, op);
    }
    return std::move(pairs_);
  }

private:
  struct Open {
    std::uint32_t registered = 0;
    std::set<std::uint32_t> places; // of aligned syncs
  };

  void enter(std::uint32_t w, const Executed& op) {
    Open& open = open_[op.barrier];
    open.registered += shape_.threads(w);
    if (op.is_sync() && op.source->aligned) open.places.insert(op.source->place);
    if (op.all_threads() || open.registered < op.required) return;
    for (auto one = open.places.begin(); one != open.places.end(); ++one)
      for (auto other = std::next(one); other != open.places.end(); ++other)
        pairs_.emplace(*one, *other);
    open = {};
  }

  const Shape& shape_;
  const Run& run_;
  std::vector<Open> open_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> pairs_;
};

} // namespace

std::vector<Mixed> Analysis::mixed() const {
  std::vector<Mixed> result;
  for (const Record& record : state_->records) {
    if (record.run.violation) continue;
    for (const auto& [first, second] : Generations(state_->shape, record.run).pairs())
      if (std::ranges::none_of(
              result, [&](const Mixed& m) { return m.first == first && m.second == second; }))
        result.push_back({first, second, record.run.n});
  }
  return result;
}

std::vector<NestedMixed> NestedAnalysis::mixed() const {
  std::vector<NestedMixed> result;
  const auto add = [&](const WordFamily& family, const Word& word, bool with_n) {
    for (const Record& record : family.records) {
      if (record.run.violation || !family.can_be(record)) continue;
      for (const auto& [first, second] : Generations(family.shape, record.run).pairs()) {
        const auto same = [&](const NestedMixed& m) {
          return m.first == first && m.second == second;
        };
        if (std::ranges::any_of(result, same)) continue;
        result.push_back({first, second, word});
        if (with_n) result.back().trips.push_back(record.run.n);
      }
    }
  };
  for (const auto& s : state_->states) {
    if (s->block) add(*s->block, s->word, true);
    add(*make_family(state_->skeleton, s->word, Next::after, {}, state_->limits), s->word, false);
  }
  return result;
}

} // namespace heddle::barrier
