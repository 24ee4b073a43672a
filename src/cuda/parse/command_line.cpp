#include "cuda/parse/command_line.hpp"

#include "cuda/parse/flags.hpp"
#include "cuda/parse/nvcc_options.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

namespace heddle::cuda {

namespace {

enum class Kind {
  folder,
  system_folder,
  file,
  define,
  undefine,
  standard,
  arch,
  passed_on,
  response,
  ignored
};

struct Row {
  std::string_view name;
  Kind kind;
  bool joined = false; // -Ifolder
};

// Options with a value: behind `=`, joined, or the next word.
constexpr std::array options_table{
    Row{"-I", Kind::folder, true},
    Row{"--include-path", Kind::folder},
    Row{"-isystem", Kind::system_folder, true},
    Row{"--system-include", Kind::system_folder},
    Row{"-include", Kind::file},
    Row{"--pre-include", Kind::file},
    Row{"-D", Kind::define, true},
    Row{"--define-macro", Kind::define},
    Row{"-U", Kind::undefine, true},
    Row{"--undefine-macro", Kind::undefine},
    Row{"-std", Kind::standard},
    Row{"--std", Kind::standard},
    Row{"-gencode", Kind::arch},
    Row{"--generate-code", Kind::arch},
    Row{"-arch", Kind::arch},
    Row{"--gpu-architecture", Kind::arch},
    Row{"--gpu-name", Kind::arch},
    Row{"--cuda-gpu-arch", Kind::arch},
    Row{"--offload-arch", Kind::arch},
    Row{"-Xcompiler", Kind::passed_on},
    Row{"--compiler-options", Kind::passed_on},
    Row{"-optf", Kind::response},
    Row{"--options-file", Kind::response},
    Row{"-x", Kind::ignored, true},
    Row{"--x", Kind::ignored},
    Row{"-o", Kind::ignored, true},
    Row{"-code", Kind::ignored},
    Row{"-L", Kind::ignored, true},
    Row{"-l", Kind::ignored, true},
    Row{"-MF", Kind::ignored},
    Row{"-MT", Kind::ignored},
    Row{"-MQ", Kind::ignored},
    Row{"-t", Kind::ignored},
    Row{"-Xclang", Kind::ignored},
    Row{"-target", Kind::ignored},
    Row{"--Werror", Kind::ignored},
};

// How options without a value begin that say nothing of how files are read.
constexpr std::array<std::string_view, 6> plain_starts{"-O",      "-W",      "-f",
                                                       "-march=", "-mtune=", "-pedantic"};

bool is_source(std::string_view word) {
  constexpr std::array<std::string_view, 7> ends{".cu", ".cuh", ".cc", ".cpp", ".cxx", ".c", ".C"};
  return std::ranges::any_of(ends, [&](std::string_view end) { return word.ends_with(end); });
}

// "arch=compute_80,code=[sm_80,compute_80]", "sm_90a", "native": {80, ""}, {90, "a"}; nothing. The
// newest, and of equal ones that with features of its own.
std::optional<std::pair<int, std::string>> arch_in(const std::string& text) {
  std::optional<std::pair<int, std::string>> newest;
  for (const std::string_view word : {"sm_", "compute_"})
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
      const std::size_t digits = at + word.size();
      const std::size_t end = std::min(text.find_first_not_of("0123456789", digits), text.size());
      const bool has_features = end < text.size() && (text[end] == 'a' || text[end] == 'f');
      std::pair arch{std::atoi(text.c_str() + digits),
                     has_features ? text.substr(end, 1) : std::string()};
      if (arch.first > 0 && (!newest || arch > *newest)) newest = std::move(arch);
    }
  return newest;
}

// Files are read as C++20 whatever is asked for, a later standard mostly: what their text asks of
// __cplusplus is answered as their compiler would. "c++17", "gnu++1z"; empty: not known.
std::string text_of_standard(const std::string& name) {
  constexpr std::array<std::array<std::string_view, 3>, 6> known{{{"03", "98", ""},
                                                                  {"11", "0x", ""},
                                                                  {"14", "1y", ""},
                                                                  {"17", "1z", ""},
                                                                  {"20", "2a", ""},
                                                                  {"23", "2b", "2c"}}};
  for (const auto& [year, early, other] : known)
    for (const std::string_view end : {year, early, other})
      if (!end.empty() && name.ends_with(std::string("++") + std::string(end)))
        return std::string(header_root) + "/heddle/cplusplus_" + std::string(year) + ".h";
  return "";
}

// "ccbin" of "-ccbin", "--ccbin=g++"; empty: no option.
std::string_view bare_name(std::string_view word) {
  if (!word.starts_with('-')) return {};
  word.remove_prefix(word.starts_with("--") ? 2 : 1);
  return word.substr(0, word.find('='));
}

// The row, and its value where that is part of the word. The longest name that fits is meant.
std::pair<const Row*, std::optional<std::string>> option(const std::string& word) {
  static constexpr Row of_nvcc{"", Kind::ignored};
  const Row* joined = nullptr;
  for (const Row& row : options_table) {
    if (!word.starts_with(row.name)) continue;
    const std::string rest = word.substr(row.name.size());
    if (rest.empty()) return {&row, std::nullopt};
    if (rest[0] == '=' && !row.joined) return {&row, rest.substr(1)};
    if (row.joined && (!joined || row.name.size() > joined->name.size())) joined = &row;
  }
  if (std::ranges::count(nvcc_options_with_value, bare_name(word))) {
    const std::size_t sign = word.find('=');
    if (sign == std::string::npos) return {&of_nvcc, std::nullopt};
    return {&of_nvcc, word.substr(sign + 1)};
  }
  if (!joined) return {nullptr, std::nullopt};
  return {joined, word.substr(joined->name.size())};
}

class Reader {
public:
  explicit Reader(const std::string& folder) : folder_(folder) {}

