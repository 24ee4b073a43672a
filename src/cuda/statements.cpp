#include "cuda/statements.hpp"

#include "cuda/parse/given_text.hpp"

#include <filesystem>

namespace heddle::cuda {

SourceTree read_statements(const std::string& path, Ctx& ctx,
                           const std::optional<std::string>& text) {
  SourceTree tree;
  parse_text(path, text, ctx, [&](Unit& unit) { tree = statements_of(unit); });
  // What is read behind the file for --kernel 'name<..>' is not text of it.
  std::error_code error;
  const auto size = text ? text->size() : std::filesystem::file_size(path, error);
  if (!error && size < tree.text.size()) tree.text.resize(size);
  return tree;
}

} // namespace heddle::cuda
