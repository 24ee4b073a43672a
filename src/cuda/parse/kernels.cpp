#include "cuda/parse/kernels.hpp"

#include "cuda/parse/asked.hpp"
#include "cuda/parse/instances.hpp"
#include "cuda/parse/lost/names.hpp"
#include "cuda/parse/precompiled.hpp"
#include "cuda/parse/text.hpp"

#include <clang/Sema/Sema.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

namespace heddle::cuda {

namespace {

// Functions with a body, kernel templates, and what is said to be a kernel.
class Functions : public clang::RecursiveASTVisitor<Functions> {
public:
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitFunctionDecl(clang::FunctionDecl* f) {
    if (f->doesThisDeclarationHaveABody() && seen_.insert(f).second) all.push_back(f);
    const auto* attr = f->getAttr<clang::CUDAGlobalAttr>();
    const auto kind = f->getTemplateSpecializationKind();
    if (attr && (kind == clang::TSK_ExplicitInstantiationDefinition ||
                 kind == clang::TSK_ExplicitInstantiationDeclaration))
      specialised.insert(f->getPointOfInstantiation());
    if (attr && kind == clang::TSK_ExplicitSpecialization)
      specialised.insert(f->getLocation());
    else if (attr && !attr->isInherited())
      said.emplace(attr->getLocation(), f->getLocation());
    return true;
  }
  bool VisitFunctionTemplateDecl(clang::FunctionTemplateDecl* t) {
    const clang::FunctionDecl* pattern = t->getTemplatedDecl();
    if (pattern->hasAttr<clang::CUDAGlobalAttr>() && pattern->doesThisDeclarationHaveABody())
      templates.push_back(t);
    return true;
  }

  std::vector<clang::FunctionDecl*> all;
  std::vector<clang::FunctionTemplateDecl*> templates;
  std::set<std::pair<clang::SourceLocation, clang::SourceLocation>> said; // attribute, name
  // Names of explicit specializations and instantiations, whose attribute Clang takes from the
  // template.
  std::set<clang::SourceLocation> specialised;

private:
  std::unordered_set<const clang::FunctionDecl*> seen_; // an instance is in two places
};

bool is_empty(const clang::Stmt* body) {
  const auto* compound = llvm::dyn_cast_or_null<clang::CompoundStmt>(body);
  return compound && compound->body_empty();
}

using Accepts = bool (*)(const clang::CXXDestructorDecl&);

// Are all destructors of it and of its parts that somebody wrote of a kind?
bool is_destroyed(clang::QualType type, const Accepts& accepts) {
  const clang::CXXRecordDecl* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!record || !type.isDestructedType()) return true;
  const clang::CXXDestructorDecl* own = record->getDestructor();
  if (!own || (own->isUserProvided() && !accepts(*own))) return false;
  const auto part = [&](const auto& p) { return is_destroyed(p.getType(), accepts); };
  return llvm::all_of(record->bases(), part) &&
         llvm::all_of(record->fields(), [&](const clang::FieldDecl* f) { return part(*f); });
}

bool does_nothing(const clang::CXXDestructorDecl& d) { return is_empty(d.getBody()); }
// No device can run it.
bool is_of_host(const clang::CXXDestructorDecl& d) {
  return does_nothing(d) || !d.hasAttr<clang::CUDADeviceAttr>();
}

// A launch of a template whose arguments Clang does not find.
class OpenLaunches : public clang::RecursiveASTVisitor<OpenLaunches> {
public:
  explicit OpenLaunches(const clang::FunctionTemplateDecl& kernel) : kernel_(kernel) {}
  bool VisitUnresolvedLookupExpr(clang::UnresolvedLookupExpr* e) {
    for (const clang::NamedDecl* d : e->decls())
      if (d->getUnderlyingDecl()->getCanonicalDecl() == kernel_.getCanonicalDecl())
        at = e->getNameLoc();
    return at.isInvalid();
  }
  // its instances are functions of their own
  bool TraverseLambdaExpr(clang::LambdaExpr* e) {
    return e->isGenericLambda() || RecursiveASTVisitor::TraverseLambdaExpr(e);
  }
  clang::SourceLocation at;

private:
  const clang::FunctionTemplateDecl& kernel_;
};

class Finder {
public:
  Finder(Unit& unit, clang::Sema& sema, Collector& collector)
      : unit_(unit), collector_(collector), instances_(sema, collector),
        asked_(asked_instances(unit.ctx.options.kernels)) {}

