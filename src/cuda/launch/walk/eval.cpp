// Expressions of the host, with their effects.
#include "cuda/launch/walk/holds.hpp"
#include "cuda/launch/walk/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

constexpr unsigned max_elements = 64; // of an array whose values are kept

} // namespace

// What Clang says, for an integer constant.
std::optional<HostValue> HostWalk::folded(const clang::Expr& e) {
  const auto type = type_of(e.getType(), ast_);
  if (!type || e.isValueDependent() || e.containsErrors()) return std::nullopt;
  clang::Expr::EvalResult result;
  if (!e.EvaluateAsRValue(result, ast_) || result.HasSideEffects || !result.Val.isInt())
    return std::nullopt;
  const llvm::APSInt& found = result.Val.getInt();
  if (found.getBitWidth() > 64) return std::nullopt;
  const auto value =
      found.isSigned() ? found.getSExtValue() : static_cast<std::int64_t>(found.getZExtValue());
  return number(type->is_bool() ? pool_.boolean(value != 0) : pool_.constant(value, *type));
}

// Does it name something whose declaration does not compile? Then Clang has guessed what it means.
bool HostWalk::does_not_compile(const clang::Expr& e) {
  if (file_.unit.error_places.empty()) return false;
  const auto [it, is_new] = wrong_.try_emplace(&e, false);
  if (!is_new) return it->second;
  struct Search : clang::RecursiveASTVisitor<Search> {
    explicit Search(const HostFile& f) : file(f) {}
    bool VisitDeclRefExpr(clang::DeclRefExpr* ref) {
      return look(ref->getDecl()) && !(found = file.is_hidden(*ref->getDecl(), ref->getLocation()));
    }
    bool VisitMemberExpr(clang::MemberExpr* ref) {
      return look(ref->getMemberDecl()) &&
             !(found = ref->isImplicitAccess() &&
                       file.is_hidden(*ref->getMemberDecl(), ref->getMemberLoc()));
    }
    bool look(const clang::ValueDecl* d) {
      const auto* record = d->getType().getNonReferenceType()->getAsCXXRecordDecl();
      return !(found = d->isInvalidDecl() || (record && record->isInvalidDecl()));
    }
    const HostFile& file;
    bool found = false;
  } search(file_);
  search.TraverseStmt(const_cast<clang::Expr*>(&e));
  return wrong_[&e] = search.found;
}

HostValue HostWalk::eval_error(const clang::Expr& e) {
  forget_named(&e);
  lose(file_.text_of(e));
  return {};
}

HostValue HostWalk::eval_children(const clang::Expr& e) {
  for (const clang::Stmt* child : e.children())
    if (const auto* part = llvm::dyn_cast_or_null<clang::Expr>(child)) share_targets(eval(part));
  return {};
}

namespace {

// The expression that a node only stands around; null: it is one of its own.
const clang::Expr* inner(const clang::Expr& e) {
  if (const auto* n = llvm::dyn_cast<clang::ConstantExpr>(&e)) return n->getSubExpr();
  if (const auto* n = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&e)) return n->getExpr();
  if (const auto* n = llvm::dyn_cast<clang::CXXDefaultInitExpr>(&e)) return n->getExpr();
  if (const auto* n = llvm::dyn_cast<clang::ExprWithCleanups>(&e)) return n->getSubExpr();
  if (const auto* n = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(&e)) return n->getSubExpr();
  if (const auto* n = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(&e))
    return n->getSemanticForm();
  if (const auto* n = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(&e))
    return n->getReplacement();
  return nullptr;
}

} // namespace

HostValue HostWalk::eval(const clang::Expr* e) {
  if (!e) return {};
  e = e->IgnoreParens();
  if (const auto* whole = llvm::dyn_cast<clang::ExprWithCleanups>(e);
      whole && llvm::isa<clang::CUDAKernelCallExpr>(whole->getSubExpr()))
    e = whole->getSubExpr();
  if (const auto* kernel = llvm::dyn_cast<clang::CUDAKernelCallExpr>(e)) {
    launch(*kernel);
    return {};
  }
  if (e->containsErrors() || e->isTypeDependent() || does_not_compile(*e)) return eval_error(*e);
  if (const clang::Expr* within = inner(*e)) return eval(within);
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(e)) return eval_call(*call);
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(e)) return eval_construct(*made);
  if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(e)) return eval_cast(*cast);
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(e)) return eval_binary(*binary);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(e)) return eval_unary(*unary);
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(e))
    return eval_choice(*choice);
  if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(e)) return eval_list(*list);
  if (const auto* ref = llvm::dyn_cast<clang::DeclRefExpr>(e)) return eval_name(*ref);
  if (llvm::isa<clang::MemberExpr, clang::ArraySubscriptExpr>(e)) {
    if (auto constant = folded(*e)) return *constant;
    if (const auto p = place(e)) return load(*p, e->getType(), loc(e));
    return eval_element(*e);
  }
  return eval_other(*e);
}

