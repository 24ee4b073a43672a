#include "generate.hpp"

#include <algorithm>

namespace heddle::oracle {

namespace {

const char* const functions = R"(#include <cstdint>
__device__ __forceinline__ void bar_sync(int id, int threads) {
  asm volatile("$Sbar@.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
__device__ __forceinline__ void bar_arrive(int id, int threads) {
  asm volatile("$Sbar@.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
__device__ __forceinline__ void mbar_init(uint64_t* bar, unsigned count) {
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(bar));
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(count) : "memory");
}
__device__ __forceinline__ void mbar_arrive(uint64_t* bar) {
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(bar));
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.shared::cta.b64 state, [%0];\n}" ::"r"(at) : "memory");
}
__device__ __forceinline__ void mbar_wait(uint64_t* bar, unsigned parity) {
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(bar));
  asm volatile("{\n.reg .pred p;\nWAIT:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@p bra DONE;\nbra WAIT;\nDONE:\n}" ::"r"(at), "r"(parity) : "memory");
}

)";

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

bool mentions(const NamedKernel& kernel, const char* word) {
  return std::ranges::any_of(kernel.roles, [&](const NamedRole& role) {
    return std::ranges::any_of(
        role.lines, [&](const std::string& line) { return line.find(word) != std::string::npos; });
  });
}

// The same once more for m instead of n iterations, behind a barrier of all threads.
void do_again(NamedKernel& kernel) {
  for (NamedRole& role : kernel.roles) {
    std::vector<std::string> again = role.lines;
    for (std::string& line : again)
      replace_all(line, "< n", "< m");
    role.lines.insert(role.lines.begin(), "{");
    for (const char* line : {"}", "__syncthreads();", "{"})
      role.lines.emplace_back(line);
    role.lines.insert(role.lines.end(), again.begin(), again.end());
    role.lines.emplace_back("}");
  }
  kernel.family += " twice";
}

// A loop over all iterations as one over the first m of them and one over the others.
void split_loop(std::vector<std::string>& lines) {
  const std::string whole = "for (int k = 0; k < n; k++) {";
  const auto begin = std::ranges::find(lines, whole);
  if (begin == lines.end()) return;
  auto end = begin;
  for (int depth = 0; end == begin || depth > 0; ++end)
    depth += end->ends_with("{") ? 1 : *end == "}" ? -1 : 0;
  std::vector<std::string> others(begin, end);
  others.front() = "for (; k < n; k++) {";
  *begin = "for (; k < m && k < n; k++) {";
  lines.insert(end, others.begin(), others.end());
  lines.insert(std::ranges::find(lines, "for (; k < m && k < n; k++) {"), "int k = 0;");
  lines.insert(lines.begin(), "{");
  lines.emplace_back("}");
}

} // namespace

std::string fill(const std::string& text, const Values& values) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '$')
      result += fill(values.at(text[++i]), values);
    else
      result += text[i];
  return result;
}

std::string text_of(const NamedKernel& kernel) {
  std::string text = functions;
  replace_all(text, "$Sbar@", kernel.aligned ? "bar" : "barrier");
  const auto add = [&](const std::vector<std::string>& lines, const std::string& indent) {
    for (const std::string& line : lines)
      text += indent + line + "\n";
  };
  text += "__global__ void roles(int* out, int* out2, const int* in, int n, int m) {\n";
  add(kernel.shared, "  ");
  text += "  int lane = threadIdx.x % 32;\n";
  add(kernel.before, "  ");
  for (std::size_t r = 0; r < kernel.roles.size(); ++r) {
    const std::string& condition = kernel.roles[r].condition;
    text += r ? "  } else " : "  ";
    text += condition.empty() ? "{\n" : "if (" + condition + ") {\n";
    add(kernel.roles[r].lines, "    ");
  }
  text += "  }\n";
  add(kernel.after, "  ");
  text += "}\n";
  for (const std::string& mistake : kernel.mistakes)
    text += "// " + mistake + "\n";
  return text;
}

NamedKernel generate_named(std::uint64_t seed) {
  Random random(seed);
  NamedKernel kernel;
  switch (random.below(5)) {
  case 0:
    kernel = make_pattern(random);
    break;
  case 1:
    kernel = make_mbarrier_ring(random);
    break;
  case 2:
    kernel = make_tiles(random);
    break;
  default:
    kernel = make_ring(random);
  }
  const bool counts_with_n = mentions(kernel, "k < n") && !mentions(kernel, " m");
  if (counts_with_n && !mentions(kernel, "mbar") && random.chance(20)) do_again(kernel);
  if (counts_with_n && !mentions(kernel, "tile") && random.chance(20)) {
    split_loop(kernel.roles[random.below(kernel.roles.size())].lines);
    kernel.family += " in two loops";
  }
  kernel.aligned = random.chance(80);
  for (auto mistakes = random.pick({0, 1, 1, 2}); mistakes > 0; --mistakes)
    make_mistake(kernel, random);
  return kernel;
}

} // namespace heddle::oracle