  void read(const std::vector<std::string>& words, int depth) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string& word = words[i];
      if (word.starts_with('@') && word.size() > 1) {
        read_file(word.substr(1), depth);
      } else if (!word.starts_with('-')) {
        if (is_source(word)) result_.files.push_back(word);
      } else if (const auto [row, value] = option(word); row) {
        if (value)
          take(row->kind, *value, depth);
        else if (i + 1 < words.size())
          take(row->kind, words[++i], depth);
      }
    }
  }

  CommandLine result() {
    if (arch_.first > 0) result_.arch = "sm_" + std::to_string(arch_.first) + arch_.second;
    if (!standard_.empty())
      result_.arguments.insert(result_.arguments.begin(), {"-include", standard_});
    return std::move(result_);
  }

private:
  std::string absolute(const std::string& path) const {
    return (std::filesystem::path(folder_) / path).lexically_normal().string();
  }

  void add(const std::string& option, const std::string& value) {
    result_.arguments.push_back(option + value);
  }

  // nvcc takes several folders or macros with commas between them.
  void add_each(const std::string& option, const std::string& values, bool is_path) {
    std::size_t begin = 0;
    while (begin <= values.size()) {
      const std::size_t end = std::min(values.find(',', begin), values.size());
      const std::string value = values.substr(begin, end - begin);
      if (!value.empty()) add(option, is_path ? absolute(value) : value);
      begin = end + 1;
    }
  }

  void take(Kind kind, const std::string& value, int depth) {
    switch (kind) {
    case Kind::folder:
      return add_each("-I", value, true);
    case Kind::system_folder:
      return add_each("-isystem", value, true);
    case Kind::define:
      return add("-D", value);
    case Kind::undefine:
      return add("-U", value);
    case Kind::standard:
      standard_ = text_of_standard(value);
      return;
    case Kind::response:
      return read_file(value, depth);
    case Kind::file:
      result_.arguments.push_back("-include");
      result_.arguments.push_back(std::filesystem::exists(absolute(value)) ? absolute(value)
                                                                           : value);
      return;
    case Kind::arch:
      if (auto arch = arch_in(value)) arch_ = std::max(arch_, *arch);
      return;
    case Kind::passed_on: {
      std::string words = value;
      std::ranges::replace(words, ',', ' ');
      return read(split_words(words), depth + 1);
    }
    case Kind::ignored:
      return;
    }
  }

  void read_file(const std::string& name, int depth) {
    if (depth > 16) return; // files that name each other
    std::ifstream file(absolute(name));
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    read(split_words(text), depth + 1);
  }

  std::string folder_;
  std::string standard_; // what says that it is the one that was asked for; empty: none was
  CommandLine result_;
  std::pair<int, std::string> arch_; // 0: not said
};

} // namespace

std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> words;
  bool open = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (quote == 0 && blank) {
      open = false;
      continue;
    }
    if (!open) words.emplace_back();
    open = true;
    if (c == quote)
      quote = 0;
    else if (quote == 0 && (c == '"' || c == '\''))
      quote = c;
    else if (c == '\\' && quote != '\'' && i + 1 < text.size())
      words.back() += text[++i];
    else
      words.back() += c;
  }
  return words;
}

std::size_t words_of_flag(const std::string& word) {
  if (const auto [row, value] = option(word); row) return value ? 1 : 2;
  if (std::ranges::count(nvcc_options_without_value, bare_name(word))) return 1;
  return std::ranges::any_of(plain_starts, [&](auto start) { return word.starts_with(start); });
}

CommandLine read_command_line(const std::vector<std::string>& words, const std::string& folder) {
  Reader reader(folder);
  reader.read(words, 0);
  return reader.result();
}

} // namespace heddle::cuda
