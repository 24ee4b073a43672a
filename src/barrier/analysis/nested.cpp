#include "barrier/analysis/nested_states.hpp"

#include <algorithm>
#include <stdexcept>

namespace heddle::barrier {
namespace {

constexpr std::size_t most_left_behind = 64; // operations of one warp
constexpr std::int64_t tried_when_undecided = 3;
constexpr std::int64_t most_iterations = 24; // of outer loops that are looked at one by one

void check_straight(const std::vector<Section>& sections) {
  for (const Section& s : sections)
    if (s.is_loop) throw std::invalid_argument("a loop before or behind the outer loop");
}

std::vector<std::unique_ptr<WordState>>::iterator
find_key(std::vector<std::unique_ptr<WordState>>& states, const std::vector<std::uint32_t>& key) {
  return std::ranges::find_if(states, [&](const auto& s) { return s->key == key; });
}

} // namespace

std::unique_ptr<WordFamily> make_family(const NestedSkeleton& nested, const Word& word, Next next,
                                        std::optional<Probe> probe, const NestedLimits& limits) {
  Written written = write_out(nested, word, next);
  if (probe) probe->boundary = written.boundary;
  auto out =
      std::make_unique<WordFamily>(std::move(written), std::move(probe), next == Next::after);
  // what is written out comes first
  for (std::uint32_t r = 0; r < out->shape.sections.size(); ++r)
    for (std::uint32_t s = out->written.boundary[r]; s < out->shape.sections[r].size(); ++s)
      out->shape.sections[r][s].rank += 2;
  if (next == Next::block) {
    out->possible = &limits.possible;
    std::tie(out->least_first, out->base_period) = recurrence(nested);
  }
  out->search(limits.runs);
  return out;
}

const Run& WordFamily::run_of(std::int64_t n) {
  if (n < static_cast<std::int64_t>(records.size()))
    return records[static_cast<std::size_t>(n)].run;
  const auto found = longer_.find(n);
  if (found != longer_.end()) return found->second;
  return longer_.emplace(n, run(shape, n, unroll_all(shape, n), nullptr, mode)).first->second;
}

const Record* first_failure(const Family& family) {
  for (const Record& record : family.records)
    if (record.run.violation && family.can_be(record)) return &record;
  return nullptr;
}

bool NestedAnalysis::State::fails(WordFamily& family, const Word& word, bool with_n) {
  const Record* record = first_failure(family);
  if (!record) return false;
  NestedFailure f;
  f.trips = word;
  const Run& run = family.run_of(family.member(*record));
  if (with_n) f.trips.push_back(run.n);
  f.at_end = !with_n;
  f.failure = explain(family.shape, run);
  const auto translate = [&](Step& step) {
    const std::uint32_t r = step.role;
    const std::uint32_t boundary = family.written.boundary[r];
    if (step.section >= boundary) {
      step.section -= boundary;
      step.outer = family.written.outer;
      return;
    }
    const Origin& o = family.written.origins[r][step.section][step.operation];
    step.outer = o.outer;
    step.section = o.section;
    step.iteration = o.iteration;
    step.operation = o.operation;
  };
  for (auto* steps : {&f.failure.schedule, &f.failure.waiting})
    std::ranges::for_each(*steps, translate);
  for (auto* step : {&f.failure.first, &f.failure.second})
    if (*step) translate(**step);
  failure = std::move(f);
  decided = true;
  return true;
}

// The state that a run ends in; found before, or a new one.
std::size_t NestedAnalysis::State::enter(const WordFamily& family, const Record& record,
                                         const Word& word) {
  std::vector<std::uint32_t> key = phases_of(skeleton, word);
  const auto rest = state_key(family, record.run);
  key.insert(key.end(), rest.begin(), rest.end());
  const auto found = find_key(states, key);
  if (found != states.end()) return static_cast<std::size_t>(found - states.begin());
  auto state = std::make_unique<WordState>();
  state->word = word;
  state->key = std::move(key);
  for (std::uint32_t w = 0; w < family.shape.warps(); ++w) {
    const barrier::State& last = record.run.last;
    const std::size_t left = record.run.roles[family.shape.role_of[w]].size() - last.done[w] +
                             (last.blocked[w] >= 0 ? 1 : 0);
    left_behind = std::max(left_behind, left);
  }
  states.push_back(std::move(state));
  return states.size() - 1;
}

// Runs what may come next in state k. False: no more is to be done. Where the block is not decided,
// failures are still looked for behind a few iterations of it.
bool NestedAnalysis::State::explore(std::size_t k) {
  const Word word = states[k]->word;
  const auto after = make_family(skeleton, word, Next::after, {}, limits);
  states[k]->bad_end = first_failure(*after) != nullptr;
  if (states[k]->bad_end && (!limits.ends || limits.ends(static_cast<std::int64_t>(word.size()))))
    return !fails(*after, word, false);
  if (limits.reaches && !limits.reaches(static_cast<std::int64_t>(word.size()) + 1)) return true;
  states[k]->block = make_family(skeleton, word, Next::block, {}, limits);
  WordFamily& block = *states[k]->block;
  if (fails(block, word, true)) return false;
  if (!block.decided && why.empty()) why = block.why;
  for (const Record& record : block.records) {
    if (!why.empty() && record.run.n >= tried_when_undecided) break;
    Word longer = word;
    longer.push_back(block.member(record));
    const std::size_t next = block.can_be(record) ? enter(block, record, longer) : nowhere;
    states[k]->next.push_back(next);
  }
  if (states.size() > limits.max_states) {
    if (why.empty())
      why = "its outer iterations begin in more than " + std::to_string(limits.max_states) +
            " different situations";
    return false;
  }
  if (left_behind > most_left_behind && why.empty())
    why = "warps fall further behind with each outer iteration";
  return true;
}

// Ends of the outer loop that would be bad, but not with the words that were found: with others?
void NestedAnalysis::State::look_for_ends() {
  const auto bad = [](const auto& s) { return s->bad_end; };
  if (std::ranges::none_of(states, bad)) return;
  std::vector<std::pair<std::size_t, Word>> level{{0, {}}};
  for (std::int64_t length = 0; limits.reaches && limits.reaches(length); ++length) {
    if (length > most_iterations) {
      why = "the end of the outer loop would be bad behind some of its iterations";
      return;
    }
    std::map<std::size_t, Word> next;
    for (const auto& [k, word] : level) {
      const WordState& state = *states[k];
      if (state.bad_end && limits.ends(length)) {
        fails(*make_family(skeleton, word, Next::after, {}, limits), word, false);
        return;
      }
      for (std::size_t r = 0; r < state.next.size(); ++r) {
        if (state.next[r] == nowhere) continue;
        Word longer = word;
        longer.push_back(state.block->member(state.block->records[r]));
        next.emplace(state.next[r], std::move(longer));
      }
    }
    level.assign(next.begin(), next.end());
  }
}

void NestedAnalysis::State::search() {
  for (const NestedRole& role : skeleton.roles) {
    check_straight(role.before);
    check_straight(role.after);
  }
  before = make_family(skeleton, {}, Next::before, {}, limits);
  if (fails(*before, {}, false)) return;
  enter(*before, before->records.front(), {});
  for (std::size_t k = 0; k < states.size(); ++k)
    if (!explore(k)) return;
  look_for_ends();
  decided = failure || why.empty();
}

NestedAnalysis::NestedAnalysis(const NestedSkeleton& skeleton, NestedLimits limits)
    : state_(std::make_unique<State>(skeleton, limits)) {
  state_->search();
}

NestedAnalysis::~NestedAnalysis() = default;
NestedAnalysis::NestedAnalysis(NestedAnalysis&&) noexcept = default;

bool NestedAnalysis::decided() const { return state_->decided; }
const std::string& NestedAnalysis::why() const { return state_->why; }
const std::optional<NestedFailure>& NestedAnalysis::failure() const { return state_->failure; }
std::size_t NestedAnalysis::states() const { return state_->states.size(); }
bool NestedAnalysis::has_orders() const {
  return state_->decided && !state_->failure && state_->left_behind == 0;
}

std::string to_string(const NestedSkeleton& nested) {
  Skeleton s;
  s.mbarriers = nested.mbarriers;
  std::string out = to_string(s);
  for (const NestedRole& role : nested.roles) {
    const auto part = [&](const std::string& name, const std::vector<Section>& sections) {
      if (sections.empty()) return;
      const std::string text = to_string(Skeleton{{{name, {}, sections}}, nested.mbarriers});
      // without the lines about mbarriers and the role
      std::size_t from = 0;
      for (std::size_t k = 0; k <= nested.mbarriers.size(); ++k)
        from = text.find('\n', from) + 1;
      out += " " + name + "\n" + text.substr(from);
    };
    const std::string head = to_string(Skeleton{{{role.name, role.warps, {}, role.threads}}, {}});
    out += head;
    part("before", role.before);
    part("for t < T", role.block);
    part("after", role.after);
  }
  return out;
}

} // namespace heddle::barrier
