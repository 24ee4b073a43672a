#include "check/families.hpp"

#include "check/overlap.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_set>

namespace heddle::check {

namespace {

using protocol::TraceAccess;

// Fewer pairs are soon asked about one by one.
constexpr std::size_t least_pairs = 6;
// A question for a family is to spare this many for its pairs, else it may be one too many.
constexpr std::size_t pairs_per_family = 4;
// Questions without a proof, for so many pairs one more: the kernel has another reason.
constexpr std::size_t pairs_per_failure = 48;
constexpr std::size_t most_failures = 4;
// Of the time for a query: of many pairs, and of the fewest, which are soon asked about themselves.
constexpr double family_share = 0.6, least_share = 0.15;
constexpr double many_pairs = 48;

constexpr std::int64_t largest = std::int64_t{1} << 40; // constants beyond stay where they are

bool is_small(std::int64_t c) { return -largest < c && c < largest; }

// A cast that changes no value, whatever the value is (query.hpp).
bool is_exact(Expr cast) { return cast->type.is_signed && cast->type.width >= 32; }

std::vector<Expr> conjuncts(Expr guard) {
  if (is_true(guard)) return {};
  if (guard->op != Op::logical_and) return {guard};
  return guard->args; // in order of id
}

std::vector<Expr> common(const std::vector<Expr>& a, const std::vector<Expr>& b) {
  std::vector<Expr> both;
  std::ranges::set_intersection(
      a, b, std::back_inserter(both), {}, [](Expr e) { return e->id; },
      [](Expr e) { return e->id; });
  return both;
}

// base + constant + multiple * factor
struct Split {
  Expr base;
  std::int64_t constant = 0, multiple = 0;
  Expr factor = nullptr;

  bool is_whole() const { return constant == 0 && !factor; }
};

std::optional<std::int64_t> small_product(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product) || !is_small(product)) return std::nullopt;
  return product;
}

// Of sums, products by constants and exact casts: what is constant in them, and how many times they
// have a value that all threads share.
class Splitter {
public:
  // `uniform`: what factors may be made of; empty: there are none.
  Splitter(Pool& pool, const std::vector<Expr>& uniform)
      : pool_(pool), uniform_(uniform.begin(), uniform.end()) {}

  Split split(Expr e) const {
    if (e->op == Op::constant && is_small(e->value)) return {zero(e), e->value};
    if (e->op == Op::mul && e->args[1]->op == Op::constant) return product(e);
    if (e->op == Op::cast && is_exact(e)) return cast(e);
    if (is_uniform(e)) return {zero(e), 0, 1, e};
    if (e->op == Op::add) return sum(e);
    return {e};
  }

private:
  Expr zero(Expr e) const { return pool_.constant(0, e->type); }

  bool is_uniform(Expr e) const {
    if (uniform_.empty()) return false;
    const std::vector<Expr> all = atoms(e);
    return !all.empty() && std::ranges::all_of(all, [&](Expr a) { return uniform_.contains(a); });
  }

  Split sum(Expr e) const {
    const Split x = split(e->args[0]), y = split(e->args[1]);
    if ((x.is_whole() && y.is_whole()) || !is_small(x.constant + y.constant)) return {e};
    Split both{pool_.add(x.base, y.base), x.constant + y.constant, x.multiple, x.factor};
    if (!both.factor || both.factor == y.factor) {
      both.factor = y.factor ? y.factor : x.factor;
      both.multiple += y.multiple;
      if (!is_small(both.multiple)) return {e};
    } else if (y.factor) {
      both.base =
          pool_.add(both.base, pool_.mul(y.factor, pool_.constant(y.multiple, y.factor->type)));
    }
    return both;
  }

  Split product(Expr e) const {
    const Split x = split(e->args[0]);
    if (x.is_whole()) return {e};
    const auto constant = small_product(x.constant, e->args[1]->value),
               multiple = small_product(x.multiple, e->args[1]->value);
    if (!constant || !multiple) return {e};
    return {pool_.mul(x.base, e->args[1]), *constant, *multiple, x.factor};
  }

