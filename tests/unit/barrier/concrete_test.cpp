// One block under the vector-clock engine: from CUDA text to findings.
#include "kernels.hpp"

namespace heddle::barrier {
namespace {

// Statements of a kernel `k(const float* in, float* out, int n)`; barriers are macros, so that
// marks on their lines are found.
std::string run(const std::string& body, std::int64_t threads = 64, std::int64_t n = 3) {
  const std::string macros = R"(
#define SYNC(id, n) asm volatile("bar.sync %0, %1;" :: "r"(id), "r"(n) : "memory")
#define ARRIVE(id, n) asm volatile("bar.arrive %0, %1;" :: "r"(id), "r"(n) : "memory")
#define USYNC(id, n) asm volatile("barrier.sync %0, %1;" :: "r"(id), "r"(n) : "memory")
#define MARRIVE(b) asm volatile("mbarrier.arrive.shared.b64 _, [%0];" :: "r"(at(b)) : "memory")
#define MWAIT(b, p) asm volatile("{ .reg .pred p; L: mbarrier.try_wait.parity.shared.b64 p, [%0], %1; @!p bra L; }" :: "r"(at(b)), "r"(p) : "memory")
#define COPY(to, from, n, b) asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" :: "r"(at(to)), "l"(from), "r"(n), "r"(at(b)) : "memory")
)";
  ConcreteKernel kernel(
      kernel_header + macros +
      "__global__ void k(const float* in, float* out, int n) {\n"
      "  __shared__ float s[4][64]; int t = threadIdx.x, w = t / 32, lane = t % 32;\n" +
      body + "\n}\n");
  return kernel.describe(kernel.run(threads, {n}));
}

TEST(Concrete, SubsetOfTheBlock) {
  EXPECT_EQ(run("if (w < 2) { s[0][t] = in[t]; SYNC(1, 64); out[t] = s[0][63 - t]; }", 96), "");
  EXPECT_EQ(run("if (w < 2) { s[0][t] = in[t]; /*W*/\n out[t] = s[0][63 - t]; /*R*/\n }", 96),
            "race R W");
}

TEST(Concrete, ProducerAndConsumer) {
  const std::string consumer =
      "else for (int i = 0; i < n; ++i) { SYNC(1, 64); /*C*/\n"
      "out[lane] = s[0][31 - lane]; /*R*/\n if (i + 1 < n) ARRIVE(2, 64); /*A*/\n }";
  EXPECT_EQ(run("if (w == 0) for (int i = 0; i < n; ++i) { if (i) SYNC(2, 64); /*P*/\n"
                "s[0][lane] = in[lane]; /*W*/\n ARRIVE(1, 64); /*F*/\n }" +
                consumer),
            "");
  EXPECT_EQ(run("if (w == 0) for (int i = 0; i < n; ++i) { if (i > 1) SYNC(2, 64); /*P*/\n"
                "s[0][lane] = in[lane]; /*W*/\n ARRIVE(1, 64); /*F*/\n }" +
                consumer),
            "count A; leftover A; race R W; recycling A P; recycling C F");
}

TEST(Concrete, Deadlocks) {
  EXPECT_EQ(run("if (w == 0) { SYNC(1, 64); /*A*/\n SYNC(2, 64); } else { SYNC(2, 64); /*B*/\n "
                "SYNC(1, 64); }"),
            "deadlock A B");
  EXPECT_EQ(run("if (w == 0) SYNC(1, 96); /*A*/\n else ARRIVE(1, 96);"), "deadlock A");
  EXPECT_EQ(run("if (w == 0) return; if (w == 1) SYNC(1, 64); /*A*/"), "deadlock A");
}

TEST(Concrete, Counts) {
  EXPECT_NE(run("if (w == 0) SYNC(1, 64); /*A*/\n else SYNC(1, 96); /*B*/\n", 96).find("count A B"),
            std::string::npos);
  EXPECT_EQ(run("SYNC(16, 64); /*A*/"), "barrier-id A");
  EXPECT_NE(run("SYNC(1, 48); /*A*/").find("count A"), std::string::npos);
}

TEST(Concrete, LanesOfAWarp) {
  EXPECT_EQ(run("if (t < 48) SYNC(1, 64); /*A*/"), "alignment A; deadlock A");
  EXPECT_EQ(run("if (t >= 48) return; SYNC(1, 64); /*A*/"), "[exited-threads A]");
  EXPECT_NE(
      run("if (lane < 16) SYNC(1, 64); /*A*/\n else SYNC(1, 64); /*B*/", 32).find("; alignment A"),
      std::string::npos);
  EXPECT_EQ(run("if (lane < 16) USYNC(1, 64); else USYNC(1, 64);"), "");
  EXPECT_EQ(run("s[0][t] = 1; if (lane < 16) __syncwarp(0xffff); else __syncwarp(0xffff0000);\n"
                "out[t] = s[0][t ^ 1];"),
            "");
  EXPECT_EQ(
      run("s[0][t] = t; /*W*/\n if (lane < 16) __syncwarp(0xffff); else __syncwarp(0xffff0000);\n"
          "out[t] = s[0][t ^ 16]; /*R*/"),
      "race R W");
}

TEST(Concrete, BarriersOfTheBlock) {
  EXPECT_EQ(run("s[0][t] = in[t]; __syncthreads(); out[t] = s[0][63 - t];"), "");
  EXPECT_EQ(run("if (w == 0) __syncthreads(); /*A*/"), "[exited-threads A]");
  EXPECT_EQ(run("if (w == 0) { __syncthreads(); /*A*/\n SYNC(1, 64); } else { SYNC(1, 64); /*B*/\n "
                "__syncthreads(); }"),
            "deadlock A B");
}

TEST(Concrete, GlobalMemory) {
  EXPECT_EQ(run("out[t / 2] = in[t]; /*W*/"), "race W");
  EXPECT_EQ(run("out[1000 * t] = in[t]; SYNC(1, 64); out[1000 * (63 - t)] = in[t];"), "");
  EXPECT_EQ(run("atomicAdd(&out[0], in[t]);"), "");
  EXPECT_EQ(run("out[0] = 1; /*W*/"), "[same-value-write W]");
}

TEST(Concrete, Mbarriers) {
  const std::string start =
      "__shared__ uint64_t full[2], empty[2]; if (t == 0) for (int i = 0; i < 2; ++i)"
      " { init(&full[i], 32); init(&empty[i], 32); } __syncthreads();\n";
  const std::string produce =
      "if (w == 0) for (int i = 0; i < n; ++i) { WAIT\n s[i % 2][lane] = in[lane]; /*W*/\n"
      " MARRIVE(&full[i % 2]); /*F*/\n }\n";
  const std::string consume =
      "else for (int i = 0; i < n; ++i) { MWAIT(&full[i % 2], i / 2 % 2); /*C*/\n"
      " out[lane] = s[i % 2][31 - lane]; /*R*/\n MARRIVE(&empty[i % 2]); /*E*/\n }";
  const auto with = [&](const std::string& wait, std::int64_t n) {
    std::string p = produce;
    return run(start + p.replace(p.find("WAIT"), 4, wait) + consume, 64, n);
  };
  for (std::int64_t n = 0; n < 8; ++n)
    EXPECT_EQ(with("MWAIT(&empty[i % 2], (i / 2 + 1) % 2); /*P*/", n), "") << n;
  EXPECT_EQ(with("", 2), "");
  EXPECT_NE(with("", 5).find("lapped"), std::string::npos);
  EXPECT_NE(with("", 5).find("race R W"), std::string::npos);
  EXPECT_EQ(with("MWAIT(&empty[i % 2], i / 2 % 2); /*P*/", 2), "deadlock C P");
}

TEST(Concrete, UninitialisedMbarriers) {
  EXPECT_EQ(run("__shared__ uint64_t b; if (t == 0) init(&b, 64); /*I*/\n SYNC(1, 64); "
                "MARRIVE(&b); MWAIT(&b, 0);"),
            "");
  const std::string racy =
      run("__shared__ uint64_t b; if (t == 0) asm volatile(\"mbarrier.init.shared.b64 [%0], 64;\" "
          ":: \"r\"(at(&b))); /*I*/\n"
          "MARRIVE(&b); /*A*/\n MWAIT(&b, 0); /*A*/");
  EXPECT_NE(racy.find("race A I"), std::string::npos) << racy;
  EXPECT_NE(run("__shared__ uint64_t b; MARRIVE(&b); /*A*/").find("barrier-id A"),
            std::string::npos);
}

TEST(Concrete, BulkCopies) {
  const std::string start = "__shared__ uint64_t b; if (t == 0) init(&b, 1); __syncthreads();\n"
                            "for (int i = 0; i < n; ++i) { if (t == 0) { arrive(&b, 1024); COPY(s, "
                            "in + 256 * i, 1024, &b); /*C*/\n }\n";
  EXPECT_EQ(run(start + "MWAIT(&b, i % 2); out[t] = s[3][t]; __syncthreads(); }"), "");
  EXPECT_EQ(
      run(start + "__syncthreads(); out[t] = s[3][t]; /*R*/\n MWAIT(&b, i % 2); __syncthreads(); }",
          64, 1),
      "race C R");
  EXPECT_NE(run(start + "MWAIT(&b, i % 2); out[t] = s[3][t]; /*R*/\n }").find("race C R"),
            std::string::npos);
  EXPECT_EQ(run("__shared__ uint64_t b; if (t == 0) init(&b, 1); __syncthreads();\n"
                "if (t == 0) { arrive(&b, 2048); COPY(s, in, 1024, &b); } MWAIT(&b, 0); /*W*/"),
            "deadlock W");
}

// A copy reads until it has reported, whoever issued it.
TEST(Concrete, SourcesOfBulkCopies) {
  const std::string start = "__shared__ uint64_t b; if (t == 0) init(&b, 1); __syncthreads();\n"
                            "if (t == 0) { arrive(&b, 1024); COPY(s, out, 1024, &b); /*C*/\n";
  EXPECT_EQ(run(start + "out[5] = 1; /*W*/\n }"), "race C W");
  EXPECT_EQ(run(start + "out[256] = 1; }"), "");
  EXPECT_EQ(run(start + "} MWAIT(&b, 0); out[t] = 1;"), "");
}

TEST(Concrete, OwnPhases) {
  const std::string start = "__shared__ cuda::barrier<cuda::thread_scope_block> b; if (t == 0) "
                            "init(&b, 64); __syncthreads();\n"
                            "for (int i = 0; i < n; ++i) { s[0][t] = in[t]; auto token = "
                            "b.arrive(); b.wait(std::move(token));\n"
                            "out[t] = s[0][63 - t];";
  EXPECT_EQ(run(start + "b.arrive_and_wait(); }"), "");
  EXPECT_NE(run(start + "}").find("race"), std::string::npos);
}

TEST(Concrete, WhatIsNotKnown) {
  EXPECT_NE(run("if (in[0] > 0) SYNC(1, 64);").find("stopped: "), std::string::npos);
  EXPECT_NE(run("asm(\"unknown.instruction;\");").find("stopped: "), std::string::npos);
  // what was found until then stays
  EXPECT_EQ(run("out[0] = t; /*W*/\n SYNC(1, 64); if (in[0] > 0) SYNC(1, 64);").find("race W"), 0u);
}

TEST(Concrete, Addresses) {
  ConcreteKernel kernel(
      "__global__ void k(float* out) { __shared__ float s[64];\n"
      "s[threadIdx.x / 2] = threadIdx.x; out[1000 + threadIdx.x / 2] = threadIdx.x; }");
  const ConcreteResult r = kernel.run(64);
  ASSERT_EQ(r.findings.size(), 2u);
  for (const sync::Finding& f : r.findings) {
    const auto cell = r.cell(f.address);
    ASSERT_TRUE(cell);
    EXPECT_TRUE(cell->offset % 4 == 0 &&
                (cell->offset < 128 || (cell->offset >= 4000 && cell->offset < 4128)))
        << cell->offset;
  }
  EXPECT_NE(r.cell(r.findings[0].address)->array, r.cell(r.findings[1].address)->array);
  EXPECT_FALSE(r.cell(1u << 23));
}

} // namespace
} // namespace heddle::barrier
