// Inline assembly in core text.
#include "cuda/syntax/asm_text.hpp"
#include "lower_support.hpp"

namespace heddle::cuda {
namespace {

// The body of a kernel with these statements, in a block of one dimension.
std::string body(const std::string& statements, const std::string& before = "") {
  return core_body("typedef unsigned uint32_t;\n" + before +
                   "__global__ void k(float* in, float* out, int n) {\n" + statements + "\n}\n");
}

TEST(AsmText, Instructions) {
  const auto parsed = parse_asm("{\n .reg .pred p; // a predicate\n"
                                "AGAIN: L2: @!p bra.uni AGAIN;\n"
                                "\tld.shared::cta.v2.u32 {%0, %1}, [%2 + -8];\n"
                                " elect.sync _|p, 0xff; mov.u32 %3, %%tid.x }");
  ASSERT_TRUE(parsed);
  ASSERT_EQ(parsed->size(), 4u);
  const auto& all = *parsed;
  EXPECT_EQ(all[0].labels, (std::vector<std::string>{"AGAIN", "L2"}));
  ASSERT_TRUE(all[0].guard);
  EXPECT_TRUE(all[0].guard->negated);
  EXPECT_EQ(all[0].opcode, "bra.uni");
  EXPECT_EQ(all[0].args[0].name, "AGAIN");
  EXPECT_EQ(all[1].opcode, "ld.shared::cta.v2.u32");
  EXPECT_EQ(all[1].args[0].items.size(), 2u);
  EXPECT_EQ(all[1].args[1].kind, AsmArg::Kind::memory);
  EXPECT_EQ(all[1].args[1].number, -8);
  EXPECT_EQ(all[1].text, "ld.shared::cta.v2.u32 {%0, %1}, [%2 + -8]");
  EXPECT_EQ(all[2].args[0].items[1].name, "p");
  EXPECT_EQ(all[2].args[1].number, 255);
  EXPECT_EQ(all[3].args[0].number, 3);
  EXPECT_EQ(all[3].args[1].name, "%tid.x");
  EXPECT_FALSE(parse_asm("mov.u32 %[name], 1;"));
  EXPECT_FALSE(parse_asm(".shared .b32 s; bar.sync 0;"));
}

TEST(LowerAsm, BarriersOfConstants) {
  EXPECT_EQ(body(R"(asm volatile("bar.sync 1, 64;"); asm volatile("bar.arrive 2, 96;" ::: "memory");
                    asm("barrier.sync 3;\n\tbarrier.cta.sync.aligned 4, 32; barrier.arrive 0x5, 64;");
                    asm volatile("bar.sync %0;" :: "n"(2 + 4)); asm("bar.cta.sync 0, 128;");)"),
            "  sync barrier 1 of 64\n"
            "  arrive barrier 2 of 96\n"
            "  sync barrier 3 of all unaligned\n"
            "  sync barrier 4 of 32\n"
            "  arrive barrier 5 of 64 unaligned\n"
            "  sync barrier 6 of all\n"
            "  sync barrier 0 of 128\n");
}

TEST(LowerAsm, BarriersOfTheBlockAndTheWarp) {
  EXPECT_EQ(body(R"(asm volatile("bar.sync 0;"); asm volatile("barrier.sync.aligned %0;" :: "r"(0));
                    __syncthreads(); asm("bar.warp.sync 0xffffffff; bar.warp.sync 0x3;");)"),
            "  sync block\n"
            "  sync block\n"
            "  sync block\n"
            "  sync warp\n"
            "  sync warp mask 3\n");
}

TEST(LowerAsm, BarrierReductions) {
  EXPECT_EQ(
      body(R"(int r; asm("{ .reg .pred p; setp.lt.s32 p, %1, 3; bar.red.popc.u32 %0, 1, 64, !p; }"
                    : "=r"(r) : "r"(n)); n = r;)"),
      "  n#2 := n\n"
      "  r := unknown \"uninitialised 'r'\"\n"
      "  sync barrier 1 of 64\n"
      "  t1 := unknown \"the result of inline assembly\"\n"
      "  r := t1\n"
      "  n#2 := r\n");
  EXPECT_EQ(body(R"(int r; asm("bar.red.or.pred %0, 0, %1;" : "=r"(r) : "r"(n));)"),
            "  r := unknown \"uninitialised 'r'\"\n"
            "  sync block\n"
            "  t1 := unknown(block) \"the result of inline assembly\"\n"
            "  r := t1\n");
}

TEST(LowerAsm, Predicates) {
  EXPECT_EQ(body(R"(asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0; @p bar.sync 1, 64;\n"
                                 "@!p bar.arrive 1, 64; }" :: "r"((unsigned)(n > 3)));)"),
            "  if 3 < n\n"
            "    sync barrier 1 of 64\n"
            "  if n <= 3\n"
            "    arrive barrier 1 of 64\n");
}

