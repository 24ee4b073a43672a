#include "barrier/analysis/compress.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>

namespace heddle::barrier {
namespace {

using With = Growing::With;

// One rule for all j: p@i is before q@j never, always, or iff i <= j - distance.
struct Form {
  Order::Kind kind = Order::Kind::never;
  std::int64_t distance = 0;

  std::int64_t last(std::int64_t j, std::int64_t trips) const {
    if (kind == Order::Kind::never) return -1;
    if (kind == Order::Kind::always) return trips - 1;
    return std::max<std::int64_t>(-1, std::min(j - distance, trips - 1));
  }
  Linear linear() const {
    if (kind == Order::Kind::never) return {Linear::Base::zero, -1};
    if (kind == Order::Kind::always) return {Linear::Base::trips_first, -1};
    return {Linear::Base::second, -distance};
  }
};

std::int64_t at(const Growing& g, std::int64_t copy, std::int64_t end) {
  return g.at + (g.with == With::copy ? copy : g.with == With::end ? end : 0);
}

// By how much the form says more than the rule, at three points: piecewise linear and monotone in
// each direction, the difference is greatest and least in a cone at the ends of the cone's sides,
// far beyond all constants. Without copies there is one point.
std::array<std::int64_t, 3> excess(const RuleTable& table, const Rule& rule, const Form& form,
                                   bool grows) {
  const auto here = [&](std::int64_t copy, std::int64_t end) {
    const std::int64_t trips = table.first_trips + (table.first_loops ? end : 0);
    return form.last(at(rule.j, copy, end), trips) - at(rule.last, copy, end);
  };
  constexpr std::int64_t far = std::int64_t{1} << 48;
  const std::int64_t now = here(0, 0);
  if (!grows) return {now, now, now};
  return {now, here(0, far), here(far, far)};
}

bool all_rules(const RuleTable& table, const Form& form, bool grows, bool (*good)(std::int64_t)) {
  if (table.uniform && form.kind == Order::Kind::distance) return false;
  return std::ranges::all_of(table.rules, [&](const Rule& r) {
    return std::ranges::all_of(excess(table, r, form, grows), good);
  });
}

bool fits(const RuleTable& table, const Form& form, bool grows) {
  return all_rules(table, form, grows, [](std::int64_t e) { return e == 0; });
}

bool says_no_more(const RuleTable& table, const Form& form, bool grows) {
  return all_rules(table, form, grows, [](std::int64_t e) { return e <= 0; });
}

// The distances that might fit these rules.
void add_distances(const RuleTable& table, std::vector<Form>& out) {
  std::optional<std::int64_t> least, most;
  for (const Rule& r : table.rules) {
    if (r.last.at == -1) least = std::max(r.j.at + 1, least.value_or(r.j.at + 1));
    if (r.last.at == table.first_trips - 1) {
      const std::int64_t d = r.j.at - r.last.at;
      most = std::min(d, most.value_or(d));
    } else if (r.last.at >= 0) {
      out.push_back({Order::Kind::distance, r.j.at - r.last.at});
      return;
    }
  }
  if (most) out.push_back({Order::Kind::distance, *most});
  if (least) out.push_back({Order::Kind::distance, *least});
}

Linear in_trips(Linear::Base base, const Growing& g, std::int64_t trips) {
  if (g.with == With::nothing) return {Linear::Base::zero, g.at};
  return {base, g.at - trips};
}

// Windows of one table; `repeats`: for n + m period too.
class Segments {
public:
  Segments(const RuleTable& table, std::int64_t n_period) : table_(table), n_period_(n_period) {}

  std::vector<Window> windows() {
    if (table_.uniform) {
      add(whole(linear(table_.rules.front().last)));
      return std::move(out_);
    }
    const auto& rules = table_.rules;
    for (std::size_t k = 0; k < rules.size();) {
      const bool copies = n_period_ != 0 && rules[k].j.with == With::copy;
      k = copies ? add_copies(k) : add_run(k);
    }
    return std::move(out_);
  }

