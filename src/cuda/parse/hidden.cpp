#include "cuda/parse/hidden.hpp"

#include "cuda/parse/text.hpp"

#include <clang/Basic/CharInfo.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

namespace heddle::cuda {

namespace {

// "defined(NAME)", "defined NAME" or "NAME" -> "NAME"; "": anything else.
std::string only_macro_of(llvm::StringRef condition) {
  condition = condition.trim();
  if (condition.consume_front("defined")) {
    condition = condition.trim();
    if (condition.consume_front("(") && !condition.consume_back(")")) return "";
    condition = condition.trim();
  }
  return clang::isValidAsciiIdentifier(condition) ? condition.str() : "";
}

// Names that the compiler has for itself, or the platform, are what they are.
bool is_of_users(llvm::StringRef macro) { return !macro.empty() && !macro.starts_with("_"); }

class Watch : public clang::PPCallbacks {
public:
  Watch(clang::Preprocessor& preprocessor, std::vector<HiddenPart>& parts)
      : preprocessor_(preprocessor), sources_(preprocessor.getSourceManager()), parts_(parts) {}

  void Ifdef(clang::SourceLocation, const clang::Token& name,
             const clang::MacroDefinition& definition) override {
    macro_ = definition ? "" : name.getIdentifierInfo()->getName().str();
  }
  void Ifndef(clang::SourceLocation, const clang::Token&, const clang::MacroDefinition&) override {
    macro_.clear();
  }
  void If(clang::SourceLocation, clang::SourceRange condition, ConditionValueKind value) override {
    macro_.clear();
    if (value != CVK_False) return;
    const std::string macro = only_macro_of(clang::Lexer::getSourceText(
        clang::CharSourceRange::getTokenRange(condition), sources_, preprocessor_.getLangOpts()));
    // one that is defined as 0 was decided on
    if (!macro.empty() && !preprocessor_.isMacroDefined(macro)) macro_ = macro;
  }
  // Directives within a part are not told of.
  void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation) override {
    const std::string macro = std::move(macro_);
    macro_.clear();
    if (!is_of_users(macro) || is_foreign(range.getBegin(), sources_)) return;
    const auto [file, from] = sources_.getDecomposedLoc(range.getBegin());
    const auto [end_file, to] = sources_.getDecomposedLoc(range.getEnd());
    const clang::PresumedLoc place = sources_.getPresumedLoc(range.getBegin());
    if (file != end_file || place.isInvalid()) return;
    parts_.push_back({macro, sources_.getBufferData(file).slice(from, to).str(),
                      std::string(place.getFilename()) + ":" + std::to_string(place.getLine())});
  }

private:
  clang::Preprocessor& preprocessor_;
  const clang::SourceManager& sources_;
  std::vector<HiddenPart>& parts_;
  std::string macro_; // of the directive before, where it hides what follows
};

} // namespace

void watch_hidden(clang::Preprocessor& preprocessor, std::vector<HiddenPart>& parts) {
  preprocessor.addPPCallbacks(std::make_unique<Watch>(preprocessor, parts));
}

bool has_word(const std::string& text, const std::string& word) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const bool starts =
        at == 0 || !clang::isAsciiIdentifierContinue(static_cast<unsigned char>(text[at - 1]));
    const std::size_t end = at + word.size();
    if (starts && (end == text.size() ||
                   !clang::isAsciiIdentifierContinue(static_cast<unsigned char>(text[end]))))
      return true;
  }
  return false;
}

} // namespace heddle::cuda
