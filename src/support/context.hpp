// What every pass gets beside its input: options, source files, diagnostics. No globals.
#pragma once
#include "heddle/heddle.hpp"
#include "support/source.hpp"

#include <string>
#include <vector>

namespace heddle {

enum class Severity { note, warning, error };

struct Diagnostic {
  Severity severity = Severity::error;
  Loc loc;
  std::string message;
};

struct Ctx {
  Options options;
  SourceFiles files;
  std::vector<Diagnostic> diagnostics;
  std::vector<Input> inputs = {}; // as CheckResult has them
  bool options_fit = true;        // each option means something to some kernel of the file

  void report(Severity severity, Loc loc, std::string message) {
    diagnostics.push_back({severity, loc, std::move(message)});
  }
};

} // namespace heddle
