#include "oracle_random.hpp"

namespace heddle::protocol::oracle {

RandomProtocol::RandomProtocol(std::uint64_t seed, Flavours flavours)
    : rng_(seed), flavours_(flavours), pool_(std::make_shared<Pool>()) {
  kernel_.name = "k";
  kernel_.pool = pool_;
  for (std::uint8_t a = 0; a < 3; ++a) {
    const auto make = [&](const char* name, Role role) {
      return pool_->new_symbol(
          {name + std::string(1, static_cast<char>('x' + a)), Type::u32(), role, a, 0, {}, {}});
    };
    kernel_.thread_index[a] = make("threadIdx.", Role::thread_index);
    kernel_.block_index[a] = make("blockIdx.", Role::block_index);
    kernel_.block_dim[a] = make("blockDim.", Role::block_dim);
    kernel_.grid_dim[a] = make("gridDim.", Role::grid_dim);
  }
  kernel_.block_axes = 1;
  kernel_.grid_axes = flavours.grid ? 1 : 0;
  core::Array array;
  array.name = "g";
  kernel_.arrays.push_back(array);
  for (const char* name : {"n", "m", "p"})
    params_.push_back(
        pool_->symbol_ref(pool_->new_symbol({name, Type::i32(), Role::parameter, 0, {}, {}, {}})));
  if (flavours.exits) alive_ = pool_->lt(thread_value(), param());
  protocol_.kernel = &kernel_;
  protocol_.pool = pool_;
  protocol_.root = part(3, 3 + below(7), false);
}

Setting RandomProtocol::setting(std::int64_t threads, std::int64_t blocks) {
  Env env(*pool_, rng_());
  for (Expr p : params_)
    env.set(p, below(4));
  for (std::size_t a = 0; a < 3; ++a) {
    env.set(pool_->symbol_ref(kernel_.block_dim[a]), a == 0 ? threads : 1);
    env.set(pool_->symbol_ref(kernel_.grid_dim[a]), a == 0 ? blocks : 1);
  }
  return {&protocol_,
          env,
          pool_->symbol_ref(kernel_.thread_index[0]),
          pool_->symbol_ref(kernel_.block_index[0]),
          alive_,
          threads,
          blocks};
}

Expr RandomProtocol::thread_value() {
  Expr tid = pool_->cast(pool_->symbol_ref(kernel_.thread_index[0]), Type::i32());
  if (flavours_.tiles && chance(0.6)) return pool_->div(tid, c(2));
  if (flavours_.grid && chance(0.3))
    return pool_->cast(pool_->symbol_ref(kernel_.block_index[0]), Type::i32());
  return tid;
}

Expr RandomProtocol::number() {
  const int k = below(7);
  if (k <= 1) return c(below(4));
  if (k <= 3 || binders_.empty()) return param();
  Expr v = any_binder();
  return k == 4 ? v : k == 5 ? pool_->add(v, c(1)) : pool_->sub(param(), v);
}

Expr RandomProtocol::unknown(bool boolean) {
  static constexpr std::array scopes{Scope::thread, Scope::block, Scope::grid};
  Function f;
  f.name = "u" + std::to_string(++names_);
  f.type = boolean ? Type::boolean() : Type::i32();
  f.flavour = Flavour::unknown;
  f.sharing = scopes[static_cast<std::size_t>(below(3))];
  if (!flavours_.thread_dependent && f.sharing == Scope::thread) f.sharing = Scope::grid;
  return pool_->apply(pool_->new_function(f), binders_);
}

// A condition; thread-dependent ones only where that is allowed.
Expr RandomProtocol::condition(bool around_barrier) {
  const bool own = !around_barrier || (flavours_.thread_dependent && chance(0.3));
  if (flavours_.unknowns && chance(0.25)) {
    Expr u = unknown(true);
    if (own || pool_->function(u).sharing >= Scope::block) return u;
  }
  const auto atom = [&] {
    if (own && chance(0.6)) return thread_value();
    return binders_.empty() || chance(0.4) ? param() : any_binder();
  };
  Expr a = atom(), result = nullptr;
  switch (below(6)) {
  case 0:
    result = pool_->eq(a, c(below(3)));
    break;
  case 1:
    result = pool_->eq(pool_->rem(a, c(2)), c(below(2)));
    break;
  case 2:
    result = pool_->lt(a, number());
    break;
  case 3:
    result = pool_->eq(a, number());
    break;
  case 4:
    result = pool_->eq(pool_->rem(pool_->add(a, atom()), c(2 + below(2))), c(0));
    break;
  default:
    result = pool_->lt(number(), number());
  }
  return chance(0.3) ? pool_->logical_not(result) : result;
}

NodePtr RandomProtocol::access() {
  Access a;
  a.kind = AccessKind::write;
  a.offset = pool_->constant(++accesses_ * 4, Type::i64()); // no two are alike
  NodePtr node = std::make_shared<const Node>(Node{a});
  if (alive_) node = std::make_shared<const Node>(Node{If{alive_, node, nullptr, {}}});
  return node;
}

NodePtr RandomProtocol::barrier() {
  Barrier b;
  b.text = "B" + std::to_string(++barriers_);
  b.alive = alive_;
  if (flavours_.tiles && chance(0.7)) {
    b.scope = Scope::warp;
    if (chance(0.5))
      b.group_size = 2;
    else if (chance(0.6))
      b.mask = pool_->constant(below(16), Type::u32());
  } else if (flavours_.grid && chance(0.6)) {
    b.scope = Scope::grid;
  }
  return std::make_shared<const Node>(Node{b});
}

Expr RandomProtocol::sequence(Expr k, bool doubled) {
  Function f;
  f.name = doubled ? "doubled" : "halved";
  f.type = Type::i32();
  f.flavour = Flavour::sequence;
  f.sharing = chance(0.5) ? Scope::grid : Scope::thread;
  const FunctionId fn = pool_->new_function(f);
  Expr init = binders_.empty() ? c(1) : pool_->add(binders_[0], c(1));
  if (!doubled) init = pool_->mul(init, c(4));
  protocol_.sequences.push_back({doubled ? Sequence::Step::multiply : Sequence::Step::divide, fn,
                                 static_cast<SymbolId>(k->value), init, 2});
  std::vector<Expr> args = binders_;
  args.push_back(k);
  return pool_->apply(fn, args);
}

NodePtr RandomProtocol::loop(int depth, int budget, bool local) {
  Expr k = pool_->symbol_ref(
      pool_->new_symbol({"k" + std::to_string(++names_), Type::i32(), Role::binder, 0, 0, {}, {}}));
  Loop l;
  l.binder = static_cast<SymbolId>(k->value);
  l.alive = alive_;
  l.display = {{pool_->symbol(k).name, k}};
  const bool own = local || (flavours_.thread_dependent && chance(0.2));
  if (flavours_.sequences && chance(0.5)) {
    const bool doubled = chance(0.5);
    Expr s = sequence(k, doubled);
    l.cond = doubled ? pool_->lt(s, c(1 + below(6))) : pool_->lt(c(below(3)), s);
  } else if (chance(0.15)) { // not monotone
    binders_.push_back(k);
    l.cond = pool_->logical_and(pool_->lt(k, c(3)), condition(!own));
    binders_.pop_back();
  } else {
    l.cond = pool_->lt(k, own && chance(0.5) ? thread_value() : number());
  }
  binders_.push_back(k);
  l.body = part(depth - 1, budget - 1, local);
  binders_.pop_back();
  return std::make_shared<const Node>(Node{l});
}

NodePtr RandomProtocol::part(int depth, int budget, bool local) {
  if (budget <= 1) return !local && chance(0.4) ? barrier() : access();
  const int k = below(100);
  if (k < 45) {
    const int left = 1 + below(budget - 1);
    NodePtr a = part(depth, left, local), b = part(depth, budget - left, local);
    return std::make_shared<const Node>(Node{Seq{{a, b}}});
  }
  if (k < 65) {
    const bool inner_local = local || chance(0.35);
    const int left = 1 + below(budget - 1);
    If branch;
    branch.cond = condition(!inner_local);
    branch.then_part = part(depth, left, inner_local);
    if (chance(0.5)) branch.else_part = part(depth, budget - left, inner_local);
    branch.alive = alive_;
    return std::make_shared<const Node>(Node{branch});
  }
  if (k < 95 && depth > 0) return loop(depth, budget, local || chance(0.2));
  return !local && chance(0.4) ? barrier() : access();
}

std::string RandomProtocol::text() const {
  std::string out;
  print(protocol_.root, 0, out);
  return out;
}

void RandomProtocol::print(const NodePtr& node, unsigned indent, std::string& out) const {
  if (!node) return;
  const auto line = [&](const std::string& s) { out += std::string(indent, ' ') + s + "\n"; };
  if (const auto* a = std::get_if<Access>(&node->node)) {
    line("a" + std::to_string(a->offset->value / 4));
  } else if (const auto* b = std::get_if<Barrier>(&node->node)) {
    line(b->text + " scope " + std::to_string(static_cast<int>(b->scope)) + " group " +
         std::to_string(b->group_size) + (b->mask ? " mask " + to_string(*pool_, b->mask) : "") +
         (b->alive ? " alive " + to_string(*pool_, b->alive) : ""));
  } else if (const auto* seq = std::get_if<Seq>(&node->node)) {
    for (const NodePtr& p : seq->parts)
      print(p, indent, out);
  } else if (const auto* branch = std::get_if<If>(&node->node)) {
    line("if " + to_string(*pool_, branch->cond));
    print(branch->then_part, indent + 2, out);
    if (branch->else_part) line("else");
    print(branch->else_part, indent + 2, out);
  } else if (const auto* l = std::get_if<Loop>(&node->node)) {
    line("for " + pool_->symbol(l->binder).name + " while " + to_string(*pool_, l->cond));
    print(l->body, indent + 2, out);
  }
}

} // namespace heddle::protocol::oracle
