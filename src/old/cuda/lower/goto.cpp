// goto: a label that is jumped to from before is a block that ends there, one that is jumped to
// from behind a loop. Flow that has no such form (a jump into a block or a loop) is refused.
#include "cuda/lower/internal.hpp"
#include "cuda/syntax/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

const LabelStmt* label_at(const std::vector<StmtPtr>& list, std::size_t i) {
  return list[i] ? std::get_if<LabelStmt>(&list[i]->node) : nullptr;
}

bool jumps_to(const StmtPtr& s, const std::string& label) {
  bool found = false;
  walk(
      s,
      [&](const StmtPtr& inner) {
        const auto* jump = std::get_if<GotoStmt>(&inner->node);
        found = found || (jump && jump->label == label);
      },
      [](const ExprPtr&) {});
  return found;
}

// One past the last statement of the loop that the label at `head` opens: the last that jumps back
// to it, or to a label inside; `head` when none does.
std::size_t loop_end(const std::vector<StmtPtr>& list, std::size_t head, std::size_t end) {
  std::size_t last = head;
  for (std::size_t l = head; l <= last && l < end; ++l)
    if (const LabelStmt* label = label_at(list, l))
      for (std::size_t i = std::max(l, last) + 1; i < end; ++i)
        if (jumps_to(list[i], label->label)) last = i;
  return last == head ? head : last + 1;
}

// The last label that no loop of another label contains; `end`: there is none.
std::size_t last_label(const std::vector<StmtPtr>& list, std::size_t begin, std::size_t end) {
  std::size_t found = end;
  for (std::size_t i = begin; i < end;) {
    if (!label_at(list, i)) {
      ++i;
      continue;
    }
    found = i;
    i = std::max(i + 1, loop_end(list, i, end));
  }
  return found;
}

bool jumps_back(const core::Stmt& s, core::LabelId label) {
  const auto* jump = std::get_if<core::Continue>(&s.node);
  return jump && jump->label == label;
}

// Makes `l.body`, which runs once unless it jumps back, the body of a loop. `if (c) { .. continue;
// } e` at its end becomes `if (!c) { e; break; } ..`.
void close(Pool& pool, core::Loop& l, Loc loc, core::CallId call) {
  core::Block& body = l.body;
  const core::Stmt leave{core::Break{l.label}, loc, call};
  core::If* branch = body.empty() ? nullptr : std::get_if<core::If>(&body.back().node);
  if (!branch || branch->then_block.empty() || !jumps_back(branch->then_block.back(), l.label)) {
    if (body.empty() || !jumps_back(body.back(), l.label)) body.push_back(leave);
    return;
  }
  core::Block again = std::move(branch->then_block);
  again.pop_back();
  const bool only_condition = body.size() == 1 && branch->else_block.empty();
  if (only_condition) { // a while loop
    l.cond = branch->cond;
    body = std::move(again);
    return;
  }
  branch->then_block = std::move(branch->else_block);
  branch->else_block.clear();
  branch->then_block.push_back(leave);
  branch->cond = pool.logical_not(branch->cond);
  std::move(again.begin(), again.end(), std::back_inserter(body));
}

} // namespace

// Runs `f` where a jump to the label is one to `target`.
void Lowering::with_label(const std::string& label, Jump target, const std::function<void()>& f) {
  auto& gotos = frame().gotos;
  const auto outer = gotos.find(label);
  const std::optional<Jump> shadowed =
      outer == gotos.end() ? std::nullopt : std::optional(outer->second);
  gotos[label] = target;
  f();
  if (shadowed)
    gotos[label] = *shadowed;
  else
    gotos.erase(label);
}

void Lowering::lower_list(const std::vector<StmtPtr>& list, std::size_t begin, std::size_t end) {
  if (const std::size_t k = last_label(list, begin, end); k != end) {
    const LabelStmt& label = *label_at(list, k);
    const core::LabelId target = new_label();
    core::Block before;
    with_label(label.label, {target, false},
               [&] { before = collect([&] { lower_list(list, begin, k); }); });
    labelled(target, std::move(before), list[k]->loc);
    begin = k + 1;
    if (const std::size_t last = loop_end(list, k, end); last > k) {
      goto_loop(list, k, last);
      begin = last;
    }
  }
  for (std::size_t i = begin; i < end; ++i)
    lower(list[i]);
}

// The statements between the label at `head` and `end`, which jump back to it.
void Lowering::goto_loop(const std::vector<StmtPtr>& list, std::size_t head, std::size_t end) {
  const Loc loc = list[head]->loc;
  core::Loop l;
  l.label = new_label();
  l.cond = pool_->boolean(true);
  ++frame().control_depth;
  ++loops_;
  with_label(label_at(list, head)->label, {l.label, true},
             [&] { l.body = collect([&] { lower_list(list, head + 1, end); }); });
  --frame().control_depth;
  --loops_;
  close(*pool_, l, loc, frame().call);
  if (!spin_wait(l, loc)) emit(std::move(l), loc);
}

void Lowering::lower_node(const LabelStmt&, const StmtNode&) {} // see lower_list

void Lowering::lower_node(const GotoStmt& n, const StmtNode& s) {
  const auto it = frame().gotos.find(n.label);
  if (it == frame().gotos.end())
    return unsupported("'goto " + n.label + "' into a block or a loop", s.loc);
  if (it->second.back)
    emit(core::Continue{it->second.label}, s.loc);
  else
    emit(core::Break{it->second.label}, s.loc);
}

} // namespace heddle::cuda
