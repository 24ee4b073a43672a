// LLVM IR of what a file has for the device.
#pragma once
#include "cuda/parse/diagnostics.hpp"
#include "cuda/parse/unit.hpp"

#include <memory>

namespace clang {
class CodeGenerator;
class CompilerInstance;
class DiagnosticsEngine;
} // namespace clang

namespace heddle::cuda {

class DeviceCode {
public:
  explicit DeviceCode(clang::CompilerInstance& compiler);
  ~DeviceCode();
  clang::CodeGenerator& generator() { return *generator_; }
  // After all declarations were handed over: fills unit.device and the code of unit.kernels.
  void finish(Unit& unit);
  const clang::FunctionDecl* declaration(llvm::StringRef mangled) const;
  const clang::VarDecl* variable(const llvm::GlobalVariable& variable) const;
  std::vector<ClangError> errors; // what code could not be made of: then there is none at all

private:
  clang::CompilerInstance& compiler_;
  std::unique_ptr<llvm::LLVMContext> context_;
  std::unique_ptr<clang::DiagnosticsEngine> diagnostics_;
  std::unique_ptr<clang::CodeGenerator> generator_;
};

} // namespace heddle::cuda
