#include "smt/small/find.hpp"

#include "smt/normal/normalise.hpp"
#include "smt/small/terms.hpp"

#include <algorithm>
#include <bit>

namespace heddle::smt::small {

namespace {

// Fewer failures end a round when there are many: another order of guesses may be the better one.
constexpr unsigned failures_of_first = 12, more_each_round = 6;
constexpr std::size_t guesses_of_value = 7;
// Sizes are tried up to each of these in turn, for the reader and for the replay.
constexpr Wide levels[] = {4, 64, 1024, far};

// Of what is not computed with: no two are equal, and as floating-point numbers they are short.
Wide usual_value(Type type, TermId t) {
  const double number = 1.25 + t * 0.25;
  if (type.width == 32) return std::bit_cast<std::uint32_t>(static_cast<float>(number));
  if (type.width == 64) return std::bit_cast<std::int64_t>(number);
  return 1 + t % 100;
}

class Finder {
public:
  Finder(const Pool& pool, const Task& task)
      : pool_(pool), task_(task), terms_(pool, task.assertions) {
    for (Expr e : task.sizes)
      if (const auto t = terms_.find(e)) sizes_.push_back(*t);
    for (TermId t = 0; t < terms_.size(); ++t) {
      const Op op = terms_.expr(t)->op;
      if (op != Op::symbol && op != Op::apply) continue;
      if (op == Op::apply)
        applied_.push_back(t);
      else
        (is_size(t) ? shared_ : others_).push_back(t);
    }
    if (task.question && task.question->op == Op::logical_or)
      if (const auto t = terms_.find(task.question)) cases_ = terms_.args(*t);
  }

  std::optional<Values> run() {
    if (!terms_.propagate() || !leaves_room()) return std::nullopt;
    const std::size_t start = terms_.mark();
    std::uint64_t shares = 0;
    for (const Wide level : levels) {
      if (level == far && task_.is_read) break;
      if (level < 64 && task_.variant == 2) continue;
      limit_ = ++shares * task_.work / std::size(levels);
      if (is_at_most(level) && search()) return model();
      terms_.undo(start);
    }
    return std::nullopt;
  }

private:
  bool is_size(TermId t) const { return std::ranges::find(sizes_, t) != sizes_.end(); }

  // Where a and b differ and both are below g, as two blocks of a grid, g is at least 2: ranges of
  // single terms do not tell.
  bool leaves_room() {
    std::map<TermId, std::vector<TermId>> limits;
    for (TermId t = 0; t < terms_.size(); ++t)
      if (terms_.expr(t)->op == Op::lt && terms_.range(t).low == 1)
        limits[terms_.args(t)[0]].push_back(terms_.args(t)[1]);
    for (TermId t = 0; t < terms_.size(); ++t) {
      if (terms_.expr(t)->op != Op::eq || terms_.range(t).high != 0) continue;
      const TermId a = terms_.args(t)[0], b = terms_.args(t)[1];
      const Wide least = std::min(terms_.range(a).low, terms_.range(b).low);
      for (const TermId limit : limits[a])
        if (least > -far && std::ranges::count(limits[b], limit) > 0 &&
            !terms_.restrict_to(limit, {least + 2, far}))
          return false;
    }
    return terms_.propagate();
  }

  // Those that cannot be are what they must be.
  bool is_at_most(Wide level) {
    for (const TermId t : sizes_) {
      const Range r = terms_.range(t);
      if (!terms_.restrict_to(t, {std::min(-level, r.high), std::max(level, r.low)})) return false;
    }
    return terms_.propagate();
  }

  bool search() {
    const std::size_t start = terms_.mark();
    is_exhausted_ = false;
    for (round_ = 0; terms_.work() < limit_ && !is_exhausted_; ++round_) {
      failures_ = 0;
      is_exhausted_ = true;
      order_ = order();
      if (choose_case()) return true;
      terms_.undo(start);
    }
    return false;
  }

  // Sizes first, from small ones on, or the threads first, so that their values say what sizes must
  // be; the last chosen are those that others determine most often.
  std::vector<TermId> order() const {
    std::vector<TermId> all;
    const auto append = [&](const std::vector<TermId>& some) {
      all.insert(all.end(), some.begin(), some.end());
    };
    const bool are_sizes_first = round_ % 2 == 0;
    if (are_sizes_first) append(shared_);
    append(others_);
    if (!are_sizes_first) append(shared_);
    if (round_ % 4 >= 2) std::ranges::reverse(all);
    append(applied_);
    return all;
  }

  // Not a round of their own: most cases fail at once.
  bool choose_case() {
    if (cases_.empty()) return descend(0);
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      const TermId t = cases_[(i + round_) % cases_.size()];
      const std::size_t mark = terms_.mark();
      if (i > 0 && is_out_of_work()) return false;
      failures_ = 0;
      if (terms_.range(t).high == 1 && terms_.restrict_to(t, {1, 1}) && descend(0)) return true;
      terms_.undo(mark);
    }
    return false;
  }

