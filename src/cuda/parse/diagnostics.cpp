#include "cuda/parse/diagnostics.hpp"

#include "cuda/parse/lost/harmless.hpp"
#include "cuda/parse/wrappers.hpp"

#include <clang/Basic/DiagnosticAST.h>
#include <clang/Basic/DiagnosticLex.h>
#include <clang/Basic/DiagnosticParse.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Sema.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallString.h>

namespace heddle::cuda {

namespace {

// A kernel named on the device: the statement is lost.
bool is_launch_by_device(const clang::Diagnostic& diagnostic) {
  if (diagnostic.getID() != clang::diag::err_ref_bad_target) return false;
  const auto global = static_cast<std::int64_t>(clang::CUDAFunctionTarget::Global);
  const bool is_signed = diagnostic.getArgKind(0) == clang::DiagnosticsEngine::ak_sint;
  return (is_signed ? diagnostic.getArgSInt(0)
                    : static_cast<std::int64_t>(diagnostic.getArgUInt(0))) == global;
}

// "gnu::__foo__" -> "foo"
std::string plain_name(llvm::StringRef attribute) {
  return attribute.substr(attribute.rfind(':') + 1).trim().trim('_').str();
}

// "unknown attribute 'gnu::__foo__' ignored" -> "foo"
std::string attribute_of(llvm::StringRef message) {
  return plain_name(message.split('\'').second.split('\'').first);
}

// [[nodiscard]] and its like behind `__device__`, where Clang leaves attributes out: are all of
// them such that nothing else may be said of them?
bool are_harmless_attributes(const clang::Diagnostic& diagnostic) {
  const clang::SourceManager& sources = diagnostic.getSourceManager();
  const clang::SourceLocation at = diagnostic.getLocation();
  if (at.isInvalid() || at.isMacroID()) return false;
  const auto [file, offset] = sources.getDecomposedLoc(at);
  llvm::StringRef text = sources.getBufferData(file).drop_front(offset);
  if (!text.starts_with("[[")) return false;
  while (text.consume_front("[[")) {
    const std::size_t end = text.find("]]");
    if (end == llvm::StringRef::npos) return false;
    llvm::SmallVector<llvm::StringRef> names;
    text.take_front(end).split(names, ',');
    for (const llvm::StringRef name : names)
      if (!is_harmless_attribute(plain_name(name))) return false;
    text = text.drop_front(end + 2).ltrim();
  }
  return !text.starts_with("alignas") && !text.starts_with("#") && !text.starts_with("/");
}

// "'nodiscard' attribute cannot be applied to types": before the name of a constructor.
bool is_of_harmless_attribute(const clang::Diagnostic& diagnostic) {
  llvm::SmallString<128> text;
  diagnostic.FormatDiagnostic(text);
  return is_harmless_attribute(attribute_of(text));
}

// Errors that say nothing about what the code means: host functions (not kernels) named on the
// device, whose definitions are there all the same, a header in <..> that only ".." finds, and what
// nvcc takes: sizeof(T::U) of a type in a template, which Clang goes on with as such, attributes
// behind those of GNU, and `__restrict__` of what is no pointer, which Clang leaves out.
bool is_harmless(const clang::Diagnostic& diagnostic) {
  switch (diagnostic.getID()) {
  case clang::diag::err_ref_bad_target:
  case clang::diag::err_ref_bad_target_global_initializer:
  case clang::diag::err_pp_file_not_found_angled_include_not_fatal:
  case clang::diag::err_typecheck_invalid_restrict_not_pointer:
    return true;
  case clang::diag::err_attributes_not_allowed:
    return are_harmless_attributes(diagnostic);
  case clang::diag::err_attribute_not_type_attr:
    return is_of_harmless_attribute(diagnostic);
  case clang::diag::err_typename_missing:
    return diagnostic.getNumFixItHints() > 0; // without, the expression is lost
  default:
    return false;
  }
}

void add_instances(const clang::Sema& sema, ClangError& error) {
  for (const auto& context : llvm::reverse(sema.CodeSynthesisContexts)) {
    if (context.Kind == clang::Sema::CodeSynthesisContext::Memoization) continue;
    if (context.Kind == clang::Sema::CodeSynthesisContext::TemplateInstantiation && context.Entity)
      error.within.push_back(context.Entity);
    error.asked_from = context.PointOfInstantiation;
  }
}

// The rest of the line of a pragma, behind the word; and where the next line begins.
std::pair<llvm::StringRef, clang::SourceLocation> pragma_at(clang::SourceLocation at,
                                                            const clang::SourceManager& sources) {
  const auto [file, offset] = sources.getDecomposedSpellingLoc(at);
  const llvm::StringRef text = sources.getBufferData(file);
  const std::size_t start = text.take_front(offset).rfind('\n') + 1;
  const std::size_t end = std::min(text.find('\n', offset), text.size());
  llvm::StringRef line = text.slice(start, end);
  const std::size_t word = line.find("pragma");
  if (word != llvm::StringRef::npos) line = line.drop_front(word + 6);
  const llvm::StringRef rest = text.drop_front(end);
  const auto ahead = static_cast<int>(end + rest.size() - rest.ltrim().size() - offset);
  return {line.trim(" \t\r\")"), at.isMacroID() ? at : at.getLocWithOffset(ahead)};
}

// #error in a header: mostly that nobody has configured it.
bool is_objection_of_header(const clang::Diagnostic& diagnostic) {
  if (diagnostic.getID() != clang::diag::err_pp_hash_error) return false;
  const clang::SourceManager& sources = diagnostic.getSourceManager();
  return !sources.isInMainFile(sources.getExpansionLoc(diagnostic.getLocation()));
}

bool is_of_grammar(const clang::Diagnostic& diagnostic) {
  using Ids = clang::DiagnosticIDs;
  return Ids::getCategoryNameFromID(Ids::getCategoryNumberForDiag(diagnostic.getID())) ==
         "Parse Issue";
}

bool is_pragma(llvm::StringRef group) { return group.contains("pragma"); }

} // namespace

// An error takes a statement or an expression away from the functions around it, so that they may
// have another value than they seem to: they are no constants. What asks for one is an error then.
void Collector::take_as_not_constant(const std::string& why) {
  for (clang::DeclContext* around = sema->CurContext; around; around = around->getParent())
    if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(around);
        function && function->isConstexpr()) {
      function->setConstexprKind(clang::ConstexprSpecKind::Unspecified);
      not_constant_.try_emplace(function->getCanonicalDecl(), why);
    }
}

