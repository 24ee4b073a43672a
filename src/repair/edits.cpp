#include "repair/edits.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace heddle::repair {

namespace {

bool is_space(char c) { return c == ' ' || c == '\t'; }

// Lines of a text, and what stands around a byte on its line.
class Lines {
public:
  explicit Lines(const std::string& text) : text_(text) {}

  std::size_t begin(std::size_t at) const {
    const std::size_t newline = at == 0 ? std::string::npos : text_.rfind('\n', at - 1);
    return newline == std::string::npos ? 0 : newline + 1;
  }
  // Before the line's end, "\n" or "\r\n".
  std::size_t end(std::size_t at) const {
    const std::size_t newline = std::min(text_.find('\n', at), text_.size());
    return newline > at && newline < text_.size() && text_[newline - 1] == '\r' ? newline - 1
                                                                                : newline;
  }
  std::string line_end(std::size_t at) const {
    const std::size_t e = end(at);
    if (e < text_.size()) return text_[e] == '\r' ? "\r\n" : "\n";
    return text_.find("\r\n") != std::string::npos ? "\r\n" : "\n";
  }
  std::string indent(std::size_t at) const {
    const std::size_t b = begin(at);
    std::size_t e = b;
    while (e < text_.size() && is_space(text_[e]))
      ++e;
    return text_.substr(b, e - b);
  }
  bool is_first(std::size_t at) const { return begin(at) + indent(at).size() == at; }
  // Is the rest of the line empty, or comments that end on it?
  bool is_last(std::size_t at) const {
    const std::size_t e = end(at);
    if (e > at && text_[e - 1] == '\\') return false;
    while (at < e) {
      if (is_space(text_[at])) {
        ++at;
      } else if (text_.compare(at, 2, "//") == 0) {
        return true;
      } else if (text_.compare(at, 2, "/*") == 0) {
        const std::size_t close = text_.find("*/", at + 2);
        if (close == std::string::npos || close + 2 > e) return false;
        at = close + 2;
      } else {
        return false;
      }
    }
    return true;
  }
  bool is_blank(std::size_t from, std::size_t to) const {
    return std::all_of(text_.begin() + std::ptrdiff_t(from), text_.begin() + std::ptrdiff_t(to),
                       is_space);
  }

private:
  const std::string& text_;
};

} // namespace

namespace {

// Instances of a template have the same text, but each leaves away other arms of `if constexpr`.
void unite(SourceStatement& a, const SourceStatement& b) {
  if (a.extent != b.extent || a.parts.size() != b.parts.size()) {
    if (a.parts.size() < b.parts.size()) a = b;
    return;
  }
  if (b.kind == SourceStatement::Kind::barrier) a.kind = b.kind;
  for (std::size_t i = 0; i < a.parts.size(); ++i)
    unite(a.parts[i], b.parts[i]);
}

} // namespace

Position position_at(const std::string& path, const std::string& text, std::size_t offset) {
  Position p{path, 1, 1};
  for (std::size_t i = 0; i < std::min(offset, text.size()); ++i) {
    p.column = text[i] == '\n' ? 1 : p.column + 1;
    p.line += text[i] == '\n';
  }
  return p;
}

class EditedText::Writer {
public:
  Writer(const SourceTree& tree, const Layout& layout, const std::set<ChoiceId>& chosen)
      : text_(tree.text), lines_(tree.text), layout_(layout) {
    for (ChoiceId i = 0; i < layout.choices().size(); ++i) {
      const Choice& c = layout.choices()[i];
      if (c.is_arrival) {
        if (chosen.contains(i)) arrivals_.emplace(c.statement, i);
      } else if (c.is_new && chosen.contains(i)) {
        add(c, i);
      } else if (!c.is_new && !chosen.contains(i)) {
        gone_.insert(c.statement);
      }
    }
    for (const auto& [statement, arrival] : arrivals_)
      gone_.erase(statement);
  }

  std::vector<Edit> run(const SourceTree& tree) {
    std::map<Extent, SourceStatement> bodies;
    for (const cuda::SourceFunction& f : tree.functions)
      if (const auto [it, is_first] = bodies.emplace(f.extent, f.body); !is_first)
        unite(it->second, f.body);
    for (const auto& [extent, body] : bodies)
      walk(body);
    std::ranges::stable_sort(edits_, {}, &Edit::offset);
    return std::move(edits_);
  }

private:
  using Kind = SourceStatement::Kind;

