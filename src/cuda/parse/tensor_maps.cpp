#include "cuda/parse/tensor_maps.hpp"

#include "cuda/parse/host_arrays.hpp"
#include "cuda/parse/precompiled.hpp"
#include "cuda/parse/unit.hpp"
#include "support/tensor_map.hpp"

#include <clang/AST/RecordLayout.h>

#include <map>
#include <set>

namespace heddle::cuda {

namespace {

// Arguments of cuTensorMapEncodeTiled.
enum Argument : unsigned { map_at = 0, type_at = 1, rank_at = 2, box_at = 6, steps_at = 7 };
constexpr unsigned arguments = 12;
constexpr std::int64_t max_rank = 5;

const clang::Expr& plain(const clang::Expr& e) { return *e.IgnoreUnlessSpelledInSource(); }

const clang::VarDecl* variable(const clang::Expr& e) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(&plain(e));
  return name ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
}

// x of `&x`, and of `x` where that is a pointer or a reference already.
const clang::VarDecl* pointed_at(const clang::Expr& e) {
  const auto* address = llvm::dyn_cast<clang::UnaryOperator>(&plain(e));
  if (address && address->getOpcode() == clang::UO_AddrOf) return variable(*address->getSubExpr());
  const clang::VarDecl* v = variable(e);
  return v && (v->getType()->isPointerType() || v->getType()->isReferenceType()) ? v : nullptr;
}

// &this->member
bool is_address_of(const clang::Expr& e, const clang::FieldDecl& member) {
  const auto* address = llvm::dyn_cast<clang::UnaryOperator>(&plain(e));
  if (!address || address->getOpcode() != clang::UO_AddrOf) return false;
  const auto* part = llvm::dyn_cast<clang::MemberExpr>(&plain(*address->getSubExpr()));
  return part && part->getMemberDecl() == &member &&
         llvm::isa<clang::CXXThisExpr>(plain(*part->getBase()));
}

bool is_map(clang::QualType type) {
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record && record->getName() == "CUtensorMap";
}

// By its name, or through a pointer that the driver gave.
bool encodes(const clang::CallExpr& call) {
  if (call.getNumArgs() != arguments) return false;
  const clang::QualType first = call.getArg(map_at)->getType();
  return first->isPointerType() && is_map(first->getPointeeType());
}

// The parts of a function that matter here.
class Body : public clang::RecursiveASTVisitor<Body> {
public:
  explicit Body(const clang::FunctionDecl& f) : function(f) {
    if (const clang::Stmt* body = f.getBody()) TraverseStmt(const_cast<clang::Stmt*>(body));
  }
  bool VisitCallExpr(clang::CallExpr* call) {
    calls.push_back(call);
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* name) {
    ++uses[name->getDecl()];
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator* e) {
    if (e->isAssignmentOp()) changed.insert(variable(*e->getLHS()));
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator* e) {
    if (e->isIncrementDecrementOp() || e->getOpcode() == clang::UO_AddrOf)
      changed.insert(variable(*e->getSubExpr()));
    return true;
  }
  const clang::FunctionDecl& function;
  std::vector<const clang::CallExpr*> calls;
  std::map<const clang::Decl*, unsigned> uses;
  std::set<const clang::VarDecl*> changed; // by assignments, or perhaps through an address
};

class Launches : public clang::RecursiveASTVisitor<Launches> {
public:
  explicit Launches(const clang::FunctionDecl& kernel) : kernel_(kernel) {}
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseFunctionDecl(clang::FunctionDecl* f) {
    const clang::FunctionDecl* outer = std::exchange(function_, f);
    const bool go_on = RecursiveASTVisitor::TraverseFunctionDecl(f);
    function_ = outer;
    return go_on;
  }
  bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr* launch) {
    const clang::FunctionDecl* callee = launch->getDirectCallee();
    if (callee && callee->getCanonicalDecl() == kernel_.getCanonicalDecl())
      found.emplace_back(launch, function_);
    return true;
  }
  std::vector<std::pair<const clang::CallExpr*, const clang::FunctionDecl*>> found;

private:
  const clang::FunctionDecl& kernel_;
  const clang::FunctionDecl* function_ = nullptr;
};

