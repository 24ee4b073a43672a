// Calls: what inlining has left are LLVM's intrinsics, inline assembly, and functions without a
// body, whose declarations in our headers say what they are (src/cuda/headers/heddle/intrinsics.h).
#include "cuda/lower/assume.hpp"
#include "cuda/lower/lowering.hpp"
#include "cuda/parse/flags.hpp"
#include "cuda/parse/lost/broken.hpp"

#include <clang/AST/Attr.h>

namespace heddle::cuda {

namespace {

bool has_annotation(const clang::FunctionDecl& f, llvm::StringRef text) {
  for (const clang::FunctionDecl* decl : f.redecls())
    for (const auto* attribute : decl->specific_attrs<clang::AnnotateAttr>())
      if (attribute->getAnnotation() == text) return true;
  return false;
}

// Does a value of this type hold no pointer?
bool is_plain(clang::QualType type) {
  type = type.getCanonicalType();
  if (const auto* array = llvm::dyn_cast<clang::ArrayType>(type.getTypePtr()))
    return is_plain(array->getElementType());
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record) return type->isArithmeticType() || type->isEnumeralType() || type->isVoidType();
  return record->hasDefinition() && !record->isPolymorphic() &&
         llvm::all_of(record->bases(), [](const auto& base) { return is_plain(base.getType()); }) &&
         llvm::all_of(record->fields(),
                      [](const auto* field) { return is_plain(field->getType()); });
}

// A device function of the user's, declared only, that is given nothing but values.
bool is_of_values(const clang::FunctionDecl& f, const clang::SourceManager& sources) {
  const llvm::StringRef file = sources.getFilename(sources.getExpansionLoc(f.getLocation()));
  return f.hasAttr<clang::CUDADeviceAttr>() && !file.starts_with(header_root) &&
         !f.isCXXInstanceMember() && !f.isVariadic() && is_plain(f.getReturnType()) &&
         llvm::all_of(f.parameters(), [](const auto* p) { return is_plain(p->getType()); });
}

} // namespace

