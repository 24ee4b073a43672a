// Pointers: which memory they point into, and where in it.
#include "cuda/lower/assume.hpp"
#include "cuda/lower/lowering.hpp"
#include "cuda/lower/memory/low_bits.hpp"
#include "cuda/lower/pairs.hpp"
#include "cuda/lower/prepare.hpp"

#include <llvm/IR/GetElementPtrTypeIterator.h>

#include <algorithm>

namespace heddle::cuda {

namespace {

bool is_conversion(const llvm::Value& v) {
  switch (llvm::Operator::getOpcode(&v)) {
  case llvm::Instruction::AddrSpaceCast:
  case llvm::Instruction::BitCast:
  case llvm::Instruction::IntToPtr:
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::Trunc:
  case llvm::Instruction::ZExt:
  case llvm::Instruction::SExt:
  case llvm::Instruction::Freeze:
    return true;
  default:
    return false;
  }
}

// Does it hold an address whole?
bool may_hold_address(const llvm::Type& type) {
  return type.isPointerTy() || type.isIntegerTy(32) || type.isIntegerTy(64);
}

bool adds(const llvm::Value& v) {
  if (const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&v))
    return disjoint->isDisjoint();
  return llvm::Operator::getOpcode(&v) == llvm::Instruction::Add;
}

// What a call hands on as the address that it was given.
const llvm::Value* handed_on(const llvm::CallBase& call) {
  if (const auto mapped = mapped_by(call)) return mapped->address;
  if (call.isInlineAsm()) return address_moved_by(call);
  const llvm::Function* f = call.getCalledFunction();
  if (!f) return nullptr;
  const auto id = f->getIntrinsicID();
  const bool same = id == llvm::Intrinsic::launder_invariant_group ||
                    id == llvm::Intrinsic::strip_invariant_group;
  return same || f->getName().starts_with("__cvta_") ? call.getArgOperand(0) : nullptr;
}

} // namespace

// Integers that are addresses: made of a pointer by conversions and sums.
void Lowering::find_addresses() {
  bool again = true;
  while (again) {
    again = false;
    for (const llvm::BasicBlock& block : function_)
      for (const llvm::Instruction& i : block) {
        if (!i.getType()->isIntegerTy() || !may_hold_address(*i.getType()) ||
            addresses_.contains(&i))
          continue;
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
        const llvm::Value* handed = call ? handed_on(*call) : nullptr;
        const bool combines =
            !takes_low_bits(i) &&
            (llvm::isa<llvm::BinaryOperator, llvm::PHINode, llvm::SelectInst>(i) ||
             is_conversion(i));
        if ((handed && is_address(*handed)) ||
            (combines &&
             llvm::any_of(i.operands(), [&](const llvm::Use& u) { return is_address(*u); })))
          again = addresses_.insert(&i).second;
      }
  }
  find_changed_low_bits();
}

bool Lowering::is_address(const llvm::Value& v) const {
  if (v.getType()->isPointerTy()) return true;
  const auto* constant = llvm::dyn_cast<llvm::ConstantExpr>(&v);
  if (!constant) return addresses_.contains(&v);
  return may_hold_address(*v.getType()) &&
         llvm::any_of(constant->operands(), [&](const llvm::Use& u) { return is_address(*u); });
}

// What a pointer, or an integer that is an address, is computed from; nothing for what it starts
// from.
std::vector<const llvm::Value*> Lowering::sources(const llvm::Value& v) const {
  if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(&v)) return {gep->getPointerOperand()};
  std::vector<const llvm::Value*> from;
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&v)) from = {phi->op_begin(), phi->op_end()};
  if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&v))
    from = {choice->getTrueValue(), choice->getFalseValue()};
  if (!from.empty()) {
    const bool all = llvm::all_of(from, [&](const llvm::Value* s) {
      return is_address(*s) || llvm::isa<llvm::UndefValue>(s);
    });
    return all ? from : std::vector<const llvm::Value*>{};
  }
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&v)) {
    const llvm::Value* handed = handed_on(*call);
    if (handed && is_address(*handed)) from.push_back(handed);
    return from;
  }
  const auto* user = llvm::dyn_cast<llvm::User>(&v);
  if (!user) return {};
  if (is_conversion(v))
    return is_address(*user->getOperand(0)) ? std::vector<const llvm::Value*>{user->getOperand(0)}
                                            : from;
  if (leads_to_even_block(v) && is_address(*user->getOperand(0))) return {user->getOperand(0)};
  if (const auto it = changed_low_bits_.find(&v); it != changed_low_bits_.end())
    return {it->second};
  const bool subtracts = llvm::Operator::getOpcode(&v) == llvm::Instruction::Sub;
  if (!adds(v) && !subtracts) return {};
  const bool first = is_address(*user->getOperand(0)), second = is_address(*user->getOperand(1));
  if (first != second && (first || !subtracts)) from.push_back(user->getOperand(first ? 0 : 1));
  return from;
}

