#include "unit/protocol/infer_concrete.hpp"

#include <set>

namespace heddle::protocol::concrete {

namespace {

using Value = std::optional<std::int64_t>;

constexpr unsigned max_steps = 3000, max_iterations = 24;

std::uint64_t bits(std::int64_t v) { return static_cast<std::uint64_t>(v); }

} // namespace

std::int64_t content(core::ArrayId array, std::int64_t offset) {
  return (offset * 7 + array * 3 + 5) % 6;
}

std::string to_string(const Events& events) {
  std::string s;
  for (const Event& e : events) {
    s += e.certain ? "" : "maybe ";
    s += e.kind;
    if (e.kind != "sync") {
      s += " " + std::to_string(e.array) + "[" + (e.offset ? std::to_string(*e.offset) : "?") + "]";
      if (e.kind == "write") s += " := " + (e.value ? std::to_string(*e.value) : "?");
    }
    s += "\n";
  }
  return s;
}

Value Evaluator::eval(Expr e) {
  switch (e->op) {
  case Op::constant:
    return e->value;
  case Op::symbol:
  case Op::apply:
    return leaf_(e);
  case Op::logical_not: {
    const Value a = eval(e->args[0]);
    return a ? Value(!*a) : std::nullopt;
  }
  case Op::logical_and:
  case Op::logical_or: {
    const bool absorbing = e->op == Op::logical_or;
    bool known = true;
    for (Expr a : e->args) {
      const Value v = eval(a);
      if (v && static_cast<bool>(*v) == absorbing) return absorbing;
      known &= v.has_value();
    }
    return known ? Value(!absorbing) : std::nullopt;
  }
  case Op::ite: {
    const Value c = eval(e->args[0]);
    if (c) return eval(e->args[*c ? 1 : 2]);
    const Value a = eval(e->args[1]), b = eval(e->args[2]);
    return a && a == b ? a : std::nullopt;
  }
  case Op::cast: {
    const Value a = eval(e->args[0]);
    return a ? Value(wrap(*a, e->type)) : std::nullopt;
  }
  case Op::bit_not: {
    const Value a = eval(e->args[0]);
    return a ? Value(wrap(~*a, e->type)) : std::nullopt;
  }
  default:
    return binary(e);
  }
}

Value Evaluator::binary(Expr e) {
  const Value x = eval(e->args[0]), y = eval(e->args[1]);
  if (!x || !y) return std::nullopt;
  const std::int64_t a = *x, b = *y;
  std::int64_t r = 0;
  bool may_overflow = false;
  switch (e->op) {
  case Op::add:
    r = a + b;
    may_overflow = true;
    break;
  case Op::sub:
    r = a - b;
    may_overflow = e->type.is_signed;
    break;
  case Op::mul:
    r = static_cast<std::int64_t>(bits(a) * bits(b));
    may_overflow = true;
    break;
  case Op::div:
  case Op::rem:
    if (b == 0) {
      if (strict_) throw Useless("division by zero");
      return std::nullopt;
    }
    r = e->op == Op::div ? a / b : a % b;
    break;
  case Op::bit_and:
    r = a & b;
    break;
  case Op::bit_or:
    r = a | b;
    break;
  case Op::bit_xor:
    r = a ^ b;
    break;
  case Op::shl:
    r = a << (b & 31);
    break;
  case Op::shr:
    r = a >> (b & 31);
    break;
  case Op::eq:
    return a == b;
  case Op::lt:
    return a < b;
  case Op::le:
    return a <= b;
  default:
    throw std::logic_error("operator");
  }
  const std::int64_t wrapped = wrap(r, e->type);
  if (strict_ && may_overflow && wrapped != r) throw Useless("overflow");
  return wrapped;
}

namespace {

void collect_written(const core::Block& block, std::set<core::ArrayId>& into) {
  for (const core::Stmt& s : block) {
    if (const auto* n = std::get_if<core::Write>(&s.node)) into.insert(n->array);
    if (const auto* n = std::get_if<core::Atomic>(&s.node)) into.insert(n->array);
    if (const auto* n = std::get_if<core::If>(&s.node)) {
      collect_written(n->then_block, into);
      collect_written(n->else_block, into);
    }
    if (const auto* n = std::get_if<core::Labeled>(&s.node)) collect_written(n->body, into);
    if (const auto* n = std::get_if<core::Loop>(&s.node))
      for (const core::Block* part : {&n->head, &n->body, &n->step})
        collect_written(*part, into);
  }
}

// One thread of a core kernel. What the others have written before a barrier it cannot know.
class Thread {
public:
  Thread(const core::Kernel& kernel, const Inputs& inputs)
      : kernel_(kernel), values_(inputs), eval_(true, [this](Expr e) -> Value {
          const auto it = values_.find(static_cast<SymbolId>(e->value));
          if (e->op != Op::symbol || it == values_.end()) throw Useless("no value");
          return it->second;
        }) {
    collect_written(kernel.body, written_);
  }