  Window whole(Linear last) const {
    Window w;
    w.n_first = table_.n;
    w.n_period = n_period_;
    w.high = table_.second_loops ? Linear{Linear::Base::trips_second, -1} : Linear{};
    w.last = last;
    return w;
  }

private:
  With grows(const Growing& g) const { return n_period_ ? g.with : With::nothing; }
  Linear linear(const Growing& last) const {
    return in_trips(Linear::Base::trips_first, {grows(last), last.at}, table_.first_trips);
  }
  Linear place(std::size_t k) const {
    const Growing& j = table_.rules[k].j;
    return in_trips(Linear::Base::trips_second, {grows(j), j.at}, table_.second_trips);
  }

  Window window(std::size_t from, std::size_t to, Linear last) const {
    Window w = whole(last);
    w.low = place(from);
    w.high = place(to);
    return w;
  }

  // The longest run of rules with one bound, or with one distance to j.
  std::size_t add_run(std::size_t k) {
    const auto& rules = table_.rules;
    const auto like = [&](const Rule& r) {
      return grows(r.j) == grows(rules[k].j) && grows(r.last) == grows(rules[k].last);
    };
    std::size_t equal = k + 1, parallel = k + 1;
    while (equal < rules.size() && like(rules[equal]) && rules[equal].last.at == rules[k].last.at)
      ++equal;
    const std::int64_t offset = rules[k].last.at - rules[k].j.at;
    if (grows(rules[k].last) == grows(rules[k].j))
      while (parallel < rules.size() && like(rules[parallel]) &&
             rules[parallel].last.at - rules[parallel].j.at == offset)
        ++parallel;
    if (parallel > equal) {
      add(window(k, parallel - 1, {Linear::Base::second, offset}));
      return parallel;
    }
    add(window(k, equal - 1, linear(rules[k].last)));
    return equal;
  }

  // What a bound says in all copies: it moves with j, or it does not.
  Linear in_copies(const Rule& r) const {
    if (r.last.with == With::copy) return {Linear::Base::second, r.last.at - r.j.at};
    return linear(r.last);
  }

  // The rules of one copy: for all j of all copies when they agree, else for each residue.
  std::size_t add_copies(std::size_t k) {
    const auto& rules = table_.rules;
    std::size_t end = k;
    bool agree = true;
    for (; end < rules.size() && rules[end].j.with == With::copy; ++end) {
      const Linear a = in_copies(rules[end]), b = in_copies(rules[k]);
      agree = agree && a.base == b.base && a.constant == b.constant;
    }
    if (agree) {
      Window w = whole(in_copies(rules[k]));
      w.low = {Linear::Base::zero, rules[k].j.at};
      w.high = {Linear::Base::trips_second, rules[end - 1].j.at - table_.second_trips};
      add(w);
      return end;
    }
    for (std::size_t r = k; r < end; ++r) {
      Window w = whole(in_copies(rules[r]));
      w.low = {Linear::Base::zero, rules[r].j.at};
      w.high = {Linear::Base::trips_second, rules[r].j.at - table_.second_trips};
      w.j_period = table_.step;
      add(w);
    }
    return end;
  }

  // Windows come by j; one that says what the last one says, or that both can say, joins it.
  void add(Window w) {
    if (out_.empty() || w.j_period != 1 || out_.back().j_period != 1) {
      out_.push_back(w);
      return;
    }
    Window& before = out_.back();
    const auto never = [](const Window& x) {
      return x.last.base == Linear::Base::zero && x.last.constant < 0;
    };
    const bool equal = before.last.base == w.last.base && before.last.constant == w.last.constant;
    const bool clamped = never(before) && w.last.base == Linear::Base::second &&
                         before.high.base == Linear::Base::zero &&
                         before.high.constant + w.last.constant < 0;
    if (equal || clamped) {
      before.high = w.high;
      before.last = w.last;
    } else {
      out_.push_back(w);
    }
  }

