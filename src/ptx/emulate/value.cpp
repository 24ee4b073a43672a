#include "ptx/emulate/value.hpp"

#include <algorithm>
#include <iterator>

namespace heddle::ptx {

namespace {
constexpr std::size_t max_members = 12; // more would tell nobody anything
}

SourceSet Sources::number(Members members) {
  if (members.size() > max_members) members.resize(max_members);
  const auto [at, inserted] = set_numbers_.emplace(members, static_cast<SourceSet>(sets_.size()));
  if (inserted) sets_.push_back(std::move(members));
  return at->second;
}

SourceSet Sources::single(const Source& source) {
  const auto [at, inserted] =
      source_numbers_.emplace(source, static_cast<std::uint32_t>(sources_.size()));
  if (inserted) sources_.push_back(source);
  return number({at->second});
}

SourceSet Sources::joined(SourceSet a, SourceSet b) {
  if (a > b) std::swap(a, b);
  Joined& recent = recent_[(a * 31 + b) % recent_.size()];
  if (recent.a == a && recent.b == b) return recent.both;
  const auto [at, inserted] = joins_.emplace(std::pair(a, b), 0);
  if (inserted) {
    Members both;
    std::ranges::set_union(sets_[a], sets_[b], std::back_inserter(both));
    at->second = number(std::move(both));
  }
  recent = {a, b, at->second};
  return at->second;
}

std::vector<Source> Sources::list(SourceSet set) const {
  std::vector<Source> out;
  for (std::uint32_t member : sets_[set])
    out.push_back(sources_[member]);
  return out;
}

SourceSet Sources::contents(SourceSet address) {
  const auto [at, inserted] = contents_.emplace(address, 0);
  if (!inserted) return at->second;
  SourceSet out = 0;
  for (const Source& source : list(address)) {
    Source inner = source;
    if (!source.name.empty() && !source.contents)
      inner = {"what parameter " + source.name + " points to", "--param " + source.name + "=@FILE",
               source.name, true};
    out = join(out, single(inner));
  }
  if (out == 0) out = single({"global memory", ""});
  return contents_[address] = out;
}

} // namespace heddle::ptx
