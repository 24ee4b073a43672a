// Tries launches of one kernel, with sizes, parameters and memory chosen at random, until one goes
// wrong. The generated unit (emulate.py) defines the kernel's side:
//   emu_geometry, emu_prepare() (makes the arguments), emu_body() (calls the kernel).
//
//   search RUNS SEED SECONDS [strict]
//
// prints one line: "KIND: ..." of what was found, "clean: N launches", or "none: ..." when no
// launch applied.
#include "runtime.hpp"

#include <chrono>
#include <cstdlib>
#include <random>
#include <sys/mman.h>
#include <vector>

extern "C" {
extern emu::Geometry emu_geometry;
void emu_prepare();
void emu_body();
}

namespace emu {
namespace {

constexpr std::size_t buffer_bytes = 16 << 20, window_bytes = 128 * 1024;
std::mt19937 random_source;
std::vector<char*> buffers;

long pick(const std::vector<long>& from) { return from[random_source() % from.size()]; }

unsigned extent(bool first) {
  static const std::vector<long> line{1, 2, 3, 4, 5, 6, 7, 8, 16, 31, 32, 33, 40, 64, 96, 128, 320};
  static const std::vector<long> side{1, 2, 3, 4, 5, 8, 16, 32};
  return unsigned(pick(first ? line : side));
}

// What cell i of a buffer holds, in one of five ways.
std::int32_t content(unsigned mode, std::size_t i) {
  switch (mode) {
  case 0:
    return 0;
  case 1:
    return std::int32_t(random_source() % 4);
  case 2:
    return std::int32_t(random_source() % 64);
  case 3:
    return std::int32_t(random_source() % 8) - 2;
  default:
    return std::int32_t(i);
  }
}

void choose_geometry(Index3& block, Index3& grid, bool cube) {
  unsigned* const threads[3] = {&block.x, &block.y, &block.z};
  unsigned* const blocks[3] = {&grid.x, &grid.y, &grid.z};
  bool first = !cube;
  for (int axis = 0; axis < 3; axis++) {
    const Geometry& g = emu_geometry;
    *threads[axis] = g.block[axis] ? g.block[axis] : g.block_axis[axis] ? extent(first) : 1;
    *blocks[axis] = g.grid[axis]        ? g.grid[axis]
                    : g.grid_axis[axis] ? unsigned(random_source() % 4 + 1)
                                        : 1;
    if (g.block_axis[axis]) first = false;
  }
}

int search(unsigned runs, double seconds, bool strict) {
  using clock = std::chrono::steady_clock;
  const auto end = clock::now() + std::chrono::duration<double>(seconds);
  unsigned applied = 0;
  bool same_value = false;
  for (unsigned tries = 0; tries < 200 * runs && applied < runs && clock::now() < end; tries++) {
    Index3 block{}, grid{};
    choose_geometry(block, grid, tries % 3 == 0);
    if (block.x * block.y * block.z > emu_geometry.max_threads) continue;
    is_kept = true;
    emu_prepare();
    Found found;
    if (!is_kept || !launch(grid, block, emu_body, found)) continue;
    applied++;
    if (found.kind == "same-value-write" && !strict)
      same_value = true;
    else if (!found.kind.empty()) {
      std::printf("%s: %s; block %ux%ux%u, grid %ux%ux%u\n", found.kind.c_str(), found.text.c_str(),
                  block.x, block.y, block.z, grid.x, grid.y, grid.z);
      return 1;
    }
  }
  std::printf("%s: %u launches%s\n", applied ? "clean" : "none", applied,
              same_value ? ", same-value writes" : "");
  return 0;
}

} // namespace

bool is_kept = true;

unsigned number(unsigned below) { return unsigned(random_source() % below); }

long scalar(unsigned) {
  static const std::vector<long> values{0,  1,  1,  2,  2,  3,  3,  4,  5,  6,   7,   8,  9,
                                        15, 16, 17, 31, 32, 33, 64, 65, 96, 100, 128, -1, -5};
  return pick(values);
}

// A window around the returned address has fresh content; memory reaches further on both sides.
void* buffer(unsigned which, unsigned element_size) {
  while (buffers.size() <= which)
    buffers.push_back(static_cast<char*>(mmap(nullptr, buffer_bytes, PROT_READ | PROT_WRITE,
                                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)));
  char* const middle = buffers[which] + buffer_bytes / 2;
  const unsigned mode = random_source() % 5, unit = element_size < 4 ? element_size : 4;
  for (std::size_t at = 0; at < window_bytes; at += unit) {
    const std::int32_t value = content(mode, at / element_size);
    std::memcpy(middle + at, &value, unit);
    std::memcpy(middle - window_bytes + at, &value, unit);
  }
  return middle;
}

} // namespace emu

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  emu::random_source.seed(unsigned(std::atoi(argv[2])));
  return emu::search(unsigned(std::atoi(argv[1])), std::atof(argv[3]), argc > 4);
}