TargetId Lowering::add_target(Target target) {
  targets_.push_back(std::move(target));
  return static_cast<TargetId>(targets_.size() - 1);
}

TargetId Lowering::target_of_array(core::ArrayId array) {
  const auto [it, added] = array_targets_.try_emplace(array, 0);
  if (added) it->second = add_target({Target::Kind::array, array});
  return it->second;
}

TargetId Lowering::unknown_target(const llvm::Value& v, const std::string& reason) {
  const auto [it, added] = unknown_targets_.try_emplace(&v, 0);
  if (added) it->second = add_target({Target::Kind::unknown, 0, nullptr, reason});
  return it->second;
}

Pointer Lowering::to_target(TargetId id, Expr offset) { return {{id}, nullptr, offset}; }

Expr Lowering::base_of(const Pointer& p) {
  return p.base ? p.base : pool_.constant(p.targets.empty() ? 0 : p.targets[0], Type::i32());
}

std::optional<core::ArrayId> Lowering::array_of(const llvm::Value& root) {
  if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&root))
    return array_of_global(*variable);
  if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&root))
    return array_of_local(*variable);
  if (const auto it = arrays_.find(&root); it != arrays_.end()) return it->second;
  return std::nullopt;
}

void Lowering::find_targets(const llvm::Value& v, std::set<const llvm::Value*>& seen,
                            std::set<TargetId>& targets) {
  if (!seen.insert(&v).second || llvm::isa<llvm::UndefValue>(v)) return;
  if (v.getType()->isIntegerTy() && llvm::isa<llvm::ConstantInt>(v)) return;
  if (llvm::isa<llvm::ConstantPointerNull>(v)) {
    targets.insert(0);
    return;
  }
  if (is_builtin(v)) {
    targets.insert(unknown_target(v, "the address of '" + v.getName().str() + "'"));
    return;
  }
  if (v.getName() == unset_pointer) {
    const TargetId id = unknown_target(v, "a pointer that is not set on this way");
    targets_[id].is_unset = true;
    targets.insert(id);
    return;
  }
  if (const auto array = array_of(v)) {
    targets.insert(target_of_array(*array));
    return;
  }
  if (const auto* f = llvm::dyn_cast<llvm::Function>(&v)) {
    const TargetId id = unknown_target(v, "a pointer to the function '" + f->getName().str() + "'");
    targets_[id].kind = Target::Kind::function;
    targets_[id].function = f;
    targets.insert(id);
    return;
  }
  ParameterPart part;
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&v);
      call && is_parameter_part(*call, part)) {
    targets.insert(parameter_target(part.argument, part.offset));
    return;
  }
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&v); load && v.getType()->isPointerTy())
    if (const auto rows = rows_behind(*load)) {
      targets.insert(target_of_array(*rows));
      return;
    }
  const auto from = sources(v);
  for (const llvm::Value* source : from)
    find_targets(*source, seen, targets);
  if (from.empty() && is_address(v))
    targets.insert(
        unknown_target(v, llvm::isa<llvm::LoadInst>(v) ? "a pointer that is loaded from memory"
                          : v.getType()->isPointerTy() && !llvm::isa<llvm::IntToPtrInst>(v)
                              ? "a pointer whose origin is not followed"
                              : "an address that is computed in a way that is not followed"));
}

std::vector<TargetId> Lowering::targets_of(const llvm::Value& v) {
  const auto it = target_sets_.find(&v);
  if (it != target_sets_.end()) return it->second;
  std::set<const llvm::Value*> seen;
  std::set<TargetId> targets;
  find_targets(v, seen, targets);
  if (targets.empty() && v.getType()->isPointerTy())
    targets.insert(unknown_target(v, "an integer that is used as an address"));
  return target_sets_[&v] = {targets.begin(), targets.end()};
}

