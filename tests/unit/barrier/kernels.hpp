// Kernels of named barriers and mbarriers in CUDA, run concretely; findings in terms of marks in
// the source: a comment with a capital letter marks its line.
#pragma once
#include "barrier/concrete/concrete.hpp"
#include "unit/cuda/read_text.hpp"

#include <algorithm>
#include <regex>

namespace heddle::barrier {

constexpr const char* kernel_header = R"(#include <cuda/barrier>
__device__ void sync(int id, int n) { asm volatile("bar.sync %0, %1;" :: "r"(id), "r"(n) : "memory"); }
__device__ void arrive(int id, int n) { asm volatile("bar.arrive %0, %1;" :: "r"(id), "r"(n) : "memory"); }
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ void init(uint64_t* b, int n) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"(at(b)), "r"(n) : "memory");
}
__device__ void arrive(uint64_t* b) {
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" :: "r"(at(b)) : "memory");
}
__device__ void arrive(uint64_t* b, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" :: "r"(at(b)), "r"(bytes));
}
__device__ void wait(uint64_t* b, int parity) {
  asm volatile("{ .reg .pred p; L: mbarrier.try_wait.parity.shared.b64 p, [%0], %1; @!p bra L; }"
               :: "r"(at(b)), "r"(parity) : "memory");
}
__device__ void copy(void* to, const void* from, int bytes, uint64_t* b) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               :: "r"(at(to)), "l"(from), "r"(bytes), "r"(at(b)) : "memory");
}
)";

inline const char* name_of(sync::FindingKind kind) {
  using Kind = sync::FindingKind;
  switch (kind) {
  case Kind::deadlock:
    return "deadlock";
  case Kind::count:
  case Kind::count_multiple:
    return "count";
  case Kind::barrier_id:
    return "barrier-id";
  case Kind::recycling:
    return "recycling";
  case Kind::alignment:
    return "alignment";
  case Kind::lapped:
    return "lapped";
  case Kind::leftover:
    return "leftover";
  case Kind::exited_threads:
    return "exited-threads";
  case Kind::race:
    return "race";
  case Kind::same_value_write:
    return "same-value-write";
  case Kind::proxy:
    return "proxy";
  }
  return "";
}

class ConcreteKernel {
public:
  explicit ConcreteKernel(const std::string& source, std::optional<std::int64_t> block = {},
                          std::vector<std::string> defines = {})
      : source_(source) {
    ctx_.options.defines = std::move(defines);
    if (block) ctx_.options.block = Dim3Option{false, {*block, 1, 1}};
    lowered_ = cuda::read_text(source, ctx_);
  }

  // `params`: of the scalar parameters, in order.
  ConcreteResult run(std::int64_t threads, const std::vector<std::int64_t>& params = {},
                     const sync::EngineOptions& options = {.several_places_warn = true}) {
    if (lowered_.kernels.size() != 1) return {{}, {}, {}, "no kernel: " + lowered_.diagnostics, {}};
    const core::Kernel& kernel = lowered_.kernels[0];
    if (!kernel.unknowns.empty()) return {{}, {}, {}, kernel.unknowns[0].first, {}};
    core::Launch launch;
    launch.block_dim = {threads, 1, 1};
    std::size_t next = 0;
    for (const core::Parameter& p : kernel.params)
      if (p.symbol && next < params.size()) launch.params[*p.symbol] = params[next++];
    return run_block(kernel, launch, {0, 0, 0}, {}, options);
  }

  std::size_t parameters() const { // scalar ones
    std::size_t n = 0;
    for (const core::Kernel& k : lowered_.kernels)
      n += static_cast<std::size_t>(std::ranges::count_if(
          k.params, [](const core::Parameter& p) { return p.symbol.has_value(); }));
    return n;
  }

  // The marks of the line in which a call from the kernel stands or, failing that, of the
  // statement.
  std::string mark(const ConcreteResult& r, sync::Place place) const {
    std::string found;
    const Loc loc = r.locs.at(place.pc);
    std::size_t begin = 0;
    for (std::uint32_t line = 1; line < loc.line; ++line)
      begin = source_.find('\n', begin) + 1;
    const std::string text = source_.substr(begin, source_.find('\n', begin) - begin);
    static const std::regex comment("/\\*([A-Z])\\*/");
    std::smatch match;
    return std::regex_search(text, match, comment) ? match[1].str() : "?";
  }

  // One finding a line, sorted: "race A B", "deadlock A B" (who waits); warnings in brackets.
  std::string describe(const ConcreteResult& r) const {
    std::set<std::string> lines;
    for (const sync::Finding& f : r.findings) {
      std::string s = name_of(f.kind);
      std::set<std::string> marks;
      if (f.first.role != sync::Role::none) marks.insert(mark(r, f.first.place));
      if (f.second.role != sync::Role::none) marks.insert(mark(r, f.second.place));
      for (const sync::Blocked& b : f.blocked)
        marks.insert(mark(r, b.place));
      for (const std::string& m : marks)
        s += " " + m;
      lines.insert(f.warning ? "[" + s + "]" : s);
    }
    std::string all;
    for (const std::string& s : lines)
      all += (all.empty() ? "" : "; ") + s;
    if (!r.stopped.empty()) all += (all.empty() ? "" : "; ") + ("stopped: " + r.stopped);
    return all;
  }

private:
  std::string source_;
  Ctx ctx_;
  cuda::ReadText lowered_;
};

} // namespace heddle::barrier