  std::vector<clang::FunctionDecl*> run(const MacrosSeen& seen) {
    Functions before;
    before.TraverseAST(*unit_.ast);
    make_asked(before);
    for (clang::FunctionTemplateDecl* t : before.templates)
      add_template(*t, before.all);
    Functions functions;
    functions.TraverseAST(*unit_.ast);
    for (clang::FunctionDecl* f : functions.all)
      add(*f);
    add_lost(functions, seen);
    order();
    return std::move(functions.all);
  }

private:
  struct Found {
    clang::SourceLocation at;
    KernelCode kernel;
  };

  KernelCode describe(const clang::FunctionDecl& f) const {
    KernelCode kernel;
    kernel.name = f.getNameAsString();
    kernel.scope = scope_of(f);
    kernel.loc = unit_.loc(f.getLocation());
    kernel.decl = &f;
    return kernel;
  }

  // Only named kernels are looked at where the command line names any.
  bool is_wanted(const KernelCode& kernel) const {
    const auto& names = unit_.ctx.options.kernels;
    return names.empty() || std::ranges::any_of(names, [&](const std::string& name) {
             return name == kernel.name || name == kernel.scope + kernel.name;
           });
  }

  void make_asked(const Functions& functions);
  void add_template(clang::FunctionTemplateDecl& t, const std::vector<clang::FunctionDecl*>& all);
  void add_open_launch(clang::FunctionTemplateDecl& t,
                       const std::vector<clang::FunctionDecl*>& all);
  void add_failed(clang::FunctionTemplateDecl& t, const Instance& instance);
  void add(clang::FunctionDecl& f);
  void add_lost(const Functions& functions, const MacrosSeen& seen);
  void add_lost(clang::SourceLocation at, std::string reason);
  void add_unread(const ClangError& error, const MacrosSeen& seen);
  void order();

