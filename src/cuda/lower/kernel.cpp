// One kernel: parameters, variables, body.
#include "core/ahead.hpp"
#include "core/copies.hpp"
#include "core/join_blocks.hpp"
#include "core/proxy_fences.hpp"
#include "core/visit.hpp"
#include "cuda/lower/blocks.hpp"
#include "cuda/lower/lower.hpp"
#include "cuda/lower/lowering.hpp"
#include "cuda/lower/params.hpp"
#include "cuda/lower/sync/halves.hpp"
#include "cuda/lower/sync/held_locks.hpp"
#include "cuda/lower/sync/spins.hpp"

#include <clang/AST/RecordLayout.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugProgramInstruction.h>

namespace heddle::cuda {

namespace {

Type memory_type(clang::QualType type, const clang::ASTContext& ast) {
  type = type.getCanonicalType();
  if (type->isBooleanType()) return Type::integer(8, false);
  if (type->isIntegralOrEnumerationType())
    return Type::integer(static_cast<unsigned>(std::min<std::uint64_t>(ast.getTypeSize(type), 64)),
                         type->isSignedIntegerOrEnumerationType());
  if (type->isFloatingType() || type->isPointerType())
    return Type::opaque(static_cast<unsigned>(std::min<std::uint64_t>(ast.getTypeSize(type), 128)));
  return Type::opaque(32);
}

std::string type_text(clang::QualType type, const clang::ASTContext& ast) {
  clang::PrintingPolicy policy = ast.getPrintingPolicy();
  policy.SuppressTagKeyword = true;
  return type.getUnqualifiedType().getAsString(policy);
}

} // namespace

Lowering::Lowering(Unit& unit, const KernelCode& code, const KernelAttributes& attributes,
                   bool together)
    : unit_(unit), code_(code), attributes_(attributes), function_(*code.code),
      layout_(code.code->getParent()->getDataLayout()),
      kernel_(core::make_kernel(code.name, code.loc)), pool_(*kernel_.pool), rounded_(pool_),
      signs_(*code.code), webs_(*code.code), dominators_(*code.code), loops_(dominators_),
      together_(together) {}

Lowered Lowering::run() {
  out_ = &kernel_.body;
  lower_parameters();
  if (!is_reducible()) {
    kernel_.unknowns.emplace_back("a jump into the middle of a loop", code_.loc);
    return {std::move(kernel_), {}};
  }
  if (function_.hasFnAttribute(functions_of_file))
    kernel_.assumptions.push_back({pool_.boolean(true),
                                   "pointers to functions lead to functions of this file", "",
                                   code_.loc});
  find_allocations();
  find_textures();
  find_signs_of_memory();
  find_addresses();
  find_distributed();
  find_grid_waits();
  for (const llvm::BasicBlock& block : function_)
    for (const llvm::PHINode& phi : block.phis())
      if (phi.getType()->isPointerTy() || is_address(phi))
        pointer(phi);
      else if (phi.getType()->isSingleValueType())
        define_phi(phi);
  find_registers();
  mark_start();
  lower_from(function_.getEntryBlock());
  check_holders();
  choose_keeper();
  strip_trailing_jumps(pool_, kernel_.body, 0);
  shape_loops(pool_, kernel_.body);
  replace_spins(kernel_, tests_);
  refuse_barriers_of_holders(kernel_);
  choose_lanes();
  const bool apart =
      halves_clusters_ && join_halves(kernel_, together_ ? cluster_shape() : std::nullopt);
  check_distributed();
  check_fenced_space();
  check_early_accesses();
  check_read_only();
  check_stores_left();
  read_allocated(kernel_.body);
  check_tensor_slots();
  check_relaxed();
  return {std::move(kernel_), std::move(asserted_), apart};
}

// What reads of arrays of unsigned numbers are taken as where nothing else says it.
void Lowering::find_signs_of_memory() {
  const auto element = [&](const llvm::Value& root) -> std::optional<Type> {
    if (const auto it = arrays_.find(&root); it != arrays_.end())
      return kernel_.arrays[it->second].element_type;
    ParameterPart part;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&root);
    if (call && is_parameter_part(*call, part))
      if (const auto it = pointer_parameters_.find({part.argument, part.offset});
          it != pointer_parameters_.end())
        return kernel_.arrays[it->second].element_type;
    const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&root);
    const clang::VarDecl* decl = global ? unit_.variable(*global) : nullptr;
    if (!decl) return std::nullopt;
    return describe_array("", decl->getType(), {}).element_type;
  };
  for (const llvm::BasicBlock& block : function_)
    for (const llvm::Instruction& i : block) {
      const llvm::Value* address = llvm::getLoadStorePointerOperand(&i);
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
          call && call->arg_size() > 0 && call->getCalledFunction() &&
          call->getCalledFunction()->getName().starts_with("_ZN8__heddle") &&
          call->getArgOperand(0)->getType()->isPointerTy())
        address = call->getArgOperand(0); // an atomic operation
      if (!address || !i.getType()->isIntegerTy() || i.getType()->isIntegerTy(1)) continue;
      const Type as = Type::integer(i.getType()->getIntegerBitWidth(), false);
      llvm::SmallVector<const llvm::Value*> roots;
      llvm::getUnderlyingObjects(address, roots, nullptr, 0);
      if (llvm::any_of(roots, [&](const llvm::Value* root) { return element(*root) == as; }))
        signs_.is_from_unsigned(i);
    }
}

