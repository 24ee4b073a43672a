#include "check/families.hpp"

#include "check/overlap.hpp"

#include <algorithm>
#include <numeric>

namespace heddle::check {

namespace {

using protocol::TraceAccess;

// Fewer pairs are one question as they are (pairs_per_query in races.cpp).
constexpr std::size_t least_pairs = 48;
// A question for a family is to spare this many for its pairs, else it may be one too many.
constexpr std::size_t pairs_per_family = 16;
constexpr unsigned most_failures = 4; // questions without a proof: the kernel has another reason
constexpr double family_share = 0.25; // of the time for a query; the pairs follow

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

struct Split {
  Expr base;
  std::int64_t constant;
};

// x + c of any sums, products by constants and exact casts -> (x, c)
Split split_sum(Pool& pool, Expr e) {
  if (e->op == Op::constant && is_small(e->value)) return {pool.constant(0, e->type), e->value};
  if (e->op == Op::add) {
    const Split x = split_sum(pool, e->args[0]), y = split_sum(pool, e->args[1]);
    if (is_small(x.constant + y.constant) && (x.constant != 0 || y.constant != 0))
      return {pool.add(x.base, y.base), x.constant + y.constant};
  }
  if (e->op == Op::mul && e->args[1]->op == Op::constant && is_small(e->args[1]->value)) {
    const Split x = split_sum(pool, e->args[0]);
    std::int64_t product = 0;
    if (x.constant != 0 && !__builtin_mul_overflow(x.constant, e->args[1]->value, &product) &&
        is_small(product))
      return {pool.mul(x.base, e->args[1]), product};
  }
  if (e->op == Op::cast && is_exact(e)) {
    const Split x = split_sum(pool, e->args[0]);
    if (x.constant != 0) return {pool.cast(x.base, e->type), x.constant};
  }
  return {e, 0};
}

} // namespace

Families::Families(const Environment& env, const protocol::Trace& trace, Decision& decision)
    : env_(env), trace_(trace), decision_(decision) {
  const std::size_t pairs = trace.first.size() * trace.second.size();
  if (pairs <= least_pairs) return;
  first_ = group(trace.first);
  second_ = group(trace.second);
  worthwhile_ = first_.families.size() * second_.families.size() * pairs_per_family <= pairs;
}

Families::Side Families::group(const std::vector<TraceAccess>& accesses) const {
  Side side;
  std::map<std::pair<std::uint32_t, unsigned>, std::size_t> known; // base and size -> family
  for (const TraceAccess& access : accesses) {
    const auto [base, constant] = split_sum(env_.pool(), access.offset);
    const auto [it, is_new] =
        known.try_emplace({base->id, access.access->size}, side.families.size());
    if (is_new)
      side.families.push_back(
          {base, access.access->size, constant, constant, 0, conjuncts(access.guard)});
    Family& family = side.families[it->second];
    family.step = std::gcd(family.step, constant - family.low);
    family.low = std::min(family.low, constant);
    family.high = std::max(family.high, constant);
    if (!is_new) family.guard = common(family.guard, conjuncts(access.guard));
    side.of.push_back(it->second);
  }
  return side;
}

// Of any member: low + step * m for some m.
Expr Families::offset(const Family& family) const {
  Pool& pool = env_.pool();
  const Type type = family.base->type;
  Expr constant = pool.constant(family.low, type);
  if (family.step != 0) {
    Symbol member{"member", type, Role::fresh, 0, 0, (family.high - family.low) / family.step, {}};
    constant = pool.add(pool.mul(pool.symbol_ref(pool.new_symbol(std::move(member))),
                                 pool.constant(family.step, type)),
                        constant);
  }
  return pool.add(family.base, constant);
}

bool Families::ask(const Family& a, const Family& b) {
  Pool& pool = env_.pool();
  smt::Query query{trace_.name + ".family", trace_.facts, trace_.uniform};
  for (const Family* family : {&a, &b})
    query.assertions.insert(query.assertions.end(), family->guard.begin(), family->guard.end());
  query.assertions.push_back(overlap(pool, offset(a), a.size, offset(b), b.size));
  smt::Limits limits = env_.limits();
  limits.seconds *= family_share;
  limits.any_model = true;
  const smt::Answer answer = env_.solve(query, limits);
  decision_.solver_calls += answer.solver_calls;
  return answer.status == smt::Status::unsat;
}

bool Families::apart(std::size_t i, std::size_t j) {
  if (!worthwhile_) return false;
  const std::pair which{first_.of[i], second_.of[j]};
  const auto known = asked_.find(which);
  if (known != asked_.end()) return known->second;
  if (failures_ >= most_failures) return false;
  const bool proved = ask(first_.families[which.first], second_.families[which.second]);
  if (!proved) ++failures_;
  env_.statistics.count(proved ? "families proved" : "families not proved");
  return asked_.emplace(which, proved).first->second;
}

} // namespace heddle::check