  Events run() {
    run(kernel_.body);
    return std::move(events_);
  }

private:
  enum class Flow { on, jump, exit };

  Flow run(const core::Block& block) {
    for (const core::Stmt& s : block)
      if (const Flow f = run(s); f != Flow::on) return f;
    return Flow::on;
  }

  std::int64_t eval(Expr e) { return *eval_.eval(e); }

  Flow run(const core::Stmt& s) {
    if (++steps_ > max_steps) throw Useless("too many steps");
    if (const auto* n = std::get_if<core::Assign>(&s.node)) {
      values_[n->var] = eval(n->value);
    } else if (const auto* n = std::get_if<core::Read>(&s.node)) {
      if (synced_ && written_.contains(n->array)) throw Useless("what other threads wrote");
      const std::int64_t at = eval(n->offset);
      const auto cell = memory_.find({n->array, at});
      const std::int64_t v = cell == memory_.end() ? content(n->array, at) : cell->second;
      values_[n->var] = v;
      events_.push_back({"read", n->array, at, v});
    } else if (const auto* n = std::get_if<core::Write>(&s.node)) {
      const std::int64_t at = eval(n->offset), v = eval(n->value);
      memory_[{n->array, at}] = v;
      events_.push_back({"write", n->array, at, v});
    } else if (std::holds_alternative<core::Barrier>(s.node)) {
      synced_ = true;
      events_.push_back({"sync", 0, std::nullopt, std::nullopt});
    } else if (const auto* n = std::get_if<core::If>(&s.node)) {
      return run(eval(n->cond) ? n->then_block : n->else_block);
    } else if (const auto* n = std::get_if<core::Loop>(&s.node)) {
      return loop(*n);
    } else if (const auto* n = std::get_if<core::Labeled>(&s.node)) {
      const Flow f = run(n->body);
      return f == Flow::jump && label_ == n->label && !continues_ ? Flow::on : f;
    } else if (const auto* n = std::get_if<core::Break>(&s.node)) {
      label_ = n->label;
      continues_ = false;
      return Flow::jump;
    } else if (const auto* n = std::get_if<core::Continue>(&s.node)) {
      label_ = n->label;
      continues_ = true;
      return Flow::jump;
    } else if (std::holds_alternative<core::Exit>(s.node)) {
      return Flow::exit;
    }
    return Flow::on;
  }

  Flow loop(const core::Loop& n) {
    for (unsigned k = 0;; ++k) {
      if (k > max_iterations / 2) throw Useless("too many iterations");
      Flow f = run(n.head);
      if (f == Flow::on && !eval(n.cond)) return Flow::on;
      if (f == Flow::on) f = run(n.body);
      if (f == Flow::jump && label_ == n.label && continues_) f = Flow::on;
      if (f == Flow::on) f = run(n.step);
      if (f == Flow::jump && label_ == n.label && !continues_) return Flow::on;
      if (f != Flow::on) return f;
    }
  }

  const core::Kernel& kernel_;
  Inputs values_;
  Evaluator eval_;
  std::map<std::pair<core::ArrayId, std::int64_t>, std::int64_t> memory_;
  std::set<core::ArrayId> written_;
  bool synced_ = false;
  Events events_;
  unsigned steps_ = 0;
  core::LabelId label_ = 0;
  bool continues_ = false;
};

// One thread of a protocol. Unknown conditions are taken both ways.
class Walker {
public:
  Walker(const Protocol& protocol, const Inputs& inputs)
      : protocol_(protocol), pool_(*protocol.pool), values_(inputs),
        eval_(false, [this](Expr e) { return leaf(e); }) {
    for (const Sequence& s : protocol.sequences)
      sequences_[s.fn] = &s;
    for (const Load& l : protocol.loads)
      loads_[l.fn] = &l;
  }

