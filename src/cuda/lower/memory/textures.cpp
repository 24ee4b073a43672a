// Textures: arrays of their own, one for each that has a name and each type that it is read as.
// What is read of one type says nothing of another one.
#include "cuda/lower/assume.hpp"
#include "cuda/lower/lowering.hpp"
#include "cuda/lower/memory/references.hpp"

namespace heddle::cuda {

// Before pointers are followed, which the calls give.
void Lowering::find_textures() {
  for (const llvm::BasicBlock& block : function_)
    for (const llvm::Instruction& i : block) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
      const llvm::Function* f = call ? call->getCalledFunction() : nullptr;
      const clang::FunctionDecl* callee = f && f->isDeclaration() ? unit_.declaration(*f) : nullptr;
      if (!callee || callee->getQualifiedNameAsString() != "__heddle::texels") continue;
      const llvm::Value* object = referred(*call->getArgOperand(0));
      const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(object);
      const bool named = variable || llvm::isa<llvm::Argument>(object);
      if (!named) any_texel_.insert(call);
      const clang::VarDecl* decl = variable ? unit_.variable(*variable) : nullptr;
      arrays_[call] = texture_array(named ? object : nullptr,
                                    decl    ? decl->getNameAsString()
                                    : named ? object->getName().str()
                                            : "texture",
                                    *callee);
    }
}

core::ArrayId Lowering::texture_array(const llvm::Value* object, const std::string& name,
                                      const clang::FunctionDecl& callee) {
  const clang::QualType texel = callee.getReturnType()->getPointeeType().getUnqualifiedType();
  const auto [it, added] = textures_.try_emplace({object, texel.getAsString()},
                                                 static_cast<core::ArrayId>(kernel_.arrays.size()));
  if (!added) return it->second;
  core::Array array = describe_array(name, texel, code_.loc);
  array.is_parameter = true;
  array.is_texture = true;
  kernel_.arrays.push_back(std::move(array));
  return it->second;
}

// Bytes to the texel that a pointer from texels() leads to.
Expr Lowering::texel_offset(const llvm::Value& texels) {
  if (!any_texel_.contains(&texels)) return pool_.constant(0, Type::i64());
  const auto& call = llvm::cast<llvm::Instruction>(texels);
  const core::Array& array = kernel_.arrays[arrays_.at(&texels)];
  return pool_.mul(havoc(Type::i64(), call, "which texture is read"),
                   pool_.constant(array.element_size, Type::i64()));
}

void Lowering::texels(const llvm::CallBase& call, const clang::FunctionDecl&) {
  assume_once(kernel_, pool_,
              "the memory that textures show is distinct from what the kernel writes", place(call));
}

} // namespace heddle::cuda
