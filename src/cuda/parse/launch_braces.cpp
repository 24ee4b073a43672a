#include "cuda/parse/launch_braces.hpp"

#include <clang/Lex/Preprocessor.h>

#include <memory>
#include <utility>

namespace heddle::cuda {

namespace {

constexpr unsigned sizes = 2; // of the grid and of the block: the first arguments

} // namespace

void LaunchBraces::see(clang::Token& token) {
  if (token.is(clang::tok::lesslessless)) {
    is_open_ = is_first_ = true;
    depth_ = argument_ = 0;
    return;
  }
  if (!is_open_) return;
  const bool is_first = std::exchange(is_first_, false);
  if (token.isOneOf(clang::tok::l_paren, clang::tok::l_square, clang::tok::l_brace)) {
    // what the parser may come back to is kept as it was read
    if (token.is(clang::tok::l_brace) && is_first && argument_ < sizes &&
        !preprocessor_.isBacktrackEnabled())
      name_type(token);
    ++depth_;
  } else if (token.isOneOf(clang::tok::r_paren, clang::tok::r_square, clang::tok::r_brace)) {
    is_open_ = depth_ != 0;
    --depth_;
  } else if (token.is(clang::tok::comma) && depth_ == 0) {
    ++argument_;
    is_first_ = true;
  } else if (token.is(clang::tok::greatergreatergreater) && depth_ == 0) {
    is_open_ = false;
  }
}

void LaunchBraces::name_type(clang::Token& brace) {
  auto behind = std::make_unique<clang::Token[]>(2);
  behind[1] = brace;
  clang::Token& name = behind[0];
  name.startToken();
  name.setKind(clang::tok::identifier);
  name.setIdentifierInfo(preprocessor_.getIdentifierInfo("dim3"));
  name.setLocation(brace.getLocation());
  brace.setKind(clang::tok::coloncolon);
  preprocessor_.EnterTokenStream(std::move(behind), 2, /*DisableMacroExpansion=*/true,
                                 /*IsReinject=*/true);
}

} // namespace heddle::cuda
