#include "core/copies_packet.hpp"

#include "core/aliases.hpp"
#include "core/visit.hpp"

#include <algorithm>
#include <map>

namespace heddle::core {

namespace {

std::vector<VarId> variables(const Pool& pool, Expr e) {
  std::vector<VarId> found;
  for (Expr a : atoms(e))
    if (a->op == Op::symbol && pool.symbol(a).role == Role::variable)
      found.push_back(static_cast<VarId>(a->value));
  return found;
}

// Collects what a packet assigns, uses and accesses.
class Survey {
public:
  Survey(const Kernel& kernel, Packet& packet)
      : pool_(*kernel.pool), kernel_(kernel), packet_(packet) {}

  void run() {
    assigned(*packet_.root);
    std::vector<LabelId> loops;
    stand(*packet_.root, loops);
    std::set<VarId> set;
    stmt(*packet_.root, set, false);
    for (VarId v : packet_.unset)
      keep(pool_.symbol_ref(v));
  }

private:
  void assigned(const Stmt& root) {
    const auto add = [&](const Stmt& s) {
      if (const auto v = assigned_variable(s)) packet_.assigned.insert(*v);
      if (const auto* l = std::get_if<Loop>(&s.node)) labels_.insert(l->label);
      if (const auto* l = std::get_if<Labeled>(&s.node)) labels_.insert(l->label);
      if (std::holds_alternative<AsyncCopy>(s.node) && !packet_.loc) packet_.loc = s.loc;
    };
    for_each_statement(root, add);
  }

  void stand(const Stmt& s, std::vector<LabelId>& loops) {
    const auto all = [&](const Block& block) {
      for (const Stmt& part : block)
        stand(part, loops);
    };
    if (const auto* loop = std::get_if<Loop>(&s.node)) {
      loops.push_back(loop->label);
      for (const Block* part : {&loop->head, &loop->body, &loop->step})
        all(*part);
      loops.pop_back();
    } else if (const auto* branch = std::get_if<If>(&s.node)) {
      all(branch->then_block);
      all(branch->else_block);
    } else if (const auto* labeled = std::get_if<Labeled>(&s.node)) {
      all(labeled->body);
    } else if (std::holds_alternative<AsyncCopy>(s.node)) {
      packet_.copies.emplace(&s, Standing{loops, packet_.copies.size()});
    }
  }

  void keep(Expr e) {
    if (std::ranges::find(packet_.kept, e) == packet_.kept.end()) packet_.kept.push_back(e);
  }

  void use(Expr e, const std::set<VarId>& set) {
    const std::vector<VarId> vars = variables(pool_, e);
    if (vars.empty()) return;
    const auto own = [&](VarId v) { return packet_.assigned.contains(v); };
    if (std::ranges::none_of(vars, own)) return keep(e);
    for (VarId v : vars)
      if (!own(v))
        keep(pool_.symbol_ref(v));
      else if (!set.contains(v))
        packet_.unset.insert(v);
  }

  void block(const Block& block, std::set<VarId>& set, bool copying) {
    for (const Stmt& s : block)
      stmt(s, set, copying);
  }

  void jump(LabelId label) {
    if (!labels_.contains(label)) packet_.failure = "a jump out of a loop of asynchronous copies";
  }

  // `set`: variables that are surely assigned before.
  void stmt(const Stmt& s, std::set<VarId>& set, bool copying) {
    if (const auto* a = std::get_if<Assign>(&s.node)) {
      use(a->value, set);
      set.insert(a->var);
    } else if (const auto* h = std::get_if<Havoc>(&s.node)) {
      set.insert(h->var);
    } else if (const auto* r = std::get_if<Read>(&s.node)) {
      use(r->offset, set);
      set.insert(r->var);
      if (copying) packet_.touches.insert({r->array, false});
    } else if (const auto* w = std::get_if<Write>(&s.node)) {
      if (!copying) return;
      use(w->offset, set);
      packet_.touches.insert({w->array, true});
    } else if (const auto* t = std::get_if<Atomic>(&s.node)) {
      if (t->var) set.insert(*t->var);
      if (!copying) return;
      use(t->offset, set);
      packet_.touches.insert({t->array, true});
    } else if (const auto* c = std::get_if<AsyncCopy>(&s.node)) {
      if (packet_.copies.at(&s).number > 0 && c->channel != packet_.channel)
        packet_.failure = "copies of several kinds in one loop";
      packet_.channel = c->channel;
      block(c->body, set, true);
    } else if (std::holds_alternative<Exit>(s.node)) {
      packet_.failure = "a return from a loop of asynchronous copies";
    } else if (const auto* b = std::get_if<Break>(&s.node)) {
      jump(b->label);
    } else if (const auto* n = std::get_if<Continue>(&s.node)) {
      jump(n->label);
    } else {
      nested(s, set, copying);
    }
  }