Lowering::Handler Lowering::find_handler(const std::string& name) {
  static const std::map<std::string, Handler> handlers{
      {"malloc", &Lowering::allocate},
      {"free", &Lowering::release},
      {"__heddle::barrier_warp", &Lowering::barrier_warp},
      {"__heddle::barrier_grid", &Lowering::barrier_grid},
      {"__heddle::barrier_cluster", &Lowering::barrier_cluster},
      {"__heddle::barrier_tile", &Lowering::barrier_tile},
      {"__heddle::atomic_add", &Lowering::atomic},
      {"__heddle::atomic_sub", &Lowering::atomic},
      {"__heddle::atomic_exch", &Lowering::atomic},
      {"__heddle::atomic_min", &Lowering::atomic},
      {"__heddle::atomic_max", &Lowering::atomic},
      {"__heddle::atomic_inc", &Lowering::atomic},
      {"__heddle::atomic_dec", &Lowering::atomic},
      {"__heddle::atomic_and", &Lowering::atomic},
      {"__heddle::atomic_or", &Lowering::atomic},
      {"__heddle::fence", &Lowering::fence},
      {"__heddle::atomic_xor", &Lowering::atomic},
      {"__heddle::atomic_cas", &Lowering::atomic},
      {"__heddle::atomic_load", &Lowering::atomic},
      {"__heddle::atomic_store", &Lowering::atomic},
      {"__heddle::shuffle", &Lowering::shuffle},
      {"__heddle::shuffle_by", &Lowering::shuffle},
      {"__heddle::shuffle_in_tile", &Lowering::shuffle},
      {"__heddle::shuffle_other", &Lowering::shuffle},
      {"__heddle::shuffle_by_rank", &Lowering::shuffle},
      {"__heddle::matching_lanes", &Lowering::matching},
      {"__heddle::matching_in_tile", &Lowering::matching},
      {"__heddle::shared_by_block", &Lowering::shared_value},
      {"__heddle::shared_by_warp", &Lowering::shared_value},
      {"__heddle::all_of_warp", &Lowering::shared_value},
      {"__heddle::all_of_block", &Lowering::shared_value},
      {"__heddle::shared_by_tile", &Lowering::shared_value},
      {"__heddle::combined_by_block", &Lowering::shared_value},
      {"__heddle::combined_by_warp", &Lowering::shared_value},
      {"__heddle::combined_by_tile", &Lowering::shared_value},
      {"__heddle::shared_by_cluster", &Lowering::shared_value},
      {"__heddle::shared_by_grid", &Lowering::shared_value},
      {"__heddle::barrier_chosen", &Lowering::barrier_chosen},
      {"__heddle::active_lanes", &Lowering::active_lanes},
      {"__heddle::elect", &Lowering::elect},
      {"__heddle::copy_async", &Lowering::copy_async},
      {"__heddle::copy_async_by_group", &Lowering::copy_async_by_group},
      {"__heddle::copy_commit", &Lowering::copy_commit},
      {"__heddle::copy_wait", &Lowering::copy_wait},
      {"__heddle::copy_wait_all", &Lowering::copy_wait},
      {"__heddle::copy_counted_by_group", &Lowering::copy_async_by_group},
      {"__heddle::copy_counted", &Lowering::copy_counted},
      {"__heddle::mbarrier_announce", &Lowering::mbarrier_change},
      {"__heddle::mbarrier_init", &Lowering::mbarrier_change},
      {"__heddle::mbarrier_init_announced", &Lowering::mbarrier_change},
      {"__heddle::mbarrier_of_own_block", &Lowering::mbarrier_of_own_block},
      {"__heddle::mbarrier_inval", &Lowering::mbarrier_change},
      {"__heddle::mbarrier_expect", &Lowering::mbarrier_change},
      {"__heddle::mbarrier_complete", &Lowering::mbarrier_change},
      {"__heddle::mbarrier_arrive", &Lowering::mbarrier_arrival},
      {"__heddle::mbarrier_arrive_expect", &Lowering::mbarrier_arrival},
      {"__heddle::mbarrier_wait", &Lowering::mbarrier_phase},
      {"__heddle::mbarrier_wait_parity", &Lowering::mbarrier_phase},
      {"__heddle::mbarrier_test", &Lowering::mbarrier_phase},
      {"__heddle::mbarrier_test_parity", &Lowering::mbarrier_phase},
      {"__heddle::tile_read", &Lowering::tile},
      {"__heddle::tile_write", &Lowering::tile},
      {"__cvta_generic_to_global", &Lowering::address_of_space},
      {"__cvta_generic_to_shared", &Lowering::address_of_space},
      {"__cvta_generic_to_constant", &Lowering::address_of_space},
      {"__cvta_generic_to_local", &Lowering::address_of_space},
      {"__cvta_global_to_generic", &Lowering::address_of_space},
      {"__cvta_shared_to_generic", &Lowering::address_of_space},
      {"__cvta_constant_to_generic", &Lowering::address_of_space},
      {"__cvta_local_to_generic", &Lowering::address_of_space},
      {"__isGlobal", &Lowering::is_in_space},
      {"__isShared", &Lowering::is_in_space},
      {"__heddle::read_only", &Lowering::read_only},
      {"__heddle::surface_read", &Lowering::surface},
      {"__heddle::surface_write", &Lowering::surface},
      {"__heddle::texels", &Lowering::texels},
      {"__heddle::cluster_map", &Lowering::cluster_map},
      {"__heddle::cluster_block_x", &Lowering::cluster_number},
      {"__heddle::cluster_block_y", &Lowering::cluster_number},
      {"__heddle::cluster_block_z", &Lowering::cluster_number},
      {"__heddle::cluster_dim_x", &Lowering::cluster_number},
      {"__heddle::cluster_dim_y", &Lowering::cluster_number},
      {"__heddle::cluster_dim_z", &Lowering::cluster_number},
      {"__heddle::requires_", &Lowering::require},
      {"__heddle::of_another_thread", &Lowering::of_another_thread},
      {"__heddle::of_the_log", &Lowering::of_the_log},
      {"__heddle::not_read", &Lowering::not_read},
      {"__heddle::not_written", &Lowering::not_read},
      {"__heddle::byte_offset", &Lowering::not_read},
      {"__heddle::distinct", &Lowering::of_elements},
      {"__heddle::monotone", &Lowering::of_elements},
      {"__heddle::sorted", &Lowering::of_elements},
      {"__heddle::range", &Lowering::of_elements},
      {"__heddle::permutation", &Lowering::of_elements},
      {"__heddle::scan", &Lowering::of_elements},
      {"__heddle::not_understood", &Lowering::not_understood},
      {"__heddle::assume", &Lowering::assume},
      {"__heddle::check", &Lowering::check},
  };
  const auto it = handlers.find(name);
  return it == handlers.end() ? nullptr : it->second;
}

