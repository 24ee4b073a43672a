// Each pass by itself on kernels of the repository (Google Benchmark): what a change of one of them
// costs or saves. Built on demand: cmake --build build --target heddle_micro.
#include "check/pairs.hpp"
#include "check/pipeline.hpp"
#include "core/content.hpp"
#include "cuda/front_end.hpp"
#include "heddle/ptx.hpp"
#include "protocol/protocol.hpp"
#include "smt/query.hpp"
#include "sync/engine.hpp"

#include <benchmark/benchmark.h>

#include <array>

namespace heddle {
namespace {

constexpr std::array kernels{"examples/transpose.cu", "examples/transpose_fixed.cu",
                             "tests/golden/field/softmax_shared_scratch_repaired.cu",
                             "tests/golden/indices/any_signs.cu"};

std::string path_of(std::int64_t kernel) {
  return std::string(HEDDLE_REPOSITORY) + "/" + kernels.at(static_cast<std::size_t>(kernel));
}

// One kernel as all passes after the front end see it.
struct Subject {
  explicit Subject(std::int64_t kernel) {
    std::string dump;
    lowered = cuda::read_kernels(path_of(kernel), ctx, dump);
    if (lowered.empty()) throw std::runtime_error("no kernel in " + path_of(kernel));
  }
  const core::Kernel& kernel() const { return lowered.front().kernel; }

  Ctx ctx{Options{}, {}, {}};
  std::vector<cuda::LoweredKernel> lowered;
};

// The front end: Clang, LLVM's passes, core, launches.
void read(benchmark::State& state) {
  for (auto _ : state)
    benchmark::DoNotOptimize(Subject(state.range(0)).kernel().body.size());
}

void content(benchmark::State& state) {
  const Subject subject(state.range(0));
  for (auto _ : state)
    benchmark::DoNotOptimize(core::content_of(subject.kernel(), subject.ctx.files));
}

void infer(benchmark::State& state) {
  Subject subject(state.range(0));
  for (auto _ : state)
    benchmark::DoNotOptimize(protocol::infer(subject.kernel(), subject.ctx));
}

void align_and_split(benchmark::State& state) {
  Subject subject(state.range(0));
  const protocol::Protocol protocol = protocol::infer(subject.kernel(), subject.ctx);
  for (auto _ : state)
    benchmark::DoNotOptimize(protocol::ask(protocol, subject.ctx));
}

// What is asked of the kernel, each array with all its pairs at once.
std::vector<smt::Query> queries_of(Subject& subject) {
  Pool& pool = *subject.kernel().pool;
  const protocol::Protocol protocol = protocol::infer(subject.kernel(), subject.ctx);
  std::vector<smt::Query> queries;
  for (const protocol::Trace& trace : protocol::ask(protocol, subject.ctx).traces) {
    std::vector<Expr> races;
    check::RacePairs all(pool, subject.kernel(), trace, true);
    constexpr std::size_t most = 48; // as a question has
    for (std::vector<check::Pair> some = all.next(most); !some.empty(); some = all.next(most))
      for (const check::Pair& pair : some)
        races.push_back(pair.race);
    queries.push_back({trace.name, trace.facts, trace.uniform});
    queries.back().assertions.push_back(pool.any(races));
  }
  return queries;
}

void encode(benchmark::State& state) {
  Subject subject(state.range(0));
  const std::vector<smt::Query> queries = queries_of(subject);
  for (auto _ : state)
    for (const smt::Query& query : queries)
      benchmark::DoNotOptimize(smt::to_smt2(*subject.kernel().pool, query));
}

void solve(benchmark::State& state) {
  Subject subject(state.range(0));
  const std::vector<smt::Query> queries = queries_of(subject);
  for (auto _ : state)
    for (const smt::Query& query : queries)
      benchmark::DoNotOptimize(smt::solve(*subject.kernel().pool, query, {}).status);
}

// All passes behind the front end, with witnesses and their replay.
void check_whole(benchmark::State& state) {
  Subject subject(state.range(0));
  for (auto _ : state) {
    std::string dump;
    check::Spent spent;
    benchmark::DoNotOptimize(check::check_kernel(subject.kernel(), subject.ctx, dump, spent));
  }
}

void build_expressions(benchmark::State& state) {
  for (auto _ : state) {
    Pool pool;
    const Expr x = pool.symbol_ref(pool.new_symbol({"x", Type::i32(), Role::parameter, 0, {}, {}, {}}));
    Expr sum = x;
    for (std::int64_t i = 0; i < state.range(0); ++i)
      sum = pool.add(pool.mul(pool.constant(i), x), pool.rem(sum, pool.constant(i + 2)));
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(4 * state.iterations() * state.range(0)); // expressions
}

// Two warps hand a tile to and fro at two named barriers.
void run_engine(benchmark::State& state) {
  constexpr sync::LaneMask all = ~sync::LaneMask{0};
  std::array<std::uint32_t, 32> addresses{};
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    addresses[lane] = 4 * lane;
  const std::vector<sync::Value> values(32);
  for (auto _ : state) {
    sync::Engine engine({64, 32}, {});
    for (std::int64_t i = 0; i < state.range(0); ++i)
      for (const std::uint32_t turn : {0U, 1U}) {
        const auto kind = turn == 0 ? sync::Access::write : sync::Access::read;
        benchmark::DoNotOptimize(
            engine.access({{turn, all}, kind, addresses, 4, 1, values, {turn}, sync::Change::some}));
        engine.arrive({turn, all}, {turn, 64, true, {turn + 2}});
        engine.sync({1 - turn, all}, {turn, 64, true, {turn + 4}});
      }
    engine.finish();
    benchmark::DoNotOptimize(engine.findings().size());
  }
  state.SetItemsProcessed(6 * state.iterations() * state.range(0)); // events
}

// `heddle ptx`: reading, the emulator and the engine.
void run_ptx(benchmark::State& state) {
  PtxOptions options;
  options.params["param_2"] = std::to_string(state.range(0));
  for (auto _ : state)
    benchmark::DoNotOptimize(
        check_ptx_file(std::string(HEDDLE_REPOSITORY) + "/tests/golden/ptx/ring.ptx", options));
}

BENCHMARK(read)->DenseRange(0, kernels.size() - 1)->Unit(benchmark::kMillisecond);
BENCHMARK(content)->DenseRange(0, kernels.size() - 1)->Unit(benchmark::kMicrosecond);
BENCHMARK(infer)->DenseRange(0, kernels.size() - 1)->Unit(benchmark::kMicrosecond);
BENCHMARK(align_and_split)->DenseRange(0, kernels.size() - 1)->Unit(benchmark::kMicrosecond);
BENCHMARK(encode)->DenseRange(0, kernels.size() - 1)->Unit(benchmark::kMicrosecond);
BENCHMARK(solve)->DenseRange(0, kernels.size() - 1)->Unit(benchmark::kMillisecond);
BENCHMARK(check_whole)->DenseRange(0, kernels.size() - 1)->Unit(benchmark::kMillisecond);
BENCHMARK(build_expressions)->Arg(1000);
BENCHMARK(run_engine)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK(run_ptx)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace heddle

BENCHMARK_MAIN();
