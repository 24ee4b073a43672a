// Short hand for core kernels written in tests.
#pragma once
#include "core/core.hpp"

#include <utility>

namespace heddle::core {

class Builder {
public:
  explicit Builder(const std::string& name = "k") : kernel(make_kernel(name, {0, 1, 1})) {}

  Kernel kernel;

  Pool& pool() { return *kernel.pool; }
  Expr c(std::int64_t v, Type type = Type::i32()) { return pool().constant(v, type); }
  Expr ref(SymbolId id) { return pool().symbol_ref(id); }
  Expr wide(Expr e) { return pool().cast(e, Type::i64()); }
  // threadIdx.a and the like as i32, as most kernels use them
  Expr tid(int a = 0) { return pool().cast(ref(kernel.thread_index[a]), Type::i32()); }
  Expr bid(int a = 0) { return pool().cast(ref(kernel.block_index[a]), Type::i32()); }
  Expr bdim(int a = 0) { return pool().cast(ref(kernel.block_dim[a]), Type::i32()); }

  VarId var(const std::string& name, Type type = Type::i32()) {
    VarId v = pool().new_symbol({name, type, Role::variable, 0, {}, {}, {}});
    kernel.vars.push_back(v);
    return v;
  }
  Expr param(const std::string& name, Type type = Type::i32()) {
    SymbolId s = pool().new_symbol({name, type, Role::parameter, 0, {}, {}, {}});
    kernel.params.push_back({name, s, {}, to_string_of(type), {}});
    return ref(s);
  }
  ArrayId array(const std::string& name, Space space = Space::global,
                std::vector<std::int64_t> dims = {}) {
    const auto id = static_cast<ArrayId>(kernel.arrays.size());
    const bool is_param = space == Space::global;
    kernel.arrays.push_back(
        {name, space, "int", Type::i32(), 4, std::move(dims), is_param, false, {}});
    if (is_param) kernel.params.push_back({name, {}, id, "int*", {}});
    return id;
  }

  // Statements get the lines 10, 20, 30, .. in order of making; last() is the last one's.
  template <class Node> Stmt at(Node node) { return {std::move(node), Loc{0, line_ += 10, 1}, 0}; }
  Loc last() const { return {0, line_, 1}; }
  Stmt assign(VarId v, Expr e) { return at(Assign{v, e}); }
  Stmt read(VarId v, ArrayId a, Expr index) { return at(Read{v, a, bytes(index), 4}); }
  Stmt write(ArrayId a, Expr index, Expr value) { return at(Write{a, bytes(index), 4, value}); }
  Stmt sync() { return at(Barrier{Scope::block, nullptr, 0, "__syncthreads()"}); }
  Stmt branch(Expr cond, Block then_block, Block else_block = {}) {
    return at(If{cond, std::move(then_block), std::move(else_block)});
  }
  void add(Stmt s) { kernel.body.push_back(std::move(s)); }

private:
  static std::string to_string_of(Type t) { return heddle::to_string(t); }
  Expr bytes(Expr index) { return pool().mul(wide(index), c(4, Type::i64())); }
  std::uint32_t line_ = 0;
};

} // namespace heddle::core
