#include "project/database.hpp"

#include "cuda/parse/command_line.hpp"
#include "project/files.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <set>
#include <utility>

namespace heddle::project {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// Compiled by nvcc, or said to be CUDA, whatever its name ends in.
bool is_cuda(const std::string& file, const std::vector<std::string>& words) {
  if (file.ends_with(".cu")) return true;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "-xcu" || words[i] == "-xcuda" || words[i] == "--x=cu") return true;
    const bool last = i + 1 == words.size();
    if (!last && (words[i] == "-x" || words[i] == "--x") &&
        (words[i + 1] == "cu" || words[i + 1] == "cuda"))
      return true;
  }
  return false;
}

// Words with those of response files in their place, which may hold our options and sources, too.
class Expanded {
public:
  Expanded(const std::vector<std::string>& given, fs::path folder) : folder_(std::move(folder)) {
    add(given, 0);
  }

  std::vector<std::string> words;
  std::string mistake;

private:
  static constexpr int deepest = 16; // files that name each other

  void add(const std::vector<std::string>& from, int depth) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      const std::string& word = from[i];
      std::error_code none;
      if (word.size() > 1 && word.starts_with('@') && !fs::exists(folder_ / word, none))
        read(word.substr(1), depth);
      else if ((word == "--options-file" || word == "-optf") && i + 1 < from.size())
        read(from[++i], depth);
      else if (word.starts_with("--options-file=") || word.starts_with("-optf="))
        read(word.substr(word.find('=') + 1), depth);
      else
        words.push_back(word);
    }
  }

  void read(const std::string& name, int depth) {
    if (why_unreadable(folder_ / name).empty() && depth < deepest)
      add(cuda::split_words(read_text(folder_ / name)), depth + 1);
    else if (mistake.empty())
      mistake = "the response file '" + name + "' cannot be read";
  }

  fs::path folder_;
};

CompileCommand read_entry(const Json& entry, bool& cuda) {
  const fs::path folder = entry.at("directory").get<std::string>();
  const std::string file = entry.at("file");
  std::vector<std::string> words;
  if (entry.contains("arguments"))
    words = entry.at("arguments").get<std::vector<std::string>>();
  else
    words = cuda::split_words(entry.at("command"));
  cuda = is_cuda(file, words);
  if (!words.empty()) words.erase(words.begin()); // the compiler
  const Expanded expanded(words, folder);
  const cuda::CommandLine line = cuda::read_command_line(expanded.words, folder.string());
  return {(folder / file).lexically_normal().string(), line.arguments, line.arch, expanded.mistake};
}

} // namespace

Database read_database(const std::string& path) {
  Database out;
  std::error_code none;
  const fs::path file =
      fs::is_directory(path, none) ? fs::path(path) / "compile_commands.json" : fs::path(path);
  if (!fs::is_regular_file(file, none)) {
    out.mistake = file.string() + ": no such file";
    return out;
  }
  std::set<std::vector<std::string>> seen; // a file may be compiled in several ways
  try {
    for (const Json& entry : Json::parse(read_text(file))) {
      bool cuda = false;
      CompileCommand command = read_entry(entry, cuda);
      std::vector<std::string> way{command.file, command.arch};
      way.insert(way.end(), command.flags.begin(), command.flags.end());
      if (cuda && seen.insert(std::move(way)).second) out.commands.push_back(std::move(command));
    }
  } catch (const nlohmann::json::exception&) {
    out.mistake = file.string() + ": not a compilation database in JSON";
    return out;
  }
  if (out.commands.empty()) out.mistake = file.string() + ": names no CUDA file";
  return out;
}

void add_flags(Options& options, const std::vector<std::string>& flags, const std::string& arch) {
  for (const std::string& flag : flags)
    if (flag.starts_with("-I"))
      options.includes.push_back(flag.substr(2));
    else if (flag.starts_with("-D"))
      options.defines.push_back(flag.substr(2));
    else
      options.flags.push_back(flag);
  if (arch.empty() || options.arch_is_given) return;
  options.arch = static_cast<unsigned>(std::stoul(arch.substr(arch.find('_') + 1)));
  options.arch_is_given = true;
  for (std::string& define : arch_defines(arch))
    options.defines.push_back(std::move(define));
}

std::vector<std::string> arch_defines(const std::string& arch) {
  if (!arch.ends_with('a') && !arch.ends_with('f')) return {};
  const std::size_t digits = arch.find_first_of("0123456789");
  if (digits == std::string::npos) return {};
  const std::string number = arch.substr(digits, arch.size() - digits - 1);
  std::vector<std::string> all{"__CUDA_ARCH_FAMILY_SPECIFIC__=" + number + "0"};
  if (arch.ends_with('a')) {
    all.push_back("__CUDA_ARCH_SPECIFIC__=" + number + "0");
    all.push_back("__CUDA_ARCH_FEAT_SM" + number + "_ALL");
  }
  return all;
}

CompilerFlags take_compiler_flags(const std::vector<std::string>& given,
                                  std::size_t (*words_of_ours)(const std::string& word)) {
  CompilerFlags out;
  const Expanded expanded(given, ".");
  const std::vector<std::string>& words = expanded.words;
  std::vector<std::string> theirs;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--") {
      out.rest.insert(out.rest.end(), words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
      break;
    }
    std::size_t count = words_of_ours(words[i]);
    const bool ours = count > 0 || !words[i].starts_with('-') || words[i] == "-";
    if (!ours) count = cuda::words_of_flag(words[i]);
    auto& to = ours || count == 0 ? out.rest : theirs; // what nobody knows is told as ours
    for (to.push_back(words[i]); count > 1 && i + 1 < words.size(); --count)
      to.push_back(words[++i]);
  }
  const cuda::CommandLine line = cuda::read_command_line(theirs, ".");
  out.flags = line.arguments;
  out.arch = line.arch;
  out.mistake = expanded.mistake;
  return out;
}

} // namespace heddle::project
