#include "core/copies.hpp"
#include "core/meetings.hpp"
#include "core/visit.hpp"

#include <algorithm>

namespace heddle::core {

namespace {

const CopyGroup* wait_for(const Stmt& s, CopyChannel channel) {
  const auto* group = std::get_if<CopyGroup>(&s.node);
  const bool waits = group && group->channel == channel && group->kind == CopyGroup::Kind::wait_all;
  return waits ? group : nullptr;
}

class Settling {
public:
  Settling(const Kernel& kernel, CopyChannel channel) : kernel_(kernel), channel_(channel) {}

  Block run(Block block) {
    Block out;
    for (std::size_t k = 0; k < block.size(); ++k) {
      auto* copy = std::get_if<AsyncCopy>(&block[k].node);
      if (!copy || copy->channel != channel_) {
        inside(block[k]);
        out.push_back(std::move(block[k]));
      } else if (is_waited_for_at_once(block, k)) {
        std::ranges::move(copy->body, std::back_inserter(out));
      } else {
        left_ = true;
        out.push_back(std::move(block[k]));
      }
    }
    return out;
  }
  bool left() const { return left_; } // a copy of the channel stays one

private:
  bool is_local(ArrayId array) const { return kernel_.arrays[array].space == Space::local; }

  // What others cannot notice, and what cannot meet the copy.
  bool is_own(const Stmt& s) const {
    if (const auto* read = std::get_if<Read>(&s.node)) return is_local(read->array);
    if (const auto* write = std::get_if<Write>(&s.node)) return is_local(write->array);
    if (const auto* barrier = std::get_if<Barrier>(&s.node)) return threads_of_meeting(*barrier);
    return std::holds_alternative<Assign>(s.node) || std::holds_alternative<Havoc>(s.node);
  }

  bool is_waited_for_at_once(const Block& block, std::size_t at) const {
    for (std::size_t k = at + 1; k < block.size(); ++k) {
      if (wait_for(block[k], channel_)) return true;
      if (!is_own(block[k])) return false;
    }
    return false;
  }

  void inside(Block& block) { block = run(std::move(block)); }
  void inside(Stmt& s) {
    if (auto* branch = std::get_if<If>(&s.node)) {
      inside(branch->then_block);
      inside(branch->else_block);
    } else if (auto* loop = std::get_if<Loop>(&s.node)) {
      for (Block* part : {&loop->head, &loop->body, &loop->step})
        inside(*part);
    } else if (auto* labeled = std::get_if<Labeled>(&s.node)) {
      inside(labeled->body);
    }
  }

  const Kernel& kernel_;
  CopyChannel channel_;
  bool left_ = false;
};

void drop_waits(Block& block, CopyChannel channel) {
  std::erase_if(block, [&](const Stmt& s) { return wait_for(s, channel); });
  for (Stmt& s : block) {
    if (auto* branch = std::get_if<If>(&s.node)) {
      drop_waits(branch->then_block, channel);
      drop_waits(branch->else_block, channel);
    } else if (auto* loop = std::get_if<Loop>(&s.node)) {
      for (Block* part : {&loop->head, &loop->body, &loop->step})
        drop_waits(*part, channel);
    } else if (auto* labeled = std::get_if<Labeled>(&s.node)) {
      drop_waits(labeled->body, channel);
    }
  }
}

} // namespace

void settle_copies(Kernel& kernel) {
  for (const CopyChannel channel : {CopyChannel::tensor_load, CopyChannel::tensor_store}) {
    Settling settling(kernel, channel);
    kernel.body = settling.run(std::move(kernel.body));
    if (!settling.left()) drop_waits(kernel.body, channel);
  }
}

} // namespace heddle::core
