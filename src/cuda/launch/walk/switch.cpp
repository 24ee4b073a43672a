// Switches of the host: what holds behind each label.
#include "cuda/launch/walk/walk.hpp"

namespace heddle::cuda {

// Of the value that is switched on; null: not known.
Expr HostWalk::is_case(const HostValue& on, const clang::CaseStmt& label) {
  const HostValue v = folded(*label.getLHS()).value_or(HostValue{});
  if (!on.is_integer() || !v.is_integer() || label.getRHS()) return nullptr;
  const Expr value = on.e->type.is_int() && v.e->type.is_int() ? pool_.cast(v.e, on.e->type) : v.e;
  return value->type == on.e->type ? pool_.eq(on.e, value) : nullptr;
}

void HostWalk::exec_switch(const clang::SwitchStmt& s) {
  exec(s.getInit());
  exec(s.getConditionVariableDeclStmt());
  const HostValue on = eval(s.getCond());
  auto outer_breaks = std::exchange(frames_.back().breaks, {});
  const HostState head = state_;
  std::vector<Expr> others;
  bool all_known = true, has_default = false;
  for (const clang::SwitchCase* label = s.getSwitchCaseList(); label;
       label = label->getNextSwitchCase()) {
    const auto* value = llvm::dyn_cast<clang::CaseStmt>(label);
    has_default = has_default || !value;
    if (!value) continue;
    const Expr e = is_case(on, *value);
    all_known = all_known && e;
    if (e) others.push_back(pool_.logical_not(e));
  }
  const Expr no_case = all_known ? pool_.all(others) : nullptr;
  state_.dead = true;
  if (const auto* body = llvm::dyn_cast<clang::CompoundStmt>(s.getBody())) {
    std::size_t at = 0;
    for (const clang::Stmt* item : body->body()) {
      lose_in(*body, at++);
      exec_item(item, on, head, no_case);
    }
    lose_in(*body, at);
  } else {
    state_ = head;
    forget_everything();
    exec(s.getBody());
  }
  if (!has_default) {
    HostState fall = std::exchange(state_, head);
    add_fact(no_case);
    join(std::move(fall));
  }
  join_all(std::exchange(frames_.back().breaks, std::move(outer_breaks)));
}

// A statement of the switch, with its labels: control comes from the one before or from the head.
void HostWalk::exec_item(const clang::Stmt* item, const HostValue& on, const HostState& head,
                         Expr no_case) {
  std::vector<Expr> any;
  bool is_label = false, open = false, is_default = false;
  while (const auto* label = llvm::dyn_cast<clang::SwitchCase>(item)) {
    is_label = true;
    const auto* value = llvm::dyn_cast<clang::CaseStmt>(label);
    const Expr e = value ? is_case(on, *value) : nullptr;
    is_default = is_default || !value;
    open = open || (value && !e);
    if (e) any.push_back(e);
    item = label->getSubStmt();
  }
  if (is_label) {
    HostState fall = std::exchange(state_, head);
    if (is_default && any.empty() && !open)
      add_fact(no_case);
    else if (!open && !is_default)
      add_fact(pool_.any(any));
    join(std::move(fall));
  }
  exec(item);
}

} // namespace heddle::cuda
