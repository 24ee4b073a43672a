#include "project/files.hpp"

#include "project/ignore.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>

namespace heddle::project {
namespace {

namespace fs = std::filesystem;

constexpr int max_depth = 64;

Message mistake(std::string path, std::string text) {
  return {"error", std::move(text), {std::move(path), 0, 0}, ""};
}

// Goes through a tree in the order of names, without what is hidden or ignored.
class Walk {
public:
  using Use = std::function<void(const fs::path&)>;

  Walk(std::vector<Message>& mistakes, Use use) : mistakes_(mistakes), use_(std::move(use)) {}

  void from(const fs::path& folder) {
    read_ignores_above(folder);
    visit(folder, 0);
  }

private:
  // Those between the top of the repository and the folder hold, too.
  void read_ignores_above(const fs::path& folder) {
    const fs::path top = find_upwards(folder, ".git");
    if (top.empty()) return;
    std::error_code none;
    start_ = folder;
    whole_ = fs::weakly_canonical(folder, none);
    for (fs::path at = whole_; at != top && at != at.parent_path();) {
      at = at.parent_path();
      const std::string text = read_text(at / ".gitignore");
      if (!text.empty()) above_.emplace(above_.begin(), text, at);
    }
  }

  bool ignored(const fs::path& path, bool is_folder) const {
    IgnoreFile::Answer last = IgnoreFile::Answer::none;
    const auto take = [&](IgnoreFile::Answer answer) {
      if (answer != IgnoreFile::Answer::none) last = answer;
    };
    for (const IgnoreFile& file : above_)
      take(file.ask(whole_ / path.lexically_relative(start_), is_folder));
    for (const IgnoreFile& file : inner_)
      take(file.ask(path, is_folder));
    return last == IgnoreFile::Answer::ignored;
  }

  void visit(const fs::path& folder, int depth) {
    std::error_code error;
    std::vector<fs::directory_entry> entries;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
      entries.push_back(*it);
    if (error) {
      mistakes_.push_back(mistake(folder.string(), "cannot be read: " + error.message()));
      return;
    }
    std::ranges::sort(entries, {}, [](const auto& e) { return e.path().filename().string(); });
    const std::string text = read_text(folder / ".gitignore");
    if (!text.empty()) inner_.emplace_back(text, folder);
    for (const fs::directory_entry& entry : entries)
      visit(entry, depth);
    if (!text.empty()) inner_.pop_back();
  }

  void visit(const fs::directory_entry& entry, int depth) {
    std::error_code none;
    if (entry.path().filename().string().starts_with('.')) return;
    const bool is_folder = entry.is_directory(none);
    if (is_folder && entry.is_symlink(none)) return; // it may lead in a circle
    if (ignored(entry.path(), is_folder)) return;
    if (is_folder && depth < max_depth) visit(entry.path(), depth + 1);
    if (is_folder && depth == max_depth)
      mistakes_.push_back(
          mistake(entry.path().string(), "not looked into: it lies in more than 64 folders"));
    if (!is_folder) use_(entry.path());
  }

  std::vector<Message>& mistakes_;
  Use use_;
  fs::path start_, whole_;                // as it was named, and in full
  std::vector<IgnoreFile> above_, inner_; // of folders above the start, and from there on
};

bool is_glob(const std::string& argument) {
  return argument.find_first_of("*?[") != std::string::npos;
}

// Compiled as CUDA although its name does not say so: it launches kernels, as only nvcc and Clang
// understand it. HIP does so likewise.
bool launches_kernels(const fs::path& path) {
  static const std::set<std::string> endings{".cpp", ".cc", ".cxx", ".c++"};
  if (!endings.contains(path.extension().string())) return false;
  const std::string text = read_text(path);
  if (text.find("hip/hip_runtime") != std::string::npos) return false;
  for (std::size_t at = text.find("<<<"); at != std::string::npos; at = text.find("<<<", at)) {
    const std::size_t end = text.find_first_not_of('<', at);
    if (end == at + 3 && text.find(">>>", end) != std::string::npos) return true;
    at = end;
  }
  return false;
}

// The folder before the first part with a wildcard.
fs::path fixed_part(const std::string& glob) {
  fs::path out;
  for (const fs::path& part : fs::path(glob)) {
    if (is_glob(part.string())) break;
    out /= part;
  }
  return out;
}

} // namespace

std::string read_text(const fs::path& path) {
  std::error_code none;
  if (!fs::is_regular_file(path, none)) return "";
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string why_unreadable(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return std::strerror(EISDIR);
  errno = 0;
  if (std::ifstream(path, std::ios::binary)) return "";
  return errno == 0 ? "cannot be read" : std::strerror(errno);
}

fs::path find_upwards(const fs::path& path, const std::string& name) {
  std::error_code error;
  fs::path at = fs::weakly_canonical(path, error);
  if (error) return {};
  for (;; at = at.parent_path()) {
    if (fs::exists(at / name, error)) return at;
    if (fs::exists(at / ".git", error) || at == at.parent_path()) return {};
  }
}

void for_each_file(const fs::path& folder, std::vector<Message>& mistakes,
                   const std::function<void(const fs::path&)>& use) {
  Walk(mistakes, use).from(folder);
}

Found find_files(const std::vector<std::string>& arguments) {
  Found found;
  std::set<std::string> seen;
  const auto add = [&](const fs::path& path) {
    if (seen.insert(path.lexically_normal().string()).second) found.files.push_back(path.string());
  };
  for (const std::string& argument : arguments) {
    std::error_code none;
    const bool exists = fs::exists(argument, none);
    const std::size_t before = found.files.size(), told = found.mistakes.size();
    // What could not be read may hold some.
    const auto is_without = [&] {
      return found.files.size() == before && found.mistakes.size() == told;
    };
    if (exists && fs::is_directory(argument, none)) {
      found.searched = true;
      Walk(found.mistakes, [&](const fs::path& path) {
        if (path.extension() == ".cu" || launches_kernels(path)) add(path);
      }).from(fs::path(argument).lexically_normal());
      if (is_without()) found.mistakes.push_back(mistake(argument, "no .cu file in this folder"));
    } else if (!exists && is_glob(argument)) {
      found.searched = true;
      const fs::path start = fixed_part(argument);
      Walk(found.mistakes, [&](const fs::path& path) {
        const std::string name = path.lexically_normal().generic_string();
        if (matches_glob(fs::path(argument).lexically_normal().generic_string(), name)) add(name);
      }).from(start.empty() ? "." : start);
      if (is_without()) found.mistakes.push_back(mistake(argument, "matches no file"));
    } else {
      add(argument);
    }
  }
  return found;
}

std::vector<std::string> included_names(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t at = text.find("#include"); at != std::string::npos;
       at = text.find("#include", at + 1)) {
    const std::size_t open = text.find_first_not_of(" \t", at + 8);
    if (open == std::string::npos || (text[open] != '<' && text[open] != '"')) continue;
    const std::size_t close = text.find_first_of(text[open] == '<' ? ">\n" : "\"\n", open + 1);
    if (close != std::string::npos && text[close] != '\n')
      names.push_back(text.substr(open + 1, close - open - 1));
  }
  return names;
}

} // namespace heddle::project
