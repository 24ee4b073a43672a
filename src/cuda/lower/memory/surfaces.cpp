// Surfaces: arrays of their own, whose cells are found by their coordinates: x, in bytes, y and the
// layer or z. Coordinates beyond what a surface may have touch nothing.
#include "cuda/lower/assume.hpp"
#include "cuda/lower/lowering.hpp"
#include "cuda/lower/memory/references.hpp"

#include <array>

namespace heddle::cuda {

namespace {

// Bytes between the rows and between the layers of the array that stands for a surface: more than
// a surface has (CUDA C++ Programming Guide, technical specifications).
constexpr std::int64_t surface_row_bytes = std::int64_t{1} << 22;
constexpr std::int64_t max_rows = std::int64_t{1} << 18;
constexpr std::array<std::int64_t, 3> limits{surface_row_bytes, max_rows, max_rows};
constexpr std::array<std::int64_t, 3> strides{1, surface_row_bytes, surface_row_bytes* max_rows};
constexpr std::int64_t clamps = 1; // cudaBoundaryModeClamp

} // namespace

// The array of a surface, by the parameter or variable that names it.
std::optional<core::ArrayId> Lowering::surface_array(const llvm::Value& object) {
  std::string name;
  if (object.getType()->isPointerTy()) {
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(referred(object)))
      name = unit_.variable(*variable) ? unit_.variable(*variable)->getNameAsString()
                                       : variable->getName().str();
  } else if (const Expr e = scalar(object);
             e->op == Op::symbol && pool_.symbol(e).role == Role::parameter) {
    name = pool_.symbol(e).name;
  } else if (e->op == Op::cast && e->args[0]->op == Op::symbol &&
             pool_.symbol(e->args[0]).role == Role::parameter) {
    name = pool_.symbol(e->args[0]).name;
  }
  if (name.empty()) return std::nullopt;
  const auto [it, added] =
      surfaces_.try_emplace(name, static_cast<core::ArrayId>(kernel_.arrays.size()));
  if (added) {
    core::Array array;
    array.name = unique_name(name);
    array.element = "char";
    array.element_type = Type::opaque(8);
    array.element_size = 1;
    array.is_parameter = true;
    array.loc = code_.loc;
    kernel_.arrays.push_back(std::move(array));
  }
  return it->second;
}

// surface_read<T>(object, x, y, z, mode), surface_write<T>(object, value, x, y, z, mode)
void Lowering::surface(const llvm::CallBase& call, const clang::FunctionDecl& callee) {
  const bool writes = callee.getName() == "surface_write";
  const clang::QualType type = writes ? callee.getParamDecl(1)->getType() : callee.getReturnType();
  const auto bytes = static_cast<unsigned>(unit_.ast->getTypeSizeInChars(type).getQuantity());
  // a struct that is returned may come through a pointer, before the arguments
  const unsigned first = static_cast<unsigned>(call.arg_size()) - callee.getNumParams();
  const auto array = surface_array(*call.getArgOperand(first));
  if (!array) {
    unsupported("a surface that is no parameter", call);
    return lower_result(call, Scope::thread, "a surface read");
  }
  const auto* mode = llvm::dyn_cast<llvm::ConstantInt>(
      call.getArgOperand(static_cast<unsigned>(call.arg_size()) - 1));
  const bool at_edge = !mode || mode->getSExtValue() == clamps;
  if (at_edge && writes)
    return unsupported("a surface write that moves coordinates to the edge", call);
  Expr offset = pool_.constant(0, Type::i64()), inside = pool_.boolean(true);
  for (unsigned i = 0; i < 3; ++i) {
    const llvm::Value& operand = *call.getArgOperand(first + (writes ? 2 : 1) + i);
    Expr c = to_i64(operand);
    if (at_edge && !llvm::isa<llvm::Constant>(operand))
      c = havoc(Type::i64(), call, "a coordinate at the edge");
    offset = pool_.add(offset, pool_.mul(c, pool_.constant(strides[i], Type::i64())));
    inside = pool_.logical_and(
        inside, pool_.logical_and(pool_.le(pool_.constant(0, Type::i64()), c),
                                  pool_.lt(c, pool_.constant(limits[i], Type::i64()))));
  }
  core::Block access = collect([&] {
    if (writes)
      emit(core::Write{*array, offset, bytes, nullptr}, call);
    else
      emit(core::Read{new_temp(Type::opaque(std::min(bytes * 8, 128u)), place(call)), *array,
                      offset, bytes},
           call);
  });
  if (is_true(inside))
    std::move(access.begin(), access.end(), std::back_inserter(*out_));
  else
    emit(core::If{inside, std::move(access), {}}, call);
  if (!writes) lower_result(call, Scope::thread, "a surface read");
}

} // namespace heddle::cuda
