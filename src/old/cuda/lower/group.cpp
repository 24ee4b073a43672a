// Cooperative groups: blocks, grids and tiles of a warp.
#include "core/visit.hpp"
#include "cuda/lower/internal.hpp"

#include <algorithm>
#include <set>

namespace heddle::cuda {

// threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), of the axes in use.
Expr Lowering::linear_thread(Loc) {
  Expr rank = pool_->symbol_ref(kernel_.thread_index[0]);
  Expr stride = pool_->symbol_ref(kernel_.block_dim[0]);
  kernel_.block_axes |= 1;
  for (std::size_t axis : {1u, 2u}) {
    rank = pool_->add(rank, pool_->mul(pool_->symbol_ref(kernel_.thread_index[axis]), stride));
    if (axis == 1) stride = pool_->mul(stride, pool_->symbol_ref(kernel_.block_dim[axis]));
  }
  return rank;
}

namespace {

// A function object of the library.
bool is_library_operation(const ExprPtr& e) {
  const QualifiedName* name = nullptr;
  if (const auto* built = std::get_if<ConstructExpr>(&e->node)) {
    const auto* type = std::get_if<NamedType>(&built->type->node);
    if (type && built->args.empty()) name = &type->name;
  } else if (const auto* called = std::get_if<CallExpr>(&e->node)) {
    const auto* callee = std::get_if<NameExpr>(&called->callee->node);
    if (callee && called->args.empty()) name = &callee->name;
  }
  static const std::set<std::string_view> known{"plus",    "less",   "greater",
                                                "bit_and", "bit_or", "bit_xor"};
  return name && known.contains(name->parts.back().identifier);
}

} // namespace

// Does what `f` lowers do nothing but assign to variables that it declares itself?
bool Lowering::only_assigns_own(const std::function<void()>& f) {
  const std::size_t outer = kernel_.vars.size();
  bool pure = true;
  const core::Block block = without_effect(f);
  const auto own = [&](core::VarId var) {
    return std::find(kernel_.vars.begin() + static_cast<std::ptrdiff_t>(outer), kernel_.vars.end(),
                     var) != kernel_.vars.end();
  };
  core::for_each_statement(block, [&](const core::Stmt& s) {
    if (const auto* assigned = std::get_if<core::Assign>(&s.node))
      pure &= own(assigned->var);
    else if (const auto* opaque = std::get_if<core::Havoc>(&s.node))
      pure &= own(opaque->var);
    else
      pure &= std::holds_alternative<core::If>(s.node) ||
              std::holds_alternative<core::Labeled>(s.node) ||
              std::holds_alternative<core::Break>(s.node);
  });
  return pure;
}

// Is `operation`, applied to two values of the type, a call that does nothing but compute? How
// often and by which thread it runs is the library's choice.
bool Lowering::only_computes(const ExprPtr& operation, const CT& type, Loc loc) {
  bool known = true;
  const bool pure = only_assigns_own([&] {
    const LValue callee = eval_lvalue(operation);
    std::vector<Argument> args;
    for (int i = 0; i < 2; ++i)
      args.push_back({type, temporary(unknown_value(type, "", loc), loc), loc, nullptr, false});
    if (!callee.type->is(CType::Kind::record))
      call_pointer(load(callee), args, loc);
    else
      known = call_method(callee, {"operator()", std::nullopt}, args, loc).has_value();
  });
  return pure && known;
}

// cg::reduce(group, value, op): `op` is one of the library's function objects, or something that
// only computes.
std::optional<Value> Lowering::group_reduce(const std::string& name, const CallExpr& n, Loc loc) {
  const LValue g = eval_lvalue(n.args[0]);
  if (!g.type->is(CType::Kind::group)) return std::nullopt;
  const Value v = eval(n.args[1]);
  const bool known = n.args.size() == 2 || (is_library_operation(n.args[2]) &&
                                            !type_of(n.args[2])->is(CType::Kind::record));
  if (!known && !only_computes(n.args[2], v.type, loc))
    return not_understood("the operation of '" + name + "'", loc);
  // Only a reduction gives all threads of the group the same.
  const bool warp = g.type->group == Group::tile && g.type->width == 32 && name == "reduce";
  return unknown_value(v.type, "the result of '" + name + "'", loc,
                       warp ? Scope::warp : Scope::thread);
}

// A mask of the lanes of the warp that are here with the thread.
Value Lowering::lanes_here(const std::string& reason, Loc loc) {
  const core::VarId mask = new_temp(Type::u32(), loc);
  emit(core::Havoc{mask, Scope::thread, reason, true}, loc);
  return make_scalar(make_integer(32, false), pool_->symbol_ref(mask));
}

// coalesced_threads(): between 1 and 32 threads, in the order of their lanes.
unsigned Lowering::come_together(Loc loc) {
  const std::string reason = "which threads coalesced_threads() holds";
  const Type u32 = Type::u32();
  const auto number = [&](std::int64_t n) { return pool_->constant(n, u32); };
  const auto below_32 = [&] {
    const Value v = unknown_value(make_integer(32, false), reason, loc);
    return pool_->rem(v.scalar, number(32));
  };
  const Expr mask = lanes_here(reason, loc).scalar;
  const Expr rank = snapshot(below_32(), loc);
  const Expr most = pool_->add(pool_->add(rank, below_32()), number(1));
  const Expr size = snapshot(pool_->ite(pool_->lt(most, number(32)), most, number(32)), loc);
  chosen_.push_back({mask, rank, size});
  return static_cast<unsigned>(chosen_.size() - 1);
}

std::optional<Value> Lowering::group_call(const std::string& name, const CallExpr& n,
                                          const ExprNode& e) {
  const auto group = [](Group g, unsigned threads) {
    return Value{make_group(g, threads), nullptr, {}, {}};
  };
  if (name == "this_thread_block") return group(Group::block, 0);
  if (name == "this_grid") return group(Group::grid, 0);
  if (name == "this_cluster") return group(Group::cluster, 0);
  if (name == "coalesced_threads") return group(Group::lanes, come_together(e.loc));
  if (name == "this_multi_grid") return group(Group::unknown, 0);
  if (name == "tiled_partition" || name == "labeled_partition" || name == "binary_partition") {
    for (const ExprPtr& arg : n.args) {
      const CT type = eval_lvalue(arg).type;
      if (!type->is(CType::Kind::group)) continue;
      nested_tiles_ |= type->group == Group::tile;
      if (type->group != Group::block && type->group != Group::tile)
        return group(Group::unknown, 0); // threads that need not lie together
    }
    const auto* callee = std::get_if<NameExpr>(&n.callee->node);
    std::optional<std::int64_t> threads;
    if (name == "tiled_partition" && callee && callee->name.parts.back().args &&
        !callee->name.parts.back().args->empty())
      threads = fold(callee->name.parts.back().args->front().expr);
    if (name == "tiled_partition" && !threads && n.args.size() == 2) threads = fold(n.args[1]);
    const bool power =
        threads && *threads > 0 && *threads <= 32 && (*threads & (*threads - 1)) == 0;
    return power ? group(Group::tile, static_cast<unsigned>(*threads)) : group(Group::unknown, 0);
  }
  if ((name == "reduce" || name == "inclusive_scan" || name == "exclusive_scan") &&
      (n.args.size() == 2 || n.args.size() == 3))
    return group_reduce(name, n, e.loc);
  if ((name == "sync" || name == "synchronize" || name == "thread_rank" || name == "group_size") &&
      n.args.size() == 1) {
    const LValue g = eval_lvalue(n.args[0]);
    if (!g.type->is(CType::Kind::group)) return std::nullopt;
    return group_method(g.type, name, {}, e.loc, spell_call(e));
  }
  return std::nullopt;
}

std::optional<Value> Lowering::group_method(const CT& group, const std::string& name,
                                            const std::vector<Argument>& args, Loc loc,
                                            const std::string& text) {
  if (group->group == Group::pipeline) return pipeline_method(name, loc);
  const CT u32 = make_integer(32, false);
  const auto dim = [&](SymbolId id) { return pool_->symbol_ref(id); };
  const auto threads = [&] { // of a block
    kernel_.block_axes |= 1;
    return pool_->mul(pool_->mul(dim(kernel_.block_dim[0]), dim(kernel_.block_dim[1])),
                      dim(kernel_.block_dim[2]));
  };
  if (name == "sync" || name == "synchronize") {
    if (group->group == Group::lanes) {
      emit(core::Barrier{Scope::warp, chosen_.at(group->width).mask, 0, text}, loc);
      return Value{make_void(), nullptr, {}, {}};
    }
    if (group->group == Group::unknown)
      return not_understood("a barrier of a group that is not known: " + text, loc);
    const Scope scope = group->group == Group::block     ? Scope::block
                        : group->group == Group::cluster ? Scope::cluster
                        : group->group == Group::grid    ? Scope::grid
                                                         : Scope::warp;
    unsigned size = group->group == Group::tile && group->width < 32 ? group->width : 0;
    // Of a cluster: its blocks, where they lie along x.
    if (group->group == Group::cluster && cluster_dim_[1] == 1 && cluster_dim_[2] == 1)
      size = static_cast<unsigned>(cluster_dim_[0]);
    emit(core::Barrier{scope, nullptr, size, text}, loc);
    return Value{make_void(), nullptr, {}, {}};
  }
  if (name == "barrier_arrive" || name == "barrier_wait")
    return not_understood("'" + text + "'", loc);
  if (group->group == Group::cluster)
    if (auto v = cluster_method(name, args, loc, text)) return *v;
  if (name == "is_valid") return bool_value(pool_->boolean(true));
  if (group->group == Group::lanes) {
    const ChosenLanes& lanes = chosen_.at(group->width);
    if (name == "thread_rank") return make_scalar(u32, lanes.rank);
    if (name == "size" || name == "num_threads") return make_scalar(u32, lanes.size);
    if (name.starts_with("meta_group_")) return unknown_value(u32, "'" + text + "'", loc);
  }
  const bool block = group->group == Group::block, tile = group->group == Group::tile;
  if (name == "thread_rank") {
    if (block) return make_scalar(u32, linear_thread(loc));
    if (tile)
      return make_scalar(
          u32, pool_->rem(linear_thread(loc), pool_->constant(group->width, Type::u32())));
    if (group->group == Group::grid) {
      kernel_.grid_axes |= 1;
      Expr rank = dim(kernel_.block_index[0]);
      Expr stride = dim(kernel_.grid_dim[0]);
      rank = pool_->add(rank, pool_->mul(dim(kernel_.block_index[1]), stride));
      stride = pool_->mul(stride, dim(kernel_.grid_dim[1]));
      rank = pool_->add(rank, pool_->mul(dim(kernel_.block_index[2]), stride));
      const CT u64 = make_integer(64, false, "unsigned long long");
      const Expr wide =
          pool_->mul(pool_->cast(rank, Type::u64()), pool_->cast(threads(), Type::u64()));
      return make_scalar(u64, pool_->add(wide, pool_->cast(linear_thread(loc), Type::u64())));
    }
  }
  if (name == "size" || name == "num_threads" || name == "group_size") {
    if (block) return make_scalar(u32, threads());
    if (tile) return int_value(group->width, u32);
    if (group->group == Group::grid) {
      kernel_.grid_axes |= 1;
      const CT u64 = make_integer(64, false, "unsigned long long");
      const Expr blocks = pool_->mul(pool_->mul(dim(kernel_.grid_dim[0]), dim(kernel_.grid_dim[1])),
                                     dim(kernel_.grid_dim[2]));
      return make_scalar(
          u64, pool_->mul(pool_->cast(blocks, Type::u64()), pool_->cast(threads(), Type::u64())));
    }
  }
  if (tile && nested_tiles_ && name.starts_with("meta_group_"))
    return not_understood("a place among the tiles of a tile: " + text, loc);
  if (tile && name == "meta_group_rank")
    return make_scalar(u32,
                       pool_->div(linear_thread(loc), pool_->constant(group->width, Type::u32())));
  if (tile && name == "meta_group_size")
    return make_scalar(
        u32, pool_->div(pool_->add(threads(), pool_->constant(group->width - 1, Type::u32())),
                        pool_->constant(group->width, Type::u32())));
  if (block && (name == "group_index" || name == "thread_index" || name == "group_dim" ||
                name == "dim_threads")) {
    const char* of = name == "group_index"    ? "blockIdx"
                     : name == "thread_index" ? "threadIdx"
                                              : "blockDim";
    return geometry(of, "", loc)->value;
  }
  // Shuffles, votes and reductions: their arguments were evaluated, the result is not known.
  for (const Argument& a : args)
    if (a.type->is(CType::Kind::pointer)) return std::nullopt;
  if (name.starts_with("shfl") && !args.empty())
    return unknown_value(args[0].type, "the result of '" + text + "'", loc);
  if (name == "any" || name == "all")
    return unknown_value(make_integer(32, true), "the result of '" + text + "'", loc);
  if (name == "ballot" || name.starts_with("match"))
    return unknown_value(u32, "the result of '" + text + "'", loc);
  if (name == "thread_rank" || name == "size" || name == "num_threads")
    return unknown_value(u32, "the result of '" + text + "'", loc);
  return std::nullopt;
}

// Blocks of the grid that lie together: __cluster_dims__ says how many along each axis.
std::optional<Value> Lowering::cluster_method(const std::string& name,
                                              const std::vector<Argument>& args, Loc loc,
                                              const std::string& text) {
  const CT u32 = make_integer(32, false);
  if (name == "map_shared_rank" && args.size() == 2) {
    const CT type =
        args[0].type->is(CType::Kind::array) ? make_pointer(args[0].type->to) : args[0].type;
    if (type->is(CType::Kind::pointer))
      return pointer_value(
          type, unknown_pointer("'" + text + "', shared memory of another block of the cluster"));
    return not_understood("'" + text + "', shared memory of another block of the cluster", loc);
  }
  const auto& dims = cluster_dim_;
  const bool known = dims[0] > 0;
  const std::int64_t blocks = dims[0] * dims[1] * dims[2];
  const auto size = [&](std::int64_t n) { return pool_->constant(n, Type::u32()); };
  const auto axis = [&](std::size_t a) { // of the block in its cluster
    if (dims[a] > 1) kernel_.grid_axes = static_cast<std::uint8_t>(kernel_.grid_axes | (1u << a));
    return pool_->rem(pool_->symbol_ref(kernel_.block_index[a]), size(dims[a]));
  };
  if (!known) {
    if (name == "block_rank" || name == "thread_rank" || name.starts_with("num_") || name == "size")
      return unknown_value(u32, "'" + text + "' without __cluster_dims__", loc,
                           name == "thread_rank"  ? Scope::thread
                           : name == "block_rank" ? Scope::block
                                                  : Scope::grid);
    return std::nullopt;
  }
  const auto rank = [&] {
    return pool_->add(axis(0), pool_->mul(size(dims[0]),
                                          pool_->add(axis(1), pool_->mul(size(dims[1]), axis(2)))));
  };
  if (name == "block_rank") return make_scalar(u32, rank());
  if (name == "num_blocks") return int_value(blocks, u32);
  if (name == "block_index" || name == "dim_blocks") {
    Value v{builtin_type(name == "dim_blocks" ? "dim3" : "uint3"), nullptr, {}, {}};
    for (std::size_t a = 0; a < 3; ++a)
      v.fields.push_back(make_scalar(u32, name == "dim_blocks" ? size(dims[a]) : axis(a)));
    return v;
  }
  const auto threads = [&] {
    kernel_.block_axes |= 1;
    Expr n = pool_->symbol_ref(kernel_.block_dim[0]);
    for (std::size_t a : {1u, 2u})
      n = pool_->mul(n, pool_->symbol_ref(kernel_.block_dim[a]));
    return n;
  };
  if (name == "thread_rank")
    return make_scalar(u32, pool_->add(pool_->mul(rank(), threads()), linear_thread(loc)));
  if (name == "size" || name == "num_threads")
    return make_scalar(u32, pool_->mul(size(blocks), threads()));
  return std::nullopt;
}

void Lowering::cluster_dimensions(const FunctionDecl& f) {
  const auto& written = f.attributes.cluster_dims;
  if (written.empty()) return;
  std::array<std::int64_t, 3> dims{1, 1, 1};
  for (std::size_t a = 0; a < std::min<std::size_t>(3, written.size()); ++a) {
    const auto n = fold(written[a]);
    if (!n || *n < 1 || *n > 1024) return;
    dims[a] = *n;
  }
  cluster_dim_ = dims;
}

} // namespace heddle::cuda