core::Array Lowering::describe_array(const std::string& name, clang::QualType type, Loc loc) const {
  const clang::ASTContext& ast = *unit_.ast;
  core::Array a;
  a.name = name;
  a.loc = loc;
  a.is_volatile = type.isVolatileQualified();
  while (const clang::ArrayType* array = ast.getAsArrayType(type)) {
    if (const auto* fixed = llvm::dyn_cast<clang::ConstantArrayType>(array))
      a.dims.push_back(fixed->getSize().getSExtValue());
    type = array->getElementType();
    a.is_volatile = a.is_volatile || type.isVolatileQualified();
  }
  a.element = type_text(type, ast);
  a.element_type = memory_type(type, ast);
  const bool sized = !type->isIncompleteType() && !type->isFunctionType();
  a.element_size = sized ? static_cast<unsigned>(ast.getTypeSizeInChars(type).getQuantity()) : 1;
  if (a.element_size == 0) a.element_size = 1;
  return a;
}

core::ArrayId Lowering::array_of_global(const llvm::GlobalVariable& variable) {
  if (const auto it = arrays_.find(&variable); it != arrays_.end()) return it->second;
  const bool shared = variable.getAddressSpace() == 3;
  // all arrays `extern __shared__` begin at the same place
  const bool dynamic = shared && variable.isDeclaration();
  if (dynamic && dynamic_shared_) return arrays_[&variable] = *dynamic_shared_;
  core::Array a;
  if (const clang::VarDecl* decl = unit_.variable(variable)) {
    a = describe_array(decl->getNameAsString(), decl->getType(), unit_.loc(decl->getLocation()));
    a.is_scalar = !decl->getType()->isArrayType();
  } else {
    a.name = variable.getName().str();
    a.element = "byte";
    a.element_type = Type::integer(8, false);
    a.element_size = 1;
  }
  a.name = unique_name(a.name);
  a.space = shared                                                     ? core::Space::shared
            : variable.getAddressSpace() == 4 || variable.isConstant() ? core::Space::constant
                                                                       : core::Space::global;
  kernel_.arrays.push_back(std::move(a));
  const auto id = static_cast<core::ArrayId>(kernel_.arrays.size() - 1);
  globals_[id] = &variable;
  if (const clang::VarDecl* decl = unit_.variable(variable))
    element_types_[id] = unit_.ast->getBaseElementType(decl->getType());
  if (dynamic) dynamic_shared_ = id;
  return arrays_[&variable] = id;
}

