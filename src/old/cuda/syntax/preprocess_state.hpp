// What preprocessing keeps beside Wave: files, limits, positions, messages.
#pragma once
#include "cuda/syntax/parse.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heddle::cuda {

class PreprocessState {
public:
  static constexpr std::size_t max_include_depth = 64;

  struct Place { // as Wave says it
    std::string file;
    std::size_t line = 0, column = 0;
  };
  struct MacroCall : Place {
    bool moves_tokens = true; // what it expands to gets the place of the call
  };

  explicit PreprocessState(Ctx& ctx) : ctx_(ctx) {}

  // The cleaned text of the file to check; std::nullopt with an error reported.
  std::optional<std::string> open_main(const std::string& path);
  const std::string& main_path() const { return main_path_; }
  // The prelude's macros and those of -D, as NAME=value.
  std::vector<std::string> macros() const;

  // `name` with its quotes or angle brackets. False: skip the directive (with a note where the
  // header is none of CUDA's or the standard library's).
  bool find_include(const std::string& name, const Place& at);
  std::optional<std::string> locate(const std::string& name, bool is_system) const;
  std::string enter_file(const std::string& path);
  void leave_file();

  bool enter_macro(MacroCall call);
  bool count_token();
  Loc loc(const Place& at);

  // Wave's complaint at `at`; reported once per place and text.
  void complain(const Place& at, const std::string& text, bool recoverable);
  void fail(const Place& at, const std::string& text);
  bool stopped() const { return stopped_; }

  std::vector<MacroCall> calls; // of macros under expansion, outermost first

private:
  void warn_once(const Place& at, const std::string& text);

  Ctx& ctx_;
  std::string main_path_;
  std::map<std::string, std::string> user_paths_; // Wave's absolute name -> as the user wrote it
  std::vector<std::string> directories_;          // of the files being read, innermost last
  std::map<std::string, std::uint32_t> ids_;
  std::string last_name_;
  std::uint32_t last_id_ = 0;
  std::size_t includes_ = 0, expansions_ = 0, tokens_ = 0, bytes_ = 0, complaints_ = 0;
  bool stopped_ = false;
};

} // namespace heddle::cuda
