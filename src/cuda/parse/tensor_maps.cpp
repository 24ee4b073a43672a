#include "cuda/parse/tensor_maps.hpp"

#include "cuda/parse/precompiled.hpp"
#include "cuda/parse/unit.hpp"
#include "support/tensor_map.hpp"

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
  explicit Body(const clang::FunctionDecl& f) {
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
    const clang::CallExpr& maker = *makers[0];
    if (encodes(maker)) return box(maker, body, nullptr);
    const clang::FunctionDecl* helper = maker.getDirectCallee();
    if (!helper || !helper->hasBody(helper)) return std::nullopt;
    const Body inside(*helper);
    const clang::CallExpr* only = nullptr;
    for (const clang::CallExpr* call : inside.calls)
      if (encodes(*call) && std::exchange(only, call)) return std::nullopt;
    return only ? box(*only, inside, &maker) : std::nullopt;
  }

private:
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
    const clang::Expr* type = given(*call.getArg(type_at));
    const auto* name = type ? llvm::dyn_cast<clang::DeclRefExpr>(&plain(*type)) : nullptr;
    const auto rank = number(*call.getArg(rank_at));
    if (!name || !rank || *rank < 1 || *rank > max_rank) return std::nullopt;
    const char* elements = element(name->getDecl()->getName());
    const auto extents = numbers(*call.getArg(box_at), *rank);
    const auto steps = numbers(*call.getArg(steps_at), *rank);
    if (!elements || !extents || !steps ||
        std::ranges::any_of(*steps, [](std::int64_t n) { return n != 1; }))
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

  std::optional<std::int64_t> number(const clang::Expr& e) const {
    const clang::Expr* at = given(e);
    clang::Expr::EvalResult value;
    if (!at || at->isValueDependent() || !at->EvaluateAsInt(value, *unit_.ast) ||
        !value.Val.getInt().isRepresentableByInt64())
      return std::nullopt;
    return value.Val.getInt().getExtValue();
  }

  // The elements of a local array that nothing but the call is given, or that is constant.
  std::optional<std::vector<std::int64_t>> numbers(const clang::Expr& e, std::int64_t count) const {
    const clang::VarDecl* array = variable(e);
    if (!array || !array->isLocalVarDecl() || !array->getInit()) return std::nullopt;
    const clang::QualType type = array->getType();
    const bool constant = unit_.ast->getBaseElementType(type).isConstQualified();
    if (!constant && uses_of(*body_, array) != 1) return std::nullopt;
    const auto* list = llvm::dyn_cast<clang::InitListExpr>(array->getInit());
    if (!list || static_cast<std::int64_t>(list->getNumInits()) < count) return std::nullopt;
    std::vector<std::int64_t> found;
    for (unsigned i = 0; i < count; ++i) {
      const auto n = number(*list->getInit(i));
      if (!n) return std::nullopt;
      found.push_back(*n);
    }
    return found;
  }

  const Unit& unit_;
  const Body* body_ = nullptr;
  const clang::CallExpr* outer_ = nullptr;
};

} // namespace

std::optional<EncodedBox> encoded_box(const Unit& unit, const clang::FunctionDecl& kernel,
                                      const std::string& name) {
  std::optional<unsigned> index;
  for (const clang::ParmVarDecl* parameter : kernel.parameters())
    if (parameter->getName() == name) index = parameter->getFunctionScopeIndex();
  if (!index) return std::nullopt;
  Launches launches(kernel);
  launches.TraverseDecl(unit.ast->getTranslationUnitDecl());
  std::optional<EncodedBox> agreed;
  for (const auto& [launch, function] : launches.found) {
    if (!function || *index >= launch->getNumArgs()) return std::nullopt;
    const auto box = Encoder(unit).of(*launch->getArg(*index), *function);
    if (!box || (agreed && agreed->text != box->text)) return std::nullopt;
    agreed = box;
  }
  return agreed;
}

} // namespace heddle::cuda
