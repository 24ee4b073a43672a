// Values: what instructions compute, as expressions.
#include "cuda/lower/lowering.hpp"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/DebugProgramInstruction.h>

namespace heddle::cuda {

namespace {

// "1.5f", "2.0": as people write them.
std::string float_text(const llvm::ConstantFP& c) {
  llvm::APFloat value = c.getValueAPF();
  bool loses = false;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &loses);
  llvm::SmallString<24> text;
  value.toString(text);
  if (text.find_first_of(".eEIN") == llvm::StringRef::npos) text += ".0";
  if (c.getType()->isFloatTy()) text += "f";
  return text.str().str();
}

// x * c with a large c of 64 bits, as hashes and random numbers have it: meant to wrap, and there
// are no wider integers to say that in. (Of 32 bits: Pool::mul.)
bool hashes(const Pool& pool, Expr x, Expr c) {
  if (c->type != Type::u64() || c->op != Op::constant || x->op == Op::constant) return false;
  const auto factor = static_cast<std::uint64_t>(c->value);
  if (factor >> 32 == 0) return false;
  const Interval range = interval(pool, x);
  return !range.high || static_cast<std::uint64_t>(*range.high) > UINT64_MAX / factor;
}

const char* float_name(unsigned opcode) {
  switch (opcode) {
  case llvm::Instruction::FAdd:
    return "fadd";
  case llvm::Instruction::FSub:
    return "fsub";
  case llvm::Instruction::FMul:
    return "fmul";
  case llvm::Instruction::FDiv:
    return "fdiv";
  case llvm::Instruction::FRem:
    return "fmod";
  default:
    return nullptr;
  }
}

} // namespace

Type Lowering::type_of(llvm::Type* type, bool is_signed) const {
  if (type->isIntegerTy(1)) return Type::boolean();
  if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64)
    return Type::integer(type->getIntegerBitWidth(), is_signed);
  const std::uint64_t bits = type->isSized() ? layout_.getTypeSizeInBits(type).getFixedValue() : 0;
  return Type::opaque(static_cast<unsigned>(std::min<std::uint64_t>(bits, 128)));
}

Type Lowering::type_of(const llvm::Value& v) { return type_of(v.getType(), signs_.is_signed(v)); }

Expr Lowering::pure(const std::string& name, Type type, std::vector<Expr> args) {
  return pool_.apply(pool_.pure_function(name, type), std::move(args));
}

Expr Lowering::number(Expr condition, Type type) {
  return pool_.ite(condition, pool_.constant(1, type), pool_.constant(0, type));
}

// e != 0; of a number that was made of a condition, the condition.
Expr Lowering::truth(Expr e) {
  if (e->op == Op::ite) {
    const auto yes = constant_value(e->args[1]), no = constant_value(e->args[2]);
    if (yes && no && (*yes != 0) != (*no != 0))
      return *yes != 0 ? e->args[0] : pool_.logical_not(e->args[0]);
  }
  return pool_.ne(e, pool_.constant(0, e->type));
}

Expr Lowering::constant(const llvm::Constant& c, bool is_signed) {
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&c)) {
    if (integer->getType()->isIntegerTy(1)) return pool_.boolean(integer->isOne());
    if (integer->getBitWidth() <= 64) {
      const Type type = type_of(c.getType(), is_signed);
      const std::int64_t value =
          is_signed ? integer->getSExtValue() : static_cast<std::int64_t>(integer->getZExtValue());
      return pool_.constant(value, type);
    }
  }
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&c))
    return pure(float_text(*number), type_of(c.getType(), false), {});
  if (c.isNullValue()) return pure("0", type_of(c.getType(), false), {});
  return nullptr;
}

