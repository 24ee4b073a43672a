#include "cli/options/options.hpp"
#include "cli/options/values.hpp"

#include <fmt/format.h>

#include <limits>

namespace heddle::cli {
namespace {

std::string named(const std::string& value, const char* expected) {
  if (value.empty()) throw UsageError(fmt::format("expected {}", expected));
  return value;
}

void add_param(PtxCommand& command, const std::string& text) {
  const auto [name, value] = parse_ptx_param(text);
  const auto [known, inserted] = command.options.params.emplace(name, value);
  if (!inserted && known->second != value)
    throw UsageError(fmt::format("'{}' has the value {} already", name, known->second));
}

void add_tensor_map(PtxCommand& command, const std::string& text) {
  const auto [name, box] = parse_tensor_map(text);
  const auto [known, inserted] = command.options.params.emplace(name, box);
  if (!inserted && known->second != box)
    throw UsageError(fmt::format("'{}' has the value {} already", name, known->second));
}

void set_format(PtxCommand& command, const std::string& format) {
  if (format != "text" && format != "json") throw UsageError("expected text or json");
  command.format = format == "json" ? Format::json : Format::text;
}

const std::vector<PtxOptionSpec> table{
    {"kernel", 0, Arity::repeated, "NAME", "all of the file", "", "check only the kernel NAME",
     [](PtxCommand& c, const std::string& v) {
       c.options.kernels.push_back(named(v, "the name of a kernel"));
     }},
    {"block", 0, Arity::single, "X[,Y[,Z]]", ".reqntid or .maxntid of the kernel", "1 to 1024",
     "threads per block",
     [](PtxCommand& c, const std::string& v) { c.options.block = parse_triple(v, 1); }},
    {"grid", 0, Arity::single, "X[,Y[,Z]]", "not known", "1 and more", "blocks per grid",
     [](PtxCommand& c, const std::string& v) { c.options.grid = parse_triple(v, 1); }},
    {"cta", 0, Arity::single, "X[,Y[,Z]]", "0,0,0", "0 and more", "which block is run",
     [](PtxCommand& c, const std::string& v) { c.options.cta = parse_triple(v, 0); }},
    {"param", 0, Arity::repeated, "N=V", "not known",
     "integers; @FILE for the bytes of the array that N points to",
     "fix the parameter N (N+8: its bytes from 8 on), or the variable N", add_param},
    {"tensor-map", 0, Arity::repeated, "N=BOX", "not known", "",
     "copies by the tensor map N, a parameter (N+64: a part of it), copy a box, as in 64x128xf16",
     add_tensor_map},
    {"shared", 0, Arity::single, "BYTES", "as much as is used", "1 to 1048576",
     "size of the dynamic shared memory",
     [](PtxCommand& c, const std::string& v) {
       c.options.shared_bytes = static_cast<std::uint32_t>(parse_count(v, 1, 1048576));
     }},
    {"warp-sync", 0, Arity::flag, "", "", "", "threads of a warp run in lock-step",
     [](PtxCommand& c, const std::string&) { c.options.warp_sync = true; }},
    {"strict-writes", 0, Arity::flag, "", "", "", "writes of equal values to one cell are races",
     [](PtxCommand& c, const std::string&) { c.options.strict_writes = true; }},
    {"strict-aligned", 0, Arity::flag, "", "", "",
     "an aligned barrier that warps reach at different instructions is an error",
     [](PtxCommand& c, const std::string&) { c.options.strict_aligned = true; }},
    {"strict-proxy", 0, Arity::flag, "", "", "",
     "a proxy fence that is missing behind reads, or that comes late, is an error",
     [](PtxCommand& c, const std::string&) { c.options.strict_proxy = true; }},
    {"steps", 0, Arity::single, "N", "1000000000", "1 and more",
     "stop after N instructions of warps",
     [](PtxCommand& c, const std::string& v) {
       c.options.max_steps =
           static_cast<std::uint64_t>(parse_count(v, 1, std::numeric_limits<std::int64_t>::max()));
     }},
    {"format", 0, Arity::single, "F", "text", "text, json", "how results are printed", set_format},
    {"questions", 0, Arity::single, "json", "", "",
     "print only what is to be given, and why, for a script to answer",
     [](PtxCommand& c, const std::string& v) {
       if (v != "json") throw UsageError("expected json");
       c.questions = c.options.ask = true;
     }},
    {"stats", 0, Arity::flag, "", "", "", "count barriers, accesses and race tests; time stages",
     [](PtxCommand& c, const std::string&) { c.options.stats = true; }},
    {"graph", 0, Arity::single, "FILE", "", "",
     "write the barrier dependence graph: FILE.svg, else for Graphviz",
     [](PtxCommand& c, const std::string& v) {
       c.graph = named(v, "the name of a file");
       c.options.graph = v.ends_with(".svg") ? PtxOptions::Graph::svg : PtxOptions::Graph::dot;
     }},
    {"help", 'h', Arity::flag, "", "", "", "print this and stop",
     [](PtxCommand& c, const std::string&) { c.help = true; }},
};

} // namespace

const std::vector<PtxOptionSpec>& ptx_options() { return table; }

std::string ptx_help() {
  return "Usage: heddle ptx FILE.ptx... [options]\n"
         "\n"
         "Runs one block of each kernel and checks, for every order in which its threads\n"
         "may run, that barriers are well-synchronized and that shared memory is free of\n"
         "races.\n"
         "\nOptions:\n" +
         option_lines(table) +
         "\nExit codes: 0 verified, 1 refuted, 2 usage or input error, 3 unknown.\n";
}

} // namespace heddle::cli