// The error that was told last is of a constant that needs such a function: why it is none says
// more.
void Collector::explain_not_constant(const clang::Diagnostic& note) {
  if (note.getID() != clang::diag::note_constexpr_invalid_function || errors.empty()) return;
  const auto* function = reinterpret_cast<const clang::NamedDecl*>(note.getRawArg(2));
  const auto why = not_constant_.find(function->getCanonicalDecl());
  if (why == not_constant_.end()) return;
  errors.back().message +=
      ", as '" + function->getNameAsString() + "' does not compile: " + why->second;
}

void Collector::ignored(clang::SourceLocation at, std::string message, llvm::StringRef group,
                        const clang::SourceManager& sources) {
  if (!is_pragma(group)) {
    if (!is_harmless_attribute(attribute_of(message)))
      errors.push_back({at, std::move(message), {}, {}});
    return;
  }
  const auto [text, next] = pragma_at(at, sources);
  if (is_harmless_pragma(text)) return;
  // what follows is what it is attached to; a pragma of layouts is in force up to the file's end
  errors.push_back({is_pragma_of_layout(text) ? at : next, std::move(message), {}, {}});
}

void Collector::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                 const clang::Diagnostic& diagnostic) {
  const bool launches = is_launch_by_device(diagnostic);
  if (level == clang::DiagnosticsEngine::Note) explain_not_constant(diagnostic);
  if (level < clang::DiagnosticsEngine::Warning || (!launches && is_harmless(diagnostic))) return;
  llvm::SmallString<128> text;
  if (launches)
    text = "a kernel that the device launches is not followed: it runs beside this one";
  else
    diagnostic.FormatDiagnostic(text);
  if (level == clang::DiagnosticsEngine::Warning) {
    if (diagnostic.getLocation().isValid())
      ignored(diagnostic.getLocation(), text.str().str(),
              clang::DiagnosticIDs::getWarningOptionForDiag(diagnostic.getID()),
              diagnostic.getSourceManager());
    return;
  }
  if (diagnostic.getID() == clang::diag::err_typename_missing)
    note_missing_typename(diagnostic, types);
  note_wrapper(diagnostic, wrappers);
  auto& to = diagnostic.getID() == clang::diag::err_pp_file_not_found ? missing_headers
             : is_objection_of_header(diagnostic)                     ? objections
                                                                      : errors;
  to.push_back(
      {diagnostic.getLocation(), text.str().str(), {}, {}, !launches, is_of_grammar(diagnostic)});
  if (diagnostic.getID() == clang::diag::err_bracket_depth_exceeded) last = errors.size() - 1;
  if (!sema) return;
  add_instances(*sema, to.back());
  take_as_not_constant(to.back().message);
  // what a header turns out to be where it is used
  if (to.back().within.empty() && diagnostic.getLocation().isValid() &&
      diagnostic.getSourceManager().isInSystemHeader(diagnostic.getLocation()))
    if (const clang::FunctionDecl* user = sema->getCurFunctionDecl(true))
      to.back().within.push_back(user);
}

} // namespace heddle::cuda
