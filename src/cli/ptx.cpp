#include "cli/ptx.hpp"

#include "project/write_file.hpp"
#include "report/json.hpp"

#include <fmt/format.h>

namespace heddle::cli {
namespace {

// The graphs of all kernels, one after the other. An SVG file holds one only.
void write_graph(const std::string& path, CheckResult& result) {
  if (path.ends_with(".svg") && result.kernels.size() > 1) {
    result.messages.push_back(
        input_error("an SVG file holds the graph of one kernel; choose it with --kernel", path));
    return;
  }
  std::string graphs;
  for (const KernelResult& kernel : result.kernels)
    graphs += kernel.graph;
  const std::string why = project::write_file(path, graphs);
  if (!why.empty()) result.messages.push_back(input_error("cannot write the graph: " + why, path));
}

} // namespace

Outcome ptx(const std::vector<std::string>& arguments, bool colour_out, bool colour_err) {
  const PtxCommand command = parse_ptx(arguments);
  if (command.help) return {verified, ptx_help(), ""};
  CheckResult result;
  for (const std::string& file : command.files) {
    CheckResult one = check_ptx_file(file, command.options);
    if (one.kernels.empty() && !one.has_errors() && command.options.kernels.empty())
      one.messages.push_back(input_error("no kernel found", file));
    append(result, std::move(one));
  }
  report_missing_kernels(command.options.kernels, result);
  if (!command.graph.empty()) write_graph(command.graph, result);
  Outcome outcome = present(result, command.format, colour_out, colour_err);
  if (command.questions) outcome.out = report::questions_to_json(result);
  return outcome;
}

} // namespace heddle::cli
