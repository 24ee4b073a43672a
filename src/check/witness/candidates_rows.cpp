// How far a row is from the next: in elements, or in bytes as cudaMallocPitch gives them.
#include "check/witness/candidates.hpp"

#include <algorithm>
#include <functional>

namespace heddle::check {

// Perhaps: the constants of the question, the largest first.
std::vector<std::int64_t> Candidates::sizes_of_elements() const {
  std::vector<std::int64_t> found;
  std::ranges::copy_if(constants_, std::back_inserter(found),
                       [](std::int64_t c) { return c <= most_of_element; });
  std::ranges::sort(found, std::greater{});
  return found;
}

// A row of so many elements, whatever size they have.
Ladder Candidates::bytes_of(const std::string& row, const std::string& elements,
                            const std::string& besides) const {
  Ladder ladder{Reach::narrows, {}};
  for (const std::int64_t c : sizes_of_elements())
    ladder.rungs.push_back(row + " >= " + std::to_string(c) + " * " + elements + besides);
  ladder.rungs.push_back(row + " >= " + elements + besides);
  return ladder;
}

bool Candidates::is_end(const Size& size) const {
  return std::ranges::find(ends_, size.name) != ends_.end();
}

// Rows as long as what threads are told by that they lie within one, up to a multiple of what each
// of them has: vectors, pairs.
void Candidates::paddings(std::vector<Ladder>& to) const {
  for (std::size_t i = 0; i < parameters_; ++i)
    for (const std::string& end : ends_) {
      const Size& row = sizes_[i];
      if (!is_row_of_threads(row) || end == row.name) continue;
      Ladder ladder{Reach::narrows, {}, true};
      for (std::int64_t c = most_of_element; c > 1; c /= 2)
        if (std::ranges::find(constants_, c) != constants_.end())
          ladder.rungs.push_back(
              both(row.name + " % " + std::to_string(c) + " == 0", row.name + " >= " + end));
      if (!ladder.rungs.empty()) to.push_back(std::move(ladder));
    }
}

// And how many elements a row has, or a block along it.
void Candidates::pitches(std::vector<Ladder>& to, bool of_ends) const {
  if (sizes_of_elements().empty()) return;
  each_two([&](const Size& pitch, const Size& width) {
    if ((pitch.e->type.width == 64 && width.e->type.width == 32) ||
        (of_ends && is_row_of_threads(pitch) && is_end(width)))
      to.push_back(bytes_of(pitch.name, width.name));
  });
  for (std::size_t i = 0; i < std::min(parameters_, most_related); ++i)
    if (sizes_[i].e->type.width == 64 && strides_.contains(sizes_[i].e) && is_size("blockDim.x"))
      to.push_back(bytes_of(sizes_[i].name, "blockDim.x"));
}

// Rows of planes, of which each is as long as its rows make it.
void Candidates::planes(std::vector<Ladder>& to) const {
  const auto is_stride = [&](const Size& s) { return is_row_of_threads(s) && !is_end(s); };
  each_two([&](const Size& row, const Size& plane) {
    if (!is_stride(row) || !is_stride(plane)) return;
    each_two([&](const Size& width, const Size& height) {
      if (is_end(width) && is_end(height))
        to.push_back(bytes_of(row.name, width.name,
                              " && " + plane.name + " >= " + row.name + " * " + height.name));
    });
  });
}

} // namespace heddle::check
