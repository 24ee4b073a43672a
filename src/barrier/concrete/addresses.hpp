// Where the arrays of a block lie in the engine's address space. Private to src/barrier.
#pragma once
#include "barrier/concrete/concrete.hpp"
#include "core/interpreter/interpreter.hpp"

#include <map>

namespace heddle::barrier {

class Addresses {
public:
  // Addresses of the bytes [offset, offset + size): several parts where they do not lie together;
  // none, when the address space is used up.
  struct Part {
    std::uint32_t address = 0, size = 0;
  };
  std::vector<Part> find(core::interp::Instance instance, core::ArrayId array, std::int64_t offset,
                         std::uint32_t size);
  const std::vector<ConcreteResult::Range>& ranges() const { return ranges_; }

private:
  static constexpr std::int64_t page = 256; // bytes
  static constexpr std::uint32_t limit = 16u << 20;
  std::optional<std::uint32_t> page_at(core::interp::Instance instance, core::ArrayId array,
                                       std::int64_t number);

  std::map<std::pair<core::interp::Instance, std::int64_t>, std::uint32_t> pages_;
  std::vector<ConcreteResult::Range> ranges_;
  std::uint32_t used_ = 0;
};

} // namespace heddle::barrier