// A variable of the thread that is not a value: it is indexed, or its address is kept.
core::ArrayId Lowering::array_of_local(const llvm::AllocaInst& variable) {
  if (const auto it = arrays_.find(&variable); it != arrays_.end()) return it->second;
  core::Array a;
  a.name = "local";
  for (const llvm::DbgVariableRecord* record :
       llvm::findDVRDeclares(const_cast<llvm::AllocaInst*>(&variable)))
    a.name = record->getVariable()->getName().str();
  a.name = unique_name(a.name);
  llvm::Type* type = variable.getAllocatedType();
  while (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    a.dims.push_back(static_cast<std::int64_t>(array->getNumElements()));
    type = array->getElementType();
  }
  a.space = core::Space::local;
  const bool scalar = type->isSingleValueType() && !type->isPointerTy();
  a.element_type = scalar ? type_of(type, true) : Type::opaque(32);
  if (a.element_type.is_bool()) a.element_type = Type::integer(8, false);
  a.element = to_string(a.element_type);
  a.element_size = static_cast<unsigned>(
      std::max<std::uint64_t>(1, layout_.getTypeAllocSize(type).getFixedValue()));
  kernel_.arrays.push_back(std::move(a));
  return arrays_[&variable] = static_cast<core::ArrayId>(kernel_.arrays.size() - 1);
}

void Lowering::add_pointer_parameter(const std::string& name, clang::QualType pointee, Loc loc,
                                     std::pair<unsigned, std::uint64_t> where) {
  core::Array a = describe_array(unique_name(name), pointee, loc);
  a.dims.clear();
  a.is_parameter = true;
  core::Parameter parameter{name, std::nullopt, static_cast<core::ArrayId>(kernel_.arrays.size()),
                            type_text(unit_.ast->getPointerType(pointee), *unit_.ast), loc};
  kernel_.arrays.push_back(std::move(a));
  pointer_parameters_[where] = *parameter.array;
  element_types_[*parameter.array] = unit_.ast->getBaseElementType(pointee);
  kernel_.params.push_back(std::move(parameter));
}

// The parts of a parameter, or of a member of one, at a byte offset.
void Lowering::add_parameter(const std::string& name, clang::QualType type, unsigned argument,
                             std::uint64_t offset, Loc loc) {
  clang::ASTContext& ast = *unit_.ast;
  type = type.getCanonicalType();
  if (type->isPointerType() || type->isReferenceType())
    return add_pointer_parameter(name, type->getPointeeType(), loc, {argument, offset});
  if (const auto* array = ast.getAsConstantArrayType(type)) {
    const std::uint64_t size =
        static_cast<std::uint64_t>(ast.getTypeSizeInChars(array->getElementType()).getQuantity());
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(array->getSize().getZExtValue(), 64); ++i)
      add_parameter(name + "[" + std::to_string(i) + "]", array->getElementType(), argument,
                    offset + i * size, loc);
    return;
  }
  if (const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl()) {
    const clang::ASTRecordLayout& layout = ast.getASTRecordLayout(record);
    for (const clang::CXXBaseSpecifier& base : record->bases())
      if (!base.isVirtual())
        if (const auto* of = base.getType()->getAsCXXRecordDecl(); of && !of->isEmpty())
          add_parameter(name, base.getType(), argument,
                        offset +
                            static_cast<std::uint64_t>(layout.getBaseClassOffset(of).getQuantity()),
                        loc);
    for (const clang::FieldDecl* field : record->fields())
      add_parameter(field->getName().empty() ? name : name + "." + field->getNameAsString(),
                    field->getType(), argument,
                    offset + layout.getFieldOffset(field->getFieldIndex()) / 8, loc);
    return;
  }
  if (scalar_parameters_.contains({argument, offset})) return; // a union's, a bit-field's neighbour
  Type value = memory_type(type, ast);
  if (type->isBooleanType()) value = Type::boolean();
  core::Parameter parameter{
      name, pool_.new_symbol({unique_name(name), value, Role::parameter, 0, {}, {}, loc}),
      std::nullopt, type_text(type, ast), loc};
  scalar_parameters_[{argument, offset}] = *parameter.symbol;
  kernel_.params.push_back(std::move(parameter));
}