  void nested(const Stmt& s, std::set<VarId>& set, bool copying) {
    const std::set<VarId> before = set;
    if (const auto* branch = std::get_if<If>(&s.node)) {
      use(branch->cond, set);
      std::set<VarId> other = set;
      block(branch->then_block, set, copying);
      block(branch->else_block, other, copying);
      std::erase_if(set, [&](VarId v) { return !other.contains(v); });
    } else if (const auto* loop = std::get_if<Loop>(&s.node)) {
      block(loop->head, set, copying);
      use(loop->cond, set);
      block(loop->body, set, copying);
      set = before; // jumps may pass over what the body assigns, in the step, too
      std::set<VarId> step = before;
      block(loop->step, step, copying);
    } else if (const auto* labeled = std::get_if<Labeled>(&s.node)) {
      block(labeled->body, set, copying);
      set = before;
    }
  }

  Pool& pool_;
  const Kernel& kernel_;
  Packet& packet_;
  std::set<LabelId> labels_;
};

class Repeat {
public:
  Repeat(Repetitions& all, const Packet& packet, std::size_t place, const OwnAccess* own)
      : all_(all), kernel_(all.kernel), pool_(*all.kernel.pool), packet_(packet),
        place_(packet.places[place]), own_(own) {}

  Block run() {
    Block out;
    for (VarId v : packet_.unset)
      out.push_back(make(Assign{fresh(v), kept(pool_.symbol_ref(v))}, *packet_.root));
    stmt(*packet_.root, out, false);
    return out;
  }

private:
  static Stmt make(Stmt::Node node, const Stmt& at) { return {std::move(node), at.loc, at.call}; }

  VarId fresh(VarId v) {
    const auto [it, inserted] = renamed_.try_emplace(v);
    if (inserted) {
      it->second = pool_.new_symbol(Symbol(pool_.symbol(v)));
      kernel_.vars.push_back(it->second);
    }
    return it->second;
  }

  Expr kept(Expr e) {
    const auto at = std::ranges::find(packet_.kept, e) - packet_.kept.begin();
    return pool_.symbol_ref(place_.kept[static_cast<std::size_t>(at)]);
  }

  Expr value(Expr e) {
    if (std::ranges::find(packet_.kept, e) != packet_.kept.end() &&
        (e->op != Op::symbol || !packet_.assigned.contains(static_cast<VarId>(e->value))))
      return kept(e);
    return pool_.substitute(e, [&](Expr x) -> Expr {
      if (x->op != Op::symbol || pool_.symbol(x).role != Role::variable) return nullptr;
      const auto v = static_cast<VarId>(x->value);
      return packet_.assigned.contains(v) ? pool_.symbol_ref(fresh(v)) : kept(x);
    });
  }

  Expr number(std::int64_t n) { return pool_.constant(n, Type::i64()); }

  VarId round(LabelId l) {
    const auto [it, inserted] = rounds_.try_emplace(l);
    if (inserted) it->second = add_counter(kernel_, packet_.loc);
    return it->second;
  }

  LabelId label(LabelId l) {
    const auto [it, inserted] = labels_.try_emplace(l, all_.next_label);
    if (inserted) ++all_.next_label;
    return it->second;
  }

  Block block(const Block& in, bool copying) {
    Block out;
    for (const Stmt& s : in)
      stmt(s, out, copying);
    return out;
  }

  // The access that follows is apart from this one of a copy.
  void apart(const Stmt& s, ArrayId array, Expr offset, unsigned size, bool writes, Block& out) {
    if (!may_overlap(kernel_, own_->array, array) || (!own_->writes && !writes)) return;
    const auto behind = [&](Expr a, unsigned bytes, Expr b) {
      return pool_.le(pool_.add(a, pool_.constant(bytes, Type::i64())), b);
    };
    const Expr at = value(offset);
    Assert check;
    check.cond =
        pool_.logical_or(behind(own_->offset, own_->size, at), behind(at, size, own_->offset));
    if (own_->standing)
      check.cond = pool_.logical_or(check.cond, pool_.logical_not(issued_before()));
    check.text = "an access apart from the thread's own asynchronous copy";
    check.copy = OwnCopy{own_->array, own_->offset, own_->writes, writes, s.loc, s.call};
    out.push_back({std::move(check), own_->loc, own_->call});
  }

  // Has the packet issued the copy that is repeated here before the one that is checked?
  Expr issued_before() {
    const Standing& other = *own_->standing;
    std::size_t common = 0;
    while (common < std::min(here_->loops.size(), other.loops.size()) &&
           here_->loops[common] == other.loops[common])
      ++common;
    Expr before = pool_.boolean(here_->number < other.number);
    while (common-- > 0) {
      const Expr mine = pool_.symbol_ref(rounds_.at(here_->loops[common]));
      const Expr its = own_->rounds[common];
      before =
          pool_.logical_or(pool_.lt(mine, its), pool_.logical_and(pool_.eq(mine, its), before));
    }
    return before;
  }

