// `kernel<<<blocks, {16, 16}>>>(..)`: nvcc takes a list in braces as the size of a grid or block,
// where Clang's parser wants an expression.
#pragma once

namespace clang {
class Preprocessor;
class Token;
} // namespace clang

namespace heddle::cuda {

// Gives such a list its type, `::dim3{16, 16}`, on the way to the parser.
class LaunchBraces {
public:
  explicit LaunchBraces(clang::Preprocessor& preprocessor) : preprocessor_(preprocessor) {}

  void see(clang::Token& token);

private:
  void name_type(clang::Token& brace);

  clang::Preprocessor& preprocessor_;
  bool is_open_ = false;  // behind `<<<`
  bool is_first_ = false; // of an argument
  unsigned depth_ = 0;    // of brackets behind `<<<`
  unsigned argument_ = 0;
};

} // namespace heddle::cuda
