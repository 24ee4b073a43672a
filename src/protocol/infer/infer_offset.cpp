#include "protocol/infer/infer_offset.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace heddle::protocol {

namespace {

constexpr unsigned max_depth = 64;

bool is_sum(Expr e) { return e->op == Op::add || e->op == Op::sub || e->op == Op::mul; }

class Reading {
public:
  explicit Reading(Pool& pool) : pool_(pool) {}

  // Of the terms of a sum one may wrap alone: what the others have to do with it is not known.
  Expr offset(Expr root) {
    if (!root->type.is_int() || root->type.width < 64) return root;
    return wrapping(root) == 1 ? read(root) : root;
  }

private:
  static bool is_linear(Expr e) {
    return e->op == Op::add || e->op == Op::sub ||
           (e->op == Op::mul && e->args[1]->op == Op::constant) ||
           (e->op == Op::cast && e->args[0]->type.is_int() && e->args[0]->type.width >= 64);
  }
  bool is_wrapping_term(Expr e) {
    return e->op == Op::cast && e->args[0]->type == Type::u32() && may_wrap(e->args[0]);
  }

  // How many terms may wrap; 2: several, or it is not known.
  unsigned wrapping(Expr e, unsigned depth = 0) {
    if (e->args.empty()) return 0;
    if (depth > max_depth) return 2;
    if (const auto it = counts_.find(e); it != counts_.end()) return it->second;
    unsigned count = 0;
    if (is_linear(e))
      for (Expr a : e->args)
        count += wrapping(a, depth + 1);
    else if (is_wrapping_term(e))
      count = 1;
    else if (mentions_wrapping(e))
      count = 2;
    return counts_[e] = std::min(count, 2U);
  }
  Expr read(Expr e) {
    if (is_wrapping_term(e)) return pool_.cast(number(e->args[0]), e->type);
    if (wrapping(e) == 0) return e;
    if (e->op == Op::cast) return pool_.cast(read(e->args[0]), e->type);
    return pool_.rebuild(e->op, e->type, e->value, {read(e->args[0]), read(e->args[1])});
  }

  bool mentions_wrapping(Expr root) {
    for (std::vector<Expr> work{root}; !work.empty();) {
      const Expr e = work.back();
      work.pop_back();
      if (!clean_.insert(e).second) continue;
      if (e->type == Type::u32() && may_wrap(e)) return true; // then all is over
      work.insert(work.end(), e->args.begin(), e->args.end());
    }
    return false;
  }

  bool may_wrap(Expr e, unsigned depth = 0) {
    if (depth > max_depth) return false; // it is taken as it is
    if (const auto it = wraps_.find(e); it != wraps_.end()) return it->second;
    bool wraps = false;
    if (e->op == Op::cast && e->args[0]->type.is_int() && e->args[0]->type.is_signed &&
        e->args[0]->type.width <= 32) { // a wider one loses bits
      const Interval range = interval(pool_, e->args[0]);
      wraps = !range.low || *range.low < 0;
    } else if (e->op == Op::sub) {
      wraps = true;
    } else if (is_sum(e)) {
      wraps = may_wrap(e->args[0], depth + 1) || may_wrap(e->args[1], depth + 1);
    } else if (e->op == Op::ite) {
      wraps = may_wrap(e->args[1], depth + 1) || may_wrap(e->args[2], depth + 1);
    }
    return wraps_[e] = wraps;
  }

  // The number of 64 bits that an unsigned one is without wrapping.
  Expr number(Expr e, unsigned depth = 0) {
    if (depth > max_depth || !may_wrap(e)) return pool_.cast(e, Type::i64());
    if (const auto it = numbers_.find(e); it != numbers_.end()) return it->second;
    Expr n = nullptr;
    if (e->op == Op::cast)
      n = pool_.cast(e->args[0], Type::i64());
    else if (e->op == Op::ite)
      n = pool_.ite(e->args[0], number(e->args[1], depth + 1), number(e->args[2], depth + 1));
    else
      n = pool_.rebuild(e->op, Type::i64(), e->value,
                        {number(e->args[0], depth + 1), number(e->args[1], depth + 1)});
    return numbers_[e] = n;
  }

  Pool& pool_;
  std::unordered_map<Expr, unsigned> counts_;
  std::unordered_set<Expr> clean_; // what was looked at
  std::unordered_map<Expr, Expr> numbers_;
  std::unordered_map<Expr, bool> wraps_;
};

} // namespace

Expr read_as_offset(Pool& pool, Expr offset) { return Reading(pool).offset(offset); }

} // namespace heddle::protocol