// The result of a call, of which only this is known.
void Lowering::lower_result(const llvm::CallBase& call, Scope sharing, const std::string& reason,
                            const std::optional<core::Exchange>& exchange) {
  llvm::Type* type = call.getType();
  if (type->isVoidTy() || type->isPointerTy())
    return; // an unknown pointer is found where it is used
  if (auto* parts = llvm::dyn_cast<llvm::StructType>(type)) {
    for (unsigned i = 0; i < parts->getNumElements(); ++i)
      if (parts->getElementType(i)->isSingleValueType())
        results_[{&call, i}] =
            havoc(type_of(parts->getElementType(i), false), call, reason, sharing);
    return;
  }
  define(call, havoc(type_of(call), call, reason, sharing, exchange));
}

bool Lowering::lower_intrinsic(const llvm::IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::nvvm_barrier0:
    emit(core::Barrier{Scope::block, nullptr, 0, "__syncthreads()"}, call);
    return true;
  case llvm::Intrinsic::lifetime_start:
  case llvm::Intrinsic::lifetime_end:
  case llvm::Intrinsic::invariant_start:
  case llvm::Intrinsic::invariant_end:
  case llvm::Intrinsic::stacksave:
  case llvm::Intrinsic::stackrestore:
  case llvm::Intrinsic::donothing:
  case llvm::Intrinsic::experimental_noalias_scope_decl:
  case llvm::Intrinsic::assume: // what the optimizer may take for granted; __builtin_assume
  case llvm::Intrinsic::prefetch:
    return true;
  case llvm::Intrinsic::trap:
  case llvm::Intrinsic::ubsantrap:
  case llvm::Intrinsic::debugtrap:
    // where a function ends without its value, Clang puts one before `unreachable`: that is told
    if (!llvm::isa<llvm::UnreachableInst>(call.getNextNode()))
      emit(core::Exit{}, call); // nothing of this thread comes after it
    return true;
  case llvm::Intrinsic::umul_with_overflow: // the bytes of `new T[n]`
    results_[{&call, 0}] = havoc(type_of(call.getArgOperand(0)->getType(), false), call, "");
    results_[{&call, 1}] = havoc(Type::boolean(), call, "");
    return true;
  case llvm::Intrinsic::nvvm_texsurf_handle_internal: // what it stands for: referred()
    lower_result(call, Scope::thread, "the handle of a texture or surface");
    return true;
  case llvm::Intrinsic::expect:
    define(call, scalar(*call.getArgOperand(0)));
    return true;
  default:
    break;
  }
  if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&call)) {
    lower_copy(*copy);
    return true;
  }
  if (const auto* set = llvm::dyn_cast<llvm::MemSetInst>(&call)) {
    lower_set(*set);
    return true;
  }
  if (call.getType()->isPointerTy()) return true; // followed where it is used
  return lower_pure_intrinsic(call);
}

// Each bit in its new place: the sum of them is what they stand for together.
Expr Lowering::reversed(Expr x) {
  const Type type = x->type;
  const auto number = [&](std::int64_t value) { return pool_.constant(value, type); };
  Expr sum = number(0);
  for (unsigned bit = 0; bit < type.width; ++bit) {
    Expr one = pool_.bit_and(pool_.shr(x, number(bit)), number(1));
    sum = pool_.bit_or(sum, pool_.shl(one, number(type.width - 1 - bit)));
  }
  return sum;
}