  // Of two at one place the stronger one: it orders what the other does.
  void add(const Choice& choice, ChoiceId id) {
    const auto [it, is_first] = added_.try_emplace({choice.block, choice.index}, id);
    if (!is_first) it->second = stronger(it->second, id);
  }
  ChoiceId stronger(std::optional<ChoiceId> a, std::optional<ChoiceId> b) const {
    if (!a || !b) return a ? *a : b.value();
    return layout_.choices()[*a].sync.kind < layout_.choices()[*b].sync.kind ? *b : *a;
  }

  std::optional<ChoiceId> added(const SourceStatement& block, std::size_t index) const {
    const auto it = added_.find({block.extent, index});
    if (block.kind != Kind::block || it == added_.end()) return std::nullopt;
    return it->second;
  }

  void walk(const SourceStatement& s) {
    if (s.kind == Kind::block && !s.braces) return walk_arm(s);
    const auto goes = [&](std::size_t i) { return i < s.parts.size() && is_gone(s.parts[i]); };
    if (const auto first = added(s, 0); first && !goes(0)) at_start(s, *first);
    bool is_placed = false; // what stands between this part and the one before
    for (std::size_t i = 0; i < s.parts.size(); ++i) {
      const SourceStatement& part = s.parts[i];
      weaken(part);
      const auto before = is_placed ? std::nullopt : added(s, i), next = added(s, i + 1);
      is_placed = is_gone(part) && next;
      if (is_gone(part)) { // what stands beside it takes its place
        if (before || next)
          replace(part.extent, stronger(before, next));
        else
          remove(part.extent, !is_labelled(s, i));
        continue;
      }
      walk(part);
      if (next && !goes(i + 1)) {
        const SourceStatement* after = i + 1 < s.parts.size() ? &s.parts[i + 1] : nullptr;
        behind(part.extent.end, indent_behind(part, after), *next);
      }
    }
  }

  void insert(std::size_t offset, const std::string& before, std::optional<ChoiceId> choice,
              const std::string& after = "") {
    Edit edit{offset, 0, before, {}};
    if (choice) {
      edit.barriers.emplace_back(edit.inserted.size(), *choice);
      edit.inserted += layout_.choices()[*choice].sync.text;
    }
    edit.inserted += after;
    edits_.push_back(std::move(edit));
  }

  // On a line of its own where the rest of the line is free.
  void behind(std::size_t at, const std::string& indent, ChoiceId choice) {
    if (lines_.is_last(at))
      insert(lines_.end(at), lines_.line_end(at) + indent, choice);
    else
      insert(at, " ", choice);
  }

  std::string indent_behind(const SourceStatement& part, const SourceStatement* next) const {
    const bool is_label = text_[part.extent.end - 1] == ':';
    if (!is_label && lines_.is_first(part.extent.begin)) return lines_.indent(part.extent.begin);
    if (next && lines_.is_first(next->extent.begin)) return lines_.indent(next->extent.begin);
    return lines_.indent(part.extent.begin);
  }

  std::string deeper(std::size_t at) const {
    const std::string indent = lines_.indent(at);
    return indent + (text_.find("\n\t") != std::string::npos ? "\t" : "    ");
  }

  void at_start(const SourceStatement& block, ChoiceId choice) {
    const std::size_t at = block.extent.begin + 1;
    const bool own_line = !block.parts.empty() && lines_.is_first(block.parts[0].extent.begin);
    behind(at, own_line ? lines_.indent(block.parts[0].extent.begin) : deeper(at), choice);
  }

  // A statement without braces, which gets them where a barrier joins it.
  void walk_arm(const SourceStatement& arm) {
    const auto before = added(arm, 0), after = added(arm, arm.parts.size());
    if (arm.parts.size() == 1 && is_gone(arm.parts[0]) && (before || after))
      return replace(arm.parts[0].extent, stronger(before, after));
    const Extent extent = arm.extent;
    const std::size_t header = arm.header_end;
    const bool opens = before || after;
    const bool own_line = opens && lines_.is_first(extent.begin) && lines_.is_last(header);
    const std::string indent = own_line ? lines_.indent(extent.begin) : "";
    if (own_line) {
      insert(header, " {", std::nullopt);
      if (before) insert(lines_.end(header), lines_.line_end(header) + indent, before);
    } else if (opens) {
      insert(extent.begin, "{ ", before, before ? " " : "");
    }
    for (const SourceStatement& part : arm.parts) {
      weaken(part);
      if (is_gone(part)) remove(part.extent, opens);
      walk(part);
    }
    if (!opens) return;
    // Of nested arms that end at the same place, all close on lines of their own or none.
    if (lines_.begin(header) != lines_.begin(extent.end) && lines_.is_last(extent.end)) {
      const std::size_t end = lines_.end(extent.end);
      const std::string line_end = lines_.line_end(extent.end);
      insert(end, after ? line_end + (own_line ? indent : deeper(header)) : "", after,
             line_end + lines_.indent(header) + "}");
    } else {
      insert(extent.end, after ? " " : "", after, " }");
    }
  }

