// Persistent kernels: tiles around the steps of a ring, with barriers of their own.
#include "generate.hpp"

namespace heddle::oracle {

namespace {

using Lines = std::vector<std::string>;

std::string number(std::int64_t n) { return std::to_string(n); }

// How a slot's index goes on: before the loop over tiles, at the start of each, behind each step.
struct Steps {
  std::string start, tile, index, step;
  bool anew = false; // in each tile from 0
};

Steps steps(Random& random, std::int64_t slots, bool anew) {
  const std::string s = number(slots);
  const std::string wrap = random.chance(50)
                               ? "if (++stage == " + s + ") stage = 0;"
                               : "stage = stage == " + number(slots - 1) + " ? 0 : stage + 1;";
  if (anew) {
    if (random.chance(60)) return {"", "", "k % " + s, "", true};
    return {"int stage = 0;", "stage = 0;", "stage", wrap, true};
  }
  if (random.chance(50)) return {"int it = 0;", "", "it % " + s, "it++;", false};
  return {"int stage = 0;", "", "stage", wrap, false};
}

struct Plan {
  std::int64_t slots = 2, consumers = 1;
  bool anew = false, guards = false; // guards: instead of arrivals in advance
  bool all_meet = false, exchange = false;
  std::string tiles, block, all;
};

Lines open(const Plan& plan, const Steps& c) {
  Lines lines;
  if (!c.start.empty()) lines.push_back(c.start);
  lines.push_back(plan.tiles);
  if (!c.tile.empty()) lines.push_back(c.tile);
  return lines;
}

void add(Lines& lines, const std::string& line, const Plan& plan, const Steps& c) {
  lines.push_back(fill(line, {{'a', c.index},
                              {'S', number(plan.slots)},
                              {'N', plan.block},
                              {'A', plan.all},
                              {'W', number(32 * plan.consumers)}}));
}

// A loop over all slots, in advance or to use up what is left.
void for_slots(Lines& lines, const std::string& what, const Plan& plan, const Steps& c) {
  add(lines, "for (int s = 0; s < $S; s++) {", plan, c);
  add(lines, what, plan, c);
  lines.push_back("}");
}

Lines producer(const Plan& plan, const Steps& c) {
  Lines lines = open(plan, c);
  lines.push_back("for (int k = 0; k < n; k++) {");
  const bool running_guard = plan.guards && !c.anew;
  add(lines,
      std::string(!plan.guards                         ? ""
                  : running_guard && c.step == "it++;" ? "if (it >= $S) "
                                                       : "if (k >= $S) ") +
          "bar_sync(1 + $S + $a, $N);",
      plan, c);
  add(lines, "slots[$a][lane] = in[(tile * n + k) * 32 + lane];", plan, c);
  add(lines, "bar_arrive(1 + $a, $N);", plan, c);
  if (!c.step.empty()) lines.push_back(c.step);
  lines.push_back("}");
  if (!plan.guards && c.anew) for_slots(lines, "bar_sync(1 + $S + (n + s) % $S, $N);", plan, c);
  if (plan.all_meet) add(lines, "bar_sync(0, $A);", plan, c);
  lines.push_back("}");
  if (!plan.guards && !c.anew) for_slots(lines, "bar_sync(1 + $S + s, $N);", plan, c);
  return lines;
}

Lines consumer(Random& random, const Plan& plan, const Steps& c) {
  Lines lines{"int t = threadIdx.x - 32;"};
  if (!plan.guards && !c.anew) for_slots(lines, "bar_arrive(1 + $S + s, $N);", plan, c);
  for (const std::string& line : open(plan, c))
    lines.push_back(line);
  if (!plan.guards && c.anew) for_slots(lines, "bar_arrive(1 + $S + s, $N);", plan, c);
  lines.emplace_back("int sum = 0;");
  lines.emplace_back("for (int k = 0; k < n; k++) {");
  add(lines, "bar_sync(1 + $a, $N);", plan, c);
  add(lines,
      random.pick<std::string>({"sum += slots[$a][31 - lane];", "sum += slots[$a][lane ^ 1];",
                                "if (lane < 16) sum += slots[$a][lane + 8];"}),
      plan, c);
  add(lines, std::string(plan.guards ? "if (k + $S < n) " : "") + "bar_arrive(1 + $S + $a, $N);",
      plan, c);
  if (!c.step.empty()) lines.push_back(c.step);
  lines.push_back("}");
  if (plan.exchange) {
    add(lines, "sums[t] = sum;", plan, c);
    add(lines, "bar_sync(9, $W);", plan, c);
    add(lines, "out[tile * $W + t] = sums[$W - 1 - t];", plan, c);
    add(lines, "bar_sync(9, $W);", plan, c);
  } else {
    add(lines, "out[tile * $W + t] = sum;", plan, c);
  }
  if (plan.all_meet) add(lines, "bar_sync(0, $A);", plan, c);
  lines.push_back("}");
  return lines;
}

} // namespace

NamedKernel make_tiles(Random& random) {
  Plan plan;
  plan.slots = random.between(1, 3);
  plan.consumers = random.pick({1, 1, 2});
  plan.anew = random.chance(50);
  plan.all_meet = plan.anew ? random.chance(90) : random.chance(30);
  plan.exchange = random.chance(40);
  plan.guards = plan.anew && random.chance(60);
  plan.tiles = random.pick<std::string>(
      {"for (int tile = blockIdx.x; tile < m; tile += gridDim.x) {",
       "for (int tile = 0; tile < m; tile++) {", "for (int tile = 0; tile < m; ++tile) {"});
  NamedKernel kernel;
  kernel.family = plan.anew ? "tiles anew" : "tiles";
  kernel.threads = static_cast<unsigned>(32 + 32 * plan.consumers);
  plan.block = plan.all = number(kernel.threads);
  kernel.shared = {"__shared__ int sums[64];",
                   "__shared__ int slots[" + number(plan.slots) + "][32];"};
  kernel.roles.push_back(
      {"threadIdx.x < 32", producer(plan, steps(random, plan.slots, plan.anew))});
  kernel.roles.push_back({"", consumer(random, plan, steps(random, plan.slots, plan.anew))});
  if (plan.tiles.find("blockIdx") == std::string::npos) // one block alone writes
    for (std::string& line : kernel.roles[1].lines)
      if (line.starts_with("out[tile")) line = "if (blockIdx.x == 0) " + line;
  return kernel;
}

} // namespace heddle::oracle
