// Barriers into a text and out of it, in the manner of its author: line ends, indentation and
// comments stay.
#pragma once
#include "heddle/heddle.hpp"
#include "repair/layout.hpp"

#include <set>

namespace heddle::repair {

// Where a byte of a text stands.
Position position_at(const std::string& path, const std::string& text, std::size_t offset);

// A text with changes, and where its bytes come from.
class EditedText {
public:
  // `barriers`: the choices that are taken; those that stand in `original` and are not, go.
  EditedText(const SourceTree& tree, const Layout& layout, const std::set<ChoiceId>& barriers);

  const std::string& text() const { return text_; }
  // What was put into `original`, the text of `path`.
  std::vector<Insertion> insertions(const std::string& path, const std::string& original) const;
  // The same text with the changes of all of `parts`, which are in different functions.
  static std::string join(const std::string& original, const std::vector<EditedText>& parts);
  // What stands at a line and column, both counted from 1: a byte of the original, or a barrier
  // that was put in.
  struct Origin {
    std::size_t offset = 0;
    std::optional<ChoiceId> added = std::nullopt;
  };
  std::optional<Origin> origin(unsigned line, unsigned column) const;

private:
  struct Edit {
    std::size_t offset = 0, removed = 0;
    std::string inserted;
    std::vector<std::pair<std::size_t, ChoiceId>> barriers; // at bytes of `inserted`
  };
  class Writer;
  EditedText() = default;
  void apply(const std::string& original);

  std::vector<Edit> edits_;
  std::string text_;
  std::vector<std::size_t> lines_; // where each begins
};

} // namespace heddle::repair
