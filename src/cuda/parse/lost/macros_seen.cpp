#include "cuda/parse/lost/macros_seen.hpp"

#include "cuda/parse/text.hpp"

#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

namespace heddle::cuda {

namespace {

class Watch : public clang::PPCallbacks {
public:
  Watch(const clang::SourceManager& sources, MacrosSeen& seen) : sources_(sources), seen_(seen) {}
  void MacroExpands(const clang::Token& name, const clang::MacroDefinition&, clang::SourceRange,
                    const clang::MacroArgs*) override {
    if (name.getIdentifierInfo()->isStr("__global__"))
      ++seen_.global[sources_.getExpansionLoc(name.getLocation())];
    asked(name);
  }
  void Defined(const clang::Token& name, const clang::MacroDefinition&,
               clang::SourceRange) override {
    asked(name);
  }
  void Ifdef(clang::SourceLocation, const clang::Token& name,
             const clang::MacroDefinition&) override {
    asked(name);
  }
  void Ifndef(clang::SourceLocation, const clang::Token& name,
              const clang::MacroDefinition&) override {
    asked(name);
  }

private:
  void asked(const clang::Token& name) {
    if (seen_.arch || !name.getIdentifierInfo()->isStr("__CUDA_ARCH__")) return;
    seen_.arch = !is_foreign(name.getLocation(), sources_);
  }

  const clang::SourceManager& sources_;
  MacrosSeen& seen_;
};

} // namespace

void watch_macros(clang::Preprocessor& preprocessor, MacrosSeen& seen) {
  preprocessor.addPPCallbacks(std::make_unique<Watch>(preprocessor.getSourceManager(), seen));
}

} // namespace heddle::cuda
