#include "core/ahead.hpp"

#include "core/visit.hpp"

#include <algorithm>
#include <set>

namespace heddle::core {

namespace {

constexpr std::int64_t max_ahead = 16;

// `e` as base + constant: casts that keep every value are looked through.
struct Shifted {
  Expr base = nullptr; // nullptr: zero
  std::int64_t by = 0;
};
Shifted shifted(Expr e) {
  if (const auto value = constant_value(e)) return {nullptr, *value};
  if (e->op == Op::cast && e->args[0]->type.is_int()) {
    const Type from = e->args[0]->type, to = e->type;
    const bool keeps = to.width > from.width && (to.is_signed || !from.is_signed);
    if (keeps) return shifted(e->args[0]);
  }
  if (e->op == Op::add || (e->op == Op::sub && e->type.is_signed && constant_value(e->args[1])))
    for (const std::size_t c : {0U, 1U})
      if (const auto value = constant_value(e->args[c])) {
        const Shifted rest = shifted(e->args[1 - c]);
        if (rest.base) return {rest.base, rest.by + (e->op == Op::sub ? -*value : *value)};
      }
  return {e, 0};
}

std::set<VarId> assigned(const Block& block) {
  std::set<VarId> result;
  for_each_statement(block, [&](const Stmt& s) {
    if (const auto var = assigned_variable(s)) result.insert(*var);
  });
  return result;
}

class Straightener {
public:
  explicit Straightener(Kernel& kernel) : pool_(*kernel.pool) {}

  void block(Block& statements) {
    for (std::size_t i = 0; i < statements.size(); ++i) {
      Stmt& s = statements[i];
      if (auto* branch = std::get_if<If>(&s.node)) {
        block(branch->then_block);
        block(branch->else_block);
      } else if (auto* labeled = std::get_if<Labeled>(&s.node)) {
        block(labeled->body);
      } else if (auto* loop = std::get_if<Loop>(&s.node)) {
        if (auto first = fetching_first(statements, i)) {
          const auto at = statements.begin() + static_cast<std::ptrdiff_t>(i++);
          statements.insert(at, std::move(*first));
          loop = &std::get<Loop>(statements[i].node);
        }
        block(loop->body);
      }
    }
  }

private:
  struct Form {
    VarId fetched = 0, count = 0; // f and k
    std::int64_t ahead = 0;       // f < k + ahead
    std::vector<Expr> rest;       // of the condition, over f
  };

  Expr ref(VarId v) { return pool_.symbol_ref(v); }
  static bool mentions(Expr e, const std::set<VarId>& vars) {
    return std::ranges::any_of(atoms(e), [&](Expr a) {
      return a->op == Op::symbol && vars.contains(static_cast<VarId>(a->value));
    });
  }
  static std::optional<VarId> variable(Expr e) {
    if (!e || e->op != Op::symbol) return std::nullopt;
    return static_cast<VarId>(e->value);
  }
  bool is_variable(VarId v) { return pool_.symbol(v).role == heddle::Role::variable; }

  // ---- the condition of the loop that fetches

  // Both operands of a minimum are upper bounds.
  void literals(Expr cond, std::vector<Expr>& out) {
    if (cond->op == Op::logical_and) {
      for (Expr part : cond->args)
        literals(part, out);
      return;
    }
    if (cond->op == Op::lt && cond->args[1]->op == Op::ite) {
      Expr least = cond->args[1], test = least->args[0];
      if (test->op == Op::lt || test->op == Op::le)
        if (test->args[0] == least->args[1] && test->args[1] == least->args[2]) {
          for (const std::size_t operand : {1U, 2U})
            out.push_back(pool_.lt(cond->args[0], least->args[operand]));
          return;
        }
    }
    out.push_back(cond);
  }

  // f < k + ahead && f < e && ..: what does not hold for f holds for no greater one.
  std::optional<Form> form_of(Expr cond, const std::set<VarId>& changing) {
    std::vector<Expr> parts;
    literals(cond, parts);
    Form form;
    bool found = false;
    for (Expr part : parts) {
      if (part->op != Op::lt && part->op != Op::le) return std::nullopt;
      const Shifted low = shifted(part->args[0]), high = shifted(part->args[1]);
      const auto fetched = variable(low.base);
      if (!fetched || !is_variable(*fetched) || (form.fetched && form.fetched != *fetched))
        return std::nullopt;
      form.fetched = *fetched;
      if (!mentions(part->args[1], changing)) {
        form.rest.push_back(part);
        continue;
      }
      const auto count = variable(high.base);
      if (!count || found || *count == *fetched || !is_variable(*count)) return std::nullopt;
      if (ref(*count)->type != ref(*fetched)->type) return std::nullopt;
      found = true;
      form.count = *count;
      form.ahead = high.by - low.by + (part->op == Op::le ? 1 : 0);
    }
    if (!found || form.rest.empty()) return std::nullopt;
    return form;
  }