// The byte offset that a getelementptr adds.
// Arrays within elements that are accessed at an index; those that are a variable have a place of
// their own.
void Lowering::note_extents(const llvm::GEPOperator& gep) {
  if (llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(
          gep.getPointerOperand()->stripPointerCasts()))
    return;
  llvm::Type* type = gep.getSourceElementType();
  for (const llvm::Use& index : llvm::drop_begin(gep.indices())) {
    const auto* array = llvm::dyn_cast<llvm::ArrayType>(type);
    if (array && !llvm::isa<llvm::Constant>(*index))
      kernel_.member_extents.insert(static_cast<std::int64_t>(array->getNumElements()));
    type = llvm::GetElementPtrInst::getTypeAtIndex(type, index);
  }
}

Expr Lowering::element_offset(const llvm::GEPOperator& gep) {
  note_extents(gep);
  Expr offset = pool_.constant(0, Type::i64());
  for (auto it = llvm::gep_type_begin(gep), end = llvm::gep_type_end(gep); it != end; ++it) {
    if (const llvm::StructType* record = it.getStructTypeOrNull()) {
      const auto field = llvm::cast<llvm::ConstantInt>(it.getOperand())->getZExtValue();
      const std::uint64_t at = layout_.getStructLayout(const_cast<llvm::StructType*>(record))
                                   ->getElementOffset(static_cast<unsigned>(field));
      offset = pool_.add(offset, pool_.constant(static_cast<std::int64_t>(at), Type::i64()));
    } else {
      const std::uint64_t size = it.getSequentialElementStride(layout_).getFixedValue();
      offset = pool_.add(offset,
                         pool_.mul(to_i64(*it.getOperand()),
                                   pool_.constant(static_cast<std::int64_t>(size), Type::i64())));
    }
  }
  return offset;
}

bool Lowering::has_rows(const Pointer& p) const {
  return std::ranges::any_of(p.targets, [&](TargetId id) {
    return targets_[id].kind == Target::Kind::array &&
           kernel_.arrays[targets_[id].array].row_bytes != 0;
  });
}

// Of a phi: variables hold the offset, and which target it is where they are several.
Pointer Lowering::pointer_of_phi(const llvm::PHINode& phi) {
  define_phi(phi);
  const bool is_pointer = phi.getType()->isPointerTy();
  const Loc loc = unit_.loc(phi.getDebugLoc().get());
  std::string name = variable_name(phi);
  if (name.empty()) name = "t" + std::to_string(next_temp_++);
  const core::VarId offset =
      is_pointer ? phi_vars_.at(&phi) : new_var(name + ".address", Type::i64(), loc);
  if (!is_pointer) address_phis_[&phi] = offset;
  Pointer p{targets_of(phi), nullptr, pool_.symbol_ref(offset)};
  if (p.targets.size() > 1) {
    const core::VarId base = new_var(name + ".base", Type::i32(), loc);
    phi_bases_[&phi] = base;
    p.base = pool_.symbol_ref(base);
  }
  if (has_rows(p)) {
    phi_rows_[&phi] = new_temp(Type::i64(), loc);
    p.row = pool_.symbol_ref(phi_rows_[&phi]);
  }
  return p;
}