Expr Lowering::scalar(const llvm::Value& v) {
  if (const auto it = scalars_.find(&v); it != scalars_.end()) return it->second;
  const Type type = type_of(v);
  if (const auto* c = llvm::dyn_cast<llvm::Constant>(&v)) {
    if (Expr e = constant(*c, type.is_signed)) return e;
    if (const auto* computed = llvm::dyn_cast<llvm::ConstantExpr>(c)) {
      // conversions of addresses; none is known of a function's
      if (computed->getOpcode() == llvm::Instruction::PtrToInt)
        if (Expr e = address_value(pointer(*computed->getOperand(0)), type)) return e;
    }
    // a value that was never set, or a constant of a kind that is not known
    const core::VarId var = new_temp(type, code_.loc);
    emit_at(core::Havoc{var, Scope::thread,
                        llvm::isa<llvm::UndefValue>(c) ? "a value that is never set"
                                                       : "a constant that is not understood"},
            code_.loc, 0);
    return pool_.symbol_ref(var);
  }
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&v)) {
    define_phi(*phi);
    return scalars_.at(&v);
  }
  // defined by an instruction that was not lowered: a defect of ours
  throw std::logic_error("lowering: a value is used before it is defined");
}

Expr Lowering::scalar_as(const llvm::Value& v, bool is_signed) {
  if (const auto* c = llvm::dyn_cast<llvm::ConstantInt>(&v))
    if (Expr e = constant(*c, is_signed)) return e;
  const Expr e = scalar(v);
  return e->type.is_int() && e->type.is_signed != is_signed
             ? pool_.cast(e, Type::integer(e->type.width, is_signed))
             : e;
}

Expr Lowering::to_i64(const llvm::Value& v) {
  const Expr e = scalar(v);
  return e->type.is_bool() ? number(e, Type::i64()) : pool_.cast(scalar_as(v, true), Type::i64());
}

std::string Lowering::variable_name(const llvm::Value& v) const {
  if (const auto* joined = llvm::dyn_cast<llvm::Instruction>(&v)) {
    for (const llvm::Instruction& i : *joined->getParent())
      for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(i.getDbgRecordRange()))
        if (record.isDbgValue() && record.getNumVariableLocationOps() == 1 &&
            record.getVariableLocationOp(0) == &v)
          return record.getVariable()->getName().str();
  }
  return "";
}

// Where ways join of which one has not set the value: it may be any there.
Expr Lowering::unset(const llvm::Instruction& joined, const llvm::Instruction& at) {
  std::string name;
  for (const llvm::Value* v = &joined; v && name.empty();) {
    name = variable_name(*v);
    v = v->hasOneUser() && llvm::isa<llvm::SelectInst>(v->user_back()) ? v->user_back() : nullptr;
  }
  return havoc(type_of(joined), at,
               (name.empty() ? "a value that" : "'" + name + "', which") +
                   std::string(" is not set on this way"),
               Scope::thread, {}, core::Havoc::Choice::unset);
}

void Lowering::define_phi(const llvm::PHINode& phi) {
  if (phi_vars_.contains(&phi)) return;
  const std::string name = variable_name(phi);
  const bool is_pointer = phi.getType()->isPointerTy();
  const Type type = is_pointer ? Type::i64() : type_of(phi);
  const Loc loc = unit_.loc(phi.getDebugLoc().get());
  const llvm::PHINode& first = webs_.representative(phi);
  const bool shares = &first != &phi && (is_pointer || type_of(first) == type);
  if (shares) define_phi(first);
  const core::VarId var = shares         ? phi_vars_.at(&first)
                          : name.empty() ? new_temp(type, loc)
                                         : new_var(name, type, loc);
  phi_vars_[&phi] = var;
  if (!is_pointer) scalars_[&phi] = pool_.symbol_ref(var);
}