  // Is it the first behind a label that has no statement without it? (A label needs one, and a
  // declaration is none before C++23.)
  bool is_labelled(const SourceStatement& block, std::size_t i) const {
    if (i == 0 || text_[block.parts[i - 1].extent.end - 1] != ':') return false;
    while (++i < block.parts.size())
      if (!is_gone(block.parts[i])) return block.parts[i].declares;
    return true;
  }

  bool is_gone(const SourceStatement& s) const {
    return s.kind == Kind::barrier && gone_.contains(s.extent);
  }
  void weaken(const SourceStatement& s) {
    const auto it = arrivals_.find(s.extent);
    if (s.kind == Kind::barrier && it != arrivals_.end()) replace(s.extent, it->second);
  }
  void replace(const Extent& extent, ChoiceId choice) {
    edits_.push_back({extent.begin,
                      extent.end - extent.begin,
                      layout_.choices()[choice].sync.text,
                      {{0, choice}}});
  }

  void remove(const Extent& extent, bool in_braces) {
    if (!in_braces) {
      edits_.push_back({extent.begin, extent.end - extent.begin, ";", {}});
      return;
    }
    std::size_t begin = lines_.begin(extent.begin), end = lines_.end(extent.end);
    if (lines_.is_blank(begin, extent.begin) && lines_.is_blank(extent.end, end)) {
      end = std::min(end + lines_.line_end(extent.end).size(), text_.size());
    } else {
      begin = extent.begin;
      end = extent.end;
      if (lines_.is_first(begin)) // what comes behind it takes its place
        while (is_space(text_[end]))
          ++end;
      else
        while (is_space(text_[begin - 1]))
          --begin;
    }
    edits_.push_back({begin, end - begin, "", {}});
  }

  const std::string& text_;
  const Lines lines_;
  const Layout& layout_;
  std::map<std::pair<Extent, std::size_t>, ChoiceId> added_;
  std::set<Extent> gone_;
  std::map<Extent, ChoiceId> arrivals_;
  std::vector<Edit> edits_;
};

EditedText::EditedText(const SourceTree& tree, const Layout& layout,
                       const std::set<ChoiceId>& barriers)
    : edits_(Writer(tree, layout, barriers).run(tree)) {
  apply(tree.text);
}

std::vector<Insertion> EditedText::insertions(const std::string& path,
                                              const std::string& original) const {
  const Lines lines(original);
  std::vector<Insertion> out;
  std::size_t last = std::string::npos; // of several at one place nobody could tell the order
  for (const Edit& edit : edits_) {
    if (edit.inserted.empty()) continue;
    const std::size_t begin = lines.begin(edit.offset);
    if (edit.offset == last)
      out.back().text += edit.inserted;
    else
      out.push_back({position_at(path, original, edit.offset), edit.inserted,
                     original.substr(begin, lines.end(edit.offset) - begin)});
    last = edit.offset;
  }
  return out;
}

std::string EditedText::join(const std::string& original, const std::vector<EditedText>& parts) {
  EditedText all;
  for (const EditedText& part : parts)
    all.edits_.insert(all.edits_.end(), part.edits_.begin(), part.edits_.end());
  std::ranges::stable_sort(all.edits_, {}, &Edit::offset);
  all.apply(original);
  return all.text_;
}

void EditedText::apply(const std::string& original) {
  std::size_t done = 0;
  for (const Edit& edit : edits_) {
    text_ += original.substr(done, edit.offset - done) + edit.inserted;
    done = edit.offset + edit.removed;
  }
  text_ += original.substr(done);
  lines_ = {0};
  for (std::size_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') lines_.push_back(i + 1);
}

std::optional<EditedText::Origin> EditedText::origin(unsigned line, unsigned column) const {
  if (line == 0 || line > lines_.size() || column == 0) return std::nullopt;
  std::size_t at = lines_[line - 1] + column - 1; // goes from the new text to the old one
  for (const Edit& edit : edits_) {
    if (at < edit.offset) break;
    if (at < edit.offset + edit.inserted.size()) {
      for (auto it = edit.barriers.rbegin(); it != edit.barriers.rend(); ++it)
        if (at - edit.offset >= it->first) return Origin{edit.offset, it->second};
      return Origin{edit.offset};
    }
    at = at - edit.inserted.size() + edit.removed;
  }
  return Origin{at};
}

} // namespace heddle::repair