TEST(LowerAsm, WrapperFunctions) {
  EXPECT_EQ(body(R"(sync<Bar::full, 64>(); on(Bar::empty, 96); on(Bar::full, n % 2, 128);)",
                 R"(enum class Bar : uint32_t { full = 2, empty };
__device__ void raw(uint32_t id, uint32_t n) { asm volatile("bar.sync %0, %1;" :: "r"(id), "r"(n)); }
template <Bar B, int N> __device__ void sync() { raw(static_cast<uint32_t>(B), N); }
__device__ void on(Bar b, int n) { asm volatile("bar.arrive %0, %1;" :: "r"((int)b), "r"(n)); }
__device__ void on(Bar b, uint32_t stage, int n) { raw(static_cast<uint32_t>(b) + stage, n); }
)"),
            "  sync barrier 2 of 64\n"
            "  arrive barrier 3 of 96\n"
            "  sync barrier (u32)(n % 2) + 2 of 128\n");
}

constexpr const char* barrier_class = R"(namespace arch {
class NamedBarrier {
  uint32_t const threads_, id_;
 public:
  __device__ NamedBarrier(uint32_t threads, uint32_t id) : threads_(threads), id_(id) {}
  __device__ void arrive_and_wait() const { sync(threads_, id_); }
  __device__ void arrive() const { arrive(threads_, id_); }
  __device__ static void sync(uint32_t threads, uint32_t id) {
    asm volatile("bar.sync %0, %1;" : : "r"(id), "r"(threads));
  }
  __device__ static void arrive(uint32_t threads, uint32_t id) {
    asm volatile("bar.arrive %0, %1;" : : "r"(id), "r"(threads));
  }
};
}
)";

TEST(LowerAsm, BarrierClass) {
  EXPECT_EQ(body("arch::NamedBarrier b(64, 1 + n % 2); b.arrive_and_wait(); b.arrive();\n"
                 "arch::NamedBarrier::sync(32, 7);",
                 barrier_class),
            "  b.threads_ := 64\n"
            "  b.id_ := (u32)(n % 2 + 1)\n"
            "  threads := b.threads_\n"
            "  id := b.id_\n"
            "  sync barrier id of threads\n"
            "  threads#2 := b.threads_\n"
            "  id#2 := b.id_\n"
            "  arrive barrier id#2 of threads#2\n"
            "  sync barrier 7 of 32\n");
}

TEST(LowerAsm, ObjectThatCopies) {
  EXPECT_EQ(body(R"(__shared__ float s[32]; Loader<32> l(3, 64);
                    if (threadIdx.x < 32) { l.wait_start(); s[threadIdx.x] = in[n]; l.finish(); }
                    else { l.start(); l.wait_finish(); out[0] = s[0]; })",
                 R"(template <int THREADS> struct Loader {
  int full, empty, count;
  __device__ Loader(int id, int n) : full(id), empty(id + 1), count(n) {}
  __device__ void on(int id) const { asm volatile("bar.sync %0, %1;" :: "r"(id), "r"(count)); }
  __device__ void start() const { asm volatile("bar.arrive %0, %1;" :: "r"(empty), "r"(count)); }
  __device__ void wait_start() const { on(empty); }
  __device__ void finish() const { asm volatile("bar.arrive %0, %1;" :: "r"(full), "r"(count)); }
  __device__ void wait_finish() const { on(full); }
};
)"),
            "  l.full := 3\n"
            "  l.empty := 4\n"
            "  l.count := 64\n"
            "  if threadIdx.x < 32\n"
            "    id := l.empty\n"
            "    sync barrier (u32)id of (u32)l.count\n"
            "    t1 := read in[(i64)n * 4 .. +4]\n"
            "    write s[(i64)threadIdx.x * 4 .. +4] := t1\n"
            "    arrive barrier (u32)l.full of (u32)l.count\n"
            "  else\n"
            "    arrive barrier (u32)l.empty of (u32)l.count\n"
            "    id#2 := l.full\n"
            "    sync barrier (u32)id#2 of (u32)l.count\n"
            "    t2 := read s[0 .. +4]\n"
            "    write out[0 .. +4] := t2\n");
}

TEST(LowerAsm, SharedAddresses) {
  EXPECT_EQ(body(R"(__shared__ float s[64];
                    uint32_t a = (uint32_t)__cvta_generic_to_shared(s + n); float v;
                    asm volatile("ld.shared.f32 %0, [%1+8];" : "=f"(v) : "r"(a - 4));
                    asm volatile("st.shared.v2.f32 [%0], {%1, %1};" :: "r"(a + 8 * n), "f"(v));)"),
            "  t1 := unknown \"the result of '__cvta_generic_to_shared'\"\n"
            "  a.address.off := (i64)n * 4\n"
            "  a := (u32)t1\n"
            "  v := unknown \"uninitialised 'v'\"\n"
            "  t2 := read s[a.address.off + 4 .. +4]\n"
            "  v := t2\n"
            "  write s[a.address.off + (i64)(n * 8) .. +8] := ?\n");
}