Pointer Lowering::pointer(const llvm::Value& v) {
  if (const auto it = pointers_.find(&v); it != pointers_.end()) return it->second;
  Pointer p;
  const auto from = sources(v);
  if (from.empty()) {
    const auto targets = targets_of(v);
    p = to_target(targets.empty() ? unknown_target(v, "an integer that is used as an address")
                                  : targets[0],
                  texel_offset(v));
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&v); // else a block's own shared memory
    if (load && has_rows(p)) p.row = pointer(*load->getPointerOperand()).offset;
  } else if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&v)) {
    p = pointer_of_phi(*phi);
  } else if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&v)) {
    const Pointer yes = pointer(*choice->getTrueValue()), no = pointer(*choice->getFalseValue());
    const Expr cond = scalar(*choice->getCondition());
    const auto is_null = [](const Pointer& side) {
      return side.targets.size() == 1 && side.targets[0] == 0;
    };
    // p ? p + 1 : nullptr, as conversions to a base are: an access is not to null
    const Expr offset = is_null(yes)  ? no.offset
                        : is_null(no) ? yes.offset
                                      : pool_.ite(cond, yes.offset, no.offset);
    p = {targets_of(v), nullptr, offset};
    if (p.targets.size() > 1) p.base = pool_.ite(cond, base_of(yes), base_of(no));
    if (has_rows(p)) p.row = pool_.ite(cond, row_of(yes), row_of(no));
  } else {
    p = pointer(*from[0]);
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&v))
      if (const auto other = mapped_by(*call)) return pointers_[&v] = mapped(p, *other->rank);
    const auto opcode = llvm::Operator::getOpcode(&v);
    const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(&v);
    const auto& user = llvm::cast<llvm::User>(v);
    if (gep)
      p.offset = pool_.add(p.offset, element_offset(*gep));
    else if (adds(v))
      p.offset =
          pool_.add(p.offset, to_i64(*user.getOperand(from[0] == user.getOperand(0) ? 1 : 0)));
    else if (opcode == llvm::Instruction::Sub)
      p.offset = pool_.sub(p.offset, to_i64(*user.getOperand(1)));
    else if (changed_low_bits_.contains(&v))
      p = with_low_bits_changed(std::move(p), v);
    else if (leads_to_even_block(v)) {
      const Expr row = row_of(p);
      const Expr last_bit = pool_.rem(row, pool_.constant(2, Type::i64()));
      assume_once(kernel_, pool_,
                  "bit 24 of an address in shared memory of a cluster is the last "
                  "bit of the rank of its block");
      p = in_row(std::move(p), together_ ? pool_.sub(row, last_bit) : nullptr);
    }
  }
  return pointers_[&v] = p;
}

// __cvta_*: the number of a byte in its space, and back.
void Lowering::address_of_space(const llvm::CallBase& call, const clang::FunctionDecl&) {
  if (call.getType()->isPointerTy()) return; // found where it is used
  const Expr value = address_value(pointer(*call.getArgOperand(0)), type_of(call));
  define(call, value ? value : havoc(type_of(call), call, "an address that is not followed"));
}

// __isGlobal, __isShared: known where all that the pointer may lead to is in one space or the
// other.
void Lowering::is_in_space(const llvm::CallBase& call, const clang::FunctionDecl& callee) {
  const core::Space wanted =
      callee.getName() == "__isShared" ? core::Space::shared : core::Space::global;
  const Pointer p = pointer(*call.getArgOperand(0));
  const auto is_array = [&](TargetId id) { return targets_[id].kind == Target::Kind::array; };
  const auto is_there = [&](TargetId id) {
    return kernel_.arrays[targets_[id].array].space == wanted;
  };
  if (!p.targets.empty() && std::ranges::all_of(p.targets, is_array)) {
    if (std::ranges::all_of(p.targets, is_there))
      return define(call, pool_.constant(1, type_of(call)));
    if (std::ranges::none_of(p.targets, is_there))
      return define(call, pool_.constant(0, type_of(call)));
  }
  define(call, havoc(type_of(call), call, "the space of an address that is not followed"));
}

// Does the host pass a null pointer? The same one to all threads.
Expr Lowering::null_flag(core::ArrayId array) {
  const auto [it, added] = null_flags_.try_emplace(array, 0);
  const core::Array& a = kernel_.arrays[array];
  if (added)
    it->second = pool_.new_symbol(
        {a.name + " == nullptr", Type::boolean(), Role::parameter, 0, {}, {}, a.loc});
  return pool_.symbol_ref(it->second);
}

// Whether the pointer to an array is null; null: it never is.
Expr Lowering::null_value(core::ArrayId array) {
  const auto allocated = heap_full_.find(array);
  if (allocated != heap_full_.end()) return allocated->second;
  return kernel_.arrays[array].is_parameter ? null_flag(array) : nullptr;
}

// Of a parameter: by its type.
bool Lowering::may_be_function(TargetId id) const {
  const auto type = targets_[id].kind == Target::Kind::array
                        ? element_types_.find(targets_[id].array)
                        : element_types_.end();
  return type != element_types_.end() && type->second->isFunctionType();
}