// Functions of their arguments: min, popcount, sqrt, ..
bool Lowering::lower_pure_intrinsic(const llvm::IntrinsicInst& call) {
  // those of a target may say which thread this is
  if (llvm::Function::isTargetIntrinsic(call.getIntrinsicID())) {
    const auto value = read_register(call);
    if (value) define(call, *value);
    return value.has_value();
  }
  if (!call.doesNotAccessMemory() || call.isConvergent() || !call.getType()->isSingleValueType() ||
      call.getType()->isVectorTy())
    return false;
  const auto arg = [&](unsigned i, bool is_signed) {
    return scalar_as(*call.getArgOperand(i), is_signed);
  };
  const auto least = [&](bool is_signed, bool minimum) {
    const Expr a = arg(0, is_signed), b = arg(1, is_signed);
    const Expr less = pool_.lt(a, b);
    define(call, as_type(minimum ? pool_.ite(less, a, b) : pool_.ite(less, b, a), type_of(call)));
    return true;
  };
  std::string name = llvm::Intrinsic::getBaseName(call.getIntrinsicID()).str();
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::smin:
  case llvm::Intrinsic::smax:
    return least(true, call.getIntrinsicID() == llvm::Intrinsic::smin);
  case llvm::Intrinsic::umin:
  case llvm::Intrinsic::umax:
    return least(false, call.getIntrinsicID() == llvm::Intrinsic::umin);
  case llvm::Intrinsic::abs: {
    const Expr x = arg(0, true);
    define(call, as_type(pool_.ite(pool_.lt(x, pool_.constant(0, x->type)), pool_.neg(x), x),
                         type_of(call)));
    return true;
  }
  case llvm::Intrinsic::ctpop:
    name = call.getType()->isIntegerTy(64) ? "popcll" : "popc";
    break;
  case llvm::Intrinsic::ctlz:
    name = call.getType()->isIntegerTy(64) ? "clzll" : "clz";
    break;
  case llvm::Intrinsic::bitreverse:
    define(call, as_type(reversed(arg(0, false)), type_of(call)));
    return true;
  case llvm::Intrinsic::is_constant:
    define(call, pool_.boolean(false));
    return true;
  default:
    name = name.substr(name.rfind('.') + 1);
    break;
  }
  std::vector<Expr> args;
  for (const llvm::Use& use : call.args()) {
    if (use->getType()->isPointerTy() || use->getType()->isMetadataTy()) return false;
    if (name.starts_with("c") && use->getType()->isIntegerTy(1)) continue; // ctlz: is zero poison
    args.push_back(scalar(*use));
  }
  const Type type = type_of(call);
  define(call, name.starts_with("popc") || name.starts_with("clz")
                   ? as_type(pure(name, Type::i32(), std::move(args)), type)
                   : pure(name, type, std::move(args)));
  return true;
}

// A function whose body is not there.
void Lowering::lower_outside(const llvm::CallBase& call, const clang::FunctionDecl& callee) {
  const std::string name = callee.getQualifiedNameAsString();
  if (const Handler handler = find_handler(name))
    return as_operation([&] { (this->*handler)(call, callee); });
  if (has_annotation(callee, "heddle::nothing"))
    return lower_result(call, Scope::thread, "the result of '" + name + "'");
  if (has_annotation(callee, "heddle::unknown"))
    return lower_result(call, Scope::thread, "the result of '" + name + "'");
  if (name == "__heddle::unknown")
    return lower_result(call, Scope::thread, "the result of '" + called(call) + "'");
  const bool takes_memory =
      llvm::any_of(call.args(), [](const llvm::Use& use) { return use->getType()->isPointerTy(); });
  if (callee.hasAttr<clang::ConstAttr>() && !takes_memory && call.getType()->isSingleValueType() &&
      !call.getType()->isPointerTy()) {
    std::vector<Expr> args;
    for (const llvm::Use& use : call.args())
      args.push_back(scalar(*use));
    return define(call, pure(callee.getNameAsString(), type_of(call), std::move(args)));
  }
  const NotUnderstood* problem = unit_.problem(&callee);
  if (!problem && is_of_values(callee, unit_.ast->getSourceManager())) {
    const std::string text = "'" + name +
                             "', whose definition is not there, neither accesses memory that other "
                             "threads see nor synchronises";
    assume_once(kernel_, pool_, text, place(call));
    return lower_result(call, Scope::thread, "the result of '" + name + "'");
  }
  if (problem)
    kernel_.unknowns.emplace_back(
        "'" + name +
            (problem->reason.starts_with(does_not_compile) ? "' " : "' is not understood: ") +
            problem->reason,
        problem->loc);
  unsupported("call of '" + name + "', whose definition is not " +
                  (problem ? "understood" : "there"),
              call);
  lower_result(call, Scope::thread, "the result of '" + name + "'");
}