const char* element(llvm::StringRef type) {
  type.consume_front("CU_TENSOR_MAP_DATA_TYPE_");
  type.consume_back("_FTZ");
  static constexpr std::pair<llvm::StringLiteral, const char*> names[] = {
      {"UINT8", "u8"},    {"UINT16", "u16"},    {"UINT32", "u32"},   {"INT32", "s32"},
      {"UINT64", "u64"},  {"INT64", "s64"},     {"FLOAT16", "f16"},  {"FLOAT32", "f32"},
      {"FLOAT64", "f64"}, {"BFLOAT16", "bf16"}, {"TFLOAT32", "tf32"}};
  for (const auto& [name, element] : names)
    if (type == name) return element;
  return nullptr;
}

class Encoder {
public:
  explicit Encoder(const Unit& unit) : unit_(unit) {}

  // Of the map that an argument of a launch in `f` is.
  std::optional<EncodedBox> of(const clang::Expr& argument, const clang::FunctionDecl& f) {
    const clang::VarDecl* map = variable(argument);
    if (!map || !map->isLocalVarDecl() || !is_map(map->getType())) return std::nullopt;
    const Body body(f);
    std::vector<const clang::CallExpr*> makers = made_by(body, map);
    if (uses_of(body, map) != makers.size() + passed(body, map)) return std::nullopt;
    const auto* init =
        map->getInit() ? llvm::dyn_cast<clang::CallExpr>(&plain(*map->getInit())) : nullptr;
    if (init) makers.push_back(init);
    if (makers.size() != 1) return std::nullopt;
    return made(*makers[0], body);
  }

  // Of the maps that a constructor makes of this member of its object.
  std::optional<EncodedBox> of(const clang::FieldDecl& member,
                               const clang::CXXConstructorDecl& constructor) {
    const Body body(constructor);
    const clang::CallExpr* maker = nullptr;
    for (const clang::CallExpr* call : body.calls)
      for (const clang::Expr* argument : call->arguments())
        if (is_address_of(*argument, member) && std::exchange(maker, call)) return std::nullopt;
    return maker ? made(*maker, body) : std::nullopt;
  }

private:
  // By a call in `body`, or in the function that it calls.
  std::optional<EncodedBox> made(const clang::CallExpr& maker, const Body& body) {
    if (encodes(maker)) return box(maker, body, nullptr);
    const clang::FunctionDecl* helper = maker.getDirectCallee();
    if (!helper || !helper->hasBody(helper)) return std::nullopt;
    const Body inside(*helper);
    const clang::CallExpr* only = nullptr;
    for (const clang::CallExpr* call : inside.calls)
      if (encodes(*call) && std::exchange(only, call)) return std::nullopt;
    return only ? box(*only, inside, &maker) : std::nullopt;
  }

  static std::size_t uses_of(const Body& body, const clang::VarDecl* v) {
    const auto uses = body.uses.find(v);
    return uses == body.uses.end() ? 0 : uses->second;
  }

  // How often launches are given it.
  static std::size_t passed(const Body& body, const clang::VarDecl* map) {
    std::size_t found = 0;
    for (const clang::CallExpr* call : body.calls)
      if (llvm::isa<clang::CUDAKernelCallExpr>(call))
        found += static_cast<std::size_t>(llvm::count_if(
            call->arguments(), [&](const clang::Expr* e) { return variable(*e) == map; }));
    return found;
  }

  // Calls that are given the map's address, or a reference to it.
  static std::vector<const clang::CallExpr*> made_by(const Body& body, const clang::VarDecl* map) {
    std::vector<const clang::CallExpr*> found;
    for (const clang::CallExpr* call : body.calls) {
      const clang::FunctionDecl* f = call->getDirectCallee();
      for (unsigned i = 0; i < call->getNumArgs(); ++i) {
        const bool by_reference =
            f && i < f->getNumParams() && f->getParamDecl(i)->getType()->isLValueReferenceType() &&
            !f->getParamDecl(i)->getType().getNonReferenceType().isConstQualified() &&
            variable(*call->getArg(i)) == map;
        if (by_reference || pointed_at(*call->getArg(i)) == map) found.push_back(call);
      }
    }
    return found;
  }

