#include "protocol/overflow.hpp"

#include "protocol/infer/infer_nodes.hpp"

#include <unordered_set>

namespace heddle::protocol {

namespace {

std::string type_name(Type type) {
  const char* name = type.width >= 64 ? "long long" : "int";
  return (type.is_signed ? "" : "unsigned ") + std::string(name);
}

class Checks {
public:
  explicit Checks(const Protocol& protocol) : protocol_(protocol), pool_(*protocol.pool) {}

  NodePtr visit(const NodePtr& node) {
    if (!node) return nullptr;
    return std::visit([&](const auto& n) { return around(node, n); }, node->node);
  }

private:
  // Computed before the node, or at the node itself.
  NodePtr before(std::vector<std::pair<Expr, Loc>> computed, CallId call, NodePtr node) {
    Sink sink(pool_);
    for (const auto& [e, loc] : computed)
      if (e) check(e, loc, call, sink);
    sink.add(std::move(node));
    return sink.finish();
  }
  NodePtr around(const NodePtr& node, const Access& a) {
    return before({{a.offset, a.loc}}, a.call, node);
  }
  NodePtr around(const NodePtr& node, const Barrier& b) {
    return before({{b.mask, b.loc}, {b.alive, b.loc}}, b.call, node);
  }
  NodePtr around(const NodePtr& node, const NamedBarrier& b) {
    return before({{b.op.id, b.loc}, {b.op.count, b.loc}, {b.op.at, b.loc}, {b.alive, b.loc}},
                  b.call, node);
  }
  NodePtr around(const NodePtr& node, const Mbarrier& b) {
    return before({{b.op.offset, b.loc},
                   {b.op.count, b.loc},
                   {b.op.bytes, b.loc},
                   {b.op.parity, b.loc},
                   {b.alive, b.loc}},
                  b.call, node);
  }
  NodePtr around(const NodePtr& node, const Fence&) { return node; }
  NodePtr around(const NodePtr& node, const Check& c) {
    return before({{c.cond, c.loc}}, c.call, node);
  }
  NodePtr around(const NodePtr&, const Seq& s) {
    Sink sink(pool_);
    for (const NodePtr& part : s.parts)
      sink.add(visit(part));
    return sink.finish();
  }
  NodePtr around(const NodePtr&, const If& b) {
    Sink sink(pool_);
    check(b.cond, b.loc, 0, sink);
    if (b.alive) check(b.alive, b.loc, 0, sink);
    const auto part = [&](const NodePtr& node) {
      const std::size_t mark = order_.size();
      NodePtr made = visit(node);
      forget(mark);
      return made;
    };
    NodePtr then_part = part(b.then_part), else_part = part(b.else_part);
    sink.add(make_if(pool_, b.cond, std::move(then_part), std::move(else_part), b.loc, b.alive));
    return sink.finish();
  }

  // The condition is computed before the first iteration and after every one.
  NodePtr around(const NodePtr&, const Loop& loop) {
    Expr binder = pool_.symbol_ref(loop.binder);
    const auto at = [&](Expr e, Expr iteration) {
      return pool_.substitute(e, [&](Expr x) { return x == binder ? iteration : nullptr; });
    };
    Sink sink(pool_);
    Expr first = pool_.constant(0, binder->type);
    check(at(loop.cond, first), loop.loc, 0, sink);
    if (loop.alive) check(at(loop.alive, first), loop.loc, 0, sink);
    const std::size_t mark = order_.size();
    Sink body(pool_), known(pool_); // at iteration k: checked at 0 and after the one before
    check(loop.cond, loop.loc, 0, known);
    if (loop.alive) check(loop.alive, loop.loc, 0, known);
    body.add(visit(loop.body));
    Expr next = pool_.add(binder, pool_.constant(1, binder->type));
    check(at(loop.cond, next), loop.loc, 0, body);
    if (loop.alive) check(at(loop.alive, next), loop.loc, 0, body);
    for (const Sequence& s : protocol_.sequences)
      if (s.binder == loop.binder && s.step == Sequence::Step::multiply)
        check(grown(s), loop.loc, 0, body);
    forget(mark);
    Loop copy = loop;
    copy.body = body.finish();
    sink.add(make_node(std::move(copy)));
    return sink.finish();
  }

  // What the iteration makes of a multiplied variable.
  Expr grown(const Sequence& s) {
    std::vector<Expr> args;
    for (SymbolId outer : s.outer)
      args.push_back(pool_.symbol_ref(outer));
    args.push_back(pool_.symbol_ref(s.binder));
    const Type type = pool_.function(s.fn).type;
    return pool_.mul(pool_.apply(s.fn, std::move(args)), pool_.constant(s.factor, type));
  }

