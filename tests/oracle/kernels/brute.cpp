#include "brute.hpp"

namespace heddle::oracle {

namespace {

constexpr std::int64_t few_threads = 4, few_blocks = 2;

std::vector<std::int64_t> values(const Range& range, std::int64_t open_low,
                                 std::int64_t open_high) {
  std::int64_t low = range.low, high = range.high;
  if (range.open) {
    low = range.low > 0 ? range.low : open_low;
    high = open_high;
  }
  std::vector<std::int64_t> result;
  for (std::int64_t v = low; v <= high; ++v)
    result.push_back(v);
  return result;
}

std::vector<std::vector<std::int64_t>> parameter_values(const Program& program) {
  std::vector<std::vector<std::int64_t>> result{{}};
  for (const Range& range : program.parameters) {
    std::vector<std::vector<std::int64_t>> longer;
    for (const auto& prefix : result)
      for (std::int64_t v : values(range, -1, 3)) {
        longer.push_back(prefix);
        longer.back().push_back(v);
      }
    result = std::move(longer);
  }
  return result;
}

} // namespace

Enumeration enumerate(const Program& program) {
  const Code code = compile(program);
  Enumeration result;
  result.exact = !uses_atomic_results(program);
  const std::uint64_t contents = depends_on_data(program) ? 5 : reads_memory(program) ? 2 : 1;
  const auto try_one = [&](Launch launch) {
    const Outcome outcome = run(program, code, launch, true);
    ++result.launches;
    result.exited_at_barrier |= outcome.exited_at_barrier;
    if (outcome.overflow || outcome.undefined || outcome.unfinished) result.exact = false;
    if (outcome.overflow || outcome.undefined || outcome.errors.empty()) return false;
    result.error = outcome.errors.front();
    result.launch = std::move(launch);
    return true;
  };
  for (std::int64_t x : values(program.block_x, 1, few_threads))
    for (std::int64_t y : values(program.block_y, 1, few_blocks))
      for (std::int64_t grid : values(program.grid, 1, few_blocks))
        for (const auto& parameters : parameter_values(program))
          for (std::uint64_t c = 0; c < contents; ++c)
            if (try_one({x, y, grid, parameters, c, {}, c % 2 == 1})) return result;
  return result;
}

std::string to_string(const Launch& launch, const Error& error) {
  std::string text = "block (" + std::to_string(launch.block_x) + "," +
                     std::to_string(launch.block_y) + "), grid " + std::to_string(launch.grid) +
                     ", parameters";
  for (std::int64_t p : launch.parameters)
    text += " " + std::to_string(p);
  text += ", contents " + std::to_string(launch.contents) + ": ";
  const bool race = error.kind == Error::Kind::race;
  if (error.kind == Error::Kind::assertion) text += "failing assertion, not ";
  text += race ? "race on " + std::string(array_names[static_cast<std::size_t>(error.array)]) +
                     "[" + std::to_string(error.cell) + "]"
               : "divergence";
  for (std::size_t i = 0; i < 2; ++i)
    text += (i ? " and " : " of ") + ("thread " + std::to_string(error.threads[i])) + " of block " +
            std::to_string(error.blocks[i]) + " at line " + std::to_string(error.lines[i]);
  return text;
}

} // namespace heddle::oracle
