// Parts of a file that are not read because a macro is not defined.
#pragma once
#include <string>
#include <vector>

namespace clang {
class Preprocessor;
} // namespace clang

namespace heddle::cuda {

// Behind `#ifdef NAME`, `#if defined(NAME)` or `#if NAME`.
struct HiddenPart {
  std::string macro;
  std::string text;
  std::string place; // "f.cuh:12" of the directive
};

// While the file is read, `parts` gets those that neither our headers nor the system's hold.
void watch_hidden(clang::Preprocessor& preprocessor, std::vector<HiddenPart>& parts);

// Does the text hold the word, not as a part of another?
bool has_word(const std::string& text, const std::string& word);

} // namespace heddle::cuda
