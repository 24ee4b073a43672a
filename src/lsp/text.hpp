// The text of an open file: its lines, positions as LSP counts them, and its kernels.
#pragma once
#include <nlohmann/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::lsp {

// "file:///a%20b.cu" to "/a b.cu"; "" for what is no file. And back, also from a relative path.
std::string path_of(const std::string& uri);
std::string uri_of(const std::string& path);

class Lines {
public:
  explicit Lines(const std::string& text);

  // Without its end; empty beyond the text. Lines count from 0.
  std::string_view line(std::size_t number) const;
  std::size_t count() const { return starts_.size(); }
  // LSP counts UTF-16 units from 0, Heddle bytes from 1; `line` counts from 1.
  nlohmann::json position(std::size_t line, std::size_t column) const;
  // The byte in the text that an LSP position means; its end where there is no such place.
  std::size_t offset(const nlohmann::json& position) const;
  // From a line and column of Heddle to the end of what stands there: a name with its indices, a
  // call with its arguments.
  nlohmann::json range(std::size_t line, std::size_t column) const;
  std::size_t line_of(std::size_t offset) const; // from 0

private:
  std::string text_;
  std::vector<std::size_t> starts_;
};

// A kernel as it stands in the text; kernels that macros make are not among these.
struct KernelText {
  std::string name;
  std::size_t begin = 0;           // of `__global__`
  std::size_t open = 0, close = 0; // of the braces around its body
};
std::vector<KernelText> kernels_in(const std::string& text);

// The same text with spaces for comments and literals.
std::string code_alone(const std::string& text);

// The one kernel in whose body all differs that differs between two texts: then the results of the
// others hold as they were. Nothing where a preprocessor's line or an option in a comment is in it.
struct Change {
  std::string kernel;
  std::size_t first_line = 0, last_line = 0; // of the body before, from 1
  std::ptrdiff_t lines = 0;                  // that came in
};
std::optional<Change> only_change(const std::string& before, const std::string& after);

} // namespace heddle::lsp