HostValue HostWalk::eval_name(const clang::DeclRefExpr& e) {
  if (auto constant = folded(e)) return *constant;
  if (const auto* f = llvm::dyn_cast<clang::FunctionDecl>(e.getDecl())) {
    HostValue v{HostValue::Kind::function};
    v.function = f;
    return v;
  }
  const auto p = place(&e);
  return p ? load(*p, e.getType().getNonReferenceType(), loc(&e))
           : fresh(e.getType(), "value", loc(&e));
}

HostValue HostWalk::eval_other(const clang::Expr& e) {
  switch (e.getStmtClass()) {
  case clang::Stmt::IntegerLiteralClass:
  case clang::Stmt::CharacterLiteralClass:
  case clang::Stmt::CXXBoolLiteralExprClass:
  case clang::Stmt::UnaryExprOrTypeTraitExprClass:
  case clang::Stmt::TypeTraitExprClass:
  case clang::Stmt::SizeOfPackExprClass:
  case clang::Stmt::OffsetOfExprClass:
  case clang::Stmt::CXXNoexceptExprClass:
  case clang::Stmt::ConceptSpecializationExprClass:
  case clang::Stmt::ImplicitValueInitExprClass:
  case clang::Stmt::CXXScalarValueInitExprClass:
    return folded(e).value_or(HostValue{});
  case clang::Stmt::StringLiteralClass:
  case clang::Stmt::CXXNullPtrLiteralExprClass:
  case clang::Stmt::GNUNullExprClass:
  case clang::Stmt::PredefinedExprClass:
  case clang::Stmt::CXXTypeidExprClass:
  case clang::Stmt::SourceLocExprClass:
    return {};
  case clang::Stmt::AtomicExprClass:
  case clang::Stmt::PseudoObjectExprClass:
  case clang::Stmt::CoawaitExprClass:
  case clang::Stmt::CoyieldExprClass:
    return eval_error(e);
  case clang::Stmt::CXXThrowExprClass:
    eval_children(e);
    state_.dead = true;
    return {};
  case clang::Stmt::StmtExprClass:
    exec(llvm::cast<clang::StmtExpr>(e).getSubStmt());
    return fresh(e.getType(), "value", loc(&e));
  default:
    return eval_object(e);
  }
}

// Objects that come and go, and what is left.
HostValue HostWalk::eval_object(const clang::Expr& e) {
  switch (e.getStmtClass()) {
  case clang::Stmt::FloatingLiteralClass: {
    const double value = llvm::cast<clang::FloatingLiteral>(e).getValueAsApproximateDouble();
    if (value > 1e6 || value < -1e6 ||
        value != static_cast<double>(static_cast<std::int64_t>(value)))
      return {};
    return convert(number(pool_.constant(static_cast<std::int64_t>(value), Type::i64())),
                   e.getType());
  }
  case clang::Stmt::CXXThisExprClass: {
    HostValue v = fresh(e.getType(), "this", loc(&e));
    if (!frames_.empty() && frames_.back().self)
      v.target = std::make_shared<const Place>(*frames_.back().self);
    return v;
  }
  case clang::Stmt::BinaryConditionalOperatorClass: {
    const auto& choice = llvm::cast<clang::BinaryConditionalOperator>(e);
    eval(choice.getCommon());
    const HostState before = state_;
    eval(choice.getFalseExpr());
    join(before);
    return fresh(e.getType(), "value", loc(&e));
  }
  case clang::Stmt::ArrayInitLoopExprClass:
    return copied_array(llvm::cast<clang::ArrayInitLoopExpr>(e));
  case clang::Stmt::CXXStdInitializerListExprClass:
    return eval_children(e);
  case clang::Stmt::CXXBindTemporaryExprClass: {
    const auto& bound = llvm::cast<clang::CXXBindTemporaryExpr>(e);
    HostValue v = eval(bound.getSubExpr());
    if (const clang::CXXDestructorDecl* f = bound.getTemporary()->getDestructor())
      destroy(*f, &e, {{nullptr, &e}, {}, "value"});
    return v;
  }
  case clang::Stmt::LambdaExprClass:
    eval_lambda(llvm::cast<clang::LambdaExpr>(e));
    return {};
  case clang::Stmt::CXXNewExprClass:
    return eval_new(llvm::cast<clang::CXXNewExpr>(e));
  case clang::Stmt::CXXDeleteExprClass: {
    const auto& gone = llvm::cast<clang::CXXDeleteExpr>(e);
    eval(gone.getArgument());
    if (const auto* record = gone.getDestroyedType()->getAsCXXRecordDecl();
        record && !file_.is_library(*record))
      havoc_reachable();
    return {};
  }
  default:
    eval_children(e);
    return fresh(e.getType(), "value", loc(&e));
  }
}

