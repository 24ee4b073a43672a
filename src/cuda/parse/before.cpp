#include "cuda/parse/before.hpp"

#include "cuda/parse/headers.hpp"

#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

namespace heddle::cuda {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_texts = 64;
constexpr std::uintmax_t max_text_bytes = 1 << 20;

// What `#include` names in a text, with its quotes or angle brackets; conditions are not looked at.
std::vector<std::string> included(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t at = text.find("#include"); at != std::string_view::npos;
       at = text.find("#include", at + 1)) {
    const std::size_t open = text.find_first_not_of(" \t", at + 8);
    if (open == std::string_view::npos || (text[open] != '<' && text[open] != '"')) continue;
    const std::size_t close = text.find_first_of(text[open] == '<' ? ">\n" : "\"\n", open + 1);
    if (close != std::string_view::npos && text[close] != '\n')
      names.emplace_back(text.substr(open, close + 1 - open));
  }
  return names;
}

// <vector>: no dot, no folder. Thrust's headers include such, and so does <math.h> for C++.
bool is_of_library(const std::string& name) {
  if (name == "<math.h>") return true;
  if (name.starts_with("<thrust/") || name.starts_with("\"thrust/")) return true;
  return name.starts_with('<') && name.find_first_of("./") == std::string::npos;
}

// Does the text, or a file that it includes, ask for the standard library?
class LibraryWanted {
public:
  LibraryWanted(const std::vector<std::string>& folders, llvm::vfs::FileSystem& files)
      : folders_(folders), files_(files) {}

  bool in(std::string_view text, const fs::path& folder) {
    for (const std::string& name : included(text)) {
      if (is_of_library(name)) return true;
      const std::string inner = name.substr(1, name.size() - 2);
      if (name.starts_with('"') && in_file(folder / inner)) return true;
      for (const std::string& other : folders_)
        if (in_file(fs::path(other) / inner)) return true;
      if (in_ours(inner)) return true;
    }
    return false;
  }

private:
  // Those that CUDA's samples come with are often found nowhere else.
  bool in_ours(const std::string& name) {
    const std::string path = "samples/" + name;
    const auto it = std::ranges::find(headers(), path, [](const auto& h) { return h.first; });
    return it != headers().end() && seen_.insert(path).second && in(it->second, {});
  }

  bool in_file(const fs::path& path) {
    if (seen_.size() >= max_texts) return false;
    const auto status = files_.status(path.string());
    if (!status || !status->isRegularFile() || status->getSize() > max_text_bytes ||
        !seen_.insert(path.string()).second)
      return false;
    const auto file = files_.getBufferForFile(path.string());
    if (!file) return false;
    const llvm::StringRef text = (*file)->getBuffer();
    return in({text.data(), text.size()}, path.parent_path());
  }

  const std::vector<std::string>& folders_;
  llvm::vfs::FileSystem& files_;
  std::set<std::string> seen_;
};

bool lacks_std(const ClangError& error) {
  return error.message.find("'std'") != std::string::npos ||
         error.message.find("std::") != std::string::npos;
}

bool is_own_texture(const ClangError& error) {
  const bool named = error.message.find("'texture'") != std::string::npos ||
                     error.message.find("'surface'") != std::string::npos;
  return named && (error.message.find("redefinition") != std::string::npos ||
                   error.message.find("ambiguous") != std::string::npos ||
                   error.message.find("redeclar") != std::string::npos);
}

// Names of headers that other tools read before each file.
bool lacks_toolkit(const ClangError& error) {
  if (!error.message.starts_with("unknown type name '") &&
      !error.message.starts_with("use of undeclared identifier '"))
    return false;
  for (const char* name :
       {"'curandState", "'curand_", "'__half", "'half", "'__nv_bfloat16", "'thread_block'",
        "'grid_group'", "'cooperative_groups'", "'this_thread_block'", "'this_grid'"})
    if (error.message.find(name) != std::string::npos) return true;
  return false;
}

// The name that is not declared, where that is the error.
std::string missing_name(const ClangError& error) {
  for (const char* start :
       {"unknown type name '", "use of undeclared identifier '", "no template named '"})
    if (error.message.starts_with(start)) {
      const std::size_t begin = std::string_view(start).size();
      return error.message.substr(begin, error.message.find('\'', begin) - begin);
    }
  return "";
}

