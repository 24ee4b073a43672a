// Invariants that align and split rely on.
#include "protocol/protocol.hpp"

#include <set>
#include <unordered_set>

namespace heddle::protocol {

namespace {

class Checker {
public:
  explicit Checker(const Protocol& protocol) : protocol_(protocol), pool_(*protocol.pool) {}

  std::vector<std::string> run() {
    if (!protocol_.root) complain("there is no root");
    visit(protocol_.root);
    for (const Sequence& s : protocol_.sequences)
      check(s);
    return std::move(errors_);
  }

private:
  void complain(std::string text) { errors_.push_back(std::move(text)); }

  void visit(const NodePtr& node) {
    if (node) std::visit([&](const auto& n) { check(n); }, node->node);
  }

  void expr(Expr e, const char* what, std::optional<Type> type) {
    if (!e) return complain(std::string(what) + " is missing");
    if (type && e->type != *type)
      complain(std::string(what) + " has type " + heddle::to_string(e->type));
    for (Expr a : atoms(e)) {
      if (a->op != Op::symbol) continue;
      const Symbol& s = pool_.symbol(a);
      const bool variable = s.role == Role::variable || s.role == Role::fresh;
      if (variable) complain(std::string(what) + " mentions the variable " + s.name);
      if (s.role == Role::binder && !binders_.contains(static_cast<SymbolId>(a->value)))
        complain(std::string(what) + " mentions " + s.name + " outside of its loop");
    }
  }

  void check(const Access& a) {
    if (a.array >= protocol_.kernel->arrays.size()) complain("an access to no array");
    if (a.size == 0) complain("an access of no bytes");
    expr(a.offset, "an offset", Type::i64());
    for (Expr e : {a.value, a.operand, a.compare, a.result, a.until})
      if (e) expr(e, "a value", std::nullopt);
    for (const TripValue& trip : a.trips)
      expr(trip.value, trip.name.c_str(), std::nullopt);
  }
  void check(const Fence&) {}
  void check(const Barrier& b) {
    expr(b.alive, "a barrier's aliveness", Type::boolean());
    if (b.mask) expr(b.mask, "a mask", std::nullopt);
  }
  void check(const NamedBarrier& b) {
    expr(b.alive, "a barrier's aliveness", Type::boolean());
    expr(b.op.id, "a barrier's id", Type::u32());
    if (b.op.count) expr(b.op.count, "a barrier's count", Type::u32());
    if (b.op.at) expr(b.op.at, "a tensor map's offset", Type::i64());
  }
  void check(const Mbarrier& b) {
    expr(b.alive, "an mbarrier's aliveness", Type::boolean());
    if (b.op.array >= protocol_.kernel->arrays.size()) complain("an mbarrier in no array");
    expr(b.op.offset, "an mbarrier's offset", Type::i64());
    for (Expr e : {b.op.count, b.op.bytes, b.op.parity})
      if (e) expr(e, "an mbarrier's operand", Type::u32());
  }
  void check(const Seq& s) {
    for (const NodePtr& part : s.parts) {
      if (!part) complain("a sequence with a hole");
      visit(part);
    }
  }
  void check(const If& b) {
    expr(b.cond, "a condition", Type::boolean());
    if (b.alive) expr(b.alive, "a condition's aliveness", Type::boolean());
    if (!b.then_part) complain("an if without then");
    visit(b.then_part);
    visit(b.else_part);
  }
  void check(const Loop& l) {
    if (!binders_.insert(l.binder).second || !seen_.insert(l.binder).second)
      complain("one binder for two loops");
    expr(l.cond, "a loop's condition", Type::boolean());
    if (l.alive) expr(l.alive, "a loop's aliveness", Type::boolean());
    for (const auto& [name, value] : l.display)
      expr(value, name.c_str(), std::nullopt);
    if (!l.body) complain("a loop without body");
    visit(l.body);
    binders_.erase(l.binder);
  }
  void check(const Check& c) {
    expr(c.cond, "an assertion", Type::boolean());
    if (c.copy) expr(c.copy->offset, "an access", Type::i64());
  }

  void check(const Sequence& s) {
    if (s.factor < 2) complain("a sequence that does not move");
    if (!s.init || s.init->type != pool_.function(s.fn).type)
      complain("a sequence's start has another type");
    if (pool_.function(s.fn).flavour != Flavour::sequence) complain("a sequence is no sequence");
  }

  const Protocol& protocol_;
  const Pool& pool_;
  std::vector<std::string> errors_;
  std::set<SymbolId> binders_, seen_;
};

} // namespace

std::vector<std::string> check(const Protocol& protocol) { return Checker(protocol).run(); }

} // namespace heddle::protocol