// An element or member of what is not followed.
HostValue HostWalk::eval_element(const clang::Expr& e) {
  const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(&e);
  if (element && e.getType()->isPointerType())
    if (const auto of = holder_in(&e))
      return any_element(*of, eval(element->getIdx()), fresh(e.getType(), of->place.name, loc(&e)));
  if (element && !has_effects(e) &&
      element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType()) {
    // one of an array's values: sizes[i]
    const auto array = place(element->getBase()->IgnoreParenImpCasts());
    const auto* type =
        ast_.getAsConstantArrayType(element->getBase()->IgnoreParenImpCasts()->getType());
    HostValue v = fresh(e.getType(), array ? array->name : "element", loc(&e));
    if (array && type && v.is_integer() && type->getSize().getZExtValue() <= max_elements) {
      std::vector<Expr> any;
      for (std::uint64_t i = 0; i < type->getSize().getZExtValue(); ++i) {
        const HostValue item = load(array->element(i), type->getElementType(), loc(&e));
        if (!item.is_integer() || item.e->op != Op::constant || item.e->type != v.e->type) return v;
        any.push_back(pool_.eq(v.e, item.e));
      }
      add_fact(pool_.any(any));
    }
    return v;
  }
  eval_children(e);
  return fresh(e.getType(), "value", loc(&e));
}

// The address of an object, as far as code that is called at once may use it.
HostValue HostWalk::address(const clang::Expr* e) {
  e = e->IgnoreParens();
  if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(e)) { // &p[4]
    const clang::Expr* array = element->getBase()->IgnoreParenImpCasts();
    if (array->getType()->isPointerType() && !element->HasSideEffects(ast_)) {
      const HostValue base = eval(element->getBase()), at = eval(element->getIdx());
      return moved(base, at, e->getType(), true);
    }
    if (array->getType()->isArrayType() && !element->HasSideEffects(ast_)) { // as arr + 4 is
      const auto to = place(e);
      HostValue first = address(array);
      if (!to) share_targets(first);
      first.target = nullptr;
      HostValue v = moved(first, eval(element->getIdx()), e->getType(), true);
      const bool is_element = v.is_pointer() && v.behind.base == first.behind.base;
      v.target = is_element && to ? std::make_shared<const Place>(*to) : nullptr;
      return v;
    }
  }
  if (const auto* u = llvm::dyn_cast<clang::UnaryOperator>(e);
      u && u->getOpcode() == clang::UO_Deref)
    return eval(u->getSubExpr());
  if (const auto p = place(e)) {
    HostValue v{HostValue::Kind::pointer};
    v.e = address_of(*p);
    v.target = std::make_shared<const Place>(*p);
    return v;
  }
  if (e->HasSideEffects(ast_)) eval(e);
  return {};
}

// What a pointer to an array leads to as a pointer to its elements.
HostValue HostWalk::first_element(HostValue v) {
  if (!v.target) return v;
  Place first = *v.target;
  first.path.push_back({nullptr, 0});
  first.name += "[0]";
  v.target = std::make_shared<const Place>(std::move(first));
  return v;
}

// A number that stands for where the object is.
Expr HostWalk::address_of(const Place& p) {
  Expr& known = addresses_[{p.root, p.path}];
  if (!known) {
    known = pool_.symbol_ref(
        pool_.new_symbol({"host:&" + p.name, Type::i64(), Role::parameter, 0, {}, {}, {}}));
    at_address_.emplace(known, p);
  }
  return known;
}