  Split cast(Expr e) const {
    const Split x = split(e->args[0]);
    if (x.is_whole()) return {e};
    return {pool_.cast(x.base, e->type), x.constant, x.multiple,
            x.factor ? pool_.cast(x.factor, e->type) : nullptr};
  }

  Pool& pool_;
  std::unordered_set<Expr> uniform_;
};

// Of a value that is made of one reading of memory and constants, as a digit of a key, only the
// range is kept: which digit of which key it is makes no difference then.
class Ranges {
public:
  Ranges(Pool& pool, const std::vector<Expr>& uniform)
      : pool_(pool), uniform_(uniform.begin(), uniform.end()) {}

  Expr abstract(Expr offset) {
    memo_.clear();
    count_ = 0;
    return rewrite(offset);
  }

private:
  using Key = std::tuple<unsigned, unsigned, bool, std::optional<std::int64_t>,
                         std::optional<std::int64_t>>; // place, width, sign, low, high

  Expr rewrite(Expr e) {
    if (const auto it = memo_.find(e); it != memo_.end()) return it->second;
    Expr result = e;
    if (is_digit(e)) {
      result = any(e);
    } else if (!e->args.empty() && e->op != Op::apply) {
      std::vector<Expr> args;
      for (Expr arg : e->args)
        args.push_back(rewrite(arg));
      if (args != e->args) result = pool_.rebuild(e->op, e->type, e->value, std::move(args));
    }
    memo_.emplace(e, result);
    return result;
  }

  bool is_digit(Expr e) const {
    if (!e->type.is_int()) return false;
    switch (e->op) {
    case Op::apply:
      return !uniform_.contains(e);
    case Op::cast:
      return is_digit(e->args[0]);
    case Op::shr:
    case Op::rem:
    case Op::div:
    case Op::bit_and:
      return e->args[1]->op == Op::constant && is_digit(e->args[0]);
    default:
      return false;
    }
  }

  Expr any(Expr e) {
    const Interval range = interval(pool_, e);
    const Key key{count_++, e->type.width, e->type.is_signed, range.low, range.high};
    Expr& symbol = symbols_[key];
    if (!symbol)
      symbol = pool_.symbol_ref(
          pool_.new_symbol({"content", e->type, Role::fresh, 0, range.low, range.high, {}}));
    return symbol;
  }

  Pool& pool_;
  std::unordered_set<Expr> uniform_;
  std::map<Key, Expr> symbols_;
  Pool::Memo memo_;
  unsigned count_ = 0; // of the offset at hand
};

} // namespace

Families::Families(const Environment& env, const protocol::Trace& trace, Decision& decision)
    : env_(env), trace_(trace), decision_(decision) {
  const std::size_t pairs = trace.first.size() * trace.second.size();
  if (pairs < least_pairs) return;
  share_ =
      std::clamp(family_share * static_cast<double>(pairs) / many_pairs, least_share, family_share);
  allowed_failures_ = std::min(most_failures, 1 + pairs / pairs_per_failure);
  for (const auto join : {Join::both, Join::multiples, Join::constants, Join::digits}) {
    Grouping grouping{group(trace.first, join), group(trace.second, join)};
    const std::size_t questions = grouping.questions();
    if (questions * pairs_per_family > pairs) continue;
    if (std::ranges::find(groupings_, questions, &Grouping::questions) == groupings_.end())
      groupings_.push_back(std::move(grouping));
  }
  std::ranges::sort(groupings_, {}, &Grouping::questions);
}

void Families::Steps::add(std::int64_t value) {
  step = std::gcd(step, value - low);
  low = std::min(low, value);
  high = std::max(high, value);
}

