#include "project/programs.hpp"

#include "project/files.hpp"
#include "project/kernel_heads.hpp"
#include "project/lists.hpp"
#include "project/naming.hpp"
#include "project/nearness.hpp"
#include "project/repeated_calls.hpp"
#include "project/scopes.hpp"

#include <algorithm>

namespace heddle::project {
namespace {

namespace fs = std::filesystem;

// All of them are read for each file that they are a program with.
constexpr std::size_t max_programs = 4, max_between = 4;
// That may name what a file has: their texts are looked at.
constexpr std::size_t max_naming = 64;

std::size_t hash_of(std::string_view word) { return std::hash<std::string_view>()(word); }

// What stands behind each such keyword: `int rows, cols[2]`, and nothing of functions.
void add_declared(std::string_view code, std::string_view keyword, bool is_within,
                  std::set<std::string>& to) {
  Scopes scopes(code);
  for (Word word = next_word(code, 0); word.begin < code.size(); word = next_word(code, word.end)) {
    if (code.substr(word.begin, word.end - word.begin) != keyword) continue;
    const std::size_t end = std::min(code.find_first_of(";(){}", word.end), code.size());
    std::string_view declared = code.substr(word.end, end - word.end);
    if (end == code.size() || code[end] != ';' ||
        declared.find("__shared__") != std::string_view::npos ||
        declared.find("const") != std::string_view::npos || // nobody changes it
        (is_within && scopes.is_of_file(word.begin)))
      continue;
    while (!declared.empty()) {
      const std::string_view one = declared.substr(0, declared.find(','));
      to.insert(last_word(one.substr(0, one.find_first_of("[="))));
      declared.remove_prefix(std::min(one.size() + 1, declared.size()));
    }
  }
}

// `extern int rows, cols[2];`, and `static int rows;` of a class.
std::set<std::string> shared_variables_in(std::string_view code) {
  std::set<std::string> found;
  add_declared(code, "extern", false, found);
  add_declared(code, "static", true, found);
  found.erase("");
  return found;
}

// `int rows = 3, cols[2];` in no body.
std::set<std::string> variables_in(std::string_view code) {
  std::set<std::string> found;
  Scopes scopes(code);
  for (Word word = next_word(code, 0); word.begin < code.size(); word = next_word(code, word.end)) {
    const std::size_t next = code.find_first_not_of(" \t\r\n", word.end);
    if (next != std::string_view::npos &&
        std::string_view("=;,[{").find(code[next]) != std::string_view::npos &&
        scopes.is_of_file(word.begin))
      found.emplace(code.substr(word.begin, word.end - word.begin));
  }
  return found;
}

// Macros that are defined before the last header is included.
std::set<std::string> macros_for_headers(std::string_view code) {
  constexpr std::string_view keyword = "define";
  std::set<std::string> found;
  const std::size_t last = code.rfind("include");
  code = code.substr(0, last == std::string_view::npos ? 0 : last);
  for (std::size_t at = code.find('#'); at != std::string_view::npos; at = code.find('#', at + 1)) {
    const Word directive = next_word(code, at);
    if (code.substr(directive.begin, directive.end - directive.begin) != keyword) continue;
    const Word name = next_word(code, directive.end);
    found.emplace(code.substr(name.begin, name.end - name.begin));
  }
  return found;
}

} // namespace

void ProgramIndex::add(const fs::path& path, std::string_view text) {
  static const std::set<std::string> no_functions{"main", "if", "for", "while", "switch", "catch"};
  const std::string code = code_of(text);
  File file{path.lexically_normal(), functions_in(text),        macros_for_headers(code),
            variables_in(code),      shared_variables_in(code), !is_compiled(path),
            has_main(text)};
  const std::size_t number = files_.size();
  if (!numbers_.emplace(file.path, number).second) return;
  for (const std::string& name : no_functions)
    file.functions.erase(name);
  for (const std::string& kernel : kernels_in(text, true)) // their launches are found as such
    file.functions.erase(kernel);
  for (const auto* names : {&file.functions, &file.variables})
    for (const std::string& name : *names)
      having_[name].push_back(number);
  for (const std::string& name : file.shared)
    sharing_[name].push_back(number);
  for (Word word = next_word(code, 0); word.begin < code.size(); word = next_word(code, word.end)) {
    const std::string_view spelled(code.data() + word.begin, word.end - word.begin);
    if (auto& files = saying_[hash_of(spelled)]; files.empty() || files.back() != number)
      files.push_back(number);
  }
  files_.push_back(std::move(file));
}

const std::vector<std::size_t>& ProgramIndex::files_with(const std::string& word) const {
  static const std::vector<std::size_t> none;
  const auto files = saying_.find(hash_of(word));
  return files == saying_.end() ? none : files->second;
}

bool ProgramIndex::is_nearest(std::size_t number, const std::string& name, std::size_t to) const {
  const fs::path& path = files_[to].path;
  const Nearness own = nearness(files_[number].path, path);
  const auto is_nearer = [&](std::size_t other) {
    return own < nearness(files_[other].path, path);
  };
  if (files_[to].functions.contains(name) && is_nearer(to)) return false; // most often
  const auto having = having_.find(name);
  return having == having_.end() || std::ranges::none_of(having->second, is_nearer);
}

const ProgramIndex::Headers& ProgramIndex::read_by(std::size_t number) {
  const auto [known, is_new] = read_.try_emplace(number);
  const fs::path& path = files_[number].path;
  if (is_new) known->second = reads_(path, read_text(path));
  return known->second;
}

bool ProgramIndex::says(const fs::path& path, const std::string& word) const {
  if (const auto number = numbers_.find(path); number != numbers_.end())
    return std::ranges::binary_search(files_with(word), number->second);
  return read_text(path).find(word) != std::string::npos; // outside of what is checked
}

// What the file calls so is this function only where that is declared: there, or in a header, which
// may be one that is not found.
bool ProgramIndex::may_declare(std::size_t number, const std::string& text,
                               const std::string& function) {
  if (files_[number].path.extension() == ".c" || declares_function(text, function)) return true;
  const Headers& read = read_by(number);
  if (std::ranges::any_of(read, [&](const fs::path& header) { return says(header, function); }))
    return true;
  return std::ranges::any_of(included_names(text), [&](const std::string& name) {
    return text.find('"' + name + '"') != std::string::npos &&
           std::ranges::none_of(read, [&](const fs::path& header) {
             return header.filename() == fs::path(name).filename();
           });
  });
}

// Files that name what this one has; nothing: too many may.
std::optional<std::vector<std::size_t>> ProgramIndex::naming(std::size_t number) {
  const File& of = files_[number];
  std::map<std::size_t, Functions> names; // by files that say them
  for (const std::string& name : of.functions)
    for (const std::size_t other : files_with(name))
      if (other != number && is_nearest(number, name, other)) names[other].insert(name);
  std::set<std::size_t> found;
  for (const auto& [name, sharing] : sharing_)
    add_sharing(number, name, sharing, found);
  found.erase(number);
  if (names.size() + found.size() > max_naming) return std::nullopt;
  for (auto& [other, known] : names) {
    const std::string text = read_text(files_[other].path);
    std::erase_if(known, [&](const auto& name) { return !may_declare(other, text, name); });
    if (!named_in(text, known, files_[other].is_header).empty()) found.insert(other);
  }
  return std::vector(found.begin(), found.end());
}

// Who has the variable, or may change it, where the file does so.
void ProgramIndex::add_sharing(std::size_t number, const std::string& name,
                               const std::vector<std::size_t>& sharing, std::set<std::size_t>& to) {
  const auto declares = [&](std::size_t file) {
    return std::ranges::any_of(sharing, [&](std::size_t by) {
      return by == file || read_by(file).contains(files_[by].path);
    });
  };
  const bool has_it = files_[number].variables.contains(name);
  if (!has_it && !declares(number)) return;
  for (const std::size_t file : files_with(name))
    if (files_[file].variables.contains(name) ? is_nearest(file, name, number)
                                              : is_nearest(number, name, file) && declares(file))
      to.insert(file);
}

// May headers that several of these files read say another thing in each, by what the files define?
bool ProgramIndex::may_read_differently(const std::vector<std::size_t>& files) {
  std::map<fs::path, std::size_t> times; // that a header is read
  for (const std::size_t file : files)
    for (const fs::path& header : read_by(file))
      ++times[header];
  for (const std::size_t file : files)
    for (const std::string& macro : files_[file].macros)
      for (const auto& [header, count] : times)
        if (count > 1 && says(header, macro)) return true;
  return false;
}

std::vector<ProgramIndex::Files> ProgramIndex::programs_of(const fs::path& path) {
  const auto own = numbers_.find(path.lexically_normal());
  if (own == numbers_.end() || files_[own->second].is_program) return {};
  std::vector<std::size_t> all{own->second};
  std::size_t between = 0, programs = 0;
  for (std::size_t next = 0; next < all.size(); ++next) {
    const File& member = files_[all[next]];
    const auto naming = this->naming(all[next]);
    if (!naming) return {};
    for (const std::size_t other : *naming) {
      const bool is_program = files_[other].is_program;
      const bool has_it = !member.is_header && read_by(other).contains(member.path);
      if (std::ranges::find(all, other) != all.end() || has_it ||
          (is_program && member.is_program)) // two mains
        continue;
      all.push_back(other);
      ++(is_program ? programs : between);
      if (between > max_between || programs > max_programs) return {};
    }
  }
  std::erase_if(all, [&](std::size_t number) { return files_[number].is_header; });
  if (may_read_differently(all)) return {};
  Files common;
  std::vector<Files> found;
  for (const std::size_t number : all)
    if (number != own->second && !files_[number].is_program) common.push_back(files_[number].path);
  for (const std::size_t number : all)
    if (files_[number].is_program) {
      found.push_back(common);
      found.back().push_back(files_[number].path);
    }
  return found;
}

std::set<std::string> ProgramIndex::variables_elsewhere(const fs::path& path) {
  std::set<std::string> found;
  const auto own = numbers_.find(path.lexically_normal());
  if (own == numbers_.end()) return found;
  for (const auto& [name, sharing] : sharing_) {
    if (!files_[own->second].variables.contains(name)) continue;
    std::set<std::size_t> others;
    add_sharing(own->second, name, sharing, others);
    if (std::ranges::any_of(others, [&](std::size_t other) {
          return other != own->second && !files_[other].is_header;
        }))
      found.insert(name);
  }
  return found;
}

} // namespace heddle::project
