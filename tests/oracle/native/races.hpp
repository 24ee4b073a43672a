// The arrays that a kernel sees, and who touched which bytes of them after which barriers.
#pragma once
#include "machine.hpp"

#include <unordered_map>

namespace heddle::oracle {

// Global arrays, and shared ones from where their declaration runs first.
class Memory {
public:
  explicit Memory(const NativeLaunch& launch);
  void begin_block(unsigned block);
  void share(char* place, std::size_t size, const std::string& name);
  bool contains(const char* place, std::size_t size) const;
  bool is_shared(const char* place) const;
  const Arguments& arguments() const { return arguments_; }

private:
  struct Range {
    char* begin;
    std::size_t size;
  };
  void fill(char* place, std::size_t size, std::uint64_t seed) const;

  const NativeLaunch& launch_;
  Arguments arguments_{};
  std::vector<Range> globals_, shared_;
  unsigned block_ = 0;
};

struct Access {
  const char* place;
  std::uint32_t size;
  Touch kind;
  unsigned thread, block;
  bool is_shared; // per block
  unsigned epoch = 0;
  std::array<char, 16> value{}; // written; of longer ones the beginning
  bool operator==(const Access&) const = default;
};

class RaceLog {
public:
  explicit RaceLog(NativeOutcome& outcome) : outcome_(outcome) {}
  void begin_block(unsigned threads);
  void touch(const Access& access);
  // The last access has been made: its value can be read. Before any other thread runs.
  void settle();
  // A barrier of these threads.
  void order(const std::vector<unsigned>& threads);

private:
  void enter(const Access& access, std::uintptr_t bucket);
  void compare(const Access& a, const Access& b);
  bool is_ordered(const Access& earlier, const Access& later) const;

  NativeOutcome& outcome_;
  std::vector<std::vector<unsigned>> clocks_;
  std::unordered_map<std::uintptr_t, std::vector<Access>> log_; // by place / 16
  bool pending_ = false;
  Access last_{};
};

} // namespace heddle::oracle
