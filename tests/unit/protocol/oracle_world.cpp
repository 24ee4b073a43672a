#include "oracle_world.hpp"

#include <stdexcept>

namespace heddle::protocol::oracle {

std::int64_t Env::operator()(Expr e) const {
  const auto arg = [&](std::size_t i) { return (*this)(e->args[i]); };
  switch (e->op) {
  case Op::constant:
    return e->value;
  case Op::symbol: {
    const auto i = static_cast<std::size_t>(e->value);
    if (i >= values_.size() || !values_[i])
      throw std::logic_error("no value for " + pool_->symbol(e).name);
    return *values_[i];
  }
  case Op::apply:
    return apply(e);
  case Op::add:
    return wrap(arg(0) + arg(1), e->type);
  case Op::sub:
    return wrap(arg(0) - arg(1), e->type);
  case Op::mul:
    return wrap(arg(0) * arg(1), e->type);
  case Op::div:
    return arg(1) == 0 ? 0 : wrap(arg(0) / arg(1), e->type);
  case Op::rem:
    return arg(1) == 0 ? 0 : wrap(arg(0) % arg(1), e->type);
  case Op::bit_and:
    return wrap(arg(0) & arg(1), e->type);
  case Op::bit_or:
    return wrap(arg(0) | arg(1), e->type);
  case Op::bit_xor:
    return wrap(arg(0) ^ arg(1), e->type);
  case Op::bit_not:
    return wrap(~arg(0), e->type);
  case Op::shl:
    return wrap(arg(0) << arg(1), e->type);
  case Op::shr:
    return wrap(arg(0) >> arg(1), e->type);
  case Op::cast:
    return wrap(arg(0), e->type);
  case Op::eq:
    return arg(0) == arg(1);
  case Op::lt:
    return arg(0) < arg(1);
  case Op::le:
    return arg(0) <= arg(1);
  case Op::logical_not:
    return !arg(0);
  case Op::logical_and:
    for (Expr a : e->args)
      if (!(*this)(a)) return 0;
    return 1;
  case Op::logical_or:
    for (Expr a : e->args)
      if ((*this)(a)) return 1;
    return 0;
  case Op::ite:
    return arg(0) ? arg(1) : arg(2);
  }
  return 0;
}

// The name is the function's identity: "f#1" is f as the first thread sees it. The sequences start
// at one more than the outermost binder: "doubled" there, "halved" at four times that.
std::int64_t Env::apply(Expr e) const {
  const Function& f = pool_->function(e);
  std::string name = f.name;
  std::size_t who = 0;
  if (const auto mark = name.find('#'); mark != std::string::npos) {
    who = name[mark + 1] == '1' ? 0 : 1;
    name.resize(mark);
  }
  if (f.flavour == Flavour::sequence) {
    std::int64_t value = e->args.size() > 1 ? (*this)(e->args[0]) + 1 : 1;
    if (name == "halved") value *= 4;
    for (std::int64_t i = (*this)(e->args.back()); i > 0; --i)
      value = name == "doubled" ? value * 2 : value / 2;
    return value;
  }
  std::uint64_t h = seed_;
  const auto mix = [&](std::uint64_t v) { h = (h ^ v) * 0x9e3779b97f4a7c15ull ^ (h >> 29); };
  mix(std::hash<std::string>()(name));
  for (Expr a : e->args)
    mix(static_cast<std::uint64_t>((*this)(a)));
  if (f.flavour == Flavour::unknown) {
    if (f.sharing <= Scope::block) mix(static_cast<std::uint64_t>(places[who].block) + 77);
    if (f.sharing == Scope::thread) mix(static_cast<std::uint64_t>(places[who].thread) + 99);
  }
  mix(h >> 7);
  const auto value = static_cast<std::int64_t>(h >> 40);
  return f.type.is_bool() ? value & 1 : value % 3;
}

namespace {

class Executor {
public:
  Executor(Env& env, const Pool& pool, Run& run) : env_(env), pool_(pool), run_(run) {}

  void visit(const NodePtr& node) {
    if (!node) return;
    if (const auto* access = std::get_if<Access>(&node->node)) {
      run_.events.push_back({access, nullptr, iterations_});
    } else if (const auto* barrier = std::get_if<Barrier>(&node->node)) {
      run_.events.push_back({nullptr, barrier, iterations_});
    } else if (const auto* seq = std::get_if<Seq>(&node->node)) {
      for (const NodePtr& part : seq->parts)
        visit(part);
    } else if (const auto* branch = std::get_if<If>(&node->node)) {
      visit(env_(branch->cond) ? branch->then_part : branch->else_part);
    } else if (const auto* loop = std::get_if<Loop>(&node->node)) {
      repeat(*loop);
    }
  }

private:
  void repeat(const Loop& loop) {
    const heddle::Node ref{Op::symbol, pool_.symbol(loop.binder).type, loop.binder, 0, {}};
    for (std::int64_t k = 0;; ++k) {
      if (k > 12) {
        run_.finished = false;
        break;
      }
      env_.set(&ref, k);
      if (!env_(loop.cond)) break;
      iterations_.push_back(k);
      visit(loop.body);
      iterations_.pop_back();
    }
    env_.unset(&ref);
  }

  Env& env_;
  const Pool& pool_;
  Run& run_;
  Values iterations_;
};

} // namespace

Run execute(const NodePtr& root, Expr alive, Env env, Expr tid, Expr bid, Place place,
            const Pool& pool) {
  env.set(tid, place.thread);
  env.set(bid, place.block);
  env.places = {place, place};
  Run run;
  run.alive = !alive || env(alive);
  Executor(env, pool, run).visit(root);
  return run;
}

} // namespace heddle::protocol::oracle