// The values of phis change at once.
void Lowering::set_phis(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
  std::vector<Change> changes;
  for (const llvm::PHINode& phi : to.phis()) {
    const llvm::Value& value = *phi.getIncomingValueForBlock(&from);
    if (llvm::isa<llvm::PoisonValue>(value)) continue; // nobody uses it on this way
    if (llvm::isa<llvm::UndefValue>(value)) {
      if (phi.getType()->isPointerTy() || !phi.getType()->isSingleValueType()) continue;
      define_phi(phi);
      changes.push_back({phi_vars_.at(&phi), unset(phi, *from.getTerminator())});
      continue;
    }
    if (phi.getType()->isPointerTy()) {
      const Pointer target = pointer(phi), p = pointer(value);
      changes.push_back({phi_vars_.at(&phi), p.offset});
      if (const auto base = phi_bases_.find(&phi); base != phi_bases_.end())
        changes.push_back({base->second, base_of(p)});
      if (const auto row = phi_rows_.find(&phi); row != phi_rows_.end()) {
        changes.push_back({row->second, row_of(p)});
        rows_set_[row->second].push_back(row_of(p));
      }
      continue;
    }
    if (!phi.getType()->isSingleValueType()) {
      unsupported("a struct that two paths set", *from.getTerminator());
      continue;
    }
    if (const auto address = address_phis_.find(&phi); address != address_phis_.end()) {
      const Pointer p = pointer(value);
      changes.push_back({address->second, p.offset});
      if (const auto base = phi_bases_.find(&phi); base != phi_bases_.end())
        changes.push_back({base->second, base_of(p)});
    }
    define_phi(phi);
    changes.push_back({phi_vars_.at(&phi), scalar_as(value, type_of(phi).is_signed)});
  }
  std::erase_if(changes, [&](const Change& c) { return c.value == pool_.symbol_ref(c.var); });
  emit_at_once(std::move(changes), *from.getTerminator());
}

// One behind another, each when no other one reads any more what its variable has been.
void Lowering::emit_at_once(std::vector<Change> changes, const llvm::Instruction& at) {
  std::map<Expr, std::size_t> by_symbol;
  for (std::size_t i = 0; i < changes.size(); ++i)
    by_symbol.emplace(pool_.symbol_ref(changes[i].var), i);
  std::vector<std::set<std::size_t>> reads(changes.size()); // the variables of others, by change
  std::vector<unsigned> readers(changes.size());
  for (std::size_t i = 0; i < changes.size(); ++i)
    for (Expr atom : atoms(changes[i].value))
      if (const auto it = by_symbol.find(atom); it != by_symbol.end() && it->second != i)
        if (reads[i].insert(it->second).second) ++readers[it->second];
  std::set<std::size_t> pending, ready;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    pending.insert(i);
    if (readers[i] == 0) ready.insert(i);
  }
  const auto release = [&](std::size_t i) {
    for (const std::size_t read : std::exchange(reads[i], {}))
      if (--readers[read] == 0 && pending.contains(read)) ready.insert(read);
  };
  while (!pending.empty()) {
    if (ready.empty()) { // a swap: a value that is in the way of others is kept aside
      const auto in_the_way =
          std::ranges::find_if(pending, [&](std::size_t i) { return !reads[i].empty(); });
      Change& change = changes[*in_the_way];
      const core::VarId temp = new_temp(change.value->type, place(at));
      emit(core::Assign{temp, change.value}, at);
      change.value = pool_.symbol_ref(temp);
      release(*in_the_way);
      continue;
    }
    const std::size_t next = *ready.begin();
    ready.erase(next);
    pending.erase(next);
    emit(core::Assign{changes[next].var, changes[next].value}, at);
    release(next);
  }
}

Expr Lowering::binary(const llvm::BinaryOperator& i) {
  const llvm::Value &a = *i.getOperand(0), &b = *i.getOperand(1);
  const Type type = type_of(i);
  if (const char* name = float_name(i.getOpcode())) return pure(name, type, {scalar(a), scalar(b)});
  if (type.is_bool()) {
    const Expr x = scalar(a), y = scalar(b);
    switch (i.getOpcode()) {
    case llvm::Instruction::And:
      return pool_.logical_and(x, y);
    case llvm::Instruction::Or:
      return pool_.logical_or(x, y);
    case llvm::Instruction::Xor:
      return is_true(y) ? pool_.logical_not(x)
                        : pool_.ne(number(x, Type::i32()), number(y, Type::i32()));
    default:
      return nullptr;
    }
  }
  if (!type.is_int()) return nullptr;
  const Expr x = scalar_as(a, type.is_signed), y = scalar_as(b, type.is_signed);
  if (i.isIntDivRem()) exclude_zero(i, y);
  switch (i.getOpcode()) {
  case llvm::Instruction::Add:
    return pool_.add(x, y);
  case llvm::Instruction::Sub:
    return pool_.sub(x, y);
  case llvm::Instruction::Mul:
    if (hashes(pool_, x, y) || hashes(pool_, y, x)) return pure("umul64", type, {x, y});
    return pool_.mul(x, y);
  case llvm::Instruction::SDiv:
  case llvm::Instruction::UDiv:
    return pool_.div(x, y);
  case llvm::Instruction::SRem:
  case llvm::Instruction::URem:
    if (Expr rest = low_bits_of(i)) return rest;
    return pool_.rem(x, y);
  case llvm::Instruction::And:
    if (Expr rest = low_bits_of(i)) return rest;
    return pool_.bit_and(x, y);
  case llvm::Instruction::Or:
    return pool_.bit_or(x, y);
  case llvm::Instruction::Xor:
    if (const auto ones = constant_value(y); ones && *ones == wrap(-1, type))
      return pool_.bit_not(x);
    return pool_.bit_xor(x, y);
  case llvm::Instruction::Shl:
    return pool_.shl(x, y);
  case llvm::Instruction::LShr:
  case llvm::Instruction::AShr:
    return pool_.shr(x, y);
  default:
    return nullptr;
  }
}

