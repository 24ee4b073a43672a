// Clusters: blocks of the grid that lie together, their barrier, and the shared memory of one that
// others reach. __cluster_dims__, --cluster or the launches say how many blocks lie along each
// axis; without any of them, nothing is known but who agrees.
#include "core/clusters.hpp"
#include "core/visit.hpp"
#include "cuda/lower/lowering.hpp"
#include "cuda/lower/pairs.hpp"
#include "cuda/parse/attributes.hpp"
#include "support/cluster.hpp"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace heddle::cuda {

namespace {

constexpr const char* ranks_fit = "ranks of blocks are less than the number of blocks of a cluster";

constexpr unsigned max_depth = 16; // of the values that a descriptor is made of

// Calls `f` for each address that `v`, a descriptor of shared memory, is made of.
template <class IsFollowed, class F>
void for_each_address(const llvm::Value& v, const IsFollowed& is_followed, const F& f,
                      unsigned depth = 0) {
  if (is_followed(v)) return f(v);
  const auto* op = llvm::dyn_cast<llvm::Operator>(&v);
  if (!op || depth > max_depth || llvm::isa<llvm::PHINode, llvm::LoadInst, llvm::CallBase>(v))
    return;
  for (const llvm::Use& operand : op->operands())
    for_each_address(*operand, is_followed, f, depth + 1);
}

std::string assembly_text(const llvm::CallBase& call) {
  const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
  return assembly ? std::string(assembly->getAsmString()) : "";
}

} // namespace

void Lowering::assume_shape(const core::ClusterShape& shape, const std::string& origin, Loc loc) {
  const std::string text = "clusterDim = (" + std::to_string(shape[0]) + ", " +
                           std::to_string(shape[1]) + ", " + std::to_string(shape[2]) + ")";
  auto& all = kernel_.assumptions;
  if (std::ranges::none_of(all, [&](const core::Assumption& a) { return a.text == text; }))
    all.push_back({pool_.boolean(true), text, origin, loc});
}

// "2x1x1", of --cluster; else what all launches of the file say.
std::optional<core::ClusterShape> Lowering::given_shape() {
  const auto& params = unit_.ctx.options.params;
  const auto given = params.find(std::string(cluster_shape_name));
  core::ClusterShape shape{};
  if (given == params.end()) {
    if (!attributes_.cluster) return std::nullopt;
    std::ranges::transform(*attributes_.cluster, shape.begin(),
                           [](std::int64_t extent) { return static_cast<unsigned>(extent); });
    assume_shape(shape, attributes_.cluster_origin, attributes_.loc);
    return shape;
  }
  llvm::SmallVector<llvm::StringRef, 3> extents;
  llvm::StringRef(given->second).split(extents, 'x');
  if (extents.size() != shape.size()) return std::nullopt;
  for (std::size_t a = 0; a < shape.size(); ++a)
    if (extents[a].getAsInteger(10, shape[a]) || shape[a] == 0 ||
        shape[a] >= 1u << core::cluster_shape_bits)
      return std::nullopt;
  assume_shape(shape, "--cluster", {});
  return shape;
}

std::optional<core::ClusterShape> Lowering::cluster_shape() {
  const auto dims = annotated(*code_.decl, "heddle::cluster_dims", *unit_.ast);
  if (!dims) return given_shape();
  core::ClusterShape shape{};
  for (std::size_t a = 0; a < 3; ++a) {
    if ((*dims)[a] >= 1 << core::cluster_shape_bits) return std::nullopt;
    shape[a] = static_cast<unsigned>((*dims)[a]);
  }
  return shape;
}

void Lowering::barrier_cluster(const llvm::CallBase& call, const clang::FunctionDecl&) {
  join_cluster("cluster.sync()", call);
}

// PTX ISA, "barrier.cluster": waits for all threads of the cluster that have not exited.
void Lowering::join_cluster(const std::string& text, const llvm::Instruction& at, unsigned half) {
  halves_clusters_ |= half != 0;
  const auto shape = cluster_shape();
  for (std::size_t a = 0; shape && a < 3; ++a)
    if ((*shape)[a] > 1) kernel_.grid_axes = static_cast<std::uint8_t>(kernel_.grid_axes | 1u << a);
  emit(core::Barrier{Scope::cluster, nullptr, (shape ? core::pack(*shape) : 0) | half, text}, at);
}

