#include "cuda/parse/codegen.hpp"

#include "cuda/parse/precompiled.hpp"

#include <clang/AST/GlobalDecl.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Frontend/CompilerInstance.h>
#include <llvm/IR/LLVMContext.h>

namespace heddle::cuda {

namespace {

// Keeps what code generation cannot do.
class Errors : public clang::DiagnosticConsumer {
public:
  explicit Errors(std::vector<ClangError>& to) : to_(to) {}
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& diagnostic) override {
    if (level < clang::DiagnosticsEngine::Error) return;
    llvm::SmallString<128> text;
    diagnostic.FormatDiagnostic(text);
    to_.push_back({diagnostic.getLocation(), text.str().str(), {}, {}});
  }

private:
  std::vector<ClangError>& to_;
};

} // namespace

DeviceCode::DeviceCode(clang::CompilerInstance& compiler)
    : compiler_(compiler), context_(std::make_unique<llvm::LLVMContext>()) {
  // Code is made although the file has errors: what is wrong has lost its body.
  diagnostics_ = std::make_unique<clang::DiagnosticsEngine>(
      new clang::DiagnosticIDs, new clang::DiagnosticOptions, new Errors(errors));
  diagnostics_->setSourceManager(&compiler.getSourceManager());
  clang::CodeGenOptions& options = compiler.getCodeGenOpts();
  options.setDebugInfo(llvm::codegenoptions::FullDebugInfo); // places, names of variables
  options.DebugColumnInfo = true;
  options.DiscardValueNames = false; // the ends of loops are told by name (lower/structure.cpp)
  options.DisableO0ImplyOptNone = true;
  generator_.reset(clang::CreateLLVMCodeGen(
      *diagnostics_, "device", &compiler.getVirtualFileSystem(), compiler.getHeaderSearchOpts(),
      compiler.getPreprocessorOpts(), options, *context_));
  generator_->Initialize(compiler.getASTContext());
}

DeviceCode::~DeviceCode() = default;

void DeviceCode::finish(Unit& unit) {
  generator_->HandleTranslationUnit(compiler_.getASTContext());
  unit.device = generator_->GetModule();
  if (!unit.device) return;
  // Clang says of all variables of the device that the host may set them before a launch.
  for (llvm::GlobalVariable& v : unit.device->globals())
    if (const clang::VarDecl* decl = variable(v);
        decl && v.isConstant() && decl->getType().isConstant(compiler_.getASTContext()))
      v.setExternallyInitialized(false);
  for (KernelCode& kernel : unit.kernels) {
    if (!kernel.problems.empty() || !kernel.decl || !kernel.decl->hasBody()) continue;
    kernel.code = llvm::dyn_cast<llvm::Function>(
        generator_->GetAddrOfGlobal(clang::GlobalDecl(kernel.decl), false));
    if (kernel.code && kernel.code->isDeclaration()) kernel.code = nullptr;
  }
}

const clang::FunctionDecl* DeviceCode::declaration(llvm::StringRef mangled) const {
  if (const clang::Decl* decl = generator_->GetDeclForMangledName(mangled))
    return llvm::dyn_cast<clang::FunctionDecl>(decl);
  // One that code generation calls for another (vprintf for printf) was mangled for no declaration.
  const clang::ASTContext& ast = compiler_.getASTContext();
  const auto name = ast.Idents.find(mangled);
  if (name == ast.Idents.end()) return nullptr;
  for (const clang::NamedDecl* d : ast.getTranslationUnitDecl()->lookup(name->second))
    if (const auto* f = llvm::dyn_cast<clang::FunctionDecl>(d); f && f->isExternC()) return f;
  return nullptr;
}

const clang::VarDecl* DeviceCode::variable(const llvm::GlobalVariable& variable) const {
  if (const clang::Decl* decl = generator_->GetDeclForMangledName(variable.getName()))
    return llvm::dyn_cast<clang::VarDecl>(decl);
  return nullptr;
}

} // namespace heddle::cuda
