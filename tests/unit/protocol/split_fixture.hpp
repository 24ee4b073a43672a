// Builds protocols by hand for the tests of align, split and uniform.
#pragma once
#include "protocol/traces.hpp"

#include <gtest/gtest.h>

namespace heddle::protocol::testing_support {

class SplitTest : public ::testing::Test {
protected:
  SplitTest() : pool(std::make_shared<Pool>()) {
    kernel.name = "k";
    kernel.pool = pool;
    const char* axes[] = {".x", ".y", ".z"};
    for (std::uint8_t a = 0; a < 3; ++a) {
      kernel.thread_index[a] = geometry("threadIdx", axes[a], Role::thread_index, a);
      kernel.block_index[a] = geometry("blockIdx", axes[a], Role::block_index, a);
      kernel.block_dim[a] = geometry("blockDim", axes[a], Role::block_dim, a);
      kernel.grid_dim[a] = geometry("gridDim", axes[a], Role::grid_dim, a);
    }
    kernel.block_axes = 1;
    kernel.arrays.push_back(array("s", core::Space::shared));
    kernel.arrays.push_back(array("g", core::Space::global));
  }

  static core::Array array(const char* name, core::Space space) {
    core::Array a;
    a.name = name;
    a.space = space;
    return a;
  }
  SymbolId geometry(const char* name, const char* axis, Role role, std::uint8_t a) {
    return pool->new_symbol({std::string(name) + axis, Type::u32(), role, a, 0, {}, {}});
  }
  Expr param(const char* name) {
    return pool->symbol_ref(pool->new_symbol({name, Type::i32(), Role::parameter, 0, {}, {}, {}}));
  }
  Expr binder(const char* name) {
    return pool->symbol_ref(pool->new_symbol({name, Type::i32(), Role::binder, 0, 0, {}, {}}));
  }
  Expr c(std::int64_t v) { return pool->constant(v); }
  Expr tid() { return pool->cast(pool->symbol_ref(kernel.thread_index[0]), Type::i32()); }
  Expr bid() { return pool->cast(pool->symbol_ref(kernel.block_index[0]), Type::i32()); }
  void assume(Expr cond) { kernel.assumptions.push_back({cond, "", "", {}}); }

  static NodePtr node(auto n) { return std::make_shared<const Node>(Node{std::move(n)}); }
  NodePtr access(AccessKind kind, ArrayId array, Expr index) {
    Access a;
    a.kind = kind;
    a.array = array;
    a.offset = pool->mul(pool->cast(index, Type::i64()), pool->constant(4, Type::i64()));
    return node(a);
  }
  NodePtr write(ArrayId array, Expr index) { return access(AccessKind::write, array, index); }
  NodePtr read(ArrayId array, Expr index) { return access(AccessKind::read, array, index); }
  static NodePtr barrier(Scope scope = Scope::block, unsigned group_size = 0) {
    Barrier b;
    b.scope = scope;
    b.group_size = group_size;
    b.text = "sync";
    return node(b);
  }
  static NodePtr seq(std::vector<NodePtr> parts) { return node(Seq{std::move(parts)}); }
  static NodePtr branch(Expr cond, NodePtr then_part, NodePtr else_part = nullptr) {
    return node(If{cond, std::move(then_part), std::move(else_part), {}});
  }
  NodePtr loop(Expr k, Expr cond, NodePtr body) {
    return node(Loop{static_cast<SymbolId>(k->value),
                     cond,
                     std::move(body),
                     true,
                     {{pool->symbol(k).name, k}},
                     {}});
  }

  Questions ask_about(NodePtr root) {
    protocol.kernel = &kernel;
    protocol.pool = pool;
    protocol.root = std::move(root);
    return ask(protocol, ctx);
  }
  std::string text(const Questions& q) {
    std::string s;
    for (const Trace& t : q.traces)
      s += to_string(*pool, t);
    for (const Obligation& o : q.obligations)
      s += to_string(*pool, o);
    return s;
  }

  std::shared_ptr<Pool> pool;
  core::Kernel kernel;
  Protocol protocol;
  Ctx ctx;
};

} // namespace heddle::protocol::testing_support