// Of the PTX ISA's fences those that order all of a thread's accesses for its cluster.
void Lowering::note_fence(const std::string& opcode) {
  if (opcode.starts_with("fence.mbarrier_init.")) open_inits_ = false;
  fences_ = fences_ || (!opcode.starts_with("fence.mbarrier_init") &&
                        !opcode.starts_with("fence.proxy") && !opcode.starts_with("membar.proxy"));
  const bool light = opcode == "membar.gl" || opcode == "membar.sys" ||
                     opcode.starts_with("fence.acq_rel.") || opcode.starts_with("fence.sc.");
  if (light && !opcode.ends_with(".cta")) fence_ = {out_, out_->size()};
}

// An arrival that is relaxed releases what came before a fence: PTX ISA, "membar / fence", of
// fence.mbarrier_init that is the initialisation of mbarriers. Or nothing was done before.
bool Lowering::orders_before_arrival(const llvm::Instruction& at) const {
  return fence_ == std::pair<const core::Block*, std::size_t>{out_, out_->size()} ||
         (!acts_ && !open_inits_ && !loops_.getLoopFor(at.getParent()));
}

// %cluster_ctaid, %cluster_nctaid, %cluster_ctarank, %cluster_nctarank, %clusterid, %nclusterid;
// nullptr: another, or not known.
Expr Lowering::cluster_register(const std::string& name, std::size_t axis) {
  const auto shape = cluster_shape();
  if (!shape || name.find("cluster") == name.npos) return nullptr;
  const auto extent = [&](std::size_t a) { return pool_.constant((*shape)[a], Type::u32()); };
  if (name == "cluster_ctaid" && axis < 3) return place_in_cluster(axis, *shape);
  if (name == "cluster_nctaid" && axis < 3) return extent(axis);
  if (name.ends_with("clusterid") && axis < 3) { // of whole clusters
    kernel_.grid_axes = static_cast<std::uint8_t>(kernel_.grid_axes | 1u << axis);
    const bool counts = name == "nclusterid";
    const SymbolId blocks = counts ? kernel_.grid_dim[axis] : kernel_.block_index[axis];
    if (counts || name == "clusterid") return pool_.div(pool_.symbol_ref(blocks), extent(axis));
  }
  if (name == "cluster_nctarank") return pool_.mul(pool_.mul(extent(0), extent(1)), extent(2));
  if (name != "cluster_ctarank") return nullptr;
  Expr rank = place_in_cluster(2, *shape);
  for (const std::size_t a : {1, 0})
    rank = pool_.add(pool_.mul(rank, extent(a)), place_in_cluster(a, *shape));
  return rank;
}

// cluster_block_x() and the like: the block's place in its cluster; cluster_dim_x(): the extent.
void Lowering::cluster_number(const llvm::CallBase& call, const clang::FunctionDecl& callee) {
  const llvm::StringRef name = callee.getName();
  const auto axis = static_cast<std::size_t>(name.back() - 'x');
  const bool is_extent = name.starts_with("cluster_dim_");
  const auto shape = cluster_shape();
  if (!shape)
    return lower_result(call, is_extent ? Scope::grid : Scope::block,
                        "'" + name.str() + "' without __cluster_dims__ or --cluster");
  define(call, as_type(is_extent ? pool_.constant((*shape)[axis], Type::u32())
                                 : place_in_cluster(axis, *shape),
                       type_of(call)));
}

Expr Lowering::place_in_cluster(std::size_t axis, const core::ClusterShape& shape) {
  if (shape[axis] > 1)
    kernel_.grid_axes = static_cast<std::uint8_t>(kernel_.grid_axes | 1u << axis);
  const Expr block = pool_.symbol_ref(kernel_.block_index[axis]);
  return pool_.rem(block, pool_.constant(shape[axis], Type::u32()));
}

// ---- distributed shared memory -----------------------------------------------------------------

// Does it use an mbarrier, or issue a copy, in shared memory that several blocks reach?
bool Lowering::reaches_other_blocks(const llvm::CallBase& call) {
  const llvm::Function* f = call.getCalledFunction();
  const std::string text = call.isInlineAsm() ? assembly_text(call) : "";
  const auto has = [&](const char* part) { return text.find(part) != std::string::npos; };
  if (has(".multicast::cluster"))
    for (const llvm::Use& operand : call.args())
      if (is_address(*operand)) distribute(*operand);
  const bool counts =
      has("mbarrier.") || has("tcgen05.commit") || has("cp.async.bulk") || has("st.async") ||
      has("red.async") || has("cp.reduce.async.bulk") || has("try_cancel") ||
      (f && (f->getName().contains("8__heddle") &&
             (f->getName().contains("mbarrier") || f->getName().contains("counted"))));
  return counts && llvm::any_of(call.args(), [&](const llvm::Use& operand) {
           return is_address(*operand) && llvm::any_of(targets_of(*operand), [&](TargetId id) {
                    return targets_[id].kind == Target::Kind::array &&
                           core::is_distributed(kernel_.arrays[targets_[id].array]);
                  });
         });
}