  Unit& unit_;
  Collector& collector_;
  Instances instances_;
  std::vector<AskedInstance> asked_;
  std::map<const clang::FunctionDecl*, Instance> chosen_;
  std::map<const clang::FunctionDecl*, std::string> asked_names_;
  std::vector<Found> found_;
};

void Finder::make_asked(const Functions& functions) {
  if (asked_.empty()) return;
  const auto declared = find_declarations(asked_, *unit_.ast);
  for (std::size_t i = 0; i < asked_.size(); ++i)
    for (clang::FunctionTemplateDecl* t : functions.templates) {
      const KernelCode kernel = describe(*t->getTemplatedDecl());
      const bool is_meant = asked_[i].name == kernel.name &&
                            (asked_[i].scope.empty() || asked_[i].scope == kernel.scope);
      if (!is_meant) continue;
      if (i >= declared.size()) {
        unit_.ctx.report(Severity::error, kernel.loc,
                         asked_[i].text() + ": the file's end is not understood");
        continue;
      }
      const Instance instance = instances_.make(*t, declared[i]);
      if (!instance.decl) {
        const std::string why = instance.error ? instance.error->message : "it has no instance";
        unit_.ctx.report(Severity::error, kernel.loc, asked_[i].text() + ": " + why);
        continue;
      }
      asked_names_[instance.decl] = asked_[i].text();
      chosen_[instance.decl] = instance;
      chosen_[instance.decl].has_numbers = false; // the user names it
    }
}

void Finder::add_template(clang::FunctionTemplateDecl& t,
                          const std::vector<clang::FunctionDecl*>& all) {
  const KernelCode kernel = describe(*t.getTemplatedDecl());
  if (!is_wanted(kernel)) return;
  if (t.getDeclContext()->isDependentContext()) return;
  add_open_launch(t, all);
  for (const clang::FunctionDecl* f : t.specializations())
    if (f->getTemplateSpecializationKind() != clang::TSK_ExplicitSpecialization && f->hasBody() &&
        !asked_names_.contains(f))
      return;
  for (const Instance& instance : instances_.choose(t))
    if (instance.decl)
      chosen_[instance.decl] = instance;
    else
      add_failed(t, instance);
}

// What that launch says is not known: no other instance may stand for it.
void Finder::add_open_launch(clang::FunctionTemplateDecl& t,
                             const std::vector<clang::FunctionDecl*>& all) {
  for (clang::FunctionDecl* f : all) {
    if (f->isDependentContext()) continue;
    OpenLaunches launches(t);
    launches.TraverseDecl(f);
    if (launches.at.isInvalid()) continue;
    KernelCode kernel = describe(*t.getTemplatedDecl());
    kernel.problems.emplace_back("the template arguments of a launch are not understood",
                                 unit_.loc(launches.at));
    found_.push_back({t.getLocation(), std::move(kernel)});
    return;
  }
}

void Finder::add_failed(clang::FunctionTemplateDecl& t, const Instance& instance) {
  KernelCode kernel = describe(*t.getTemplatedDecl());
  std::string with;
  for (const std::string& assumed : instance.assumed)
    with += (with.empty() ? "where " : " and ") + assumed;
  const std::string why = instance.error ? instance.error->message : "it has no instance";
  kernel.problems.emplace_back("a template that nothing gives arguments" +
                                   (with.empty() ? "" : "; " + with) + ": " + why,
                               unit_.loc(instance.error ? instance.error->at : t.getLocation()));
  found_.push_back({t.getLocation(), std::move(kernel)});
}

void Finder::add(clang::FunctionDecl& f) {
  if (!f.hasAttr<clang::CUDAGlobalAttr>() || f.isDependentContext()) return;
  KernelCode kernel = describe(f);
  const auto chosen = chosen_.find(&f);
  // what was tried and does not compile
  if (f.getTemplateInstantiationPattern() && instances_.failed(f)) return;
  kernel.name = kernel_name(f);
  if (chosen != chosen_.end()) {
    for (const std::string& text : chosen->second.assumed)
      kernel.assumed.emplace_back(text, "template: no launch gives it");
    kernel.is_guess = chosen->second.has_numbers;
  }
  // the host's copy is destroyed, or the device's: CUDA leaves open which, and when, but no device
  // runs what is the host's alone
  for (const clang::ParmVarDecl* parameter : f.parameters()) {
    if (is_destroyed(parameter->getType(), does_nothing)) continue;
    if (is_destroyed(parameter->getType(), is_of_host))
      kernel.assumed.emplace_back("the host frees nothing that the kernel uses when it destroys " +
                                      parameter->getNameAsString(),
                                  "a parameter with a destructor");
    else
      kernel.problems.emplace_back("a kernel's parameter with a destructor",
                                   unit_.loc(parameter->getLocation()));
  }
  if (const auto it = asked_names_.find(&f); it != asked_names_.end()) kernel.name = it->second;
  found_.push_back({f.getLocation(), std::move(kernel)});
}

// Each `__global__` is part of a declaration that Clang keeps; what it drops is a kernel that
// nobody looked at.
void Finder::add_lost(const Functions& functions, const MacrosSeen& seen) {
  const clang::SourceManager& sources = unit_.ast->getSourceManager();
  std::map<clang::SourceLocation, unsigned> covered;
  const clang::LangOptions& language = unit_.ast->getLangOpts();
  for (const auto& [attribute, name] : functions.said)
    ++covered[sources.getExpansionLoc(attribute)];
  for (const clang::SourceLocation name : functions.specialised)
    for (const auto& [at, count] : seen.global)
      covered[at] += is_of_declaration(at, name, sources, language);
  for (const auto& [at, count] : seen.global) {
    if (covered[at] >= count) continue;
    std::string reason = "a kernel whose declaration does not compile";
    for (const ClangError& error : collector_.errors)
      if (error.at.isValid() && unit_.loc(error.at).line == unit_.loc(at).line)
        reason += ": " + error.message;
    add_lost(at, std::move(reason));
  }
  if (collector_.last) add_unread(collector_.errors[*collector_.last], seen);
}

void Finder::add_lost(clang::SourceLocation at, std::string reason) {
  KernelCode kernel;
  kernel.name = name_after(at, unit_.ast->getSourceManager(), unit_.ast->getLangOpts());
  kernel.loc = unit_.loc(at);
  kernel.problems.emplace_back(std::move(reason), kernel.loc);
  found_.push_back({at, std::move(kernel)});
}

// In what stands behind the last error, whether a condition of the preprocessor leaves it out or
// not.
void Finder::add_unread(const ClangError& error, const MacrosSeen& seen) {
  const clang::SourceManager& sources = unit_.ast->getSourceManager();
  const clang::SourceLocation from = sources.getExpansionLoc(error.at);
  const clang::SourceLocation end = sources.getLocForEndOfFile(sources.getFileID(from));
  for_each_word({from, end}, *unit_.ast, [&](llvm::StringRef word, clang::SourceLocation at) {
    if (word == "__global__" && !seen.global.contains(at))
      add_lost(at, "a kernel behind what ends the reading of the file: " + error.message);
  });
}

void Finder::order() {
  clang::BeforeThanCompare<clang::SourceLocation> before(unit_.ast->getSourceManager());
  std::ranges::sort(found_, [&](const Found& a, const Found& b) {
    return a.at == b.at ? a.kernel.name < b.kernel.name : before(a.at, b.at);
  });
  for (Found& found : found_)
    unit_.kernels.push_back(std::move(found.kernel));
}

} // namespace

std::vector<clang::FunctionDecl*> find_kernels(Unit& unit, clang::Sema& sema, Collector& collector,
                                               const MacrosSeen& seen) {
  return Finder(unit, sema, collector).run(seen);
}

} // namespace heddle::cuda
