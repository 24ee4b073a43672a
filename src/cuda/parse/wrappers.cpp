#include "cuda/parse/wrappers.hpp"

#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <array>

namespace heddle::cuda {

namespace {

llvm::StringRef take_word(llvm::StringRef& text) {
  const llvm::StringRef word = text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  text = text.drop_front(word.size()).ltrim();
  return word;
}

// cudaMalloc, cuInit, cublasSgemm, ..: a word of CUDA's before a capital.
bool is_of_cuda(llvm::StringRef name) {
  constexpr std::array<llvm::StringRef, 9> libraries{
      "cuda", "cu", "cublas", "cufft", "curand", "cusparse", "cusolver", "cudnn", "nccl"};
  return std::ranges::any_of(libraries, [&](llvm::StringRef library) {
    return name.starts_with(library) && name.size() > library.size() &&
           llvm::isUpper(name[library.size()]);
  });
}

// NAME(cudaMalloc(
bool is_around_call(llvm::StringRef text) {
  take_word(text);
  if (!text.consume_front("(")) return false;
  text = text.ltrim();
  text.consume_front("::");
  const llvm::StringRef called = take_word(text);
  return is_of_cuda(called) && text.starts_with("(");
}

} // namespace

void note_wrapper(const clang::Diagnostic& diagnostic, std::set<std::string>& to) {
  const clang::SourceLocation at = diagnostic.getLocation();
  if (diagnostic.getID() != clang::diag::err_undeclared_var_use || !at.isFileID()) return;
  const clang::SourceManager& sources = diagnostic.getSourceManager();
  const auto [file, offset] = sources.getDecomposedLoc(at);
  llvm::StringRef text = sources.getBufferData(file).drop_front(offset);
  if (is_around_call(text)) to.insert(take_word(text).str());
}

std::string define_wrapper(const std::string& name) { return "-D" + name + "(...)=(__VA_ARGS__)"; }

} // namespace heddle::cuda
