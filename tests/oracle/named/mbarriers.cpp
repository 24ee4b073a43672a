// Rings whose slots are guarded by mbarriers.
#include "generate.hpp"

namespace heddle::oracle {

namespace {

// Who arrives at an mbarrier: everybody, or one lane of each warp.
struct Arrivals {
  bool elected, together; // together: behind __syncwarp
  std::string count(std::int64_t width) const {
    return std::to_string(elected ? width / 32 : width);
  }
  void arrive(std::vector<std::string>& lines, const std::string& bar) const {
    if (elected && together) lines.emplace_back("__syncwarp();");
    lines.push_back((elected ? "if (lane == 0) mbar_arrive(&" : "mbar_arrive(&") + bar + ");");
  }
};

// The slot and its phase, as written in the loop and behind each iteration.
struct Phase {
  std::string start, slot, parity, step;
};

Phase phase(Random& random, std::int64_t slots) {
  const std::string s = std::to_string(slots);
  if (slots == 1 && random.chance(60)) return {"", "0", "(k & 1)", ""};
  if (random.chance(65)) return {"", "k % " + s, "((k / " + s + ") & 1)", ""};
  return {"int stage = 0; unsigned phase = 0;", "stage", "phase",
          "if (++stage == " + s + ") { stage = 0; phase ^= 1; }"};
}

} // namespace

NamedKernel make_mbarrier_ring(Random& random) {
  NamedKernel kernel;
  kernel.family = "mbarrier ring";
  const std::int64_t slots = random.between(1, 3), width = random.pick({32, 32, 64});
  const Arrivals filled{random.chance(30), random.chance(90)},
      emptied{random.chance(40), random.chance(90)};
  const Phase p = phase(random, slots), c = phase(random, slots);
  Values values{{'S', std::to_string(slots)},
                {'W', std::to_string(width)},
                {'F', filled.count(width)},
                {'E', emptied.count(width)},
                {'a', p.slot},
                {'p', p.parity}};
  const auto lines_of = [&](std::initializer_list<const char*> texts) {
    std::vector<std::string> lines;
    for (const char* text : texts)
      lines.push_back(fill(text, values));
    return lines;
  };
  kernel.threads = static_cast<unsigned>(2 * width);
  kernel.shared =
      lines_of({"__shared__ uint64_t full[$S], empty[$S];", "__shared__ int slots[$S][$W];"});
  kernel.before = lines_of({"if (threadIdx.x == 0)", "  for (int s = 0; s < $S; s++) {",
                            "    mbar_init(&full[s], $F);", "    mbar_init(&empty[s], $E);", "  }",
                            "__syncthreads();"});
  std::vector<std::string> lines = lines_of({"int t = threadIdx.x;"});
  if (!p.start.empty()) lines.push_back(p.start);
  const auto more = [&](std::vector<std::string> part) {
    lines.insert(lines.end(), part.begin(), part.end());
  };
  more(lines_of({"for (int k = 0; k < n; k++) {", "mbar_wait(&empty[$a], $p ^ 1);",
                 "slots[$a][t] = in[k * $W + t];"}));
  filled.arrive(lines, fill("full[$a]", values));
  if (!p.step.empty()) lines.push_back(p.step);
  lines.emplace_back("}");
  kernel.roles.push_back({fill("threadIdx.x < $W", values), std::move(lines)});

  values['a'] = c.slot;
  values['p'] = c.parity;
  lines = lines_of({"int t = threadIdx.x - $W;"});
  if (!c.start.empty()) lines.push_back(c.start);
  more(lines_of({"for (int k = 0; k < n; k++) {", "mbar_wait(&full[$a], $p);"}));
  lines.push_back(fill(random.pick({"out[k * $W + t] = slots[$a][$W - 1 - t];",
                                    "if (lane < 16) out[k * $W + t] = slots[$a][t + 8];",
                                    "for (int j = 0; j < 4; j++) out[(k * 4 + j) * $W + t] = "
                                    "slots[$a][(t + j) % $W];"}),
                       values));
  emptied.arrive(lines, fill("empty[$a]", values));
  if (!c.step.empty()) lines.push_back(c.step);
  lines.emplace_back("}");
  kernel.roles.push_back({"", std::move(lines)});
  return kernel;
}

} // namespace heddle::oracle
