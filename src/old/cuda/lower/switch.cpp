// switch.
#include "cuda/lower/internal.hpp"
#include "cuda/syntax/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

// Statements between two groups of case labels.
struct Section {
  std::vector<const CaseStmt*> labels;
  std::vector<StmtPtr> body;
  Loc loc;
};

bool ends_in_jump(const std::vector<StmtPtr>& body) {
  for (auto it = body.rbegin(); it != body.rend(); ++it) {
    if (!*it) continue;
    const auto& node = (*it)->node;
    if (auto* compound = std::get_if<CompoundStmt>(&node)) return ends_in_jump(compound->body);
    if (auto* e = std::get_if<ExprStmt>(&node); e && !e->expr) continue;
    return std::holds_alternative<BreakStmt>(node) || std::holds_alternative<ReturnStmt>(node) ||
           std::holds_alternative<ContinueStmt>(node) || std::holds_alternative<GotoStmt>(node);
  }
  return false;
}

std::vector<Section> sections(const std::vector<StmtPtr>& list) {
  std::vector<Section> found;
  for (const StmtPtr& s : list) {
    if (!s) continue;
    if (auto* label = std::get_if<CaseStmt>(&s->node)) {
      if (found.empty() || !found.back().body.empty()) found.push_back({{}, {}, s->loc});
      found.back().labels.push_back(label);
    } else {
      if (found.empty()) found.push_back({{}, {}, s->loc}); // before any label: never runs
      found.back().body.push_back(s);
    }
  }
  return found;
}

bool has_nested_case(const std::vector<Section>& all) {
  bool nested = false;
  for (const Section& section : all)
    for (const StmtPtr& s : section.body) {
      unsigned inner = 0;
      const std::function<void(const StmtPtr&)> visit = [&](const StmtPtr& c) {
        if (std::holds_alternative<SwitchStmt>(c->node)) return;
        if (std::holds_alternative<CaseStmt>(c->node)) nested = true;
        if (++inner < 10'000) for_each_child(*c, visit, [](const ExprPtr&) {});
      };
      visit(s);
    }
  return nested;
}

} // namespace

void Lowering::lower_node(const SwitchStmt& n, const StmtNode& s) {
  const auto* body = std::get_if<CompoundStmt>(&n.body->node);
  Value v = eval(n.cond);
  if (!body || !v.scalar || !v.type->is_integral())
    return unsupported("a switch on a value of type '" + to_string(v.type) + "'", s.loc);
  v = convert(v, promoted(v.type), s.loc);
  const std::vector<Section> all = sections(body->body);
  if (has_nested_case(all)) return unsupported("a case label inside another statement", s.loc);
  const Expr value = snapshot(v.scalar, s.loc);

  // Condition under which each section is jumped to.
  std::vector<Expr> entered;
  Expr any_case = pool_->boolean(false);
  bool folds = true;
  for (const Section& section : all) {
    Expr cond = pool_->boolean(false);
    for (const CaseStmt* label : section.labels) {
      if (!label->value) continue;
      const auto low = fold(label->value);
      const auto high = label->upper ? fold(label->upper) : low;
      if (!low || !high) {
        folds = false;
        break;
      }
      const Expr a = pool_->constant(*low, value->type), b = pool_->constant(*high, value->type);
      const Expr here = a == b ? pool_->eq(value, a)
                               : pool_->logical_and(pool_->le(a, value), pool_->le(value, b));
      cond = pool_->logical_or(cond, here);
    }
    any_case = pool_->logical_or(any_case, cond);
    entered.push_back(cond);
  }
  if (!folds) return unsupported("a case label that is not constant", s.loc);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const CaseStmt* label : all[i].labels)
      if (!label->value) entered[i] = pool_->logical_or(entered[i], pool_->logical_not(any_case));

  bool falls_through = false;
  for (std::size_t i = 0; i + 1 < all.size(); ++i)
    falls_through = falls_through || (!is_false(entered[i]) && !ends_in_jump(all[i].body));

  const core::LabelId label = new_label();
  frame().targets.push_back({label, false, false});
  frame().names.emplace_back();
  const auto section_block = [&](const Section& section) {
    ++frame().control_depth;
    core::Block block = collect([&] { lower_list(section.body, 0, section.body.size()); });
    --frame().control_depth;
    return block;
  };
  core::Block out = collect([&] {
    if (!falls_through) {
      std::vector<core::Block> blocks;
      for (const Section& section : all)
        blocks.push_back(section_block(section));
      // The conditions exclude each other, so `default` may come last, as the plain else.
      const auto is_default = [&](std::size_t i) {
        return std::ranges::any_of(all[i].labels, [](const CaseStmt* l) { return !l->value; });
      };
      core::Block rest;
      for (std::size_t i = 0; i < all.size(); ++i)
        if (is_default(i)) {
          strip_trailing_jumps(*pool_, blocks[i], label);
          rest = std::move(blocks[i]);
        }
      for (std::size_t i = all.size(); i-- > 0;) {
        if (is_default(i)) continue;
        strip_trailing_jumps(*pool_, blocks[i], label);
        core::Block outer = collect(
            [&] { emit_if(entered[i], std::move(blocks[i]), std::move(rest), all[i].loc); });
        rest = std::move(outer);
      }
      for (core::Stmt& stmt : rest)
        out_->push_back(std::move(stmt));
      return;
    }
    // `matched` says that an earlier section was entered and fell through.
    const core::VarId matched = new_var("matched", Type::boolean(), s.loc);
    assign(matched, pool_->boolean(false), s.loc);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (is_false(entered[i]) && all[i].labels.empty()) continue;
      core::Block block = collect([&] { assign(matched, pool_->boolean(true), all[i].loc); });
      core::Block rest = section_block(all[i]);
      std::move(rest.begin(), rest.end(), std::back_inserter(block));
      emit_if(pool_->logical_or(pool_->symbol_ref(matched), entered[i]), std::move(block), {},
              all[i].loc);
    }
  });
  frame().names.pop_back();
  frame().targets.pop_back();
  labelled(label, std::move(out), s.loc);
}

void Lowering::lower_node(const CaseStmt&, const StmtNode& s) {
  unsupported("a case label outside of a switch", s.loc);
}

} // namespace heddle::cuda