  // ---- where variables step

  bool steps(const Stmt& s, VarId v) {
    const auto* assign = std::get_if<Assign>(&s.node);
    if (!assign || assign->var != v) return false;
    const Shifted next = shifted(assign->value);
    return variable(next.base) == v && next.by == 1;
  }
  static std::size_t times_set(const Block& block, VarId v) {
    std::size_t times = 0;
    for_each_statement(block, [&](const Stmt& s) { times += assigned_variable(s) == v; });
    return times;
  }
  // `v` is set once in the loop, as its variable that counts.
  bool counts(const Loop& loop, VarId v, bool in_body) {
    const std::size_t times =
        times_set(loop.head, v) + times_set(loop.body, v) + times_set(loop.step, v);
    const auto here = [&](const Stmt& s) { return steps(s, v); };
    return times == 1 && (std::ranges::any_of(loop.step, here) ||
                          (in_body && std::ranges::any_of(loop.body, here)));
  }
  // Does it jump to where it does not end itself?
  static bool leaves(const Block& block) {
    std::set<LabelId> own;
    for_each_statement(block, [&](const Stmt& s) {
      if (const auto* labeled = std::get_if<Labeled>(&s.node)) own.insert(labeled->label);
      if (const auto* loop = std::get_if<Loop>(&s.node)) own.insert(loop->label);
    });
    bool found = false;
    for_each_statement(block, [&](const Stmt& s) {
      if (const auto* left = std::get_if<Break>(&s.node)) found |= !own.contains(left->label);
      if (const auto* next = std::get_if<Continue>(&s.node)) found |= !own.contains(next->label);
    });
    return found;
  }
  static bool matters(const Block& block) {
    bool found = false;
    for_each_statement(block, [&](const Stmt& s) {
      found |= !std::holds_alternative<Assign>(s.node) && !std::holds_alternative<Havoc>(s.node);
    });
    return found;
  }

  // Where a variable stood before statement `end`: its last value there, over what has not changed
  // since.
  static std::optional<Shifted> start(const Block& statements, std::size_t end, VarId v) {
    for (std::size_t i = end; i-- > 0;) {
      const auto* assign = std::get_if<Assign>(&statements[i].node);
      if (!assign || assign->var != v) {
        if (assigned({statements[i]}).contains(v)) return std::nullopt;
        continue;
      }
      const Shifted value = shifted(assign->value);
      const Block since(statements.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                        statements.begin() + static_cast<std::ptrdiff_t>(end));
      if (value.base && mentions(value.base, assigned(since))) return std::nullopt;
      return value;
    }
    return std::nullopt;
  }

  // ---- the rewriting

  // The loop that fetches in a body, with the conditions around it that no iteration changes.
  struct Found {
    std::vector<std::pair<Expr, bool>> around;
    Block* block = nullptr;
    std::size_t at = 0;
  };
  // What is before it in the iteration is assignments that have nothing to do with it.
  std::optional<Found> find(Block& body, const std::set<VarId>& changing) {
    std::set<VarId> before;
    std::vector<Expr> read;
    Found found;
    Block* in = &body;
    for (std::size_t i = 0; i < in->size(); ++i) {
      Stmt& s = (*in)[i];
      if (const auto* assign = std::get_if<Assign>(&s.node)) {
        before.insert(assign->var);
        read.push_back(assign->value);
      } else if (auto* branch = std::get_if<If>(&s.node)) {
        const bool then = !branch->then_block.empty();
        if (mentions(branch->cond, changing) || (then && !branch->else_block.empty()))
          return std::nullopt;
        found.around.emplace_back(branch->cond, then);
        in = then ? &branch->then_block : &branch->else_block;
        i = std::size_t(-1);
      } else if (const auto* loop = std::get_if<Loop>(&s.node)) {
        const std::set<VarId> set = assigned({s});
        bool apart = std::ranges::none_of(read, [&](Expr e) { return mentions(e, set); });
        apart = apart && !mentions(loop->cond, before);
        for_each_statement(s, [&](const Stmt& part) {
          if (const auto* inner = std::get_if<Loop>(&part.node))
            apart = apart && !mentions(inner->cond, before);
          if (const auto v = assigned_variable(part)) apart = apart && !before.contains(*v);
          for_each_expression(part, [&](Expr e) { apart = apart && !mentions(e, before); });
        });
        if (!apart) return std::nullopt;
        found.block = in;
        found.at = i;
        return found;
      } else {
        return std::nullopt;
      }
    }
    return std::nullopt;
  }

