// Which shapes blocks may have, of kernels without a launch.
#include "check/witness/candidates.hpp"

namespace heddle::check {

namespace {

constexpr std::size_t most_shapes = 4; // of more of them too many conditions could be made

// Of a block, by how its sides compare with these.
std::string shape(const char* compared, std::int64_t columns, std::int64_t rows) {
  return both("blockDim.x" + (compared + std::to_string(columns)),
              "blockDim.y" + (compared + std::to_string(rows)));
}

std::string filled(std::int64_t columns, std::int64_t rows) { return shape(" == ", columns, rows); }

} // namespace

// Of a kernel without a launch: the block that fills what is shared; then the rows that such blocks
// write are long enough, or only there.
void Candidates::shapes(std::vector<Ladder>& to) const {
  for (const std::string& shape : shapes_of_shared()) {
    to.push_back({Reach::narrows, {shape}});
    for (std::size_t i = 0; i < std::min(parameters_, most_related); ++i) {
      const std::string row = both(shape, sizes_[i].name + " >= ");
      Ladder ladder{Reach::narrows, {row + "blockDim.x"}};
      if (maybe_zero(sizes_[i].e)) ladder.rungs.push_back(row + "0");
      to.push_back(std::move(ladder));
      for (const std::string blocks : {"gridDim.x", "gridDim.y"})
        to.push_back({Reach::narrows, {row + blocks + " * blockDim.x"}});
    }
  }
}

// Blocks of no more threads than lie between two of them, with rows or columns as long as all of
// them along one axis; or both.
void Candidates::strides(std::vector<Ladder>& to) const {
  if (!is_size("blockDim.x") || !is_size("blockDim.y") || !shapes_of_shared().empty()) return;
  for (const auto& [columns, rows] : tiles_of_strides()) {
    const std::string at_most = shape(" <= ", columns, rows);
    const auto push = [&](const std::string& sizes) {
      to.push_back({Reach::narrows, {both(at_most, sizes)}});
    };
    for (std::size_t i = 0; i < std::min(parameters_, most_related); ++i) {
      push(whole_text(sizes_[i].name, 'x', columns));
      push(whole_text(sizes_[i].name, 'y', rows));
    }
    each_two([&](const Size& along, const Size& down) {
      push(both(whole_text(along.name, 'x', columns), whole_text(down.name, 'y', rows)));
    });
  }
}

std::vector<std::string> Candidates::block_shapes() const {
  std::vector<std::string> found = shapes_of_shared();
  if (found.empty() && is_size("blockDim.x") && is_size("blockDim.y"))
    for (const auto& [columns, rows] : tiles_of_strides())
      for (const char* compared : {" <= ", " == "})
        if (found.size() < most_shapes) found.push_back(shape(compared, columns, rows));
  return found;
}

std::vector<std::string> Candidates::shapes_of_shared() const {
  std::vector<std::string> found;
  if (!is_size("blockDim.x") || !is_size("blockDim.y")) return found;
  for (const core::Array& array : env_.kernel.arrays)
    if (array.space == core::Space::shared && !array.dims.empty())
      for (std::string& shape :
           array.dims.size() == 1 ? shapes_of_row(array.dims.back()) : shapes_of_tile(array.dims))
        if (found.size() < most_shapes && std::ranges::find(found, shape) == found.end())
          found.push_back(std::move(shape));
  return found;
}

// What lies from the first thread of a block to that of the next, along both axes.
std::vector<std::pair<std::int64_t, std::int64_t>> Candidates::tiles_of_strides() const {
  std::vector<std::pair<std::int64_t, std::int64_t>> found;
  for (const auto& [across, columns] : block_tiles_)
    for (const auto& [down, rows] : block_tiles_)
      if (across == 'x' && down == 'y' && rows <= largest_tile / columns)
        found.emplace_back(columns, rows);
  return found;
}

// The tile's, but for a column against bank conflicts; or a part of its rows, which then go down
// it.
std::vector<std::string> Candidates::shapes_of_tile(const std::vector<std::int64_t>& dims) const {
  const std::int64_t rows = dims[dims.size() - 2];
  const std::int64_t columns = dims.back() == rows + 1 ? rows : dims.back();
  if (rows < 1 || columns < 2 || rows > largest_tile || columns > largest_tile) return {};
  if (columns > largest_tile / rows) // no block has so many threads: as many as one row has
    return {"blockDim.x <= " + std::to_string(columns)};
  std::vector<std::string> found{filled(columns, rows)};
  for (const std::int64_t part : constants_)
    if (part < rows && rows % part == 0) found.push_back(filled(columns, part));
  return found;
}

// One element for each thread, of a block whose sides the kernel names.
std::vector<std::string> Candidates::shapes_of_row(std::int64_t threads) const {
  std::vector<std::string> found;
  if (threads > largest_tile) return found;
  for (const std::int64_t columns : constants_)
    for (const std::int64_t rows : constants_)
      if (columns * rows == threads) found.push_back(filled(columns, rows));
  return found;
}

} // namespace heddle::check
