#include "report/kinds.hpp"

#include <array>

namespace heddle::report {
namespace {

using enum FindingKind;

constexpr std::array table{
    KindText{race, "data race",
             "Two threads access the same memory, at least one of them writes, and no barrier "
             "orders the two. Which of them comes first is up to the hardware, so that results "
             "differ from run to run.",
             "__global__ void k(int* out) {\n"
             "  __shared__ int s[256];\n"
             "  s[threadIdx.x] = threadIdx.x;\n"
             "  out[threadIdx.x] = s[255 - threadIdx.x];  // another thread wrote this\n"
             "}\n",
             "Put __syncthreads() between the two accesses where all threads of the block pass "
             "(`heddle repair` finds the place), give each thread a cell of its own, or make the "
             "accesses atomic. Threads of different blocks need atomics, or two launches."},
    KindText{
        unordered_flag, "data handed over by a flag that orders nothing",
        "A thread writes, then tells others by a flag, a ticket or a lock that it has written; "
        "another acts on that and reads. But the flag is no atomic, or a fence is missing on one "
        "side: the data may come later than the flag, or be read before it.",
        "__global__ void k(int* data, volatile int* ready, int* out) {\n"
        "  if (blockIdx.x == 0) {\n"
        "    *data = 42;\n"
        "    *ready = 1;          // volatile orders nothing\n"
        "  } else {\n"
        "    while (*ready == 0) {}\n"
        "    out[blockIdx.x] = *data;\n"
        "  }\n"
        "}\n",
        "Make the flag atomic and put fences on both sides: *data = 42; __threadfence(); "
        "atomicExch(ready, 1); and while (atomicAdd(ready, 0) == 0) {} __threadfence(); Or use "
        "cuda::atomic_ref<int, cuda::thread_scope_device> with store(1, memory_order_release) and "
        "load(memory_order_acquire)."},
    KindText{
        divergence, "barrier divergence",
        "Some threads of a block reach a barrier that others never reach. They wait for ever, "
        "or meet the others at another barrier.",
        "__global__ void k(int* a, int n) {\n"
        "  if (threadIdx.x < n) {\n"
        "    a[threadIdx.x] = 1;\n"
        "    __syncthreads();  // only some threads come here\n"
        "  }\n"
        "  __syncthreads();    // the others wait here\n"
        "}\n",
        "Move the barrier out of the condition, or make the condition the same for all threads "
        "of the block."},
    KindText{exited_threads, "barrier missed by threads that have exited",
             "Threads return before a barrier that the rest of the block waits at, or a condition "
             "leads them past it to the end of the kernel, which is the same. Hardware of today "
             "counts them out; the programming guide does not promise it.",
             "__global__ void k(int* a, int n) {\n"
             "  if (threadIdx.x >= n) return;\n"
             "  __syncthreads();  // those that returned are missing\n"
             "  a[threadIdx.x] = 1;\n"
             "}\n",
             "Keep all threads until the last barrier, and put what they do, but no barrier, under "
             "the condition."},
    KindText{
        same_value_write, "unordered writes of the same value",
        "Several threads write one cell without order, but all write the same value. A warning: "
        "it is benign on hardware, and an error with --strict-writes.",
        "__global__ void k(int* found, const int* a, int x) {\n"
        "  if (a[threadIdx.x] == x) *found = 1;  // whoever finds it\n"
        "}\n",
        "Leave it, or use an atomic operation."},
    KindText{
        racy_guess, "unordered read for a guess that an atomicCAS checks",
        "A plain read of a cell that other threads change by atomics. Its value is only a guess "
        "of what the cell holds: an atomicCAS on the cell checks it, in a loop that goes on until "
        "that succeeds. A warning: compilers of today read it once, so that a guess that is out of "
        "date costs one more turn. In the language it is a race, and with --strict-reads an error.",
        "__global__ void k(float* least, const float* a) {\n"
        "  int* cell = (int*)least;\n"
        "  int old = *cell, assumed;  // a plain read\n"
        "  do {\n"
        "    assumed = old;\n"
        "    float both = fminf(a[threadIdx.x], __int_as_float(assumed));\n"
        "    old = atomicCAS(cell, assumed, __float_as_int(both));\n"
        "  } while (assumed != old);\n"
        "}\n",
        "Read it by an atomic, as cuda::atomic_ref<int, cuda::thread_scope_device>(*cell)"
        ".load(cuda::memory_order_relaxed), or begin with any number: int old = 0; the first "
        "atomicCAS tells what is there."},
    KindText{
        assertion, "assertion fails",
        "A thread reaches an assert() or __assert() whose condition is false.",
        "#include <cassert>\n"
        "__global__ void k(int* a, int n) {\n"
        "  for (int i = threadIdx.x; i < n; i += blockDim.x) {\n"
        "    assert(i + 1 < n);  // fails for the last one\n"
        "    a[i] = n / (n - 1 - i);\n"
        "  }\n"
        "}\n",
        "Repair what leads there (here the condition of the loop), or state what launches make "
        "sure of: __requires(n % blockDim.x == 0)."},
    KindText{
        deadlock, "deadlock at named barriers",
        "Warps wait at barriers that can never complete, each for another.",
        "__global__ void __launch_bounds__(64) k() {\n"
        "  if (threadIdx.x < 32) {\n"
        "    asm volatile(\"bar.sync 1, 64;\");    // waits for warp 1\n"
        "    asm volatile(\"bar.arrive 2, 64;\");\n"
        "  } else {\n"
        "    asm volatile(\"bar.sync 2, 64;\");    // waits for warp 0\n"
        "    asm volatile(\"bar.arrive 1, 64;\");\n"
        "  }\n"
        "}\n",
        "Let as many threads come as the barrier counts, in an order that all roles agree on."},
    KindText{count, "barrier count",
             "Threads give different counts to one barrier, one that is no multiple of 32, or less "
             "than come.",
             "__global__ void __launch_bounds__(128) k(float* out) {\n"
             "  __shared__ float s[64];\n"
             "  if (threadIdx.x < 64) {\n"
             "    s[threadIdx.x] = 1;\n"
             "    asm volatile(\"bar.arrive 1, 128;\");\n"
             "  } else {\n"
             "    asm volatile(\"bar.sync 1, 96;\");   // counts differ\n"
             "    out[threadIdx.x] = s[threadIdx.x - 64];\n"
             "  }\n"
             "}\n",
             "Give the number of threads that wait and arrive, the same everywhere."},
    KindText{barrier_id, "no such barrier", "A block has 16 named barriers, 0 to 15.",
             "__global__ void __launch_bounds__(64) k(float* out) {\n"
             "  __shared__ float s[64];\n"
             "  s[threadIdx.x] = 1;\n"
             "  asm volatile(\"bar.sync 18, 64;\");  // there are 0 to 15\n"
             "  out[threadIdx.x] = s[63 - threadIdx.x];\n"
             "}\n",
             "Use a number from 1 to 15 (0 is __syncthreads)."},
    KindText{recycling, "unsafe recycling of a barrier",
             "A warp registers at a barrier again while another may still be at its last use: the "
             "registration may be counted for the wrong generation.",
             "__global__ void __launch_bounds__(64) k(int* out, int n) {\n"
             "  __shared__ int cell[32];\n"
             "  int lane = threadIdx.x % 32;\n"
             "  for (int i = 0; i < n; ++i)\n"
             "    if (threadIdx.x < 32) {\n"
             "      cell[lane] = i;\n"
             "      asm volatile(\"bar.arrive 1, 64;\");  // may come twice in a row\n"
             "    } else {\n"
             "      asm volatile(\"bar.sync 1, 64;\");\n"
             "      out[i * 32 + lane] = cell[lane];\n"
             "    }\n"
             "}\n",
             "Wait (bar.sync) instead of arriving where a role comes round, or use two barriers in "
             "turn."},
    KindText{alignment, "aligned barrier",
             "An aligned barrier is reached by part of a warp, or by its threads from different "
             "places.",
             "__global__ void __launch_bounds__(64) k(float* out) {\n"
             "  __shared__ float s[64];\n"
             "  s[threadIdx.x] = 1;\n"
             "  if (threadIdx.x % 32 < 16)\n"
             "    asm volatile(\"bar.sync 1, 32;\");  // half of each warp\n"
             "  out[threadIdx.x] = s[threadIdx.x ^ 1];\n"
             "}\n",
             "Let the whole warp execute one instruction, or use barrier.sync without .aligned."},
    KindText{lapped, "lapped mbarrier phase",
             "A wait for a phase's parity may come so late that the barrier is two phases further: "
             "it then waits for the wrong one.",
             "#include <cuda/ptx>\n"
             "__global__ void __launch_bounds__(64) k(int* out) {\n"
             "  __shared__ int s[4];\n"
             "  __shared__ uint64_t full;\n"
             "  if (threadIdx.x == 0) cuda::ptx::mbarrier_init(&full, 1);\n"
             "  __syncthreads();\n"
             "  for (int i = 0; i < 4; ++i)\n"
             "    if (threadIdx.x == 0) {\n"
             "      s[i] = i;\n"
             "      cuda::ptx::mbarrier_arrive(&full);  // nobody is waited for\n"
             "    } else if (threadIdx.x >= 32) {\n"
             "      while (!cuda::ptx::mbarrier_try_wait_parity(&full, i % 2)) {}\n"
             "      out[i * 32 + threadIdx.x % 32] = s[i];\n"
             "    }\n"
             "}\n",
             "Let the producer wait until all consumers have left the phase."},
    KindText{leftover, "arrivals that complete nothing",
             "A kernel ends while threads have arrived at a barrier that never completes.",
             "__global__ void __launch_bounds__(64) k(int* out) {\n"
             "  __shared__ int s[32];\n"
             "  if (threadIdx.x < 32) {\n"
             "    s[threadIdx.x] = 1;\n"
             "    asm volatile(\"bar.arrive 1, 64;\");\n"
             "  } else {\n"
             "    asm volatile(\"bar.sync 1, 64;\");\n"
             "    out[threadIdx.x] = s[threadIdx.x - 32];\n"
             "    asm volatile(\"bar.arrive 2, 64;\");  // nobody waits at barrier 2\n"
             "  }\n"
             "}\n",
             "Let the missing threads come, or take the arrivals away."},
    KindText{
        proxy, "missing proxy fence",
        "Threads and the units that copy in bulk see shared memory each by a way of its own. "
        "Between a thread's access and a later one of the copying unit a barrier is not enough.",
        "__global__ void __launch_bounds__(128)\n"
        "k(float* out, const float* in) {  // sm_90\n"
        "  __shared__ alignas(128) float s[128];\n"
        "  s[threadIdx.x] = in[threadIdx.x];\n"
        "  __syncthreads();  // the bulk store may read what was there before\n"
        "  if (threadIdx.x == 0) {\n"
        "    unsigned from = __cvta_generic_to_shared(s);\n"
        "    asm volatile(\n"
        "        \"cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;\"\n"
        "        :: \"l\"(out), \"r\"(from) : \"memory\");\n"
        "    asm volatile(\"cp.async.bulk.commit_group;\");\n"
        "    asm volatile(\"cp.async.bulk.wait_group.read 0;\");\n"
        "  }\n"
        "}\n",
        "Let each thread that wrote execute fence.proxy.async.shared::cta behind its last write, "
        "before the barrier that leads to the copy."},
};

} // namespace

std::span<const KindText> kinds() { return table; }

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const KindText& kind : table)
    names.emplace_back(to_string(kind.kind));
  return names;
}

} // namespace heddle::report
