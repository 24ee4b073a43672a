#include "cuda/launch/failing.hpp"

namespace heddle::cuda {

namespace {

using Extents = std::optional<std::array<Expr, 3>>;

constexpr std::int64_t most_in_z = 64, most_threads = 1024; // of a block, on any GPU
constexpr std::array<std::int64_t, 3> most_blocks{(std::int64_t{1} << 31) - 1, 65535, 65535};

KnownSizes constants_of(const Extents& axes) {
  KnownSizes known;
  for (std::size_t a = 0; axes && a < known.size(); ++a)
    if ((*axes)[a]) known[a] = constant_value((*axes)[a]);
  return known;
}

std::string sizes_text(const KnownSizes& sizes) {
  std::string text;
  for (const auto& size : sizes)
    text += (text.empty() ? "(" : ", ") + (size ? std::to_string(*size) : "any");
  return text + ")";
}

bool is_impossible_grid(const KnownSizes& grid) {
  for (std::size_t a = 0; a < grid.size(); ++a)
    if (grid[a] && (*grid[a] < 1 || *grid[a] > most_blocks[a])) return true;
  return false;
}

struct Failing {
  bool grid = false, block = false;
};
Failing failing(const LaunchCase& launch, const contract::LaunchBounds& bounds,
                const Options& options) {
  return {!options.grid && is_impossible_grid(constants_of(launch.grid)),
          !options.block && is_impossible_block(constants_of(launch.block), bounds)};
}

// What is 1 is meant so.
void open_failing(Extents& axes) {
  for (Expr& e : *axes)
    if (e && constant_value(e) != std::optional<std::int64_t>(1)) e = nullptr;
}

} // namespace

std::optional<std::int64_t> own_limit(const contract::LaunchBounds& bounds) {
  return bounds.threads && *bounds.threads >= 1 && *bounds.threads < most_threads ? bounds.threads
                                                                                  : std::nullopt;
}

bool is_impossible_block(const KnownSizes& block, const contract::LaunchBounds& bounds) {
  constexpr std::array<std::int64_t, 3> limits{most_threads, most_threads, most_in_z};
  std::int64_t threads = 1;
  for (std::size_t a = 0; a < limits.size(); ++a) {
    if (!block[a]) continue;
    if (*block[a] < 1 || *block[a] > limits[a]) return true;
    threads *= *block[a];
  }
  return threads > own_limit(bounds).value_or(most_threads);
}

std::string why_failing(const LaunchCase& launch, const contract::LaunchBounds& bounds,
                        const Options& options) {
  const Failing what = failing(launch, bounds, options);
  if (what.block) {
    const auto limit = own_limit(bounds);
    return "its block is " + sizes_text(constants_of(launch.block)) +
           (limit ? "; its __launch_bounds__ allows at most " + std::to_string(*limit) + " threads"
                  : "; one has 1 to 1024 threads, at most 64 in z");
  }
  if (what.grid)
    return "its grid is " + sizes_text(constants_of(launch.grid)) +
           "; one has a block at least, and at most 65535 in y and z";
  return "";
}

LaunchCase with_other_sizes(LaunchCase launch, const contract::LaunchBounds& bounds,
                            const Options& options) {
  const Failing what = failing(launch, bounds, options);
  if (what.grid) open_failing(launch.grid);
  if (what.block) open_failing(launch.block);
  return launch;
}

} // namespace heddle::cuda
