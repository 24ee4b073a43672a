#include "cuda/contract/assumptions.hpp"

#include <gtest/gtest.h>

namespace heddle::contract {
namespace {

class Assumptions : public testing::Test {
protected:
  Ctx ctx;

  core::Kernel made(const std::string& name = "k") {
    core::Kernel k = core::make_kernel(name, {0, 3, 1});
    for (const char* array : {"out", "perm"}) {
      core::Array a;
      a.name = array;
      a.is_parameter = true;
      k.params.push_back({array, {}, static_cast<core::ArrayId>(k.arrays.size()), "int*", {}});
      k.arrays.push_back(a);
    }
    core::Array tile;
    tile.name = "tile";
    tile.space = core::Space::shared;
    k.arrays.push_back(tile);
    scalar(k, "n", Type::i32(), "int");
    scalar(k, "p.size", Type::u64(), "size_t");
    scalar(k, "small", Type::integer(8, true), "char");
    scalar(k, "step", Type::i32(), "int (*)(int)");
    k.block_axes = k.grid_axes = 1;
    return k;
  }

  static void scalar(core::Kernel& k, const std::string& name, Type type, const std::string& text) {
    const Loc loc{0, 3, 20};
    const SymbolId id = k.pool->new_symbol({name, type, Role::parameter, 0, {}, {}, loc});
    k.params.push_back({name, id, {}, text, loc});
  }

  static std::string text(const core::Kernel& k) {
    std::string all;
    for (const core::Assumption& a : k.assumptions)
      all += a.text + " (" + a.origin + ")\n";
    return all;
  }

  Outcomes apply(core::Kernel& k, const Constants& constants = {},
                 const LaunchBounds& bounds = {}) {
    return apply_options(k, ctx.options, option_conditions(ctx), constants, bounds);
  }

  // Diagnostics as the program shows them.
  std::string reported() const {
    std::string all;
    for (const Diagnostic& d : ctx.diagnostics)
      all += (d.loc ? ctx.files.describe(d.loc) + ": " : "") + d.message + "\n";
    return all;
  }