  ProtocolRun run() {
    run(protocol_.root, true);
    return std::move(result_);
  }

private:
  Value unknown() {
    result_.exact = false;
    return std::nullopt;
  }

  Value leaf(Expr e) {
    if (e->op == Op::symbol) {
      const auto it = values_.find(static_cast<SymbolId>(e->value));
      if (it == values_.end()) throw std::logic_error("free symbol " + pool_.symbol(e).name);
      return it->second;
    }
    const auto fn = static_cast<FunctionId>(e->value);
    if (const auto it = loads_.find(fn); it != loads_.end()) {
      const Value at = eval_.eval(e->args.back());
      if (it->second->written) return unknown();
      return at ? Value(content(it->second->array, *at)) : std::nullopt;
    }
    const auto it = sequences_.find(fn);
    if (it == sequences_.end()) return unknown();
    const Value k = eval_.eval(e->args.back());
    Value v = first_value(*it->second, e);
    if (!k || !v) return unknown();
    for (std::int64_t i = 0; i < *k; ++i)
      v = it->second->step == Sequence::Step::multiply ? *v * it->second->factor
                                                       : *v / it->second->factor;
    return v;
  }

  // The start of a sequence, for the enclosing iterations that an application names.
  Value first_value(const Sequence& s, Expr app) {
    std::vector<Value> args;
    for (Expr a : app->args)
      args.push_back(eval_.eval(a));
    const Inputs saved = values_;
    bool known = true;
    for (std::size_t i = 0; i < s.outer.size(); ++i) {
      known &= args[i].has_value();
      values_[s.outer[i]] = args[i].value_or(0);
    }
    const Value v = known ? eval_.eval(s.init) : std::nullopt;
    values_ = saved;
    return v;
  }

  void run(const NodePtr& node, bool certain) {
    if (node) std::visit([&](const auto& n) { run(n, certain); }, node->node);
  }

  void run(const Access& a, bool certain) {
    result_.events.push_back({a.kind == AccessKind::write ? "write" : "read", a.array,
                              eval_.eval(a.offset), a.value ? eval_.eval(a.value) : std::nullopt,
                              certain});
  }
  void run(const Barrier& b, bool certain) {
    const Value alive = eval_.eval(b.alive);
    if (!alive || *alive)
      result_.events.push_back({"sync", 0, std::nullopt, std::nullopt, certain && alive});
  }
  void run(const NamedBarrier&, bool) {} // the kernels of these tests have none
  void run(const Mbarrier&, bool) {}
  void run(const Fence&, bool) {}
  void run(const Seq& s, bool certain) {
    for (const NodePtr& part : s.parts)
      run(part, certain);
  }
  void run(const If& b, bool certain) {
    const Value c = eval_.eval(b.cond);
    if (!c || *c) run(b.then_part, certain && c);
    if (!c || !*c) run(b.else_part, certain && c);
  }
  void run(const Loop& l, bool certain) {
    if (!l.exact) result_.exact = false;
    for (unsigned k = 0; k < max_iterations; ++k) {
      values_[l.binder] = k;
      const Value c = eval_.eval(l.cond);
      if (c && !*c) break;
      certain = certain && c;
      if (++steps_ > 100'000) throw Useless("too many steps");
      run(l.body, certain);
    }
    values_.erase(l.binder);
  }
  void run(const Check&, bool) {}

  const Protocol& protocol_;
  const Pool& pool_;
  Inputs values_;
  Evaluator eval_;
  std::map<FunctionId, const Sequence*> sequences_;
  std::map<FunctionId, const Load*> loads_;
  ProtocolRun result_;
  unsigned steps_ = 0;
};

} // namespace

Events run(const core::Kernel& kernel, const Inputs& inputs) {
  return Thread(kernel, inputs).run();
}

ProtocolRun run(const Protocol& protocol, const Inputs& inputs) {
  return Walker(protocol, inputs).run();
}

} // namespace heddle::protocol::concrete