// Does a pointer that is none of the functions that it was compared with lead to none at all?
bool Lowering::is_no_function(const llvm::Value& callee) {
  if (const auto* number = llvm::dyn_cast<llvm::ConstantExpr>(&callee))
    return number->getOpcode() == llvm::Instruction::IntToPtr;
  const Pointer p = pointer(callee);
  return std::ranges::all_of(p.targets, [&](TargetId id) {
    if (targets_[id].kind == Target::Kind::function || id == 0) return true;
    // or there would be no launch
    return std::ranges::any_of(kernel_.assumptions, [&](const core::Assumption& a) {
      return is_false(pool_.substitute(a.cond, [&](Expr e) -> Expr {
        const bool compares = e->op == Op::apply && e->type.is_bool() &&
                              pool_.function(e).name.starts_with(is_function(id, ""));
        return compares ? pool_.boolean(false) : nullptr;
      }));
    });
  });
}

// The name of the condition that a parameter points to the function.
std::string Lowering::is_function(TargetId parameter, const std::string& function) const {
  const Target& target = targets_[parameter];
  const std::string name =
      target.kind == Target::Kind::array ? kernel_.arrays[target.array].name : "pointer";
  return name + " == &" + function;
}

// What is called is not known; that there is something to call is an obligation.
void Lowering::call_unknown(const llvm::CallBase& call) {
  const llvm::Function* f = call.getCalledFunction();
  if (!f && !call.isInlineAsm()) {
    const Pointer p = pointer(*call.getCalledOperand());
    const bool parameter = p.targets.size() == 1 && may_be_function(p.targets[0]) &&
                           kernel_.arrays[targets_[p.targets[0]].array].is_parameter;
    if (parameter)
      emit(core::Assert{pool_.logical_not(null_flag(targets_[p.targets[0]].array)),
                        "no call through a null pointer"},
           call);
  }
  unsupported(f ? "call of '" + f->getName().str() + "'"
                : "call through a pointer that is not followed",
              call);
}

void Lowering::lower_call(const llvm::CallBase& call) {
  if (call.isInlineAsm()) return lower_asm(call);
  ParameterPart part;
  if (is_parameter_part(call, part)) {
    if (call.getType()->isPointerTy()) return;
    Expr e = parameter_part(part.argument, part.offset, call.getType());
    return define(call,
                  e ? e : havoc(type_of(call), call, "a part of a parameter that is not followed"));
  }
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
    if (lower_intrinsic(*intrinsic)) return;
  const llvm::Function* f = call.getCalledFunction();
  if (f && f->getName() == index_within)
    return state_index(scalar_as(*call.getArgOperand(0), true),
                       llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getSExtValue(),
                       "indices of arrays of pointers stay within them", call);
  if (f && !f->isIntrinsic()) {
    if (const clang::FunctionDecl* callee = unit_.declaration(*f)) {
      if (f->isDeclaration()) return lower_outside(call, *callee);
      unsupported("recursive call of '" + callee->getQualifiedNameAsString() + "'", call);
      return lower_result(call, Scope::thread, "the result of a recursive call");
    }
  }
  const bool indirect = !f && (call.getMetadata(other_function) ||
                               llvm::isa<llvm::Constant>(call.getCalledOperand()));
  if (indirect && is_no_function(*call.getCalledOperand()))
    emit(core::Assert{pool_.boolean(false), "a function begins where the pointer leads"}, call);
  else
    call_unknown(call);
  lower_result(call, Scope::thread, "the result of a call that is not followed");
}

} // namespace heddle::cuda