  // Applies the options to the kernels, and tells what no kernel understood.
  std::string report(std::vector<core::Kernel*> kernels) {
    const auto conditions = option_conditions(ctx);
    std::vector<AppliedKernel> applied;
    for (core::Kernel* k : kernels)
      applied.push_back({k, apply_options(*k, ctx.options, conditions, {}, {})});
    report_options(applied, conditions, ctx);
    return reported();
  }
};

std::pair<std::int64_t, std::int64_t> bounds_of(const core::Kernel& k, SymbolId id) {
  const Symbol& s = k.pool->symbol(id);
  return {s.low.value_or(-1), s.high.value_or(-1)};
}

using Range = std::pair<std::int64_t, std::int64_t>;

TEST_F(Assumptions, WithoutOptionsUnmentionedAxesAreOne) {
  core::Kernel k = made();
  apply(k);
  EXPECT_EQ(text(k), "blockDim.y == 1 (default)\nblockDim.z == 1 (default)\n"
                     "gridDim.y == 1 (default)\ngridDim.z == 1 (default)\n");
  EXPECT_EQ(bounds_of(k, k.block_dim[0]), (Range{1, 1024}));
  EXPECT_EQ(bounds_of(k, k.block_dim[1]), (Range{1, 1}));
  EXPECT_EQ(bounds_of(k, k.thread_index[1]), (Range{0, 0}));
  EXPECT_EQ(bounds_of(k, k.grid_dim[2]), (Range{1, 1}));
}

TEST_F(Assumptions, BlocksOfTwoAxesAreLimited) {
  core::Kernel k = made();
  k.block_axes = 3;
  apply(k);
  EXPECT_TRUE(text(k).starts_with(
      "blockDim.z == 1 (default)\n"
      "blockDim.x * blockDim.y * blockDim.z <= 1024 (architecture)\ngridDim.y == 1 (default)\n"))
      << text(k);
}

TEST_F(Assumptions, LaunchBoundsLimitThreads) {
  core::Kernel k = made();
  apply(k, {}, {.threads = 256, .loc = {0, 1, 5}});
  EXPECT_TRUE(text(k).find("blockDim.x * blockDim.y * blockDim.z <= 256 (__launch_bounds__)") !=
              std::string::npos);
  EXPECT_EQ(bounds_of(k, k.block_dim[0]), (Range{1, 256}));
  EXPECT_EQ(bounds_of(k, k.thread_index[0]), (Range{0, 255}));
  core::Kernel absurd = made();
  apply(absurd, {}, {.threads = 5000});
  EXPECT_EQ(bounds_of(absurd, absurd.block_dim[0]), (Range{1, 1024}));
  EXPECT_EQ(text(absurd).find("<="), std::string::npos);
}

TEST_F(Assumptions, LaunchBoundsOfATemplateStayOpen) {
  core::Kernel k = made();
  const Expr n = k.pool->cast(k.pool->symbol_ref(*k.params[2].symbol), Type::i64());
  apply(k, {}, {.open = n, .text = "THREADS", .loc = {0, 1, 5}});
  ASSERT_EQ(k.assumptions.size(), 5U);
  EXPECT_EQ(k.assumptions[2].text, "blockDim.x * blockDim.y * blockDim.z <= THREADS");
  EXPECT_EQ(to_string(*k.pool, k.assumptions[2].cond), "(i64)blockDim.x <= (i64)n");
}

TEST_F(Assumptions, BlockAndGridFixAllAxes) {
  ctx.options.block = Dim3Option{false, {2048, 1, 1}}; // whatever the architecture's limits are
  ctx.options.grid = Dim3Option{false, {4, 100000, 1}};
  core::Kernel k = made();
  apply(k);
  EXPECT_EQ(text(k), "blockDim = (2048, 1, 1) (--block)\ngridDim = (4, 100000, 1) (--grid)\n");
  EXPECT_EQ(bounds_of(k, k.block_dim[0]), (Range{2048, 2048}));
  EXPECT_EQ(bounds_of(k, k.thread_index[0]), (Range{0, 2047}));
  EXPECT_EQ(bounds_of(k, k.block_index[1]), (Range{0, 99999}));
  EXPECT_EQ(k.block_axes, 7);
  EXPECT_EQ(k.grid_axes, 7);
}

TEST_F(Assumptions, SymbolicDimensionsAssumeLimitsOnly) {
  ctx.options.block = Dim3Option{true, {1, 1, 1}};
  ctx.options.grid = Dim3Option{true, {1, 1, 1}};
  core::Kernel k = made();
  k.block_axes = k.grid_axes = 0;
  apply(k);
  EXPECT_EQ(text(k), "blockDim.x * blockDim.y * blockDim.z <= 1024 (architecture)\n");
  EXPECT_EQ(k.block_axes, 7);
  EXPECT_EQ(k.grid_axes, 7);
}

TEST_F(Assumptions, ParametersAreFixed) {
  ctx.options.params = {{"n", "-0x5"}, {"small", "300"}, {"step", "1"}};
  core::Kernel k = made();
  apply(k);
  EXPECT_TRUE(text(k).starts_with("n == -0x5 (--param)\nsmall == 300 (--param)\nblockDim.y"));
  EXPECT_EQ(bounds_of(k, *k.params[2].symbol), (Range{-5, -5}));
  EXPECT_EQ(bounds_of(k, *k.params[4].symbol), (Range{44, 44}));
  EXPECT_EQ(k.assumptions[0].loc, (Loc{0, 3, 20}));
}

TEST_F(Assumptions, IntegersOfOptions) {
  EXPECT_EQ(option_integer("12"), 12);
  EXPECT_EQ(option_integer("-0X1f"), -31);
  EXPECT_EQ(option_integer("+3"), 3);
  EXPECT_EQ(option_integer("18446744073709551615"), -1);
  for (const char* wrong : {"", "-", "0x", "1.5", "18446744073709551616", "1 ", "--1"})
    EXPECT_EQ(option_integer(wrong), std::nullopt) << wrong;
}

TEST_F(Assumptions, AliasesAreToldOnce) {
  ctx.options.aliases = {{"perm", "out"}, {"out", "perm"}, {"out", "gone"}};
  core::Kernel k = made();
  apply(k);
  EXPECT_TRUE(text(k).ends_with("out and perm may be one array (--alias)\n")) << text(k);
  EXPECT_EQ(k.aliases, (std::vector<ArrayPair>{{0, 1}}));
}

TEST_F(Assumptions, ConditionsAreAssumedAsNumbers) {
  ctx.options.assumptions = {"n >= blockDim.x", " p.size % 4 == 0", "n % warpSize == 0"};
  core::Kernel k = made();
  apply(k);
  EXPECT_TRUE(text(k).starts_with("n >= blockDim.x (--assume)\n p.size % 4 == 0 (--assume)\n"));
  EXPECT_EQ(to_string(*k.pool, k.assumptions[0].cond), "(i64)blockDim.x <= (i64)n");
  EXPECT_EQ(to_string(*k.pool, k.assumptions[2].cond), "n % 32 == 0");
  EXPECT_EQ(ctx.files.describe(k.assumptions[1].loc), "--assume (2):1:2");
  EXPECT_EQ(ctx.files.line(k.assumptions[1].loc.file, 1), " p.size % 4 == 0");
}

TEST_F(Assumptions, DimensionsThatAConditionMentionsStayOpen) {
  ctx.options.assumptions = {"blockDim.y == 4 && gridDim.z > 1"};
  core::Kernel k = made();
  apply(k);
  EXPECT_EQ(k.block_axes, 3);
  EXPECT_EQ(k.grid_axes, 5);
  EXPECT_EQ(text(k), "blockDim.y == 4 && gridDim.z > 1 (--assume)\nblockDim.z == 1 (default)\n"
                     "blockDim.x * blockDim.y * blockDim.z <= 1024 (architecture)\n"
                     "gridDim.y == 1 (default)\n");
}

TEST_F(Assumptions, DimensionsStayOpenWhereTheConditionIsOfAnotherKernel) {
  ctx.options.assumptions = {"other >= gridDim.y * blockDim.z"};
  core::Kernel k = made();
  apply(k);
  EXPECT_EQ(k.block_axes, 5);
  EXPECT_EQ(k.grid_axes, 3);
  EXPECT_EQ(text(k).find("--assume"), std::string::npos);
}

TEST_F(Assumptions, ContractsOfArraysAreShownAndStated) {
  ctx.options.assumptions = {"distinct(perm)", "n > 0 && monotone(perm)"};
  core::Kernel k = made();
  apply(k);
  ASSERT_EQ(k.contracts.size(), 2U);
  EXPECT_EQ(k.contracts[1].kind, core::Contract::Kind::monotone);
  EXPECT_EQ(k.contracts[1].array, 1U);
  EXPECT_TRUE(text(k).starts_with("distinct(perm) (--assume)\nn > 0 && monotone(perm)"));
  EXPECT_TRUE(is_true(k.assumptions[0].cond));
}

TEST_F(Assumptions, ConstantsOfTheFileComeFromTheCaller) {
  ctx.options.assumptions = {"n % TILE == 0 && n < N"};
  core::Kernel k = made();
  const Constants constants = [&](const std::string& path) -> Meaning {
    if (path == "TILE") return k.pool->constant(16);
    if (path == "n") return k.pool->constant(1); // the parameter hides it
    return NoName{"'" + path + "' is a macro that is no number"};
  };
  EXPECT_EQ(apply(k, constants)[0]->reason, "'N' is a macro that is no number");
  ctx.options.assumptions = {"n % TILE == 0"};
  EXPECT_EQ(apply(k, constants)[0], std::nullopt);
  EXPECT_EQ(to_string(*k.pool, k.assumptions.at(4).cond), "n % 16 == 0");
}

TEST_F(Assumptions, WhatChangesInALaunchCannotBeAssumed) {
  ctx.options.assumptions = {"n > 0"};
  core::Kernel k = made();
  const SymbolId v = k.pool->new_symbol({"v", Type::i32(), Role::variable, 0, {}, {}, {}});
  const Constants variable = [&](const std::string&) { return k.pool->symbol_ref(v); };
  EXPECT_EQ(apply(k, variable)[0], std::nullopt);
  ctx.options.assumptions = {"v > 0"};
  EXPECT_EQ(apply(k, variable)[0]->reason, "it is not the same in all threads");
}

constexpr const char* only = "only constants, parameters of a kernel, integers of the file, "
                             "blockDim and gridDim may be used: ";

TEST_F(Assumptions, NamesThatNoKernelHasAreErrors) {
  ctx.options.assumptions = {"n > 0 &&\n other == 1", "threadIdx.x < 3",  "tile == 0",
                             "blockDim > 3",          "distinct(n)",      "n % 0 == 1",
                             "blockDim.w == 1",       "small > 0 && out", "S[0] == 1"};
  core::Kernel k = made();
  const std::string o = only;
  EXPECT_EQ(report({&k}), "--assume:2:2: --assume 'n > 0 &&\n other == 1': " + o +
                              "'other' is not known here\n"
                              "--assume (2):1:1: --assume 'threadIdx.x < 3': " +
                              o +
                              "'threadIdx.x' differs between threads\n"
                              "--assume (3):1:1: --assume 'tile == 0': " +
                              o +
                              "'tile' is memory that a launch finds nothing in\n"
                              "--assume (4):1:1: --assume 'blockDim > 3': " +
                              o +
                              "'blockDim' is no number; blockDim.x is one\n"
                              "--assume (5):1:10: --assume 'distinct(n)': " +
                              o +
                              "'n' is no array\n"
                              "--assume (6):1:3: --assume 'n % 0 == 1': a division by zero\n"
                              "--assume (7):1:1: --assume 'blockDim.w == 1': " +
                              o +
                              "'blockDim.w' is no number; blockDim.x is one\n"
                              "--assume (8):1:14: --assume 'small > 0 && out': " +
                              o +
                              "'out' is an array, not a number\n"
                              "--assume (9):1:1: --assume 'S[0] == 1': " +
                              o + "'S[0]' is not known here\n");
  EXPECT_TRUE(k.contracts.empty());
  EXPECT_EQ(text(k).find("--assume"), std::string::npos);
}

TEST_F(Assumptions, OneKernelThatUnderstandsIsEnough) {
  ctx.options.assumptions = {"extra > n", "extra % 0 == n"};
  ctx.options.params = {{"extra", "1"}, {"gone", "x"}};
  ctx.options.aliases = {{"out", "in"}};
  core::Kernel first = made(), second = made();
  scalar(second, "extra", Type::i32(), "int");
  EXPECT_EQ(report({&first, &second}),
            "--param gone: no kernel has such a scalar parameter\n--param gone=x: not an integer\n"
            "--alias: no kernel has an array 'in'\n"
            "--assume (2):1:7: --assume 'extra % 0 == n': a division by zero\n");
  EXPECT_EQ(text(first).find("--assume"), std::string::npos);
  EXPECT_NE(text(second).find("extra > n (--assume)"), std::string::npos);
}

TEST_F(Assumptions, MistakesAreReportedOnceAndOthersAreKept) {
  ctx.options.assumptions = {"n >", "n > 1"};
  core::Kernel a = made(), b = made();
  EXPECT_EQ(report({&a, &b}), "--assume:1:3: unexpected end after '>'\n");
  EXPECT_TRUE(text(a).starts_with("n > 1 (--assume)\n"));
}

TEST_F(Assumptions, StringsOfTheSourceAreReadAsCpp) {
  core::Kernel k = made();
  auto parsed = std::get<Formula>(parse_contract("n < blockDim.x && distinct(perm)"));
  EXPECT_EQ(assume(k, parsed, {}, Reading::cpp, {"as written", "__requires", {0, 4, 3}}),
            std::nullopt);
  ASSERT_EQ(k.assumptions.size(), 1U);
  EXPECT_EQ(to_string(*k.pool, k.assumptions[0].cond), "(u32)n < blockDim.x");
  EXPECT_EQ(k.assumptions[0].origin, "__requires");
  EXPECT_EQ(k.contracts.size(), 1U);
}

} // namespace
} // namespace heddle::contract