void Lowering::lower_parameters() {
  const clang::FunctionDecl& decl = *code_.decl;
  for (unsigned i = 0; i < decl.getNumParams() && i < function_.arg_size(); ++i) {
    const clang::ParmVarDecl& param = *decl.getParamDecl(i);
    const llvm::Argument& argument = *function_.getArg(i);
    const Loc loc = unit_.loc(param.getLocation());
    const std::string name =
        param.getName().empty() ? "parameter " + std::to_string(i + 1) : param.getNameAsString();
    add_parameter(name, param.getType(), i, 0, loc);
    if (argument.hasByValAttr() && !argument.use_empty()) { // too large to be split
      core::Array a = describe_array(unique_name(name), param.getType(), loc);
      a.space = core::Space::constant;
      a.is_parameter = true;
      arrays_[&argument] = static_cast<core::ArrayId>(kernel_.arrays.size());
      element_types_[arrays_[&argument]] = unit_.ast->getBaseElementType(param.getType());
      kernel_.arrays.push_back(std::move(a));
    } else if (argument.getType()->isPointerTy() && !argument.hasByValAttr()) {
      if (const auto it = pointer_parameters_.find({i, 0}); it != pointer_parameters_.end())
        arrays_[&argument] = it->second;
    } else if (const auto it = scalar_parameters_.find({i, 0});
               it != scalar_parameters_.end() && argument.getType()->isSingleValueType()) {
      define(argument, as_type(pool_.symbol_ref(it->second), type_of(argument)));
    }
  }
}

// A parameter's value where code takes it as `type`.
Expr Lowering::as_type(Expr e, Type type) {
  if (e->type == type) return e;
  if (e->type.is_bool() && type.is_int()) return number(e, type);
  if (e->type.is_int() && type.is_int()) return pool_.cast(e, type);
  if (e->type.is_int() && type.is_bool()) return truth(e);
  return pure("bits", type, {e});
}

Expr Lowering::parameter_part(unsigned argument, std::uint64_t offset, llvm::Type* type) {
  const auto it = scalar_parameters_.find({argument, offset});
  if (it == scalar_parameters_.end()) return nullptr;
  const Expr e = pool_.symbol_ref(it->second);
  return as_type(e, type_of(type, !e->type.is_int() || e->type.is_signed));
}

TargetId Lowering::parameter_target(unsigned argument, std::uint64_t offset) {
  const auto it = pointer_parameters_.find({argument, offset});
  if (it != pointer_parameters_.end()) return target_of_array(it->second);
  return add_target(
      {Target::Kind::unknown, 0, nullptr, "a pointer in a parameter whose type is not followed"});
}

namespace {

// Does it matter whether proxy fences stand between what one block of a cluster does and another
// does behind their barrier? Within a block they are asked for.
bool fences_between_blocks(const core::Kernel& kernel) {
  bool meets = false;
  core::for_each_statement(kernel.body, [&](const core::Stmt& s) {
    const auto* barrier = std::get_if<core::Barrier>(&s.node);
    meets = meets || (barrier && barrier->scope == Scope::cluster);
  });
  return meets && core::hands_on_global(kernel);
}

} // namespace

Lowered lower(Unit& unit, const KernelCode& code, const KernelAttributes& attributes) {
  Lowered lowered{core::make_kernel(code.name, code.loc), {}};
  core::Kernel& kernel = lowered.kernel;
  kernel.block_axes = kernel.grid_axes = 1;
  if (code.code) {
    lowered = Lowering(unit, code, attributes, false).run();
    if (core::blocks_of(kernel.to_join) == 0 &&
        (lowered.halves_apart || core::parts_at_cluster_barriers(kernel) ||
         fences_between_blocks(kernel)))
      lowered = Lowering(unit, code, attributes, true).run();
  } else if (code.problems.empty()) {
    kernel.unknowns.emplace_back("no code is made for this kernel", code.loc);
  }
  for (const NotUnderstood& problem : code.problems)
    kernel.unknowns.emplace_back(problem.reason, problem.loc);
  core::drop_needless_fences(kernel);
  core::straighten_fetching(kernel);
  core::settle_copies(kernel);
  if (core::complete_copies(kernel) && unit.ctx.options.warp_sync)
    kernel.unknowns.emplace_back("asynchronous copies with --warp-sync", kernel.loc);
  return lowered;
}

} // namespace heddle::cuda
