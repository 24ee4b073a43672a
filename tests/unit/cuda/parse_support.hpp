// Source text in, AST text out.
#pragma once
#include "cuda/syntax/ast_print.hpp"
#include "cuda/syntax/parse.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

namespace heddle::cuda {

// Files of one test, in a folder of their own that goes with it.
class TestFiles {
public:
  TestFiles() {
    std::string pattern = (std::filesystem::temp_directory_path() / "heddle-cuda-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~TestFiles() { std::filesystem::remove_all(folder_); }
  TestFiles(const TestFiles&) = delete;
  TestFiles& operator=(const TestFiles&) = delete;

  std::string write(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = std::filesystem::path(folder_) / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }
  const std::string& folder() const { return folder_; }

private:
  std::string folder_;
};

inline TranslationUnit parse_text(const std::string& source, Ctx& ctx) {
  const TestFiles files;
  const auto tokens = preprocess(files.write("test.cu", source), ctx);
  return tokens ? parse(*tokens, 0, ctx) : TranslationUnit{};
}

inline std::string ast(const std::string& source) {
  Ctx ctx;
  return to_string(parse_text(source, ctx));
}

// The AST of one expression, or the message that refuses it.
inline std::string expr(const std::string& source) {
  Ctx ctx;
  const ExprPtr parsed = parse_expression(source, "test", ctx);
  if (parsed) return to_string(parsed);
  return ctx.diagnostics.empty() ? "" : ctx.diagnostics[0].message;
}

} // namespace heddle::cuda