  const RuleTable& table_;
  std::int64_t n_period_;
  std::vector<Window> out_;
};

// A form that fits all tables of n >= first in all copies.
std::optional<Form> form_of_the_rest(const std::vector<RuleTable>& tables, std::int64_t first,
                                     bool and_before) {
  std::vector<Form> candidates{{Order::Kind::never, 0}, {Order::Kind::always, 0}};
  for (auto t = tables.rbegin(); t != tables.rend(); ++t)
    add_distances(*t, candidates);
  std::ranges::sort(candidates, {}, [](const Form& f) { return std::pair(f.kind, f.distance); });
  const auto same = [](const Form& a, const Form& b) {
    return a.kind == b.kind && a.distance == b.distance;
  };
  candidates.erase(std::unique(candidates.begin(), candidates.end(), same), candidates.end());
  for (const Form& form : candidates) {
    const auto holds_in = [&](const RuleTable& t) {
      return t.n < first ? !and_before || fits(t, form, false) : fits(t, form, true);
    };
    if (std::ranges::all_of(tables, holds_in)) return form;
  }
  return std::nullopt;
}

bool has_rest(const std::vector<RuleTable>& tables, std::int64_t first) {
  return !tables.empty() && tables.back().n >= first;
}

std::vector<Window> windows_of(const RuleTable& table, std::int64_t period) {
  if (table.rules.empty()) return {};
  std::vector<RuleTable> one{table};
  const std::int64_t first = period ? table.n : table.n + 1;
  Segments segments(table, period);
  if (const auto form = form_of_the_rest(one, first, true)) return {segments.whole(form->linear())};
  return segments.windows();
}

} // namespace

namespace {

Order compress_one(const std::vector<RuleTable>& tables, std::int64_t first, std::int64_t period) {
  Order out;
  if (const auto form = form_of_the_rest(tables, first, true)) {
    out.kind = form->kind;
    out.distance = form->distance;
    return out;
  }
  out.kind = Order::Kind::windows;
  std::int64_t listed = std::numeric_limits<std::int64_t>::max(); // n from here on have one window
  const auto form = form_of_the_rest(tables, first, false);
  if (form && has_rest(tables, first)) {
    listed = first;
    for (auto t = tables.rbegin(); t != tables.rend(); ++t) {
      if (t->n >= first) continue;
      if (!fits(*t, *form, false)) break;
      listed = t->n;
    }
    Window rest = Segments(tables.back(), 1).whole(form->linear());
    rest.n_first = listed;
    out.windows.push_back(rest);
  }
  for (const RuleTable& t : tables) {
    if (t.n >= listed) break;
    std::ranges::copy(windows_of(t, t.n < first ? 0 : period), std::back_inserter(out.windows));
  }
  return out;
}

// The greatest form that says no more than any table.
Order compress_several(const std::vector<Tables>& families) {
  std::vector<Form> candidates{{Order::Kind::always, 0}};
  for (const Tables& family : families)
    for (const RuleTable& t : family.tables)
      add_distances(t, candidates);
  std::ranges::sort(candidates, {}, [](const Form& f) {
    return std::pair(f.kind != Order::Kind::always, f.distance);
  });
  for (const Form& form : candidates) {
    const auto below = [&](const Tables& family) {
      return std::ranges::all_of(family.tables, [&](const RuleTable& t) {
        return says_no_more(t, form, t.n >= family.first);
      });
    };
    if (std::ranges::all_of(families, below)) return {form.kind, form.distance, {}};
  }
  return {};
}

} // namespace

Order compress(const std::vector<Tables>& families) {
  if (families.size() != 1) return compress_several(families);
  return compress_one(families[0].tables, families[0].first, families[0].period);
}

} // namespace heddle::barrier