TEST(LowerAsm, AddressesOfChoices) {
  const std::string text = body(R"(__shared__ int s[64], r[64]; unsigned a, v;
    asm("{ .reg .u64 p; cvta.to.shared.u64 p, %1; cvt.u32.u64 %0, p; }" : "=r"(a) : "l"(n ? s : r));
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(a));)");
  EXPECT_NE(text.find("    t2 := read s[0 .. +4]\n"), std::string::npos) << text;
  EXPECT_NE(text.find("    t2 := read r[0 .. +4]\n"), std::string::npos) << text;
}

TEST(LowerAsm, UnknownAddresses) {
  EXPECT_EQ(body(R"(asm volatile("st.shared.u32 [%0], %1;" :: "r"(n), "r"(1) : "memory");)"),
            "  unsupported \"inline assembly: st.shared.u32 [%0], %1\"\n");
  EXPECT_EQ(body(R"(asm volatile("add.u32 %0, %0, 1; st.mmio.relaxed.sys.global.u32 [%1], %0;"
                                 : "+r"(n) : "l"(out));)"),
            "  n#2 := n\n"
            "  unsupported \"inline assembly: st.mmio.relaxed.sys.global.u32 [%1], %0\"\n"
            "  n#2 := (i32)((u32)n#2 + 1)\n");
}

TEST(LowerAsm, Atomics) {
  EXPECT_EQ(body(R"(unsigned old; asm volatile("atom.shared.cta.cas.b32 %0, [%1], 0, 1;"
                        : "=r"(old) : "r"((unsigned)__cvta_generic_to_shared(in)));
                    asm volatile("red.global.add.f32 [%0+4], %1;" :: "l"(out), "f"(1.0f));)"),
            "  old := unknown \"uninitialised 'old'\"\n"
            "  t1 := unknown \"the result of '__cvta_generic_to_shared'\"\n"
            "  t2 := atomic cas(block) in[0 .. +4], cas(0, 1)\n"
            "  old := t2\n"
            "  atomic add out[4 .. +4], 1()\n");
}

TEST(LowerAsm, MatricesAndCopies) {
  EXPECT_EQ(body(R"(__shared__ float s[64]; int a, b;
    unsigned p = (unsigned)__cvta_generic_to_shared(s);
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" :: "r"(p), "l"(in), "n"(16));
    asm volatile("cp.async.commit_group; cp.async.wait_group 0;"); __syncthreads();
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(a), "=r"(b) : "r"(p + 16 * (threadIdx.x % 4)));)")
                .substr(0, 500),
            "  a := unknown \"uninitialised 'a'\"\n"
            "  b := unknown \"uninitialised 'b'\"\n"
            "  t1 := unknown \"the result of '__cvta_generic_to_shared'\"\n"
            "  p := (u32)t1\n"
            "  t2 := read in[0 .. +16]\n"
            "  write s[0 .. +16] := ?\n"
            "  sync block\n"
            "  if (threadIdx.x + blockDim.x * threadIdx.y + blockDim.x * blockDim.y * "
            "threadIdx.z) % 32 < 16\n"
            "    t3 := read s[(i64)(i32)(threadIdx.x % 4 * 16) .. +16]\n"
            "  t4 := unknown \"the result of inline assembly\"\n"
            "  a := t4\n"
            "  t5 := unknown \"the result of inline assembly\"\n"
            "  b := t5\n");
}

TEST(LowerAsm, CopiesInFlightAtABarrier) {
  const std::string copy = R"(__shared__ float s[64];
    unsigned p = (unsigned)__cvta_generic_to_shared(s);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(p), "l"(in));)";
  const std::string again = "  sync barrier 1 of 64\n  if copy0.0.flies\n";
  EXPECT_NE(body(copy + R"(asm("bar.sync 1, 64;");)").find(again), std::string::npos);
  EXPECT_EQ(body(copy + R"(asm("cp.async.wait_all; bar.sync 1, 64;");)").find("flies"),
            std::string::npos);
}

TEST(LowerAsm, WithoutEffect) {
  EXPECT_EQ(body(R"(asm volatile("" ::: "memory"); asm volatile("fence.proxy.async.shared::cta;");
                    asm volatile("membar.cta; setmaxnreg.inc.sync.aligned.u32 %0;" :: "n"(240));
                    asm volatile("griddepcontrol.wait;" ::: "memory");
                    asm volatile("prefetch.global.L2 [%0];" :: "l"(in));)"),
            "");
}

TEST(LowerAsm, SpecialRegisters) {
  const std::string text = body(
      R"(unsigned a, b; asm("mov.u32 %0, %%tid.x; mov.u32 %1, %%warpid;" : "=r"(a), "=r"(b));)");
  EXPECT_NE(text.find("a := threadIdx.x\n"), std::string::npos) << text;
  EXPECT_NE(text.find("unknown(warp) \"the special register %warpid\"\n"), std::string::npos)
      << text;
}

} // namespace
} // namespace heddle::cuda