HostValue HostWalk::eval_cast(const clang::CastExpr& e) {
  const clang::Expr* sub = e.getSubExpr();
  switch (e.getCastKind()) {
  case clang::CK_LValueToRValue: {
    const clang::Expr* plain = sub->IgnoreParens();
    if (auto constant = folded(e)) return *constant;
    if (llvm::isa<clang::BinaryOperator>(plain) || llvm::isa<clang::CallExpr>(plain))
      return eval(plain);
    if (const auto p = place(sub)) return load(*p, e.getType(), loc(sub));
    HostValue v = eval(sub);
    return v.known() ? v : fresh(e.getType(), "value", loc(sub));
  }
  case clang::CK_IntegralCast:
  case clang::CK_IntegralToBoolean:
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingToIntegral:
  case clang::CK_FloatingCast:
  case clang::CK_BooleanToSignedIntegral: {
    const HostValue v = convert(eval(sub), e.getType());
    return v.known() ? v : fresh(e.getType(), "value", loc(sub));
  }
  case clang::CK_ArrayToPointerDecay:
    return first_element(address(sub));
  case clang::CK_NoOp:
  case clang::CK_BitCast:
  case clang::CK_ConstructorConversion:
  case clang::CK_UserDefinedConversion:
  case clang::CK_FunctionToPointerDecay:
  case clang::CK_BuiltinFnToFnPtr: {
    if (auto v = eval_allocation(e)) return *v;
    HostValue v = eval(sub);
    const bool leads_elsewhere =
        e.getCastKind() == clang::CK_BitCast && !e.getType()->isVoidPointerType() &&
        !(leads_to_pointer(e.getType()) && leads_to_pointer(sub->getType()));
    if (leads_elsewhere) lose_target(v);
    return v;
  }
  case clang::CK_PointerToIntegral:
    return number_of(eval(sub), e.getType(), loc(sub));
  case clang::CK_IntegralToPointer:
    return pointer_of(eval(sub), e.getType(), loc(sub));
  case clang::CK_NullToPointer:
  case clang::CK_ToVoid:
    eval(sub);
    return {};
  case clang::CK_DerivedToBase:
  case clang::CK_UncheckedDerivedToBase:
    if (HostValue v = eval(sub); v.is_pointer() && is_only_base(e)) return v;
    [[fallthrough]];
  default: {
    HostValue v = eval(sub);
    if (v.is_pointer()) lose_target(v);
    return fresh(e.getType(), "value", loc(sub));
  }
  }
}

// Addresses as numbers, as Python hands them over: one number is one pointer.
HostValue HostWalk::number_of(HostValue pointer, clang::QualType type, Loc loc) {
  if (pointer.is_pointer()) lose_target(pointer);
  HostValue v = fresh(type, "address", loc);
  if (!pointer.is_pointer() || !v.is_integer()) return v;
  const auto [it, is_new] = numbers_.try_emplace({pointer.e, pointer.offset}, v);
  if (is_new) pointers_[pool_.cast(v.e, Type::i64())] = pointer;
  return it->second;
}
HostValue HostWalk::pointer_of(const HostValue& number, clang::QualType type, Loc loc) {
  HostValue v = fresh(type, "value", loc);
  if (!number.is_integer() || number.e->type.width < 64) return v;
  return pointers_.try_emplace(pool_.cast(number.e, Type::i64()), v).first->second;
}

// The initializer of a member. One in its class means the object that is made, which has no place
// yet.
HostValue HostWalk::eval_member(const clang::Expr& init) {
  if (!llvm::isa<clang::CXXDefaultInitExpr>(init) || frames_.empty()) return eval(&init);
  const auto outer = std::exchange(frames_.back().self, std::nullopt);
  HostValue v = eval(&init);
  frames_.back().self = outer;
  return v;
}

HostValue HostWalk::eval_list(const clang::InitListExpr& e) {
  const clang::InitListExpr& list =
      e.isSemanticForm() || !e.getSemanticForm() ? e : *e.getSemanticForm();
  const clang::QualType type = list.getType();
  if (!type->isRecordType() && !type->isArrayType()) {
    if (list.getNumInits() == 1) return eval(list.getInit(0));
    return folded(list).value_or(fresh(type, "value", loc(&e)));
  }
  HostValue v{HostValue::Kind::record};
  if (type->isArrayType()) {
    for (unsigned i = 0; i < list.getNumInits(); ++i) {
      HostValue item = eval(list.getInit(i));
      if (i < max_elements && item.known()) v.members[{nullptr, i}] = std::move(item);
    }
    return v;
  }
  const auto* record = type->getAsCXXRecordDecl();
  if (record && record->isUnion() && file_.is_library(*record) && list.getNumInits() == 1 &&
      list.getInitializedFieldInUnion()) {
    HostValue item = eval(list.getInit(0));
    if (item.known()) v.members[{list.getInitializedFieldInUnion(), 0}] = std::move(item);
    return v;
  }
  if (!record || record->isUnion() || record->getNumBases() > 0) {
    eval_children(list);
    return {};
  }
  unsigned i = 0;
  for (const clang::FieldDecl* field : record->fields()) {
    if (field->isUnnamedBitField()) continue;
    if (i >= list.getNumInits()) break;
    HostValue item = eval_member(*list.getInit(i++));
    if (item.known() && !field->isBitField() && !field->getType()->isReferenceType())
      v.members[{field, 0}] = std::move(item);
  }
  return v;
}

} // namespace heddle::cuda
