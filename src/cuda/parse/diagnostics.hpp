// What Clang says about a file: errors with their places, headers that are not there.
#pragma once
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceLocation.h>

#include <string>
#include <vector>

namespace heddle::cuda {

struct ClangError {
  clang::SourceLocation at;
  std::string message;
};

class Collector : public clang::DiagnosticConsumer {
public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& diagnostic) override;

  std::vector<ClangError> errors;
  std::vector<ClangError> missing_headers;
};

} // namespace heddle::cuda
