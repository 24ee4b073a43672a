#include "core/core.hpp"

#include <unordered_set>

namespace heddle::core {

namespace {

class Checker {
public:
  explicit Checker(const Kernel& kernel)
      : kernel_(kernel), pool_(*kernel.pool), vars_(kernel.vars.begin(), kernel.vars.end()) {}

  std::vector<std::string> run() {
    for (VarId v : kernel_.vars)
      if (pool_.symbol(v).role != Role::variable)
        fail({}, "'" + pool_.symbol(v).name + "' is not a variable");
    for (std::size_t i = 1; i < kernel_.calls.size(); ++i)
      if (kernel_.calls[i].parent >= i)
        fail(kernel_.calls[i].loc, "a call's parent comes after it");
    for (const Parameter& p : kernel_.params)
      if (p.array && *p.array >= kernel_.arrays.size())
        fail(p.loc, "'" + p.name + "' names no array");
    for (const Assumption& a : kernel_.assumptions)
      assumption(a);
    block(kernel_.body);
    return std::move(errors_);
  }

private:
  void assumption(const Assumption& a) {
    if (!condition(a.cond, a.loc)) return;
    for (Expr e : atoms(a.cond)) {
      if (e->op != Op::symbol) continue;
      const Role role = pool_.symbol(e).role;
      if (role != Role::parameter && role != Role::block_dim && role != Role::grid_dim)
        fail(a.loc, "an assumption mentions '" + pool_.symbol(e).name + "'");
    }
  }

  void block(const Block& stmts) {
    for (const Stmt& s : stmts) {
      loc_ = s.loc;
      if (s.call >= kernel_.calls.size()) fail(loc_, "a statement of an unknown call");
      std::visit([&](const auto& node) { stmt(node); }, s.node);
    }
  }

  void stmt(const Assign& s) {
    variable(s.var);
    if (expression(s.value, loc_) && s.value->type != pool_.symbol(s.var).type)
      fail(loc_, "'" + pool_.symbol(s.var).name + "' of type " +
                     heddle::to_string(pool_.symbol(s.var).type) + " is assigned a value of type " +
                     heddle::to_string(s.value->type));
  }
  void stmt(const Havoc& s) {
    variable(s.var);
    if (!s.exchange) return;
    for (Expr e : {s.exchange->value, s.exchange->lane, s.exchange->width, s.exchange->mask})
      if (e) expression(e, loc_);
  }
  void stmt(const Read& s) {
    variable(s.var);
    cell(s.array, s.offset, s.size);
  }
  void stmt(const Write& s) {
    cell(s.array, s.offset, s.size);
    if (s.value) expression(s.value, loc_);
  }
  void stmt(const Atomic& s) {
    if (s.var) variable(*s.var);
    cell(s.array, s.offset, s.size);
    for (Expr e : {s.operand, s.compare})
      if (e) expression(e, loc_);
  }
  void stmt(const Fence&) {}
  void stmt(const Barrier& s) {
    if (s.mask && expression(s.mask, loc_) && s.mask->type != Type::u32())
      fail(loc_, "a barrier's mask is not u32");
  }
  void number(Expr e, const char* what) {
    if (e && expression(e, loc_) && e->type != Type::u32())
      fail(loc_, std::string("a barrier's ") + what + " is not u32");
  }
  void stmt(const NamedBarrier& s) {
    number(s.id, "id");
    number(s.count, "count");
    if (s.at) cell(s.map, s.at, map_bytes);
  }
  void stmt(const Mbarrier& s) {
    cell(s.array, s.offset, 8);
    number(s.count, "count");
    number(s.bytes, "number of bytes");
    number(s.parity, "parity");
  }
  void stmt(const If& s) {
    condition(s.cond, loc_);
    block(s.then_block);
    block(s.else_block);
  }
  void stmt(const Loop& s) {
    const bool fresh = open(s.label);
    block(s.head);
    condition(s.cond, loc_);
    loops_.insert(s.label);
    block(s.body);
    loops_.erase(s.label); // `continue` in the step would run it again
    block(s.step);
    if (fresh) open_.erase(s.label);
  }
  void stmt(const Labeled& s) {
    const bool fresh = open(s.label);
    block(s.body);
    if (fresh) open_.erase(s.label);
  }
  void stmt(const Break& s) {
    if (!open_.contains(s.label))
      fail(loc_, "break names label " + std::to_string(s.label) + ", which is not around it");
  }
  void stmt(const Continue& s) {
    if (!loops_.contains(s.label))
      fail(loc_,
           "continue names label " + std::to_string(s.label) + ", whose body is not around it");
  }
  void stmt(const Exit&) {}
  void stmt(const Assume& s) { condition(s.cond, loc_); }
  void stmt(const Assert& s) {
    condition(s.cond, loc_);
    if (s.copy) cell(s.copy->array, s.copy->offset, 1);
  }
  void stmt(const Unsupported&) {}
  void stmt(const AsyncCopy& s) { block(s.body); }
  void stmt(const CopyGroup& s) {
    if (s.pending && expression(s.pending, loc_) && s.pending->type != Type::i64())
      fail(loc_, "a number of groups is not i64");
  }

