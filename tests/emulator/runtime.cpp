// An oracle that shares nothing with Heddle, its front end included: the kernel is compiled by the
// host compiler with -fsanitize=thread, which calls __tsan_* at every memory access, and those
// functions are defined here. Each CUDA thread is a fibre that runs from barrier to barrier.
// Two accesses are concurrent when no barrier of a scope with both threads lies between them, so
// the order in which the fibres happen to run does not matter.
#include "runtime.hpp"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <sys/mman.h>
#include <ucontext.h>
#include <unordered_map>
#include <vector>

// Kernels' static shared arrays are put into this section.
extern "C" char __start_emu_shared[] __attribute__((weak));
extern "C" char __stop_emu_shared[] __attribute__((weak));

namespace emu {

Index3 thread_index, block_index, block_dim, grid_dim;
alignas(64) char dynamic_shared[1 << 20];
// Last of its section, as the runtime is linked behind the kernel: overrunning an array hits
// nothing.
__attribute__((section("emu_shared"), aligned(65536))) char shared_margin[65536] = {};

namespace {

constexpr std::size_t stack_bytes = 64 * 1024, max_threads = 1024, max_accesses = 2'000'000;

struct Access {
  std::uintptr_t address;
  std::uint64_t value; // of writes
  unsigned size, thread, block, phase, warp_phase;
  Kind kind;
};
enum class Wait : unsigned char { none, block, warp, exchange, done };
struct Fibre {
  ucontext_t context;
  Index3 index;
  Wait wait = Wait::none;
  unsigned line = 0;
  bool exited = false; // its last act was a return statement
  bool vote = false;
  std::uint64_t value = 0;
};

std::vector<Access> accesses;
std::vector<Fibre> fibres;
std::vector<unsigned> warp_phase;
std::vector<std::array<std::uint64_t, 32>> exchanged;
ucontext_t scheduler;
char* stacks = nullptr;
std::function<void()> thread_body;
unsigned current = 0, block = 0, phase = 0;
unsigned votes = 0, voters = 0;
long pending = -1; // index of a write whose value is not read yet
jmp_buf* abandon = nullptr;
Found result;

void give_up() { longjmp(*abandon, 1); }
void crashed(int) { give_up(); }
void report(const std::string& kind, const std::string& text) {
  if (result.kind.empty()) result = {kind, text};
}

void settle() {
  if (pending < 0) return;
  Access& write = accesses[pending];
  write.value = 0;
  std::memcpy(&write.value, reinterpret_cast<void*>(write.address), std::min(write.size, 8u));
  pending = -1;
}

void yield(Wait wait, unsigned line) {
  settle();
  Fibre& fibre = fibres[current];
  fibre.wait = wait;
  fibre.line = line;
  fibre.exited = false;
  swapcontext(&fibre.context, &scheduler);
}

void trampoline() {
  thread_body();
  settle();
  fibres[current].wait = Wait::done;
  swapcontext(&fibres[current].context, &scheduler);
}

void resume(unsigned thread) {
  current = thread;
  thread_index = fibres[thread].index;
  fibres[thread].wait = Wait::none;
  swapcontext(&scheduler, &fibres[thread].context);
}

// Do all live threads of `from..to` wait at one place of this kind? Then they may go on.
bool meets(Wait wait, unsigned from, unsigned to) {
  unsigned waiting = 0, line = 0;
  for (unsigned t = from; t < to; t++) {
    const Fibre& fibre = fibres[t];
    if (fibre.wait == Wait::done) continue;
    if (fibre.wait != wait) return false;
    if (waiting++ && fibre.line != line) {
      report("divergence", "threads wait at lines " + std::to_string(line) + " and " +
                               std::to_string(fibre.line));
      return false;
    }
    line = fibre.line;
  }
  if (!waiting) return false;
  for (unsigned t = from; t < to && wait != Wait::exchange; t++)
    if (fibres[t].wait == Wait::done && !fibres[t].exited)
      report("divergence", "a thread has ended while others wait at line " + std::to_string(line));
  return true;
}

void pass(unsigned from, unsigned to) {
  for (unsigned t = from; t < to; t++)
    if (fibres[t].wait != Wait::done) fibres[t].wait = Wait::none;
}

bool pass_warp(unsigned warp, unsigned to) {
  if (meets(Wait::exchange, warp * 32, to)) {
    exchanged[warp].fill(0);
    for (unsigned t = warp * 32; t < to; t++)
      if (fibres[t].wait != Wait::done) exchanged[warp][t % 32] = fibres[t].value;
  } else if (meets(Wait::warp, warp * 32, to)) {
    warp_phase[warp]++;
  } else {
    return false;
  }
  pass(warp * 32, to);
  return true;
}

bool pass_block() {
  if (!meets(Wait::block, 0, unsigned(fibres.size()))) return false;
  phase++;
  votes = voters = 0;
  for (const Fibre& fibre : fibres)
    if (fibre.wait != Wait::done) voters++, votes += fibre.vote;
  pass(0, unsigned(fibres.size()));
  return true;
}

void start_fibres() {
  const unsigned threads = block_dim.x * block_dim.y * block_dim.z;
  fibres.assign(threads, {});
  warp_phase.assign(threads / 32 + 1, 0);
  exchanged.assign(threads / 32 + 1, {});
  phase = 0;
  for (unsigned t = 0; t < threads; t++) {
    Fibre& fibre = fibres[t];
    fibre.index = {t % block_dim.x, t / block_dim.x % block_dim.y, t / block_dim.x / block_dim.y};
    getcontext(&fibre.context);
    fibre.context.uc_stack.ss_sp = stacks + stack_bytes * t;
    fibre.context.uc_stack.ss_size = stack_bytes;
    fibre.context.uc_link = &scheduler;
    makecontext(&fibre.context, trampoline, 0);
  }
}

void run_block() {
  start_fibres();
  const unsigned threads = unsigned(fibres.size());
  for (bool moved = true; moved && result.kind.empty();) {
    moved = false;
    for (unsigned t = 0; t < threads; t++)
      if (fibres[t].wait == Wait::none) resume(t), moved = true;
    for (unsigned w = 0; w * 32 < threads; w++)
      moved |= pass_warp(w, std::min(threads, w * 32 + 32));
    moved = moved || pass_block();
  }
  for (const Fibre& fibre : fibres)
    if (fibre.wait != Wait::done) report("divergence", "threads wait for each other");
}

bool is_shared(std::uintptr_t address) {
  const auto in = [&](const char* from, const char* to) {
    return address >= reinterpret_cast<std::uintptr_t>(from) &&
           address < reinterpret_cast<std::uintptr_t>(to);
  };
  // Static arrays are 64 KiB apart, so that one that is overrun does not meet the next.
  return in(dynamic_shared, dynamic_shared + sizeof dynamic_shared) ||
         in(__start_emu_shared, __stop_emu_shared);
}

bool ordered(const Access& a, const Access& b) {
  if (a.block != b.block) return false;
  if (a.phase != b.phase) return true;
  return a.thread / 32 == b.thread / 32 && a.warp_phase != b.warp_phase;
}

// "" when the pair is harmless, else what it is.
const char* conflict(const Access& a, const Access& b, bool shared) {
  if (a.thread == b.thread && a.block == b.block) return "";
  if (shared && a.block != b.block) return "";
  if (a.kind == Kind::read && b.kind == Kind::read) return "";
  const bool atomic = a.kind >= Kind::atomic_block && b.kind >= Kind::atomic_block;
  const bool wide = a.kind == Kind::atomic_grid && b.kind == Kind::atomic_grid;
  if (atomic && (wide || a.block == b.block)) return "";
  if (ordered(a, b)) return "";
  if (a.kind == Kind::write && b.kind == Kind::write && a.address == b.address &&
      a.size == b.size && a.value == b.value)
    return "same-value-write";
  return "race";
}

std::string describe(const Access& a) {
  return "thread " + std::to_string(a.thread) + " of block " + std::to_string(a.block) +
         (a.kind == Kind::read ? " reads" : " writes");
}

void find_races() {
  std::unordered_map<std::uintptr_t, std::vector<std::uint32_t>> cells;
  Found weak;
  for (std::uint32_t i = 0; i < accesses.size(); i++) {
    const Access& a = accesses[i];
    const bool shared = is_shared(a.address);
    for (unsigned byte = 0; byte < a.size; byte++) {
      auto& cell = cells[a.address + byte];
      if (cell.size() > 2048) continue;
      for (std::uint32_t j : cell) {
        const std::string kind = conflict(a, accesses[j], shared);
        if (kind.empty()) continue;
        const Found found{kind, describe(accesses[j]) + ", " + describe(a)};
        if (kind == "race") return report(found.kind, found.text);
        weak = found;
      }
      cell.push_back(i);
    }
  }
  if (!weak.kind.empty()) report(weak.kind, weak.text);
}

void set_up() {
  stacks = static_cast<char*>(mmap(nullptr, stack_bytes * max_threads, PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  stack_t other{};
  other.ss_sp = std::malloc(1 << 16);
  other.ss_size = 1 << 16;
  sigaltstack(&other, nullptr);
  struct sigaction action {};
  action.sa_handler = crashed;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (int signal : {SIGSEGV, SIGFPE, SIGBUS})
    sigaction(signal, &action, nullptr);
}

} // namespace

void record(const void* pointer, unsigned size, Kind kind) {
  if (fibres.empty()) return;
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const auto stack = reinterpret_cast<std::uintptr_t>(stacks);
  if (address >= stack && address < stack + stack_bytes * max_threads) return; // a local variable
  // A copy of a structure announces its write, then its read, and only then stores.
  if (kind != Kind::read) settle();
  if (accesses.size() > max_accesses) give_up();
  fibres[current].exited = false;
  accesses.push_back({address, 0, size, current, block, phase, warp_phase[current / 32], kind});
  if (kind == Kind::write) pending = static_cast<long>(accesses.size()) - 1;
}
void block_barrier(unsigned line) { yield(Wait::block, line); }
void warp_barrier(unsigned line) { yield(Wait::warp, line); }
int block_vote(Vote how, bool value, unsigned line) {
  fibres[current].vote = value;
  yield(Wait::block, line);
  return how == Vote::all ? votes == voters : how == Vote::any ? votes > 0 : int(votes);
}
const std::uint64_t* warp_exchange(std::uint64_t value, unsigned line) {
  fibres[current].value = value;
  yield(Wait::exchange, line);
  return exchanged[current / 32].data();
}
unsigned lane() { return current % 32; }
void exited() { fibres[current].exited = true; }
void require(bool holds) {
  if (!holds) give_up();
}
void violated(unsigned line) { report("assertion", "line " + std::to_string(line)); }

bool launch(Index3 grid, Index3 threads, const std::function<void()>& body, Found& found) {
  if (!stacks) set_up();
  jmp_buf back;
  abandon = &back;
  thread_body = body;
  accesses.clear();
  pending = -1;
  result = {};
  block_dim = threads;
  grid_dim = grid;
  block = 0;
  if (setjmp(back) != 0) {
    fibres.clear();
    return false;
  }
  for (unsigned z = 0; z < grid.z; z++)
    for (unsigned y = 0; y < grid.y; y++)
      for (unsigned x = 0; x < grid.x && result.kind.empty(); x++, block++) {
        block_index = {x, y, z};
        run_block();
      }
  fibres.clear();
  if (result.kind.empty()) find_races();
  found = result;
  return true;
}

} // namespace emu

// What the compiler calls at each access.
#define EMU_HOOKS(n)                                                                               \
  void __tsan_read##n(void* p) { emu::record(p, n, emu::Kind::read); }                             \
  void __tsan_write##n(void* p) { emu::record(p, n, emu::Kind::write); }                           \
  void __tsan_unaligned_read##n(void* p) { emu::record(p, n, emu::Kind::read); }                   \
  void __tsan_unaligned_write##n(void* p) { emu::record(p, n, emu::Kind::write); }                 \
  void __tsan_volatile_read##n(void* p) { emu::record(p, n, emu::Kind::read); }                    \
  void __tsan_volatile_write##n(void* p) { emu::record(p, n, emu::Kind::write); }
extern "C" {
EMU_HOOKS(1)
EMU_HOOKS(2)
EMU_HOOKS(4)
EMU_HOOKS(8)
EMU_HOOKS(16)
void __tsan_read_range(void* p, unsigned long n) { emu::record(p, unsigned(n), emu::Kind::read); }
void __tsan_write_range(void* p, unsigned long n) { emu::record(p, unsigned(n), emu::Kind::write); }
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_init() {}
}
