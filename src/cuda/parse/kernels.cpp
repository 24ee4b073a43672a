#include "cuda/parse/kernels.hpp"

#include "cuda/parse/precompiled.hpp"

#include <clang/Sema/Sema.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::cuda {

namespace {

class Functions : public clang::RecursiveASTVisitor<Functions> {
public:
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitFunctionDecl(clang::FunctionDecl* f) {
    if (f->doesThisDeclarationHaveABody()) all.push_back(f);
    return true;
  }
  std::vector<clang::FunctionDecl*> all;
};

std::string argument_text(const clang::TemplateArgument& argument, const clang::PrintingPolicy& policy) {
  llvm::SmallString<32> text;
  llvm::raw_svector_ostream out(text);
  if (argument.getKind() == clang::TemplateArgument::Integral) {
    if (argument.getIntegralType()->isBooleanType())
      out << (argument.getAsIntegral().getBoolValue() ? "true" : "false");
    else
      out << argument.getAsIntegral();
  } else if (argument.getKind() == clang::TemplateArgument::Pack) {
    bool first = true;
    for (const clang::TemplateArgument& element : argument.pack_elements()) {
      out << (first ? "" : ", ") << argument_text(element, policy);
      first = false;
    }
  } else {
    argument.print(policy, out, false);
  }
  return text.str().str();
}

std::string kernel_name(const clang::FunctionDecl& f) {
  std::string name = f.getNameAsString();
  const clang::TemplateArgumentList* arguments = f.getTemplateSpecializationArgs();
  if (!arguments) return name;
  name += "<";
  bool first = true;
  for (const clang::TemplateArgument& argument : arguments->asArray()) {
    const std::string text = argument_text(argument, f.getASTContext().getPrintingPolicy());
    if (text.empty()) continue;
    name += (first ? "" : ", ") + text;
    first = false;
  }
  return name + ">";
}

std::string scope_of(const clang::FunctionDecl& f) {
  const std::string qualified = f.getQualifiedNameAsString(), name = f.getNameAsString();
  return qualified.substr(0, qualified.size() - name.size());
}

} // namespace

std::vector<clang::FunctionDecl*> find_kernels(Unit& unit, clang::Sema&) {
  Functions functions;
  functions.TraverseDecl(unit.ast->getTranslationUnitDecl());
  for (clang::FunctionDecl* f : functions.all) {
    if (!f->hasAttr<clang::CUDAGlobalAttr>() || f->isDependentContext()) continue;
    KernelCode kernel;
    kernel.name = kernel_name(*f);
    kernel.scope = scope_of(*f);
    kernel.loc = unit.loc(f->getLocation());
    kernel.decl = f;
    unit.kernels.push_back(std::move(kernel));
  }
  return functions.all;
}

} // namespace heddle::cuda
