#include "shrink.hpp"

#include <optional>

namespace heddle::oracle {

namespace {

using K = Expr::Kind;
using S = Stmt::Kind;

constexpr unsigned max_trials = 3000;

void substitute(Expr& e, std::int64_t slot, const Expr& by) {
  if (e.kind == K::variable && e.value == slot) {
    e = by;
    return;
  }
  for (Expr& arg : e.args)
    substitute(arg, slot, by);
}

void substitute(Block& block, std::int64_t slot, const Expr& by) {
  for (Stmt& s : block) {
    for (Expr& e : s.exprs)
      substitute(e, slot, by);
    for (Block& inner : s.blocks)
      substitute(inner, slot, by);
  }
}

// Makes the change with a given number, of all that a program offers.
class Changes {
public:
  explicit Changes(unsigned wanted) : left_(wanted) {}

  bool program(Program& p) {
    if (block(p.body)) return true;
    for (Helper& h : p.helpers)
      if (block(h.body)) return true;
    for (Range* range : {&p.grid, &p.block_y, &p.block_x})
      if (narrow(*range)) return true;
    for (Range& range : p.parameters)
      if (narrow(range)) return true;
    for (Variable& v : p.variables)
      if (v.type != Variable::Type::int_ && chosen()) return v.type = Variable::Type::int_, true;
    return false;
  }

private:
  bool chosen() { return left_-- == 0; }

  bool narrow(Range& range) {
    if (range.open && chosen()) return range.open = false, true;
    if (range.low == range.high) return false;
    if (chosen()) return range.low = range.high, true;
    if (chosen()) return range.high = range.low, true;
    if (chosen()) return ++range.low, true;
    if (chosen()) return --range.high, true;
    return false;
  }

  bool block(Block& statements) {
    for (std::size_t i = 0; i < statements.size(); ++i) {
      if (chosen()) {
        statements.erase(statements.begin() + static_cast<std::ptrdiff_t>(i));
        return true;
      }
      if (unwrap(statements, i) || stmt(statements[i])) return true;
    }
    return false;
  }

  // A compound statement to what stands in it.
  bool unwrap(Block& statements, std::size_t at) {
    Stmt& s = statements[at];
    for (std::size_t b = 0; b < s.blocks.size(); ++b) {
      if (!chosen()) continue;
      Block inner = s.blocks[b];
      if (s.kind == S::for_) substitute(inner, s.target, s.exprs[0]);
      const auto where = statements.erase(statements.begin() + static_cast<std::ptrdiff_t>(at));
      statements.insert(where, inner.begin(), inner.end());
      return true;
    }
    return false;
  }

  bool stmt(Stmt& s) {
    if (s.kind == S::atomic && s.target >= 0 && chosen()) return s.target = -1, true;
    if ((s.kind == S::store || s.kind == S::assign) && s.op != "=" && chosen())
      return s.op = "=", true;
    if (s.kind == S::point && s.exprs.size() == 3) {
      if (chosen()) return s.exprs.resize(1), true;
      if (chosen()) return s.exprs = {s.exprs[2]}, true;
    }
    if (s.kind == S::for_ && s.op != "++" && chosen()) return s.op = "++", true;
    for (std::size_t i = 0; i < s.exprs.size(); ++i)
      if (is_place(s, i) ? place(s.exprs[i]) : expr(s.exprs[i])) return true;
    for (std::size_t i = 0; i < s.falls.size(); ++i)
      if (s.falls[i] && chosen()) return s.falls[i] = false, true;
    for (Block& inner : s.blocks)
      if (block(inner)) return true;
    return false;
  }

  static bool is_place(const Stmt& s, std::size_t i) {
    if (s.kind == S::point) return i != 1;
    return i == 0 && (s.kind == S::store || s.kind == S::atomic || s.kind == S::call);
  }

  bool place(Expr& e) {
    if (!e.op.empty() && chosen()) return e.op.clear(), true;
    if (e.value != base_s && chosen()) {
      e.value = base_s;
      e.args.resize(1);
      return true;
    }
    for (Expr& arg : e.args)
      if (expr(arg)) return true;
    return false;
  }

  bool expr(Expr& e) {
    if (e.kind == K::constant) {
      if (e.value > 1 && chosen()) return --e.value, true;
      return e.value != 0 && chosen() ? (e = {}, true) : false;
    }
    if (chosen()) return e = Expr{}, true;
    if (chosen()) return e.kind = K::constant, e.op = "", e.value = 1, e.args.clear(), true;
    for (std::size_t i = 0; i < e.args.size(); ++i)
      if (chosen()) {
        Expr only = e.args[i];
        e = std::move(only);
        return true;
      }
    if (e.kind == K::load) return place(e);
    for (Expr& arg : e.args)
      if (expr(arg)) return true;
    return false;
  }

  unsigned left_;
};

} // namespace

Program shrink(Program program, const std::function<bool(const Program&)>& still_fails) {
  unsigned trials = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned n = 0; trials < max_trials; ++n) {
      Program smaller = program;
      if (!Changes(n).program(smaller)) break;
      if (!is_valid(smaller)) continue;
      ++trials;
      if (!still_fails(smaller)) continue;
      program = std::move(smaller);
      changed = true;
      --n; // what now has this number
    }
  }
  return program;
}

} // namespace heddle::oracle
