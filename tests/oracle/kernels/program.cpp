#include "program.hpp"

#include <algorithm>
#include <set>

namespace heddle::oracle {

namespace {

using K = Expr::Kind;
using S = Stmt::Kind;

bool uses_loop_variable(const Program& program, const Expr& e, const std::set<std::int64_t>& open) {
  bool stray = false;
  visit_exprs(e, [&](const Expr& x) {
    if (x.kind != K::variable && x.kind != K::step) return;
    const Variable& v = program.variables[static_cast<std::size_t>(x.value)];
    stray |= v.in_loop_head && !open.contains(x.value);
  });
  return stray;
}

struct Surrounding {
  bool in_loop = false, in_switch = false;
  std::set<std::int64_t> open; // variables of the loops around
};

bool is_valid(const Program& program, const Block& block, const Surrounding& around) {
  return std::ranges::all_of(block, [&](const Stmt& s) {
    if (s.kind == S::break_ && !around.in_loop && !around.in_switch) return false;
    if (s.kind == S::continue_ && !around.in_loop) return false;
    Surrounding inner = around;
    inner.in_loop |= s.kind == S::for_ || s.kind == S::while_ || s.kind == S::do_while;
    inner.in_switch |= s.kind == S::switch_;
    if (s.kind == S::for_) inner.open.insert(s.target);
    for (const Expr& e : s.exprs)
      if (uses_loop_variable(program, e, inner.open)) return false;
    return std::ranges::all_of(s.blocks,
                               [&](const Block& b) { return is_valid(program, b, inner); });
  });
}

// Which variables and pointers hold what was read from memory, or depend on it?
class DataFlow {
public:
  explicit DataFlow(const Program& program) : program_(program) {
    for (std::size_t before = 1; before != 0;) {
      before = variables_.size() + pointers_.size();
      visit_program(program, [&](const Stmt& s) { follow(s); });
      before = variables_.size() + pointers_.size() - before;
    }
  }

  // Does anything but a written value depend on data?
  bool steers() const {
    bool found = !pointers_.empty();
    visit_program(program_, [&](const Stmt& s) {
      switch (s.kind) {
      case S::assign:
        found |= index_is_data(s.exprs[0]);
        break;
      case S::point:
        break; // in pointers_
      case S::vote:
        found |= index_is_data(s.exprs[0]);
        break;
      case S::store:
      case S::atomic:
        found |= index_is_data(s.exprs[0]) || index_is_data(s.exprs[1]);
        break;
      default:
        for (const Expr& e : s.exprs)
          found |= s.kind != S::call ? is_data(e) : index_is_data(e);
      }
    });
    return found;
  }

private:
  void follow(const Stmt& s) {
    const auto tainted = [&](const Expr& e) { return is_data(e); };
    switch (s.kind) {
    case S::assign:
    case S::for_:
    case S::vote:
      if (std::ranges::any_of(s.exprs, tainted)) variables_.insert(s.target);
      break;
    case S::atomic:
      if (s.target >= 0) variables_.insert(s.target);
      break;
    case S::point:
    case S::advance:
      if (index_is_data(s.exprs[0]) || (s.kind == S::advance && is_data(s.exprs[0])) ||
          (s.exprs.size() == 3 && (is_data(s.exprs[1]) || index_is_data(s.exprs[2]))))
        pointers_.insert(s.target);
      break;
    case S::call: {
      const Helper& h = program_.helpers[static_cast<std::size_t>(s.target)];
      if (index_is_data(s.exprs[0])) pointers_.insert(h.pointer);
      for (std::size_t i = 1; i < s.exprs.size(); ++i)
        if (is_data(s.exprs[i])) variables_.insert(h.parameters[i - 1]);
      break;
    }
    default:
      break;
    }
  }

  bool is_data(const Expr& e) const {
    bool found = false;
    visit_exprs(e, [&](const Expr& x) {
      found |= x.kind == K::load || (x.kind == K::variable && variables_.contains(x.value)) ||
               (x.kind == K::step && variables_.contains(x.value));
    });
    return found;
  }

  // Of loads in `e` (places included), and of what decides whether one is made.
  bool index_is_data(const Expr& e) const {
    bool found = false;
    visit_exprs(e, [&](const Expr& x) {
      if (x.kind == K::load)
        found |= std::ranges::any_of(x.args, [&](const Expr& a) { return is_data(a); });
      const bool decides =
          x.kind == K::conditional || (x.kind == K::binary && (x.op == "&&" || x.op == "||"));
      if (decides) found |= is_data(x.args[0]);
    });
    return found;
  }

  const Program& program_;
  std::set<std::int64_t> variables_, pointers_;
};

} // namespace

bool is_valid(const Program& program) {
  return is_valid(program, program.body, {}) &&
         std::ranges::all_of(program.helpers,
                             [&](const Helper& h) { return is_valid(program, h.body, {}); });
}

bool depends_on_data(const Program& program) { return DataFlow(program).steers(); }

bool reads_memory(const Program& program) {
  bool found = false;
  visit_program(program, [&](const Stmt& s) {
    found |= s.kind == S::store && s.op != "=";
    for (std::size_t i = 0; i < s.exprs.size(); ++i)
      visit_exprs(s.exprs[i], [&](const Expr& e) { found |= e.kind == K::load; });
  });
  return found;
}

bool uses_atomic_results(const Program& program) {
  bool found = false;
  visit_program(program, [&](const Stmt& s) { found |= s.kind == S::atomic && s.target >= 0; });
  return found;
}

bool is_bounded(const Program& program) {
  const bool open = std::ranges::any_of(program.parameters, &Range::open);
  return !open && !program.block_x.open && !program.block_y.open && !program.grid.open;
}

} // namespace heddle::oracle