  bool descend(std::size_t from) {
    if (!terms_.propagate()) return fail();
    while (from < order_.size() && terms_.range(order_[from]).is_point())
      ++from;
    if (from == order_.size()) return (is_function() && terms_.holds()) || fail();
    const TermId t = order_[from];
    for (Wide v : guesses(t)) {
      const std::size_t mark = terms_.mark();
      if (terms_.restrict_to(t, {v, v}) && descend(from + 1)) return true;
      terms_.undo(mark);
      if (is_over()) return false;
    }
    return false;
  }

  bool fail() {
    ++failures_;
    return false;
  }
  bool is_out_of_work() {
    if (terms_.work() < limit_) return false;
    is_exhausted_ = false;
    return true;
  }
  bool is_over() {
    if (failures_ < failures_of_first + more_each_round * round_) return is_out_of_work();
    is_exhausted_ = false;
    return true;
  }

  std::vector<Wide> guesses(TermId t) {
    if (const auto same = result_of_equal(t)) return {*same};
    const Range r = terms_.range(t);
    std::vector<Wide> found;
    const auto add = [&](Wide v) {
      if (r.contains(v) && std::ranges::find(found, v) == found.end()) found.push_back(v);
    };
    // nothing is multiplied or divided by zero where something else will do
    const bool is_size = this->is_size(t);
    const Type type = terms_.expr(t)->type;
    if (type.is_opaque()) add(usual_value(type, t));
    if (is_size && task_.variant == 1)
      for (const Wide v : {0, -1})
        add(v);
    if (is_size && task_.variant == 2)
      for (const Wide v : {33, 64})
        add(v);
    if (!is_size) add(0);
    if (r.low > 0) add(r.low);
    if (round_ % 2 == 1) add_spread(r, add);
    const Wide first = round_ / 4;
    for (const Wide v : {1 + first, 2 + first, 3 + first, Wide{4}, Wide{8}})
      add(v);
    if (r.high < 0) add(r.high);
    if (!is_size) add(r.low);
    if (!is_size) add(r.high);
    for (const Wide v : {16, 32, 33, 64, 256, 0, -1})
      add(v);
    add(r.low);
    add(r.high);
    if (found.size() > guesses_of_value) found.resize(guesses_of_value);
    if (r.high - r.low >= static_cast<Wide>(found.size())) is_exhausted_ = false;
    return found;
  }

  // Sizes of blocks and what is rounded up to them are no small numbers.
  static void add_spread(const Range& r, const auto& add) {
    const Wide low = std::max<Wide>(r.low, 0), high = std::min<Wide>(r.high, levels[2]);
    if (low >= high) return;
    add((low + high) / 2);
    add(low + 1);
    Wide power = 16;
    while (power < low)
      power *= 2;
    for (int i = 0; i < 3; ++i, power *= 4)
      add(power);
  }

  bool is_known(TermId t) const {
    return std::ranges::all_of(terms_.args(t),
                               [&](TermId a) { return terms_.range(a).is_point(); });
  }
  bool are_equal(TermId a, TermId b) const {
    return terms_.expr(a)->value == terms_.expr(b)->value &&
           std::ranges::equal(
               terms_.args(a), terms_.args(b), {}, [&](TermId x) { return terms_.range(x).low; },
               [&](TermId x) { return terms_.range(x).low; });
  }

  // A function has one result for equal arguments, and cttz the one that its name says.
  std::optional<Wide> result_of_equal(TermId t) const {
    if (terms_.expr(t)->op != Op::apply || !is_known(t)) return std::nullopt;
    if (terms_.args(t).size() == 1 && pool_.function(terms_.expr(t)).name == "cttz")
      if (const Wide v = terms_.range(terms_.args(t)[0]).low; v != 0)
        return std::countr_zero(static_cast<std::uint64_t>(v));
    for (const TermId other : applied_)
      if (other != t && terms_.range(other).is_point() && is_known(other) && are_equal(t, other))
        return terms_.range(other).low;
    return std::nullopt;
  }
  bool is_function() const {
    return std::ranges::all_of(applied_, [&](TermId t) {
      const auto same = result_of_equal(t);
      return !same || *same == terms_.range(t).low;
    });
  }

  Values model() const {
    Values values;
    for (const auto* some : {&shared_, &others_, &applied_})
      for (const TermId t : *some) {
        const Wide v = terms_.range(t).low;
        values[terms_.expr(t)] = static_cast<std::int64_t>(static_cast<std::uint64_t>(v));
      }
    return values;
  }

  const Pool& pool_;
  const Task& task_;
  Terms terms_;
  std::vector<TermId> sizes_; // symbols and applications
  std::vector<TermId> shared_, others_, applied_, cases_, order_;
  std::uint64_t limit_ = 0; // of work, at this level
  unsigned round_ = 0, failures_ = 0;
  bool is_exhausted_ = false; // all values were tried
};

} // namespace

std::optional<Values> find(const Pool& pool, const Task& task) { return Finder(pool, task).run(); }

} // namespace heddle::smt::small