  // `outer`: the call of the function that `call` is in, whose arguments its parameters are.
  std::optional<EncodedBox> box(const clang::CallExpr& call, const Body& body,
                                const clang::CallExpr* outer) {
    body_ = &body;
    outer_ = outer;
    const char* elements = element_type(*call.getArg(type_at));
    const auto rank = number(*call.getArg(rank_at));
    if (!elements || !rank || *rank < 1 || *rank > max_rank) return std::nullopt;
    const auto extents = numbers(*call.getArg(box_at), *rank);
    const auto steps = numbers(*call.getArg(steps_at), *rank);
    if (!extents || !steps || std::ranges::any_of(*steps, [](std::int64_t n) { return n != 1; }))
      return std::nullopt;
    EncodedBox result{"", unit_.loc(call.getBeginLoc())};
    for (const std::int64_t n : *extents)
      result.text += std::to_string(n) + "x";
    result.text += elements;
    return tensor_box_bytes(result.text) ? std::optional(result) : std::nullopt;
  }

  // What a parameter of the function in between stands for.
  const clang::Expr* given(const clang::Expr& e) const {
    const auto* parameter = llvm::dyn_cast_or_null<clang::ParmVarDecl>(variable(e));
    if (!parameter) return &e;
    if (!outer_ || body_->changed.contains(parameter)) return nullptr;
    const unsigned i = parameter->getFunctionScopeIndex();
    return i < outer_->getNumArgs() ? outer_->getArg(i) : nullptr;
  }

  // An enumerator, also as a constant.
  const char* element_type(const clang::Expr& e) const {
    const clang::Expr* type = given(e);
    const auto* kind = type ? plain(*type).getType()->getAs<clang::EnumType>() : nullptr;
    const auto value = type ? number(*type) : std::nullopt;
    if (!kind || !value) return nullptr;
    for (const clang::EnumConstantDecl* enumerator : kind->getDecl()->enumerators())
      if (enumerator->getInitVal() == *value) return element(enumerator->getName());
    return nullptr;
  }

  std::optional<std::int64_t> number(const clang::Expr& e) const {
    const clang::Expr* at = given(e);
    clang::Expr::EvalResult value;
    if (!at || at->isValueDependent() || !at->EvaluateAsInt(value, *unit_.ast) ||
        !value.Val.getInt().isRepresentableByInt64())
      return std::nullopt;
    return value.Val.getInt().getExtValue();
  }

  // The elements of a local array.
  std::optional<std::vector<std::int64_t>> numbers(const clang::Expr& e, std::int64_t count) const {
    const clang::VarDecl* array = local_array(e);
    if (!array || !array->getInit() || body_->changed.contains(variable(e))) return std::nullopt;
    const auto elements = elements_of(*array, body_->function, e, *unit_.ast);
    std::vector<std::int64_t> found;
    for (std::int64_t i = 0; elements && i < count; ++i) {
      const auto it = elements->find(i);
      const auto n = it == elements->end() ? std::nullopt : number(*it->second);
      if (!n) return std::nullopt;
      found.push_back(*n);
    }
    return elements ? std::optional(found) : std::nullopt;
  }

  const Unit& unit_;
  const Body* body_ = nullptr;
  const clang::CallExpr* outer_ = nullptr;
};

