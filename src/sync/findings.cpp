#include "sync/findings.hpp"

namespace heddle::sync {
namespace {

bool of_memory(FindingKind kind) {
  return kind == FindingKind::race || kind == FindingKind::same_value_write ||
         kind == FindingKind::proxy;
}

} // namespace

const char* to_string(Role role) {
  switch (role) {
  case Role::none:
    return "";
  case Role::read:
    return "read";
  case Role::write:
    return "write";
  case Role::atomic:
    return "atomic";
  case Role::copy_read:
    return "copy read";
  case Role::copy_write:
    return "copy write";
  case Role::tensor_read:
    return "tensor read";
  case Role::tensor_write:
    return "tensor write";
  case Role::matrix_read:
    return "matrix read";
  case Role::arrive:
    return "arrive";
  case Role::sync:
    return "sync";
  case Role::warp_sync:
    return "warp sync";
  case Role::wait:
    return "wait";
  case Role::expect_tx:
    return "expect_tx";
  case Role::complete_tx:
    return "complete_tx";
  case Role::init:
    return "init";
  case Role::inval:
    return "inval";
  }
  return "";
}

const char* proxy_message(Detail detail, Role second) {
  switch (detail) {
  case Detail::fenced_late:
    return "fence.proxy.async comes late: it belongs behind the write, before the barrier that "
           "leads to the copy";
  case Detail::overwritten:
    return "the async proxy overwrites what a thread read, without fence.proxy.async in between";
  case Detail::tensor_before:
    return "no tcgen05.fence::before_thread_sync stands behind an access to tensor memory, before "
           "what orders it with another";
  case Detail::tensor_after:
    return "no tcgen05.fence::after_thread_sync stands before an asynchronous access to tensor "
           "memory, behind what orders it with another";
  case Detail::map_unfenced:
    return "a copy goes by a tensor map that was changed, without "
           "fence.proxy.tensormap::generic.release behind the change and, behind that, "
           ".acquire of the map by the thread that issues the copy";
  case Detail::initialised_unfenced:
    return "a copy reports to an mbarrier that was initialised without fence.mbarrier_init or "
           "fence.proxy.async behind it";
  default:
    return second == Role::copy_write
               ? "the async proxy overwrites what a thread wrote, without fence.proxy.async behind "
                 "the write"
               : "the async proxy reads what a thread wrote, without fence.proxy.async behind the "
                 "write";
  }
}

std::size_t FindingLog::Hash::operator()(const Key& k) const {
  std::size_t h = static_cast<std::size_t>(k.kind);
  for (const std::size_t part :
       {static_cast<std::size_t>(k.detail), static_cast<std::size_t>(k.barrier.kind),
        std::size_t{k.barrier.id}, std::size_t{k.first.pc}, std::size_t{k.second.pc},
        static_cast<std::size_t>(k.first_role), static_cast<std::size_t>(k.second_role)})
    h = (h ^ part) * 0x9E3779B97F4A7C15u + (h >> 29);
  return h;
}

FindingLog::Key FindingLog::key(const Finding& f) {
  return {f.kind, f.detail, f.barrier, f.first.place, f.second.place, f.first.role, f.second.role};
}

void FindingLog::add_first(Finding finding) {
  for (auto& [other, at] : index_)
    ++at;
  index_[key(finding)] = 0;
  violated_ = true;
  findings_.insert(findings_.begin(), std::move(finding));
}

void FindingLog::add(Finding finding) {
  const auto [it, inserted] = index_.try_emplace(key(finding), findings_.size());
  if (!inserted) {
    findings_[it->second].occurrences += finding.occurrences;
    return;
  }
  finding.after_violation = violated_;
  if (!of_memory(finding.kind) && !finding.warning) violated_ = true;
  findings_.push_back(std::move(finding));
}

std::size_t FindingLog::memory() const {
  std::size_t bytes = findings_.capacity() * sizeof(Finding) + index_.size() * 2 * sizeof(Key);
  for (const Finding& f : findings_)
    bytes += f.blocked.capacity() * sizeof(Blocked);
  return bytes;
}

} // namespace heddle::sync
