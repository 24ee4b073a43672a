#include "cuda/parse/lost/macros_seen.hpp"

#include "cuda/parse/text.hpp"

#include <clang/Lex/Lexer.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include <cctype>

namespace heddle::cuda {

namespace {

class Watch : public clang::PPCallbacks {
public:
  Watch(clang::Preprocessor& preprocessor, MacrosSeen& seen)
      : preprocessor_(preprocessor), sources_(preprocessor.getSourceManager()), seen_(seen) {}
  void MacroExpands(const clang::Token& name, const clang::MacroDefinition&, clang::SourceRange,
                    const clang::MacroArgs*) override {
    if (name.getIdentifierInfo()->isStr("__global__"))
      ++seen_.global[sources_.getExpansionLoc(name.getLocation())];
    asked(name.getIdentifierInfo()->getName(), name.getLocation());
  }
  void Defined(const clang::Token& name, const clang::MacroDefinition&,
               clang::SourceRange) override {
    asked(name.getIdentifierInfo()->getName(), name.getLocation());
  }
  void Ifdef(clang::SourceLocation, const clang::Token& name,
             const clang::MacroDefinition&) override {
    asked(name.getIdentifierInfo()->getName(), name.getLocation());
  }
  void Ifndef(clang::SourceLocation, const clang::Token& name,
              const clang::MacroDefinition&) override {
    asked(name.getIdentifierInfo()->getName(), name.getLocation());
  }

  void If(clang::SourceLocation, clang::SourceRange condition, ConditionValueKind) override {
    asked_in(condition);
  }
  void Elif(clang::SourceLocation, clang::SourceRange condition, ConditionValueKind,
            clang::SourceLocation) override {
    asked_in(condition);
  }

private:
  void asked(llvm::StringRef name, clang::SourceLocation at) {
    if (!name.starts_with(arch_macro) || is_foreign(at, sources_)) return;
    seen_.arch = true;
    if (name != "__CUDA_ARCH__" && !preprocessor_.isMacroDefined(name))
      seen_.other_arch.insert(name.str());
  }

  // A name that is no macro is 0 there, and no expansion.
  void asked_in(clang::SourceRange condition) {
    const auto range = clang::CharSourceRange::getTokenRange(condition);
    const llvm::StringRef text =
        clang::Lexer::getSourceText(range, sources_, preprocessor_.getLangOpts());
    for (std::size_t at = text.find(arch_macro); at != llvm::StringRef::npos;
         at = text.find(arch_macro, at + 1))
      asked(text.substr(at).take_while([](char c) { return std::isalnum(c) != 0 || c == '_'; }),
            condition.getBegin());
  }

  static constexpr llvm::StringRef arch_macro{"__CUDA_ARCH_"};

  clang::Preprocessor& preprocessor_;
  const clang::SourceManager& sources_;
  MacrosSeen& seen_;
};

} // namespace

void watch_macros(clang::Preprocessor& preprocessor, MacrosSeen& seen) {
  preprocessor.addPPCallbacks(std::make_unique<Watch>(preprocessor, seen));
}

} // namespace heddle::cuda