// Arrays of which a pointer is made that leads to another block are the grid's.
void Lowering::find_distributed() {
  bool reaches = together_;
  const auto is_followed = [&](const llvm::Value& v) {
    return is_address(v) && llvm::all_of(targets_of(v), [&](TargetId id) {
             return targets_[id].kind == Target::Kind::array;
           });
  };
  for (const llvm::BasicBlock& block : function_)
    for (const llvm::Instruction& i : block) {
      if (leads_to_even_block(i) && is_address(*i.getOperand(0))) distribute(*i.getOperand(0));
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
      if (!call) continue;
      const std::string text = call->isInlineAsm() ? assembly_text(*call) : "";
      const auto has = [&](const char* part) { return text.find(part) != std::string::npos; };
      const bool reads_both = has("tcgen05.mma") || has("tcgen05.cp");
      if (reads_both && is_pair_assembly(*call) && cluster_shape())
        for (const llvm::Use& operand : call->args())
          for_each_address(*operand, is_followed, [&](const llvm::Value& v) { distribute(v); });
      if (const auto mapped = mapped_by(*call)) distribute(*mapped->address);
      if (!has("mapa.")) continue;
      for (const llvm::Use& operand : call->args())
        if (is_address(*operand)) distribute(*operand);
    }
  for (const llvm::BasicBlock& block : function_)
    for (const llvm::Instruction& i : block)
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&i))
        reaches = reaches_other_blocks(*call) || is_pair_assembly(*call) || reaches;
  const auto shape = reaches ? cluster_shape() : std::nullopt;
  together_ = shape && core::blocks_of(*shape) > 1;
  if (together_) kernel_.to_join = *shape;
}

void Lowering::distribute(const llvm::Value& address) {
  for (const TargetId id : targets_of(address)) {
    if (targets_[id].kind != Target::Kind::array) continue;
    core::Array& array = kernel_.arrays[targets_[id].array];
    if (array.space == core::Space::shared) array.row_bytes = core::block_row_bytes;
    if (!core::is_distributed(array) || lifetime_) continue;
    core::Array lifetime;
    lifetime.name = unique_name("shared memory");
    lifetime.space = core::Space::shared;
    lifetime.element = core::lifetime_element;
    lifetime.element_type = Type::integer(8, false);
    lifetime.element_size = 1;
    lifetime.loc = code_.loc;
    lifetime.row_bytes = core::block_row_bytes;
    lifetime_ = static_cast<core::ArrayId>(kernel_.arrays.size());
    kernel_.arrays.push_back(std::move(lifetime));
  }
}

// Proxy fences are asked for within a block alone, so there is none to ask for what others wrote.
void Lowering::check_distributed() {
  if (!lifetime_ || together_) return;
  const auto is_copied = [&](const core::Stmt& s, core::ArrayId array) {
    return core::is_distributed(kernel_.arrays[array]) && is_of_async_proxy(s);
  };
  std::optional<Loc> copied;
  core::for_each_statement(kernel_.body, [&](const core::Stmt& s) {
    const auto* read = std::get_if<core::Read>(&s.node);
    const auto* write = std::get_if<core::Write>(&s.node);
    if ((read && is_copied(s, read->array)) || (write && is_copied(s, write->array)))
      copied = copied.value_or(s.loc);
  });
  if (copied)
    kernel_.unknowns.emplace_back("copies and matrix products in shared memory that other blocks "
                                  "reach",
                                  *copied);
}

// Of memory that is named by its block, which may be another.
void Lowering::note_write(const Pointer& to, core::ArrayId array, const llvm::Instruction& at) {
  if (to.row && core::is_distributed(kernel_.arrays[array]))
    remote_writes_.push_back({array, to.row, copy_place_of(at)});
}

// Is it certainly the block's own row? Of pointers that change it is so on every way.
bool Lowering::is_own_row(Expr row, std::set<Expr>& seen) {
  if (row == own_row() || !seen.insert(row).second) return true;
  if (row->op == Op::ite) return is_own_row(row->args[1], seen) && is_own_row(row->args[2], seen);
  const auto rows = row->op == Op::symbol ? rows_set_.find(static_cast<core::VarId>(row->value))
                                          : rows_set_.end();
  return rows != rows_set_.end() &&
         std::ranges::all_of(rows->second, [&](Expr r) { return is_own_row(r, seen); });
}