// Of a pointer that comes from memory. Two of them are not compared: rows are taken to be distinct.
Expr Lowering::is_null_in_memory(const llvm::Value& a, const llvm::Value& b) {
  const bool first = llvm::isa<llvm::ConstantPointerNull>(a);
  if (!first && !llvm::isa<llvm::ConstantPointerNull>(b)) return nullptr;
  const Expr bits = memory_bits(first ? b : a);
  return bits ? pool_.eq(bits, pool_.constant(0, Type::u64())) : nullptr;
}

// A number that is taken as signed where it is used, though it is read from memory of unsigned ones
// or the low part of one: as it is there, so that its conversion is none that may be taken not to
// overflow. nullptr: another.
Expr Lowering::unsigned_in_memory(const llvm::Value& v) {
  if (llvm::isa<llvm::Constant>(v) || !v.getType()->isIntegerTy()) return nullptr;
  const bool is_part = llvm::isa<llvm::TruncInst>(v);
  const std::function<Expr(Expr)> exact = [&](Expr e) -> Expr {
    const Type as = Type::integer(e->type.width, false);
    if (e->op == Op::ite) {
      const Expr yes = exact(e->args[1]), no = exact(e->args[2]);
      if (!yes && !no) return nullptr;
      return pool_.ite(e->args[0], yes ? yes : pool_.cast(e->args[1], as),
                       no ? no : pool_.cast(e->args[2], as));
    }
    if (e->op != Op::cast || !e->type.is_signed) return nullptr;
    const Expr from = e->args[0];
    if (!from->type.is_int() || from->type.is_signed) return nullptr;
    const bool is_read =
        from->type == as && from->op == Op::symbol && pool_.symbol(from).role == Role::variable;
    return is_read || (is_part && from->type.width > as.width) ? pool_.cast(from, as) : nullptr;
  };
  const Expr e = scalar(v);
  return e->type.is_int() ? exact(e) : nullptr;
}

