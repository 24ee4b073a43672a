// Clusters: blocks of the grid that lie together. __cluster_dims__ says how many along each axis;
// without it, nothing is known but who agrees.
#include "cuda/lower/lowering.hpp"
#include "cuda/parse/attributes.hpp"

namespace heddle::cuda {

void Lowering::barrier_cluster(const llvm::CallBase& call, const clang::FunctionDecl&) {
  const auto dims = annotated(*code_.decl, "heddle::cluster_dims", *unit_.ast);
  // its blocks, where they lie along x
  const bool along_x = dims && (*dims)[1] == 1 && (*dims)[2] == 1;
  emit(core::Barrier{Scope::cluster, nullptr, along_x ? static_cast<unsigned>((*dims)[0]) : 0,
                     "cluster.sync()"},
       call);
}

// cluster_block_x() and the like: the block's place in its cluster; cluster_dim_x(): the extent.
void Lowering::cluster_number(const llvm::CallBase& call, const clang::FunctionDecl& callee) {
  if (call.getType()->isPointerTy()) return; // cluster_map: found where it is used
  const auto dims = annotated(*code_.decl, "heddle::cluster_dims", *unit_.ast);
  const llvm::StringRef name = callee.getName();
  const auto axis = static_cast<std::size_t>(name.back() - 'x');
  const bool is_extent = name.starts_with("cluster_dim_");
  if (!dims)
    return lower_result(call, is_extent ? Scope::grid : Scope::block,
                        "'" + name.str() + "' without __cluster_dims__");
  const Expr extent = pool_.constant((*dims)[axis], Type::u32());
  if (is_extent) return define(call, as_type(extent, type_of(call)));
  if ((*dims)[axis] > 1)
    kernel_.grid_axes = static_cast<std::uint8_t>(kernel_.grid_axes | 1u << axis);
  const Expr block = pool_.symbol_ref(kernel_.block_index[axis]);
  define(call, as_type(pool_.rem(block, extent), type_of(call)));
}

} // namespace heddle::cuda
