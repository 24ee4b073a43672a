// What a phase wrote is known behind its barrier where it is a function of the thread's index
// (theory.md section 2, "Data"): s[t] = f(t); __syncthreads(); x = s[t + 1].
//
// One statement, run once by each thread, made all writes of the phase to the array. A cell that
// some thread q wrote then holds what q wrote: a write by another thread would race with it. So it
// is enough to name one such q and to say that it exists and came there.
#include "protocol/infer/infer_engine.hpp"

#include <algorithm>
#include <array>

namespace heddle::protocol {

namespace {

// What is written is put into every read of the next phase: not when it is large.
constexpr std::uint32_t max_write_size = 60, max_read_size = 400;

// terms / divisor, when it leaves no remainder.
std::optional<Linear> divided(Linear sum, std::int64_t divisor) {
  if (sum.constant % divisor != 0) return std::nullopt;
  sum.constant /= divisor;
  for (auto& [leaf, factor] : sum.terms) {
    if (factor % divisor != 0) return std::nullopt;
    factor /= divisor;
  }
  return sum;
}

// The leaf of a linear sum that stands for `symbol`, itself or converted.
Expr leaf_of(const Linear& sum, Expr symbol) {
  for (const auto& [leaf, factor] : sum.terms)
    if (leaf == symbol || (leaf->op == Op::cast && leaf->args[0] == symbol)) return leaf;
  return nullptr;
}

} // namespace

// Can the expression be read as another thread's, by putting in its index? Values from memory are
// left out: they are better compared as what they are, the content of one cell. But of elements
// that are copied as the launch finds them (is_copied) it is known how they differ.
bool Engine::is_function_of_thread(Expr e) {
  if (!e) return false;
  for (Expr atom : atoms(e)) {
    if (atom->op != Op::apply) continue;
    const Function& f = pool_.function(atom);
    if (f.flavour == Flavour::load || (f.flavour != Flavour::pure && f.sharing < Scope::block))
      return false;
  }
  return !table_.facts(e).provisional;
}

// An element of an array that the kernel does not write.
bool Engine::is_copied(Expr e) {
  if (!e) return false;
  while (e->op == Op::cast)
    e = e->args[0];
  if (e->op != Op::apply) return false;
  const auto load =
      std::ranges::find(protocol_.loads, static_cast<FunctionId>(e->value), &Load::fn);
  return load != protocol_.loads.end() && load->initial && !load->written && e->args.size() == 1 &&
         is_function_of_thread(e->args[0]);
}

void Engine::record_write(const core::Write& node, Expr offset, Expr value, const State& s) {
  if (!emitting_) return;
  PhaseWrite write{offset,   node.size,          value, pool_.logical_and(known_.all(), guard(s)),
                   binders_, writes_[node.array]};
  const std::uint32_t size =
      value ? table_.facts(value).size + table_.facts(write.cond).size : max_write_size;
  const bool usable =
      value && size < max_write_size && !value->type.is_opaque() && is_function_of_thread(offset) &&
      (is_function_of_thread(value) || is_copied(value)) && is_function_of_thread(write.cond);
  last_writes_[node.array] =
      usable ? std::make_shared<const PhaseWrite>(std::move(write)) : nullptr;
}

// The write that made all changes of the phase that ends here.
std::shared_ptr<const PhaseWrite> Engine::only_write(core::ArrayId array,
                                                     const Version& before) const {
  const auto& last = last_writes_[array];
  const bool only = last && before.settled && last->stamp == writes_[array] &&
                    last->stamp == before.stamp + 1 && last->binders == binders_;
  return only ? last : nullptr;
}

// `e` as the thread has it whose index on `axis` is `index`.
Expr Engine::of_thread(Expr e, const std::array<Expr, 3>& index) {
  return pool_.substitute(e, [&](Expr x) -> Expr {
    if (x->op != Op::symbol || pool_.symbol(x).role != Role::thread_index) return nullptr;
    return index[pool_.symbol(x).axis];
  });
}

// The cell at `offset`: what a thread wrote there, else `otherwise`.
Expr Engine::written_by(const PhaseWrite& write, Expr offset, Expr otherwise) {
  std::array<Expr, 3> own{};
  for (std::size_t a = 0; a < 3; ++a)
    own[a] = pool_.symbol_ref(kernel_.thread_index[a]);
  Expr zero = pool_.constant(0, Type::u32());
  if (table_.facts(write.offset).sharing >= Scope::block)
    return chosen(write, offset, {zero, zero, zero}, pool_.boolean(true), otherwise);
  const Linear target = linear_exact(pool_, offset), form = linear_exact(pool_, write.offset);
  Expr result = otherwise;
  for (std::size_t a = 3; a-- > 0;) {
    Expr leaf = leaf_of(form, own[a]);
    if (!leaf) continue;
    const std::int64_t factor = form.coefficient(leaf);
    Linear rest = form;
    rest.remove(leaf);
    const auto index = divided(target.minus(rest), factor);
    if (!index) continue;
    const Difference d = difference(pool_, *index, Type::i64());
    Expr q = d.plus ? d.plus : pool_.constant(0, Type::i64());
    if (d.minus) q = pool_.sub(q, d.minus);
    Expr width = pool_.cast(pool_.symbol_ref(kernel_.block_dim[a]), Type::i64());
    Expr exists =
        pool_.logical_and(pool_.le(pool_.constant(0, Type::i64()), q), pool_.lt(q, width));
    std::array<Expr, 3> other = own;
    other[a] = pool_.cast(q, Type::u32());
    result = chosen(write, offset, other, exists, result);
  }
  return table_.facts(result).size <= max_read_size ? result : otherwise;
}

Expr Engine::chosen(const PhaseWrite& write, Expr offset, const std::array<Expr, 3>& thread,
                    Expr exists, Expr otherwise) {
  Expr there = pool_.eq(of_thread(write.offset, thread), offset);
  Expr wrote = pool_.all(std::array{exists, there, of_thread(write.cond, thread)});
  return pool_.ite(simplify(wrote), of_thread(write.value, thread), otherwise);
}

} // namespace heddle::protocol
