// Clusters: blocks of the grid that lie together. __cluster_dims__ says how many along each axis;
// without it, nothing is known but who agrees.
#include "cuda/lower/lowering.hpp"

#include <array>

namespace heddle::cuda {

namespace {

// Of __cluster_dims__, an annotation here (heddle/qualifiers.h); {}: none.
std::optional<std::array<std::int64_t, 3>> cluster_dims(const clang::FunctionDecl& f,
                                                        const clang::ASTContext& ast) {
  for (const auto* note : f.specific_attrs<clang::AnnotateAttr>()) {
    if (note->getAnnotation() != "heddle::cluster_dims" || note->args_size() > 3) continue;
    std::array<std::int64_t, 3> dims{1, 1, 1};
    std::size_t axis = 0;
    for (const clang::Expr* written : note->args()) {
      clang::Expr::EvalResult value;
      if (written->isValueDependent() || !written->EvaluateAsInt(value, ast) ||
          !value.Val.getInt().isRepresentableByInt64())
        return std::nullopt;
      dims[axis++] = value.Val.getInt().getExtValue();
      if (dims[axis - 1] < 1 || dims[axis - 1] > 1024) return std::nullopt;
    }
    if (axis > 0) return dims;
  }
  return std::nullopt;
}

} // namespace

void Lowering::barrier_cluster(const llvm::CallBase& call, const clang::FunctionDecl&) {
  const auto dims = cluster_dims(*code_.decl, *unit_.ast);
  // its blocks, where they lie along x
  const bool along_x = dims && (*dims)[1] == 1 && (*dims)[2] == 1;
  emit(core::Barrier{Scope::cluster, nullptr, along_x ? static_cast<unsigned>((*dims)[0]) : 0,
                     "cluster.sync()"},
       call);
}

// cluster_block_x() and the like: the block's place in its cluster; cluster_dim_x(): the extent.
void Lowering::cluster_number(const llvm::CallBase& call, const clang::FunctionDecl& callee) {
  if (call.getType()->isPointerTy()) return; // cluster_map: found where it is used
  const auto dims = cluster_dims(*code_.decl, *unit_.ast);
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
