#include "cuda/lower/blocks.hpp"

#include "core/visit.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

namespace heddle::cuda {

namespace {

bool is_jump_to(const core::Stmt& s, core::LabelId label, bool continues) {
  if (label == 0) return std::holds_alternative<core::Exit>(s.node);
  if (const auto* again = std::get_if<core::Continue>(&s.node))
    return continues && again->label == label;
  const auto* leave = std::get_if<core::Break>(&s.node);
  return leave && !continues && leave->label == label;
}

// May it stand in the head of a loop: it computes, and has no effect that others see?
bool only_computes(const core::Stmt& s) {
  if (const auto* branch = std::get_if<core::If>(&s.node))
    return std::ranges::all_of(branch->then_block, only_computes) &&
           std::ranges::all_of(branch->else_block, only_computes);
  return std::holds_alternative<core::Assign>(s.node) ||
         std::holds_alternative<core::Read>(s.node) || std::holds_alternative<core::Havoc>(s.node);
}

bool is_break(const core::Block& block, core::LabelId label) {
  return block.size() == 1 && is_jump_to(block.front(), label, false);
}

bool has_continue(const core::Block& block, core::LabelId label) {
  bool found = false;
  core::for_each_statement(
      block, [&](const core::Stmt& s) { found = found || is_jump_to(s, label, true); });
  return found;
}

void each_jump(core::Block& block, const std::function<void(core::Stmt&)>& f) {
  for (core::Stmt& s : block) {
    if (auto* branch = std::get_if<core::If>(&s.node)) {
      each_jump(branch->then_block, f);
      each_jump(branch->else_block, f);
    } else if (auto* loop = std::get_if<core::Loop>(&s.node)) {
      each_jump(loop->head, f);
      each_jump(loop->body, f);
      each_jump(loop->step, f);
    } else if (auto* labeled = std::get_if<core::Labeled>(&s.node)) {
      each_jump(labeled->body, f);
    } else {
      f(s);
    }
  }
}

bool mentions_label(const core::Block& block, core::LabelId label) {
  bool found = false;
  core::for_each_statement(block, [&](const core::Stmt& s) {
    found = found || is_jump_to(s, label, false) || is_jump_to(s, label, true);
  });
  return found;
}

// { .. break L; .. } L: step
void split_step(core::Loop& loop) {
  if (loop.body.empty()) return;
  auto* labeled = std::get_if<core::Labeled>(&loop.body.front().node);
  if (!labeled || has_continue(loop.body, loop.label)) return;
  each_jump(labeled->body, [&](core::Stmt& s) {
    if (is_jump_to(s, labeled->label, false)) s.node = core::Continue{loop.label};
  });
  core::Block inner = std::move(labeled->body);
  loop.step = {std::make_move_iterator(std::next(loop.body.begin())),
               std::make_move_iterator(loop.body.end())};
  loop.body = std::move(inner);
}

void shape_loop(Pool& pool, core::Loop& loop) {
  core::Block body = std::move(loop.body);
  strip_trailing_jumps(pool, body, loop.label, true);
  const auto exit = std::ranges::find_if_not(body, only_computes);
  auto* branch = exit == body.end() ? nullptr : std::get_if<core::If>(&exit->node);
  const bool on_true = branch && is_break(branch->then_block, loop.label);
  if (on_true || (branch && is_break(branch->else_block, loop.label))) {
    loop.cond = on_true ? pool.logical_not(branch->cond) : branch->cond;
    core::Block rest = std::move(on_true ? branch->else_block : branch->then_block);
    std::move(std::next(exit), body.end(), std::back_inserter(rest));
    loop.head = {std::make_move_iterator(body.begin()), std::make_move_iterator(exit)};
    body = std::move(rest);
  }
  loop.body = std::move(body);
  strip_trailing_jumps(pool, loop.body, loop.label, true);
  split_step(loop);
}

} // namespace

bool ends_in_jump(const core::Block& block) {
  if (block.empty()) return false;
  const core::Stmt& last = block.back();
  if (const auto* branch = std::get_if<core::If>(&last.node))
    return ends_in_jump(branch->then_block) && ends_in_jump(branch->else_block);
  return std::holds_alternative<core::Break>(last.node) ||
         std::holds_alternative<core::Continue>(last.node) ||
         std::holds_alternative<core::Exit>(last.node);
}

void strip_trailing_jumps(Pool& pool, core::Block& block, core::LabelId label, bool continues) {
  while (!block.empty() && is_jump_to(block.back(), label, continues))
    block.pop_back();
  if (block.empty()) return;
  if (auto* branch = std::get_if<core::If>(&block.back().node)) {
    strip_trailing_jumps(pool, branch->then_block, label, continues);
    strip_trailing_jumps(pool, branch->else_block, label, continues);
    if (branch->then_block.empty() && branch->else_block.empty()) {
      block.pop_back();
      strip_trailing_jumps(pool, block, label, continues);
    } else if (branch->then_block.empty()) {
      branch->cond = pool.logical_not(branch->cond);
      std::swap(branch->then_block, branch->else_block);
    }
  } else if (auto* labeled = std::get_if<core::Labeled>(&block.back().node)) {
    strip_trailing_jumps(pool, labeled->body, label, continues);
  }
}

void shape_loops(Pool& pool, core::Block& block) {
  for (core::Stmt& s : block) {
    if (auto* branch = std::get_if<core::If>(&s.node)) {
      shape_loops(pool, branch->then_block);
      shape_loops(pool, branch->else_block);
    } else if (auto* loop = std::get_if<core::Loop>(&s.node)) {
      shape_loops(pool, loop->body);
      shape_loop(pool, *loop);
    } else if (auto* labeled = std::get_if<core::Labeled>(&s.node)) {
      shape_loops(pool, labeled->body);
    }
  }
}

void append_labeled(Pool& pool, core::Block& to, core::LabelId label, core::Block body) {
  strip_trailing_jumps(pool, body, label);
  if (!body.empty()) // what leaves the block leaves the loop that it ends with
    if (auto* loop = std::get_if<core::Loop>(&body.back().node)) {
      each_jump(loop->body, [&](core::Stmt& s) {
        if (is_jump_to(s, label, false)) s.node = core::Break{loop->label};
      });
    }
  if (!mentions_label(body, label)) {
    std::move(body.begin(), body.end(), std::back_inserter(to));
    return;
  }
  const Loc loc = body.front().loc;
  const core::CallId call = body.front().call;
  to.push_back({core::Labeled{label, std::move(body)}, loc, call});
}

} // namespace heddle::cuda
