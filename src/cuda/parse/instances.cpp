#include "cuda/parse/instances.hpp"

#include "cuda/parse/precompiled.hpp"

#include <clang/Sema/Scope.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/Template.h>

#include <algorithm>
#include <array>

namespace heddle::cuda {

// What parameters get that nothing in the file binds.
struct Instances::Choice {
  clang::QualType type;
  int number;
  bool truth;
  int other = 0;        // of the parameters from number `split` on
  unsigned split = ~0U; // none
};

struct Instances::Arguments {
  clang::TemplateArgumentListInfo list;
  std::vector<std::string> assumed;
  bool has_numbers = false;
  std::optional<std::string> problem;
};

namespace {

// The size of a tile and that of a block; others where these do not compile: a static_assert says
// that they are not meant.
constexpr std::array<int, 2> usual_numbers{32, 256};
constexpr std::array<int, 7> other_numbers{16, 64, 128, 4, 2, 1, 0};
// And two different ones: a tile and what a thread has of it.
constexpr std::array<std::pair<int, int>, 10> pairs_of_numbers{{{128, 16},
                                                                {64, 16},
                                                                {32, 16},
                                                                {256, 16},
                                                                {64, 32},
                                                                {128, 32},
                                                                {256, 32},
                                                                {128, 64},
                                                                {256, 64},
                                                                {256, 128}}};
constexpr unsigned max_attempts = 64; // with them

// The scope of the file, which Clang's parser has left: built-ins are declared in it when the code
// that Clang makes for an instance calls them.
class FileScope {
public:
  explicit FileScope(clang::Sema& sema)
      : sema_(sema), before_(sema.TUScope),
        scope_(nullptr, clang::Scope::DeclScope, sema.getDiagnostics()) {
    scope_.setEntity(sema.Context.getTranslationUnitDecl());
    sema.TUScope = &scope_;
  }
  ~FileScope() { sema_.TUScope = before_; }
  FileScope(const FileScope&) = delete;
  FileScope& operator=(const FileScope&) = delete;

private:
  clang::Sema& sema_;
  clang::Scope* before_;
  clang::Scope scope_;
};

clang::TemplateArgument number_argument(const clang::ASTContext& ast, llvm::APSInt value,
                                        clang::QualType type) {
  const auto width = static_cast<unsigned>(ast.getIntWidth(type));
  value = value.extOrTrunc(width);
  value.setIsSigned(type->isSignedIntegerOrEnumerationType());
  return {ast, value, type};
}

bool has_default(const clang::NamedDecl& parameter) {
  if (const auto* type = llvm::dyn_cast<clang::TemplateTypeParmDecl>(&parameter))
    return type->hasDefaultArgument();
  if (const auto* value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(&parameter))
    return value->hasDefaultArgument();
  const auto* tmpl = llvm::dyn_cast<clang::TemplateTemplateParmDecl>(&parameter);
  return tmpl && tmpl->hasDefaultArgument();
}

} // namespace

void Instances::add_asked(const clang::TemplateParameterList& parameters,
                          const AskedArgument& asked, std::size_t at, Arguments& to) {
  const clang::ASTContext& ast = sema_.Context;
  const clang::SourceLocation loc = parameters.getTemplateLoc();
  // of a pack the last parameter stands for all that follow
  const clang::NamedDecl* parameter =
      parameters.getParam(static_cast<unsigned>(std::min<std::size_t>(at, parameters.size() - 1)));
  const auto* value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(parameter);
  if (!value) {
    const auto type = clang::QualType::getFromOpaquePtr(asked.type);
    if (type.isNull()) {
      to.problem = "argument " + std::to_string(at + 1) + " is not a type";
      return;
    }
    to.list.addArgument(
        sema_.getTrivialTemplateArgumentLoc(clang::TemplateArgument(type), {}, loc));
    return;
  }
  const clang::APValue* number = asked.value ? asked.value->evaluateValue() : nullptr;
  if (!number || !number->isInt()) {
    to.problem = "argument " + std::to_string(at + 1) + " is not a number";
    return;
  }
  // enumerators and truth values are given by number, too
  const bool open = value->getType()->isDependentType() || value->getType()->getContainedAutoType();
  const clang::QualType type =
      (open ? asked.value->getType() : value->getType()).getUnqualifiedType();
  if (!type->isIntegralOrEnumerationType()) {
    to.problem = "argument " + std::to_string(at + 1) + " is a number";
    return;
  }
  to.list.addArgument(
      sema_.getTrivialTemplateArgumentLoc(number_argument(ast, number->getInt(), type), type, loc));
}

void Instances::add_chosen(const clang::NamedDecl& parameter, const Choice& choice, unsigned at,
                           Arguments& to) {
  const clang::ASTContext& ast = sema_.Context;
  const clang::SourceLocation loc = parameter.getLocation();
  std::string name = parameter.getNameAsString();
  if (name.empty()) name = "a template parameter";
  const auto* value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(&parameter);
  if (llvm::isa<clang::TemplateTypeParmDecl>(parameter)) {
    to.assumed.push_back(name + " is " + choice.type.getAsString(ast.getPrintingPolicy()));
    to.list.addArgument(
        sema_.getTrivialTemplateArgumentLoc(clang::TemplateArgument(choice.type), {}, loc));
    return;
  }
  clang::QualType type = value ? value->getType().getUnqualifiedType() : clang::QualType();
  if (value && (type->isDependentType() || type->getContainedAutoType())) type = ast.IntTy;
  if (type.isNull() || !type->isIntegralOrEnumerationType()) {
    to.problem = "no argument is known for " + name;
    return;
  }
  to.has_numbers = true;
  const int chosen = at < choice.split ? choice.number : choice.other;
  llvm::APSInt number(llvm::APInt(32, static_cast<std::uint64_t>(chosen)), false);
  if (type->isBooleanType()) number = choice.truth;
  if (const auto* list = type->getAs<clang::EnumType>()) { // its first or its last
    const auto all = list->getDecl()->enumerators();
    if (all.begin() == all.end()) {
      number = 0;
    } else {
      const clang::EnumConstantDecl* one = *all.begin();
      if (choice.truth)
        for (const clang::EnumConstantDecl* e : all)
          one = e;
      number = one->getInitVal();
    }
  }
  const clang::TemplateArgument argument = number_argument(ast, number, type);
  llvm::SmallString<16> text;
  if (type->isBooleanType())
    text = choice.truth ? "true" : "false";
  else
    argument.getAsIntegral().toString(text);
  to.assumed.push_back(name + " is " + text.str().str());
  to.list.addArgument(sema_.getTrivialTemplateArgumentLoc(argument, type, loc));
}

clang::FunctionDecl* Instances::define(clang::FunctionTemplateDecl& kernel, Arguments& arguments) {
  const clang::SourceLocation loc = kernel.getLocation();
  clang::Sema::ContextRAII context(sema_, sema_.Context.getTranslationUnitDecl());
  const FileScope scope(sema_);
  llvm::SmallVector<clang::TemplateArgument, 4> sugared, canonical;
  if (sema_.CheckTemplateArgumentList(&kernel, loc, arguments.list, false, sugared, canonical))
    return nullptr;
  auto* list = clang::TemplateArgumentList::CreateCopy(sema_.Context, canonical);
  clang::FunctionDecl* made = sema_.InstantiateFunctionDeclaration(&kernel, list, loc);
  if (!made || made->getTemplateSpecializationKind() == clang::TSK_ExplicitSpecialization)
    return made;
  sema_.InstantiateFunctionDefinition(loc, made, true, true, true);
  do {
    sema_.PerformPendingInstantiations();
  } while (sema_.DefineUsedVTables());
  return made;
}

void Instances::instantiate(clang::FunctionTemplateDecl& kernel, Arguments& arguments,
                            Instance& result) {
  const std::size_t before = collector_.errors.size();
  clang::FunctionDecl* made = define(kernel, arguments);
  if (const auto it = tried_.find(made); made && it != tried_.end())
    result.error = it->second;
  else if (collector_.errors.size() > before)
    result.error = collector_.errors[before];
  else if (!made || made->isInvalidDecl() || !made->hasBody())
    result.error = ClangError{kernel.getLocation(), "it has no instance", {}, {}};
  if (made) tried_.try_emplace(made, result.error);
  if (!result.error) result.decl = made;
}

Instance Instances::attempt(clang::FunctionTemplateDecl& kernel, const Choice& choice,
                            const std::vector<AskedArgument>& asked) {
  const clang::TemplateParameterList& parameters = *kernel.getTemplateParameters();
  Arguments arguments;
  for (std::size_t i = 0; i < asked.size() && !arguments.problem; ++i)
    add_asked(parameters, asked[i], i, arguments);
  for (std::size_t i = asked.size(); i < parameters.size() && !arguments.problem; ++i) {
    const clang::NamedDecl& parameter = *parameters.getParam(static_cast<unsigned>(i));
    if (has_default(parameter)) break; // and so have all that follow
    add_chosen(parameter, choice, static_cast<unsigned>(i), arguments);
  }
  Instance result;
  result.assumed = arguments.assumed;
  result.has_numbers = arguments.has_numbers;
  if (arguments.problem)
    result.error = ClangError{kernel.getLocation(), *arguments.problem, {}, {}};
  else
    instantiate(kernel, arguments, result);
  return result;
}

Instance Instances::make(clang::FunctionTemplateDecl& kernel,
                         const std::vector<AskedArgument>& asked) {
  Instance first = attempt(kernel, {sema_.Context.FloatTy, usual_numbers[0], false}, asked);
  if (first.decl || first.assumed.empty()) return first;
  Instance second = attempt(kernel, {sema_.Context.IntTy, usual_numbers[0], false}, asked);
  return second.decl ? second : first;
}

// The first with two numbers, the larger ones before the smaller ones or behind them.
std::optional<Instance> Instances::mix(clang::FunctionTemplateDecl& kernel, clang::QualType type) {
  const unsigned count = kernel.getTemplateParameters()->size();
  unsigned attempts = 0;
  for (const bool descending : {true, false})
    for (unsigned i = 1; i < count; ++i) {
      const unsigned split = (count / 2 + i - 1) % (count - 1) + 1; // from the middle on
      for (const auto& [large, small] : pairs_of_numbers) {
        if (attempts++ == max_attempts) return std::nullopt;
        const Choice choice{type, descending ? large : small, false, descending ? small : large,
                            split};
        if (Instance one = attempt(kernel, choice, {}); one.decl) return one;
      }
    }
  return std::nullopt;
}

std::vector<Instance> Instances::choose(clang::FunctionTemplateDecl& kernel) {
  std::vector<Instance> found;
  std::optional<Instance> failed;
  const auto attempt_number = [&](clang::QualType type, int number, bool truth) {
    Instance one = attempt(kernel, {type, number, truth}, {});
    const bool is_new = one.decl && std::ranges::none_of(found, [&](const Instance& other) {
                          return other.decl == one.decl;
                        });
    if (is_new)
      found.push_back(std::move(one));
    else if (!one.decl && !failed)
      failed = std::move(one);
  };
  for (const clang::QualType type : {sema_.Context.FloatTy, sema_.Context.IntTy}) {
    for (const int number : usual_numbers)
      attempt_number(type, number, number != usual_numbers[0]);
    for (const int number : other_numbers)
      if (found.empty()) attempt_number(type, number, false);
    if (!found.empty()) return found;
    if (failed && !failed->has_numbers) continue;
    if (auto one = mix(kernel, type)) return {std::move(*one)};
  }
  found.push_back(failed ? std::move(*failed) : Instance{});
  return found;
}

} // namespace heddle::cuda