Expr Lowering::compare(const llvm::ICmpInst& i) {
  const llvm::Value &a = *i.getOperand(0), &b = *i.getOperand(1);
  if (a.getType()->isPointerTy()) {
    Expr same = i.isEquality() ? same_address(pointer(a), pointer(b)) : nullptr;
    if (!same && i.isEquality()) same = is_null_in_memory(a, b);
    if (same) return i.getPredicate() == llvm::CmpInst::ICMP_EQ ? same : pool_.logical_not(same);
    const Pointer p = pointer(a), q = pointer(b);
    if (i.isEquality() || p.targets != q.targets || p.targets.size() != 1 || !p.targets[0])
      return nullptr;
    const auto predicate = i.getUnsignedPredicate();
    if (predicate == llvm::CmpInst::ICMP_ULT) return pool_.lt(p.offset, q.offset);
    if (predicate == llvm::CmpInst::ICMP_ULE) return pool_.le(p.offset, q.offset);
    return predicate == llvm::CmpInst::ICMP_UGT ? pool_.gt(p.offset, q.offset)
                                                : pool_.ge(p.offset, q.offset);
  }
  const Type first = type_of(a);
  if (first.is_bool()) {
    const Expr x = scalar(a), y = scalar(b);
    const Expr same = pool_.logical_or(
        pool_.logical_and(x, y), pool_.logical_and(pool_.logical_not(x), pool_.logical_not(y)));
    return !i.isEquality()                              ? nullptr
           : i.getPredicate() == llvm::CmpInst::ICMP_EQ ? same
                                                        : pool_.logical_not(same);
  }
  if (!first.is_int()) return nullptr;
  const bool constant_first = llvm::isa<llvm::Constant>(a);
  bool is_signed = i.isEquality() ? type_of(constant_first ? b : a).is_signed : i.isSigned();
  if (i.isEquality() && (unsigned_in_memory(a) || unsigned_in_memory(b))) is_signed = false;
  const auto side = [&](const llvm::Value& v) {
    const Expr exact = is_signed || !i.isEquality() ? nullptr : unsigned_in_memory(v);
    return exact ? exact : scalar_as(v, is_signed);
  };
  const Expr x = side(a), y = side(b);
  switch (i.getPredicate()) {
  case llvm::CmpInst::ICMP_EQ:
  case llvm::CmpInst::ICMP_NE: {
    const bool zero = constant_value(y) == std::optional<std::int64_t>(0);
    const Expr differ = zero ? truth(x) : pool_.ne(x, y);
    return i.getPredicate() == llvm::CmpInst::ICMP_NE ? differ : pool_.logical_not(differ);
  }
  case llvm::CmpInst::ICMP_SLT:
  case llvm::CmpInst::ICMP_ULT:
    return pool_.lt(x, y);
  case llvm::CmpInst::ICMP_SLE:
  case llvm::CmpInst::ICMP_ULE:
    return pool_.le(x, y);
  case llvm::CmpInst::ICMP_SGT:
  case llvm::CmpInst::ICMP_UGT:
    return pool_.gt(x, y);
  default:
    return pool_.ge(x, y);
  }
}

Expr Lowering::compare_floats(const llvm::FCmpInst& i) {
  const auto relation = [&](const char* name) {
    return pure(name, Type::boolean(), {scalar(*i.getOperand(0)), scalar(*i.getOperand(1))});
  };
  switch (i.getPredicate()) {
  case llvm::CmpInst::FCMP_FALSE:
    return pool_.boolean(false);
  case llvm::CmpInst::FCMP_TRUE:
    return pool_.boolean(true);
  case llvm::CmpInst::FCMP_OEQ:
    return relation("feq");
  case llvm::CmpInst::FCMP_UNE:
    return relation("fne");
  case llvm::CmpInst::FCMP_OLT:
    return relation("flt");
  case llvm::CmpInst::FCMP_OLE:
    return relation("fle");
  case llvm::CmpInst::FCMP_OGT:
    return relation("fgt");
  case llvm::CmpInst::FCMP_OGE:
    return relation("fge");
  default:
    return relation(llvm::CmpInst::getPredicateName(i.getPredicate()).str().c_str());
  }
}

namespace {

// Between floating-point types; of 16 bits there are two.
const char* conversion_name(const llvm::Type& from, const llvm::Type& to) {
  if (from.isBFloatTy()) return "b2f";
  if (to.isBFloatTy()) return "f2b";
  if (from.isHalfTy()) return "h2f";
  return to.isHalfTy() ? "f2h" : "f2f";
}

} // namespace

