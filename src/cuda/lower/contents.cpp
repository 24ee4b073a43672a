// Contracts of what arrays hold at the launch: range(bins, 0, n) in a condition, and variables of
// the file that strings of the source name.
#include "cuda/contract/assumptions.hpp"
#include "cuda/contract/quantified.hpp"
#include "cuda/lower/lowering.hpp"

namespace heddle::cuda {

// The array that the pointer leads to the start of, where a launch finds integers in it.
std::optional<core::ArrayId> Lowering::content_named(const llvm::Value& pointed) {
  const Pointer p = pointer(pointed);
  if (p.targets.size() != 1 || constant_value(p.offset) != std::optional<std::int64_t>(0))
    return std::nullopt;
  const Target& target = targets_[p.targets[0]];
  if (target.kind != Target::Kind::array) return std::nullopt;
  const core::Array& array = kernel_.arrays[target.array];
  const bool of_start = !p.row || constant_value(p.row) == std::optional<std::int64_t>(0);
  if (!of_start || !array.element_type.is_int() ||
      !contract::why_no_content(kernel_, array).empty())
    return std::nullopt;
  return target.array;
}

// What a call in a condition says of arrays; none: not what can be stated.
std::optional<std::vector<core::Contract>> Lowering::contracts_of(const llvm::CallBase& call) {
  const llvm::Function* f = call.getCalledFunction();
  const clang::FunctionDecl* callee = f ? unit_.declaration(*f) : nullptr;
  const auto* form = callee ? contract::array_form(callee->getNameAsString()) : nullptr;
  if (!form || call.arg_size() != form->args) return std::nullopt;
  std::vector<core::ArrayId> arrays;
  std::vector<Expr> numbers;
  for (unsigned i = 0; i < form->args; ++i)
    if (i < form->arrays) {
      const auto array = content_named(*call.getArgOperand(i));
      if (!array) return std::nullopt;
      arrays.push_back(*array);
    } else {
      const Expr e = pool_.cast(scalar_as(*call.getArgOperand(i), true), Type::i64());
      if (!is_of_launch(e)) return std::nullopt;
      numbers.push_back(e);
    }
  return form->state(pool_, arrays, numbers);
}

// A variable of the file, whether code came to it or not.
contract::Meaning Lowering::variable_named(const std::string& path) {
  const llvm::GlobalVariable* found = nullptr;
  for (const llvm::GlobalVariable& variable : unit_.device->globals()) {
    const clang::VarDecl* decl = unit_.variable(variable);
    if (!decl || decl->isLocalVarDecl() || variable.getAddressSpace() == 3) continue;
    if (decl->getNameAsString() != path && decl->getQualifiedNameAsString() != path) continue;
    if (found) return contract::NoName{"'" + path + "' is the name of several variables"};
    found = &variable;
  }
  if (!found) return contract::NoName{};
  const core::ArrayId array = array_of_global(*found);
  const clang::QualType type = unit_.variable(*found)->getType();
  // what the only pointer there points to
  if (type->isPointerType() && !type->getPointeeType()->isFunctionType() &&
      is_filled_by_host(array))
    return contract::ArrayName{rows_of(array, 0, type->getPointeeType())};
  return contract::content_of(kernel_, array, path);
}

} // namespace heddle::cuda