Families::Side Families::group(const std::vector<TraceAccess>& accesses, Join join) const {
  Side side;
  const Splitter splitter(env_.pool(),
                          join == Join::constants ? std::vector<Expr>{} : trace_.uniform);
  Ranges ranges(env_.pool(), trace_.uniform);
  // of a base, a size, and a constant unless any will do
  std::map<std::tuple<std::uint32_t, unsigned, bool, std::int64_t>, std::vector<std::size_t>> alike;
  for (const TraceAccess& access : accesses) {
    const Split s =
        splitter.split(join == Join::digits ? ranges.abstract(access.offset) : access.offset);
    const unsigned size = access.access->size;
    const bool aligned = access.access->aligned;
    std::vector<std::size_t>& candidates =
        alike[{s.base->id, size, aligned, join == Join::multiples ? s.constant : 0}];
    // none: no times the factor, whichever it is
    const auto it = std::ranges::find_if(candidates, [&](std::size_t i) {
      const Expr factor = side.families[i].factor;
      return !s.factor || !factor || factor == s.factor;
    });
    const std::size_t index = it == candidates.end() ? side.families.size() : *it;
    side.of.push_back(index);
    if (it == candidates.end()) {
      candidates.push_back(index);
      side.families.push_back({s.base, s.factor, size, aligned, Steps(s.constant),
                               Steps(s.multiple), conjuncts(access.guard)});
      continue;
    }
    Family& family = side.families[index];
    if (s.factor) family.factor = s.factor;
    family.constants.add(s.constant);
    family.multiples.add(s.multiple);
    family.guard = common(family.guard, conjuncts(access.guard));
  }
  return side;
}

// Of any member: low + step * m for some m.
Expr Families::any_of(const Steps& steps, Type type) const {
  Pool& pool = env_.pool();
  Expr value = pool.constant(steps.low, type);
  if (steps.step == 0) return value;
  Symbol member{"member", type, Role::fresh, 0, 0, (steps.high - steps.low) / steps.step, {}};
  return pool.add(pool.mul(pool.symbol_ref(pool.new_symbol(std::move(member))),
                           pool.constant(steps.step, type)),
                  value);
}

Expr Families::offset(const Family& family) const {
  Pool& pool = env_.pool();
  Expr sum = pool.add(family.base, any_of(family.constants, family.base->type));
  if (!family.factor) return sum;
  return pool.add(sum, pool.mul(any_of(family.multiples, family.factor->type), family.factor));
}

bool Families::ask(const Family& a, const Family& b) {
  Pool& pool = env_.pool();
  smt::Query query{trace_.name + ".family", trace_.facts, trace_.uniform};
  for (const Family* family : {&a, &b})
    query.assertions.insert(query.assertions.end(), family->guard.begin(), family->guard.end());
  query.assertions.push_back(
      overlap(pool, offset(a), a.size, offset(b), b.size, a.aligned && b.aligned));
  smt::Limits limits = env_.limits();
  limits.seconds *= share_;
  limits.any_model = true;
  const smt::Answer answer = env_.solve(query, limits);
  decision_.solver_calls += answer.solver_calls;
  // Its pairs are asked about one by one then, as if it had not been.
  if (answer.status == smt::Status::unknown) env_.open_seconds -= answer.seconds;
  return answer.status == smt::Status::unsat;
}

bool Families::apart(std::size_t i, std::size_t j) {
  return std::ranges::any_of(groupings_, [&](Grouping& g) { return apart(g, i, j); });
}

bool Families::apart(Grouping& grouping, std::size_t i, std::size_t j) {
  const std::pair which{grouping.first.of[i], grouping.second.of[j]};
  const auto known = grouping.asked.find(which);
  if (known != grouping.asked.end()) return known->second;
  if (grouping.failures >= allowed_failures_) return false;
  const bool proved =
      ask(grouping.first.families[which.first], grouping.second.families[which.second]);
  if (!proved) ++grouping.failures;
  env_.statistics.count(proved ? "families proved" : "families not proved");
  return grouping.asked.emplace(which, proved).first->second;
}

} // namespace heddle::check