Expr Lowering::cast(const llvm::CastInst& i) {
  const llvm::Value& from = *i.getOperand(0);
  const Type type = type_of(i);
  switch (i.getOpcode()) {
  case llvm::Instruction::SExt:
  case llvm::Instruction::ZExt: {
    if (!type.is_int()) return nullptr;
    const Expr e = scalar(from);
    if (e->type.is_bool()) {
      const bool minus = i.getOpcode() == llvm::Instruction::SExt;
      return minus ? pool_.neg(number(e, type)) : number(e, type);
    }
    return pool_.cast(scalar_as(from, i.getOpcode() == llvm::Instruction::SExt), type);
  }
  case llvm::Instruction::Trunc:
    return truncate(llvm::cast<llvm::TruncInst>(i));
  case llvm::Instruction::PtrToInt:
    return address_value(pointer(from), type);
  case llvm::Instruction::SIToFP:
  case llvm::Instruction::UIToFP: {
    const bool is_signed = i.getOpcode() == llvm::Instruction::SIToFP;
    const Expr e = scalar(from);
    if (e->type.is_bool()) return pure("u2f", type, {number(e, Type::u32())});
    return pure(is_signed ? "i2f" : "u2f", type, {scalar_as(from, is_signed)});
  }
  case llvm::Instruction::FPToSI:
    return pure("f2i", type, {scalar(from)});
  case llvm::Instruction::FPToUI:
    return pure("f2u", type, {scalar(from)});
  case llvm::Instruction::FPExt:
  case llvm::Instruction::FPTrunc:
    return pure(conversion_name(*from.getType(), *i.getType()), type, {scalar(from)});
  case llvm::Instruction::BitCast:
    if (from.getType() == i.getType()) return scalar(from);
    return pure("bits", type, {scalar(from)});
  default:
    return nullptr;
  }
}

// What an instruction without effect computes; null: not understood.
Expr Lowering::compute(const llvm::Instruction& i) {
  if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&i)) return binary(*operation);
  if (const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&i)) return compare(*comparison);
  if (const auto* comparison = llvm::dyn_cast<llvm::FCmpInst>(&i))
    return compare_floats(*comparison);
  if (const auto* conversion = llvm::dyn_cast<llvm::CastInst>(&i)) return cast(*conversion);
  if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&i)) {
    const Type type = type_of(i);
    const Expr cond = scalar(*choice->getCondition());
    const auto side = [&](const llvm::Value& v) {
      const bool is_set = !llvm::isa<llvm::UndefValue>(v) || llvm::isa<llvm::PoisonValue>(v);
      return is_set ? scalar_as(v, type.is_signed) : unset(i, i);
    };
    const Expr yes = side(*choice->getTrueValue()), no = side(*choice->getFalseValue());
    if (!type.is_bool()) return pool_.ite(cond, yes, no);
    if (is_false(no)) return pool_.logical_and(cond, yes);
    if (is_true(yes)) return pool_.logical_or(cond, no);
    return pool_.logical_or(pool_.logical_and(cond, yes),
                            pool_.logical_and(pool_.logical_not(cond), no));
  }
  if (i.getOpcode() == llvm::Instruction::FNeg)
    return pure("fneg", type_of(i), {scalar(*i.getOperand(0))});
  if (i.getOpcode() == llvm::Instruction::Freeze) return scalar(*i.getOperand(0));
  if (const auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(&i))
    if (part->getNumIndices() == 1) {
      const auto it = results_.find({part->getAggregateOperand(), part->getIndices()[0]});
      if (it != results_.end()) return it->second;
    }
  return nullptr;
}

void Lowering::lower_instruction(const llvm::Instruction& i) {
  if (i.isDebugOrPseudoInst() || llvm::isa<llvm::PHINode, llvm::AllocaInst>(i)) return;
  check_registers(i);
  if (i.isAtomic() && lower_atomic(i)) return;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&i)) return lower_load(*load);
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i)) return lower_store(*store);
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&i)) {
    lower_call(*call);
    return note_issued(i);
  }
  if (const auto* fence = llvm::dyn_cast<llvm::FenceInst>(&i)) return lower_fence(*fence);
  if (i.mayReadOrWriteMemory())
    unsupported(std::string("an access of a kind that is not followed (") + i.getOpcodeName() + ")",
                i);
  if (i.getType()->isPointerTy()) return; // pointers are made where they are used
  if (i.getType()->isVoidTy() || !i.getType()->isSingleValueType() || i.getType()->isVectorTy())
    return unsupported(
        std::string("an operation on a whole struct or vector (") + i.getOpcodeName() + ")", i);
  if (Expr e = compute(i)) return define(i, e);
  define(i, havoc(type_of(i), i,
                  std::string("the result of an operation that is not followed (") +
                      i.getOpcodeName() + ")"));
}

} // namespace heddle::cuda