  void stmt(const Stmt& s, Block& out, bool copying) {
    if (const auto* a = std::get_if<Assign>(&s.node)) {
      out.push_back(make(Assign{fresh(a->var), value(a->value)}, s));
    } else if (const auto* h = std::get_if<Havoc>(&s.node)) {
      out.push_back(make(Havoc{fresh(h->var), h->sharing, h->reason}, s));
    } else if (const auto* r = std::get_if<Read>(&s.node)) {
      if (copying && own_) return apart(s, r->array, r->offset, r->size, false, out);
      if (copying || !all_.written[r->array])
        return out.push_back(make(Read{fresh(r->var), r->array, value(r->offset), r->size}, s));
      out.push_back(make(Havoc{fresh(r->var), Scope::thread, "read for an asynchronous copy"}, s));
    } else if (const auto* w = std::get_if<Write>(&s.node)) {
      if (!copying) return;
      if (own_) return apart(s, w->array, w->offset, w->size, true, out);
      out.push_back(make(Write{w->array, value(w->offset), w->size, nullptr}, s));
    } else if (const auto* t = std::get_if<Atomic>(&s.node)) {
      if (t->var)
        out.push_back(
            make(Havoc{fresh(*t->var), Scope::thread, "read for an asynchronous copy"}, s));
      if (!copying || (own_ && own_->is_atomic)) return;
      if (own_) return apart(s, t->array, t->offset, t->size, true, out);
      Atomic again = *t;
      again.var = std::nullopt;
      again.offset = value(t->offset);
      again.operand = again.compare = nullptr;
      out.push_back(make(std::move(again), s));
    } else if (const auto* c = std::get_if<AsyncCopy>(&s.node)) {
      here_ = &packet_.copies.at(&s);
      for (const Stmt& part : c->body)
        stmt(part, out, true);
    } else {
      nested(s, out, copying);
    }
  }

  void nested(const Stmt& s, Block& out, bool copying) {
    if (const auto* branch = std::get_if<If>(&s.node)) {
      out.push_back(make(If{value(branch->cond), block(branch->then_block, copying),
                            block(branch->else_block, copying)},
                         s));
    } else if (const auto* loop = std::get_if<Loop>(&s.node)) {
      const bool counts = own_ && own_->standing && !copying;
      if (counts) out.push_back(make(Assign{round(loop->label), number(0)}, s));
      Loop copy;
      copy.label = label(loop->label);
      copy.head = block(loop->head, copying);
      copy.cond = value(loop->cond);
      copy.body = block(loop->body, copying);
      copy.step = block(loop->step, copying);
      if (counts) {
        const VarId done = round(loop->label);
        copy.step.push_back(make(Assign{done, pool_.add(pool_.symbol_ref(done), number(1))}, s));
      }
      out.push_back(make(std::move(copy), s));
    } else if (const auto* labeled = std::get_if<Labeled>(&s.node)) {
      out.push_back(make(Labeled{label(labeled->label), block(labeled->body, copying)}, s));
    } else if (const auto* b = std::get_if<Break>(&s.node)) {
      out.push_back(make(Break{label(b->label)}, s));
    } else if (const auto* n = std::get_if<Continue>(&s.node)) {
      out.push_back(make(Continue{label(n->label)}, s));
    } // else obligations, which were met at the issue
  }

  Repetitions& all_;
  Kernel& kernel_;
  Pool& pool_;
  const Packet& packet_;
  const Packet::Place& place_;
  const OwnAccess* own_;
  std::map<VarId, VarId> renamed_;
  std::map<LabelId, LabelId> labels_;
  std::map<LabelId, VarId> rounds_;
  const Standing* here_ = nullptr; // of the copy that is repeated
};

} // namespace

VarId add_counter(Kernel& kernel, Loc loc) {
  kernel.vars.push_back(
      kernel.pool->new_symbol({"round", Type::i64(), Role::variable, 0, {}, {}, loc}));
  return kernel.vars.back();
}

Packet make_packet(const Kernel& kernel, const Stmt& root) {
  Packet packet;
  packet.root = &root;
  Survey(kernel, packet).run();
  return packet;
}

Repetitions::Repetitions(Kernel& k) : kernel(k), written(k.arrays.size(), false) {
  for_each_statement(kernel.body, [&](const Stmt& s) {
    if (const auto* w = std::get_if<Write>(&s.node)) written[w->array] = true;
    if (const auto* a = std::get_if<Atomic>(&s.node)) written[a->array] = true;
    if (const auto* m = std::get_if<Mbarrier>(&s.node)) written[m->array] = true;
    if (const auto* l = std::get_if<Loop>(&s.node)) next_label = std::max(next_label, l->label + 1);
    if (const auto* l = std::get_if<Labeled>(&s.node))
      next_label = std::max(next_label, l->label + 1);
  });
  const std::vector<bool> direct = written;
  for (const auto& [a, b] : kernel.aliases) {
    if (direct[a]) written[b] = true;
    if (direct[b]) written[a] = true;
  }
}

Block repeat(Repetitions& all, const Packet& packet, std::size_t place, const OwnAccess* own) {
  return Repeat(all, packet, place, own).run();
}

} // namespace heddle::core
