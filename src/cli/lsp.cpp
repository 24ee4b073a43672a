#include "cli/lsp.hpp"

#include "cli/options/options.hpp"
#include "lsp/server.hpp"
#include "project/headers.hpp"

#include <csignal>
#include <cstdio>
#include <unistd.h>

namespace heddle::cli {
namespace {

constexpr double seconds_while_typing = 1;

constexpr const char* lsp_help =
    "Usage: heddle lsp [options]\n"
    "\n"
    "A language server (LSP 3.17) on standard input and output, for editors:\n"
    "diagnostics of the text as it stands in the editor, what a barrier orders,\n"
    "repairs. docs/editors.md shows how editors start it. Options of 'heddle check'\n"
    "hold for all files; --timeout is 1 here.\n";

project::Job job_for(const std::string& path, const std::string& text,
                     std::vector<std::string> arguments) {
  std::vector<project::Setting> settings = project::settings_for(path);
  const std::vector<project::Setting> own = project::settings_in(text, path);
  settings.insert(settings.end(), own.begin(), own.end());
  arguments.push_back(path);
  CheckCommand command = parse_check(arguments, settings);
  if (!command.timeout_is_given) command.options.timeout_seconds = seconds_while_typing;
  command.options.of_many = true;
  project::HeaderLookup().look_up(path, text, command.options);
  return {path, text, std::move(command.options), 0, std::move(command.origins)};
}

} // namespace

Outcome lsp(const std::vector<std::string>& arguments) {
  std::vector<std::string> with_a_file = arguments;
  with_a_file.emplace_back("-");
  if (parse_check(with_a_file).help) return {verified, lsp_help, ""};
  std::signal(SIGPIPE, SIG_IGN); // the editor may go at any moment
  lsp::Server server(STDIN_FILENO, STDOUT_FILENO,
                     [&](const std::string& path, const std::string& text) {
                       try {
                         return job_for(path, text, arguments);
                       } catch (const SettingError& e) {
                         throw lsp::WrongOption(e.message);
                       }
                     });
  if (isatty(STDIN_FILENO) == 1)
    std::fputs("note: this waits for an editor; docs/editors.md shows how editors start it\n",
               stderr);
  const bool is_right = server.run() == 0;
  const char* mistake = "heddle: error: standard input is not of the Language Server Protocol\n";
  const bool is_strange = !is_right && server.was_misunderstood();
  return {is_right ? verified : bad_input, "", is_strange ? mistake : ""};
}

} // namespace heddle::cli