  void check(Expr root, Loc loc, CallId call, Sink& sink) {
    inspect(root, pool_.boolean(true), loc, call, sink);
  }

  // `when`: the conditions of the choices around the operator.
  void inspect(Expr e, Expr when, Loc loc, CallId call, Sink& sink) {
    if (is_true(when) ? !known_.insert(e).second : known_.contains(e)) return;
    if (is_true(when)) order_.push_back(e);
    if (e->op == Op::ite && !e->type.is_bool()) {
      Expr c = e->args[0];
      inspect(c, when, loc, call, sink);
      inspect(e->args[1], pool_.logical_and(when, c), loc, call, sink);
      inspect(e->args[2], pool_.logical_and(when, pool_.logical_not(c)), loc, call, sink);
      return;
    }
    for (Expr a : e->args)
      if (!counts_iterations(e, a)) inspect(a, when, loc, call, sink);
    Expr inside = pool_.implies(when, in_range(e));
    if (is_true(inside)) return;
    const Expr value = e->op == Op::cast ? e->args[0] : e;
    std::string text =
        "'" + heddle::to_string(pool_, value) + "' may overflow " + type_name(e->type);
    sink.add(make_node(Check{inside, std::move(text), loc, call, Check::Kind::overflow}));
  }

  // fn(k + 1): the number of an iteration is not computed by the kernel.
  bool counts_iterations(Expr e, Expr arg) const {
    if (e->op != Op::apply) return false;
    const Flavour flavour = pool_.function(e).flavour;
    if (flavour != Flavour::unknown && flavour != Flavour::sequence) return false;
    return arg->op == Op::add && arg->args[0]->op == Op::symbol &&
           pool_.symbol(arg->args[0]).role == Role::binder && arg->args[1]->op == Op::constant;
  }

  // The value of the operator in the unbounded reading is its machine value, if its operands' are.
  Expr in_range(Expr e) {
    switch (e->op) {
    case Op::add:
    case Op::mul:
    case Op::shl:
      return within(e, e->type);
    case Op::sub: // unsigned ones wrap in both readings
    case Op::div: // the least value by -1
      return e->type.is_signed ? within(e, e->type) : pool_.boolean(true);
    case Op::cast: {
      const Type from = e->args[0]->type, to = e->type;
      const bool wraps = to.width < 32 || (!to.is_signed && to.width >= from.width);
      return wraps ? pool_.boolean(true) : within(e->args[0], to);
    }
    case Op::constant:
    case Op::symbol:
    case Op::apply:
    case Op::rem:
    case Op::bit_and:
    case Op::bit_or:
    case Op::bit_xor:
    case Op::bit_not:
    case Op::shr:
    case Op::eq:
    case Op::lt:
    case Op::le:
    case Op::logical_not:
    case Op::logical_and:
    case Op::logical_or:
    case Op::ite:
      break;
    }
    return pool_.boolean(true);
  }

  // Limits that the type of the value itself has are no question: they are facts of its operands.
  Expr within(Expr value, Type type) {
    const Interval range = type_range(type), known = interval(pool_, value);
    const bool big = !type.is_signed && type.width >= 64;
    Expr limits = pool_.boolean(true);
    if (type.is_signed && !(known.low && *known.low >= *range.low) &&
        holds(*range.low, value->type))
      limits = pool_.le(pool_.constant(*range.low, value->type), value);
    if (known.high && (big || *known.high <= *range.high)) return limits;
    const std::int64_t high = big ? -1 : *range.high;
    return pool_.logical_and(limits, pool_.le(value, pool_.constant(high, value->type)));
  }
  // Is the number one of the type? A smaller one bounds nothing.
  static bool holds(std::int64_t number, Type type) { return type.is_signed || number >= 0; }

  // What a branch or a body has checked is not known after it.
  void forget(std::size_t mark) {
    for (; order_.size() > mark; order_.pop_back())
      known_.erase(order_.back());
  }

  const Protocol& protocol_;
  Pool& pool_;
  std::unordered_set<Expr> known_; // checked on every way to here
  std::vector<Expr> order_;
};

} // namespace

Protocol with_overflow_checks(const Protocol& protocol) {
  Protocol out = protocol;
  out.root = Checks(protocol).visit(protocol.root);
  if (!out.root) out.root = make_node(Seq{});
  return out;
}

} // namespace heddle::protocol