// PTX ISA, "membar / fence": "the memory ordering is limited only to the state space specified",
// and shared memory of another block is no .shared::cta. What threads wrote there and the async
// proxy accesses such a fence leaves open; which fence is meant for what is not followed.
void Lowering::check_fenced_space() {
  if (!own_fence_ || remote_writes_.empty()) return;
  std::set<core::ArrayId> copied;
  core::for_each_statement(kernel_.body, [&](const core::Stmt& s) {
    if (!is_of_async_proxy(s)) return;
    if (const auto* read = std::get_if<core::Read>(&s.node)) copied.insert(read->array);
    if (const auto* write = std::get_if<core::Write>(&s.node)) copied.insert(write->array);
  });
  for (const auto& [array, row, where] : remote_writes_) {
    std::set<Expr> seen;
    if (kernel_.async_proxy.contains(where) || !copied.contains(array) || is_own_row(row, seen))
      continue;
    kernel_.unknowns.emplace_back("a proxy fence of .shared::cta, which does not cover what "
                                  "threads write to '" +
                                      kernel_.arrays[array].name +
                                      "' of other blocks; one of .shared::cluster does",
                                  *own_fence_);
    return;
  }
}

// The row of the block's own shared memory: where its blocks are checked together, of the
// cluster's, else of the grid's.
Expr Lowering::own_row() {
  if (together_) return pool_.cast(cluster_register("cluster_ctarank", 0), Type::i64());
  const auto index = [&](std::size_t axis) {
    return pool_.cast(pool_.symbol_ref(kernel_.block_index[axis]), Type::i64());
  };
  kernel_.grid_axes |= 1;
  return pool_.add(index(0),
                   pool_.mul(index(1), pool_.constant(core::blocks_along_x, Type::i64())));
}

// That of the block of this rank (u32) in the cluster: PTX ISA, "mapa"; ranks count x first
// ("%cluster_ctarank"). nullptr: it is not known where that is.
Expr Lowering::row_of_rank(Expr rank) {
  const auto shape = cluster_shape();
  if (together_) return pool_.cast(rank, Type::i64());
  if (!shape || (*shape)[2] != 1) return nullptr;
  Expr row = pool_.constant(0, Type::i64());
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const Expr extent = pool_.constant((*shape)[axis], Type::u32());
    Expr place = axis == 1 ? pool_.div(rank, pool_.constant((*shape)[0], Type::u32())) : rank;
    if (axis == 0 && (*shape)[1] > 1) place = pool_.rem(rank, extent);
    if ((*shape)[axis] > 1) (void)place_in_cluster(axis, *shape); // the axis is in use
    const Expr block = pool_.symbol_ref(kernel_.block_index[axis]);
    const Expr first = pool_.mul(pool_.div(block, extent), extent);
    const Expr at = pool_.cast((*shape)[axis] > 1 ? pool_.add(first, place) : block, Type::i64());
    const std::int64_t stride = axis == 0 ? 1 : core::blocks_along_x;
    row = pool_.add(row, pool_.mul(at, pool_.constant(stride, Type::i64())));
  }
  return row;
}

Pointer Lowering::mapped(Pointer p, const llvm::Value& rank) {
  return in_row(std::move(p), row_of_rank(scalar_as(rank, false)));
}

// The same place in the memory of another block.
Pointer Lowering::in_row(Pointer p, Expr row) {
  p.row = row;
  if (row && has_rows(p) && llvm::all_of(p.targets, [&](TargetId id) {
        return id == 0 || (targets_[id].kind == Target::Kind::array &&
                           core::is_distributed(kernel_.arrays[targets_[id].array]));
      }))
    return p;
  return to_target(
      add_target({Target::Kind::unknown, 0, nullptr,
                  "shared memory of another block of a cluster, of which " +
                      std::string(row ? "it is not followed which" : "the shape is not known")}),
      pool_.constant(0, Type::i64()));
}

void Lowering::assume_rank(Expr rank, const llvm::Instruction& at) {
  const auto shape = cluster_shape();
  if (!shape) return;
  const std::int64_t blocks = std::int64_t{(*shape)[0]} * (*shape)[1] * (*shape)[2];
  const Interval range = interval(pool_, rank);
  if (range.low && range.high && *range.low >= 0 && *range.high < blocks) return;
  emit(core::Assume{pool_.lt(rank, pool_.constant(blocks, rank->type))}, at);
  auto& all = kernel_.assumptions;
  if (std::ranges::none_of(all, [](const core::Assumption& a) { return a.text == ranks_fit; }))
    all.push_back({pool_.boolean(true), ranks_fit, "", {}});
}

void Lowering::cluster_map(const llvm::CallBase& call, const clang::FunctionDecl&) {
  assume_rank(scalar_as(*call.getArgOperand(1), false), call);
}

Expr Lowering::byte_of(Expr row) {
  return pool_.mul(row, pool_.constant(core::block_row_bytes, Type::i64()));
}

} // namespace heddle::cuda
