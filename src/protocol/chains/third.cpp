#include "protocol/chains/third.hpp"
#include "core/clusters.hpp"

namespace heddle::protocol {

// Whoever reaches `array`: shared memory, threads of the two's block.
ThirdThread::ThirdThread(const Protocol& protocol, Copies& copies, ArrayId array)
    : protocol_(protocol), copies_(copies), pool_(copies.pool()), exists_(pool_.boolean(true)) {
  const core::Kernel& kernel = *protocol.kernel;
  const bool same_block = !core::is_of_grid(kernel.arrays.at(array));
  for (std::size_t a = 0; a < 3; ++a) {
    thread_.thread[a] = index(kernel.thread_index[a], kernel.block_dim[a]);
    thread_.block[a] =
        same_block ? copies.thread(0).block[a] : index(kernel.block_index[a], kernel.grid_dim[a]);
  }
}

Expr ThirdThread::index(SymbolId symbol, SymbolId dimension) {
  Expr size = pool_.symbol_ref(dimension);
  if (Expr value = copies_.geometry().folded(size)) size = value;
  if (constant_value(size) == std::optional<std::int64_t>(1)) return pool_.constant(0, size->type);
  Symbol own = pool_.symbol(symbol);
  own.name += "#3";
  own.role = Role::fresh;
  Expr e = pool_.symbol_ref(pool_.new_symbol(std::move(own)));
  exists_ = pool_.logical_and(exists_, pool_.lt(e, size));
  return e;
}

Expr ThirdThread::binder(SymbolId binder) {
  Expr& own = binders_[binder];
  if (!own) {
    Symbol symbol = pool_.symbol(binder);
    symbol.name += "#3";
    symbol.role = Role::fresh;
    symbol.low = 0;
    own = pool_.symbol_ref(pool_.new_symbol(std::move(symbol)));
  }
  return own;
}

Expr ThirdThread::operator()(Expr e) {
  return pool_.substitute(
      e, [this](Expr x) { return x->op == Op::symbol ? leaf(x) : application(x); }, memo_);
}

Expr ThirdThread::leaf(Expr e) {
  const Symbol& s = pool_.symbol(e);
  switch (s.role) {
  case Role::thread_index:
    return thread_.thread.at(s.axis);
  case Role::block_index:
    return thread_.block.at(s.axis);
  case Role::binder:
    return binder(static_cast<SymbolId>(e->value));
  case Role::parameter:
  case Role::grid_dim:
  case Role::block_dim:
    return copies_.geometry().folded(e);
  case Role::variable:
  case Role::fresh:
    return nullptr;
  }
  return nullptr;
}

Expr ThirdThread::application(Expr e) {
  const auto fn = static_cast<FunctionId>(e->value);
  const Function& f = pool_.function(fn);
  const Load* load = f.flavour == Flavour::load ? find_load(protocol_, e) : nullptr;
  const bool of_all = load ? core::is_of_grid(protocol_.kernel->arrays.at(load->array))
                           : f.sharing == Scope::grid && f.flavour == Flavour::unknown;
  if (f.flavour == Flavour::pure || of_all) return nullptr;
  const auto [it, is_new] = functions_.try_emplace(fn, 0);
  if (is_new) {
    Function own = f;
    own.name += "#3";
    it->second = pool_.new_function(std::move(own));
  }
  return pool_.apply(it->second, e->args);
}

} // namespace heddle::protocol