  bool open(LabelId label) {
    const bool fresh = open_.insert(label).second;
    if (!fresh) fail(loc_, "label " + std::to_string(label) + " is nested in itself");
    return fresh;
  }

  void variable(VarId v) {
    if (!vars_.contains(v))
      fail(loc_, "'" + pool_.symbol(v).name + "' is not in the kernel's variables");
  }

  void cell(ArrayId array, Expr offset, unsigned size) {
    if (array >= kernel_.arrays.size())
      fail(loc_, "array " + std::to_string(array) + " does not exist");
    if (size == 0) fail(loc_, "an access of no bytes");
    if (expression(offset, loc_) && offset->type != Type::i64()) fail(loc_, "an offset is not i64");
  }

  bool condition(Expr e, Loc loc) {
    if (!expression(e, loc)) return false;
    if (!e->type.is_bool()) fail(loc, "a condition is not bool: " + heddle::to_string(pool_, e));
    return e->type.is_bool();
  }

  bool expression(Expr e, Loc loc) {
    if (!e) {
      fail(loc, "an expression is missing");
      return false;
    }
    for (Expr a : atoms(e))
      if (seen_.insert(a).second) atom(a, loc);
    return true;
  }

  void atom(Expr a, Loc loc) {
    if (a->op == Op::apply) {
      if (pool_.function(a).flavour != Flavour::pure)
        fail(loc, "'" + pool_.function(a).name + "' is not a pure function");
      return;
    }
    const Symbol& s = pool_.symbol(a);
    switch (s.role) {
    case Role::variable:
      if (!vars_.contains(static_cast<VarId>(a->value)))
        fail(loc, "'" + s.name + "' is not in the kernel's variables");
      return;
    case Role::parameter:
    case Role::grid_dim:
    case Role::block_dim:
    case Role::block_index:
    case Role::thread_index:
      return;
    case Role::binder:
    case Role::fresh:
      fail(loc, "'" + s.name + "' does not belong to core");
    }
  }

  void fail(Loc loc, const std::string& message) {
    errors_.push_back(std::to_string(loc.line) + ":" + std::to_string(loc.column) + ": " + message);
  }

  const Kernel& kernel_;
  const Pool& pool_;
  std::unordered_set<VarId> vars_;
  std::unordered_set<Expr> seen_;
  std::unordered_set<LabelId> open_, loops_; // labels around; those of them whose loop body is
  Loc loc_;
  std::vector<std::string> errors_;
};

} // namespace

std::vector<std::string> check(const Kernel& kernel) { return Checker(kernel).run(); }

} // namespace heddle::core