// Where a parameter may point to a function. null: not known.
Expr Lowering::same_function(const Pointer& a, const Pointer& b) {
  const auto same_target = [&](TargetId i, TargetId j) -> Expr {
    if (i == j) return pool_.boolean(true);
    if (targets_[i].kind != Target::Kind::array) std::swap(i, j);
    if (targets_[i].kind != Target::Kind::array || !kernel_.arrays[targets_[i].array].is_parameter)
      return pool_.boolean(false);
    if (j == 0) return null_flag(targets_[i].array);
    if (const llvm::Function* f = targets_[j].function)
      return pure(is_function(i, f->getName().str()), Type::boolean(), {});
    return may_be_function(i) && may_be_function(j) ? nullptr : pool_.boolean(false);
  };
  Expr same = pool_.boolean(false);
  for (const TargetId i : a.targets)
    for (const TargetId j : b.targets) {
      const Expr here = same_target(i, j);
      if (!here) return nullptr;
      const Expr are = pool_.logical_and(pool_.eq(base_of(a), pool_.constant(i, Type::i32())),
                                         pool_.eq(base_of(b), pool_.constant(j, Type::i32())));
      same = pool_.logical_or(same, pool_.logical_and(are, here));
    }
  return pool_.logical_and(same, pool_.eq(a.offset, b.offset));
}

// null: not known.
Expr Lowering::same_address(const Pointer& a, const Pointer& b) {
  const auto unknown = [&](TargetId id) { return targets_[id].kind == Target::Kind::unknown; };
  if (std::ranges::any_of(a.targets, unknown) || std::ranges::any_of(b.targets, unknown))
    return nullptr;
  if (a.row || b.row) return nullptr; // two rows may be one, and each may be null
  const auto leads = [&](const Pointer& p, Target::Kind kind) {
    return std::ranges::any_of(p.targets, [&](TargetId id) { return targets_[id].kind == kind; });
  };
  using Kind = Target::Kind;
  const auto functions = [&](const Pointer& p) {
    return leads(p, Kind::function) ||
           std::ranges::any_of(p.targets, [&](TargetId id) { return may_be_function(id); });
  };
  if ((leads(a, Kind::array) && functions(b)) || (leads(b, Kind::array) && functions(a)))
    return same_function(a, b);
  const auto allocated = [&](const Pointer& p) {
    return std::ranges::any_of(p.targets, [&](TargetId id) {
      return targets_[id].kind == Kind::array && heap_full_.contains(targets_[id].array);
    });
  };
  // both may be null
  if (a.targets != b.targets && leads(a, Kind::array) && leads(b, Kind::array) &&
      (allocated(a) || allocated(b)))
    return nullptr;
  const Expr same_base = pool_.eq(base_of(a), base_of(b));
  const auto is_null = [](const Pointer& p) { return p.targets.size() == 1 && p.targets[0] == 0; };
  if (is_null(a) || is_null(b)) {
    const Pointer& other = is_null(a) ? b : a;
    Expr null = same_base;
    for (const TargetId id : other.targets) // parameters may be null whatever they point to
      if (Expr may_be =
              targets_[id].kind == Target::Kind::array ? null_value(targets_[id].array) : nullptr) {
        const Expr is_this = pool_.eq(base_of(other), pool_.constant(id, Type::i32()));
        const Expr at_start = pool_.eq(other.offset, pool_.constant(0, Type::i64()));
        null =
            pool_.logical_or(null, pool_.logical_and(pool_.logical_and(is_this, at_start), may_be));
      }
    return null;
  }
  return pool_.logical_and(same_base, pool_.eq(a.offset, b.offset));
}

// The address as a number: that of the array, which is not known, and the offset in it.
Expr Lowering::address_value(const Pointer& p, Type type) {
  if (p.row) return nullptr;
  Expr value = nullptr;
  for (const TargetId id : p.targets) {
    const Target& target = targets_[id];
    Expr base = pool_.constant(0, Type::u64());
    if (target.kind == Target::Kind::array && heap_full_.contains(target.array))
      return nullptr; // of each thread another one
    if (target.kind == Target::Kind::array)
      base = pure("&" + kernel_.arrays[target.array].name, Type::u64(), {});
    else if (target.kind != Target::Kind::null)
      return nullptr;
    value = value ? pool_.ite(pool_.eq(base_of(p), pool_.constant(id, Type::i32())), base, value)
                  : base;
  }
  if (!value) return nullptr;
  return pool_.cast(pool_.add(value, pool_.cast(p.offset, Type::u64())), type);
}

} // namespace heddle::cuda