// The member of type CUtensorMap that begins at this byte of an object.
const clang::FieldDecl* map_member(const clang::CXXRecordDecl& record, std::int64_t offset,
                                   const clang::ASTContext& ast) {
  if (!record.isCompleteDefinition() || record.isInvalidDecl() || record.isUnion()) return nullptr;
  const clang::ASTRecordLayout& layout = ast.getASTRecordLayout(&record);
  const auto inside = [&](const clang::QualType type, std::int64_t begin) {
    const clang::CXXRecordDecl* part = type->getAsCXXRecordDecl();
    const auto size = ast.getTypeSizeInChars(type).getQuantity();
    return part && begin <= offset && offset < begin + size ? map_member(*part, offset - begin, ast)
                                                            : nullptr;
  };
  for (const clang::CXXBaseSpecifier& base : record.bases())
    if (const clang::CXXRecordDecl* of = base.getType()->getAsCXXRecordDecl();
        of && !base.isVirtual())
      if (const auto* found = inside(base.getType(), layout.getBaseClassOffset(of).getQuantity()))
        return found;
  for (const clang::FieldDecl* field : record.fields()) {
    if (field->isBitField() || field->getType()->isReferenceType()) continue;
    const std::int64_t begin =
        ast.toCharUnitsFromBits(
               static_cast<std::int64_t>(layout.getFieldOffset(field->getFieldIndex())))
            .getQuantity();
    if (is_map(field->getType()) && begin == offset) return field;
    if (const auto* found = inside(field->getType(), begin)) return found;
  }
  return nullptr;
}

// Places at which a member may be changed by itself.
class Changes : public clang::RecursiveASTVisitor<Changes> {
public:
  explicit Changes(const clang::FieldDecl& member) : member_(member) {}
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitMemberExpr(clang::MemberExpr* e) {
    if (e->getMemberDecl() == &member_ && !e->getType().isConstQualified()) found.insert(e);
    return true;
  }
  std::set<const clang::MemberExpr*> found;

private:
  const clang::FieldDecl& member_;
};

// Of a part of an object that is passed: all constructors of its class that make the map agree.
std::optional<EncodedBox> encoded_member(const Unit& unit, const clang::FieldDecl& member) {
  std::optional<EncodedBox> agreed;
  Changes anywhere(member), here(member);
  anywhere.TraverseDecl(unit.ast->getTranslationUnitDecl());
  for (const auto* constructor : llvm::cast<clang::CXXRecordDecl>(member.getParent())->ctors()) {
    const clang::FunctionDecl* with_body = constructor;
    if (constructor->isCopyOrMoveConstructor() || !constructor->hasBody(with_body) ||
        !with_body->getBody())
      continue;
    const auto* made = llvm::cast<clang::CXXConstructorDecl>(with_body);
    here.TraverseStmt(made->getBody());
    const auto* body = llvm::dyn_cast<clang::CompoundStmt>(made->getBody());
    if (llvm::any_of(made->inits(), [&](const clang::CXXCtorInitializer* init) {
          return init->isWritten() && init->getMember() == &member;
        }))
      return std::nullopt;
    if (body && body->body_empty()) continue; // the map is not made
    const auto box = Encoder(unit).of(member, *made);
    if (!box || (agreed && agreed->text != box->text)) return std::nullopt;
    agreed = box;
  }
  return anywhere.found == here.found ? agreed : std::nullopt;
}

} // namespace

std::optional<EncodedBox> encoded_box(const Unit& unit, const clang::FunctionDecl& kernel,
                                      const std::string& name) {
  const std::size_t plus = name.find('+');
  const clang::ParmVarDecl* passed = nullptr;
  for (const clang::ParmVarDecl* parameter : kernel.parameters())
    if (parameter->getName() == name.substr(0, plus)) passed = parameter;
  if (!passed) return std::nullopt;
  const clang::CXXRecordDecl* record =
      passed->getType().getNonReferenceType()->getAsCXXRecordDecl();
  if (record && !is_map(passed->getType().getNonReferenceType())) {
    const std::int64_t offset = plus == name.npos ? 0 : std::stoll(name.substr(plus + 1));
    const clang::FieldDecl* member = map_member(*record, offset, *unit.ast);
    return member ? encoded_member(unit, *member) : std::nullopt;
  }
  if (plus != name.npos) return std::nullopt;
  const unsigned index = passed->getFunctionScopeIndex();
  Launches launches(kernel);
  launches.TraverseDecl(unit.ast->getTranslationUnitDecl());
  std::optional<EncodedBox> agreed;
  for (const auto& [launch, function] : launches.found) {
    if (!function || index >= launch->getNumArgs()) return std::nullopt;
    const auto box = Encoder(unit).of(*launch->getArg(index), *function);
    if (!box || (agreed && agreed->text != box->text)) return std::nullopt;
    agreed = box;
  }
  return agreed;
}

} // namespace heddle::cuda