  // What the first iteration of the loop at `i` fetches but for the last time, to stand before the
  // loop, which is left with one fetch in an iteration; none where it has another form.
  std::optional<Stmt> fetching_first(Block& statements, std::size_t i) {
    auto& outer = std::get<Loop>(statements[i].node);
    if (!outer.head.empty()) return std::nullopt;
    const std::set<VarId> changing = assigned({statements[i]});
    const auto found = find(outer.body, changing);
    if (!found) return std::nullopt;
    Stmt& place = (*found->block)[found->at];
    const auto& inner = std::get<Loop>(place.node);
    if (!inner.head.empty() || mentions(outer.cond, assigned({place}))) return std::nullopt;
    const auto form = form_of(inner.cond, changing);
    if (!form || !matters(inner.body) || leaves(inner.body) || leaves(inner.step))
      return std::nullopt;
    // k steps behind the fetching, in every iteration, and f in every round
    if (!counts(inner, form->fetched, true) || times_set(outer.body, form->fetched) != 1 ||
        times_set(outer.step, form->fetched) != 0 || times_set(inner.body, form->count) != 0 ||
        times_set(inner.step, form->count) != 0 || !counts(outer, form->count, true))
      return std::nullopt;
    if (times_set(outer.body, form->count) && continues(outer)) return std::nullopt;
    const auto f = start(statements, i, form->fetched), k = start(statements, i, form->count);
    if (!f || !k || f->base != k->base) return std::nullopt;
    const std::int64_t first = form->ahead - 1 - (f->by - k->by);
    if (first < 0 || first >= max_ahead) return std::nullopt;
    Stmt before = ahead(outer.cond, *found, *form, first, statements[i]);
    once(place, *form);
    return before;
  }
  static bool continues(const Loop& loop) {
    bool found = false;
    for_each_statement(loop.body, [&](const Stmt& s) {
      const auto* next = std::get_if<Continue>(&s.node);
      found |= next && next->label == loop.label;
    });
    return found;
  }

  Expr with(Expr cond, VarId v, Expr value) {
    return pool_.substitute(cond, [&](Expr x) -> Expr { return x == ref(v) ? value : nullptr; });
  }
  Expr plus(Expr e, std::int64_t n) { return n ? pool_.add(e, pool_.constant(n, e->type)) : e; }
  static Block round(const Loop& loop) {
    Block result = loop.body;
    result.insert(result.end(), loop.step.begin(), loop.step.end());
    return result;
  }

  // if (cond) if (f < e) { fetch; if (f < e) { fetch; .. } }
  Stmt ahead(Expr cond, const Found& found, const Form& form, std::int64_t rounds, const Stmt& at) {
    const auto& inner = std::get<Loop>((*found.block)[found.at].node);
    Expr goes_on = pool_.all(form.rest);
    Block block;
    while (rounds-- > 0) {
      Block then = round(inner);
      std::ranges::move(block, std::back_inserter(then));
      block.clear();
      block.push_back({If{goes_on, std::move(then), {}}, at.loc, at.call});
    }
    for (auto it = found.around.rbegin(); it != found.around.rend(); ++it) {
      If branch{it->first, {}, {}};
      (it->second ? branch.then_block : branch.else_block) = std::move(block);
      block.clear();
      block.push_back({std::move(branch), at.loc, at.call});
    }
    return {If{cond, std::move(block), {}}, at.loc, at.call};
  }

  // if (k + ahead - 1 < e) { f := k + ahead - 1; fetch }
  void once(Stmt& place, const Form& form) {
    auto inner = std::move(std::get<Loop>(place.node));
    Expr last = plus(ref(form.count), form.ahead - 1);
    Block then{{Assign{form.fetched, last}, place.loc, place.call}};
    Block rest = round(inner);
    std::ranges::move(rest, std::back_inserter(then));
    place.node = If{with(pool_.all(form.rest), form.fetched, last), std::move(then), {}};
  }

  Pool& pool_;
};

} // namespace

void straighten_fetching(Kernel& kernel) { Straightener(kernel).block(kernel.body); }

} // namespace heddle::core
