#include "cuda/parse/global_tokens.hpp"

#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

namespace heddle::cuda {

namespace {

class Watch : public clang::PPCallbacks {
public:
  Watch(const clang::SourceManager& sources, GlobalTokens& tokens)
      : sources_(sources), tokens_(tokens) {}
  void MacroExpands(const clang::Token& name, const clang::MacroDefinition&, clang::SourceRange,
                    const clang::MacroArgs*) override {
    if (name.getIdentifierInfo()->isStr("__global__"))
      ++tokens_[sources_.getExpansionLoc(name.getLocation())];
  }

private:
  const clang::SourceManager& sources_;
  GlobalTokens& tokens_;
};

} // namespace

void watch_global_tokens(clang::Preprocessor& preprocessor, GlobalTokens& tokens) {
  preprocessor.addPPCallbacks(std::make_unique<Watch>(preprocessor.getSourceManager(), tokens));
}

} // namespace heddle::cuda