// Names that a guess brings along may clash with others; what is missing is so without them as
// well, and so is what cannot be read for the want of it.
bool comes_of_guess(const ClangError& error) {
  if (!missing_name(error).empty()) return false;
  constexpr std::array harmless{"expected ", "no matching function for call to ",
                                "no member named ", "a kernel that the device launches "};
  return error.message.find("incomplete type") == std::string::npos &&
         std::ranges::none_of(harmless,
                              [&](const char* start) { return error.message.starts_with(start); });
}

bool is_tried(const Before& tried, const std::string& macro) {
  return std::ranges::find(tried.macros, macro, &Before::Macro::name) != tried.macros.end() ||
         std::ranges::find(tried.useless, macro) != tried.useless.end();
}

// The macro behind which most of the names stand that are missing.
std::optional<Before::Macro> macro_for(const Before& tried, const Collector& seen) {
  std::map<std::string, std::size_t> missing;
  for (const ClangError& error : seen.errors)
    if (const std::string name = missing_name(error); !name.empty()) ++missing[name];
  struct Candidate {
    std::set<std::string> names;
    std::size_t errors = 0;
    Before::Macro macro;
  };
  std::map<std::string, Candidate> candidates;
  for (const HiddenPart& part : seen.hidden)
    for (const auto& [name, errors] : missing) {
      if (is_tried(tried, part.macro) || !has_word(part.text, name)) continue;
      Candidate& one = candidates[part.macro];
      if (one.names.empty()) one.macro = {part.macro, {}, part.place};
      if (one.names.insert(name).second) one.errors += errors;
    }
  std::optional<Before::Macro> best;
  std::size_t most = 0;
  for (auto& [name, one] : candidates)
    if (one.errors > most) {
      most = one.errors;
      one.macro.names.assign(one.names.begin(), one.names.end());
      best = std::move(one.macro);
    }
  return best;
}

// With one macro more, or without the last one, which was of no use.
std::optional<Before> with_other_macros(const Before& tried, const Collector& seen) {
  constexpr std::size_t max_tried = 6;
  Before next = tried;
  // what is missing may stand in one of them, for whatever else is defined
  if (!seen.missing_headers.empty()) return std::nullopt;
  if (!tried.macros.empty() && declared_with(tried.macros.back(), seen).empty()) {
    next.useless.push_back(next.macros.back().name);
    next.macros.pop_back();
    return next;
  }
  if (tried.macros.size() + tried.useless.size() >= max_tried) return std::nullopt;
  const auto macro = macro_for(tried, seen);
  if (!macro) return std::nullopt;
  next.macros.push_back(*macro);
  return next;
}

} // namespace

std::string declared_with(const Before::Macro& macro, const Collector& seen) {
  for (const std::string& name : macro.names)
    if (std::ranges::none_of(seen.errors, [&](const auto& e) { return missing_name(e) == name; }))
      return name;
  return "";
}

Before guess_before(std::string_view text, const std::string& path,
                    const std::vector<std::string>& folders, llvm::vfs::FileSystem& files) {
  Before before;
  before.standard_library = before.is_guess =
      LibraryWanted(folders, files).in(text, fs::path(path).parent_path());
  return before;
}

std::optional<Before> better(const Before& tried, const Collector& seen) {
  Before next = tried;
  if (tried.textures && std::ranges::any_of(seen.errors, is_own_texture)) {
    next.textures = false;
    return next;
  }
  if (tried.is_guess && std::ranges::any_of(seen.errors, comes_of_guess)) {
    next.standard_library = next.is_guess = false;
    return next;
  }
  if (!tried.toolkit && std::ranges::any_of(seen.errors, lacks_toolkit)) {
    next.toolkit = true;
    return next;
  }
  if (!tried.standard_library && std::ranges::any_of(seen.errors, lacks_std)) {
    next.standard_library = true;
    return next;
  }
  next.types.insert(seen.types.begin(), seen.types.end());
  next.wrappers.insert(seen.wrappers.begin(), seen.wrappers.end());
  if (next.types.size() > tried.types.size() || next.wrappers.size() > tried.wrappers.size())
    return next;
  return with_other_macros(tried, seen);
}

} // namespace heddle::cuda
