#include "project/kept_key.hpp"

#include "cuda/parse/hash.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <link.h>

namespace heddle::project {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

Json dim3(const std::optional<Dim3Option>& d) { return d ? Json{d->symbolic, d->value} : Json{}; }

Json of_calls(const std::vector<CallWithOne>& calls) {
  Json all = Json::array();
  for (const auto& [function, arguments, first, second, place] : calls)
    all.push_back({function, arguments, first, second, place});
  return all;
}

Json of_programs(const std::vector<Program>& programs) {
  Json all = Json::array();
  for (const auto& [files, includes, called_with_one] : programs)
    all.push_back({files, includes, of_calls(called_with_one)});
  return all;
}

Json of_launching(const std::vector<LaunchingFile>& files) {
  Json all = Json::array();
  for (const auto& [path, defines, includes, flags, is_asked_for, kernels, programs] : files)
    all.push_back({path, defines, includes, flags, is_asked_for, kernels, of_programs(programs)});
  return all;
}

Json of_names(const std::set<NamedElsewhere>& names) {
  Json all = Json::array();
  for (const auto& [function, arguments] : names)
    all.push_back({function, arguments ? Json(*arguments) : Json()});
  return all;
}

// A new option must be named here, or this does not compile. `jobs` changes no verdict.
Json of_options(const Options& o) {
  const auto& [kernels, block, grid, use_launches, launched_by, programs, called_with_one,
               named_elsewhere, assumptions, defines, includes, flags, arch, arch_is_given,
               strict_headers, infer_requires, params, aliases, jobs, timeout, kernel_limit, memory,
               strict_writes, strict_reads, strict_exit, strict_aligned, strict_proxy, pdl,
               bit_precise, warp_sync, warps_apart, all_errors, of_many, dump] = o;
  static_cast<void>(jobs);
  const bool may_misfit = !params.empty() || !aliases.empty() || !assumptions.empty();
  return Json{kernels,
              dim3(block),
              dim3(grid),
              use_launches,
              of_launching(launched_by),
              of_programs(programs),
              of_calls(called_with_one),
              of_names(named_elsewhere),
              assumptions,
              defines,
              includes,
              flags,
              arch,
              arch_is_given,
              strict_headers,
              infer_requires,
              params,
              aliases,
              timeout,
              kernel_limit,
              memory,
              strict_writes,
              strict_reads,
              strict_exit,
              strict_aligned,
              strict_proxy,
              pdl,
              bit_precise,
              warp_sync ? Json(*warp_sync) : Json(),
              warps_apart,
              all_errors,
              of_many && may_misfit,
              dump};
}

// Size and time of the program and of the libraries that it has loaded.
std::string of_program() {
  std::string all = version();
  const auto add = [](dl_phdr_info* info, std::size_t, void* to) {
    const fs::path path = *info->dlpi_name ? info->dlpi_name : "/proc/self/exe";
    std::error_code error;
    const auto size = fs::file_size(path, error);
    if (error) return 0; // the kernel's own
    const auto time = fs::last_write_time(path, error).time_since_epoch().count();
    *static_cast<std::string*>(to) +=
        '\n' + path.string() + ' ' + std::to_string(size) + ' ' + std::to_string(time);
    return 0;
  };
  dl_iterate_phdr(add, &all);
  return all;
}

// Clang looks for headers there, too.
Json of_environment() {
  Json all = Json::object();
  for (const char* name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
    if (const char* value = std::getenv(name)) all[name] = value;
  return all;
}

} // namespace

std::string key_of(const Job& job) {
  static const std::string program = of_program();
  std::error_code error;
  const Json all{job.path,           of_options(job.options),
                 job.repair_seconds, fs::current_path(error).string(),
                 of_environment(),   program};
  return cuda::hash_of(all.dump(-1, ' ', false, Json::error_handler_t::replace));
}

} // namespace heddle::project
