// Rings of any number of slots; pipelines, ping-pong, barriers of a part of the block.
#include "generate.hpp"

namespace heddle::oracle {

namespace {

using Lines = std::vector<std::string>;

std::string number(std::int64_t n) { return std::to_string(n); }

// How a slot's index is written: what stands before the loop, behind each iteration, and the index.
struct Counter {
  std::string start, index, step;
};

Counter counter(Random& random, std::int64_t slots, bool persistent) {
  const std::string s = number(slots);
  if (persistent) {
    if (random.chance(50)) return {"int it = 0;", "it % " + s, "it++;"};
  } else if (random.chance(60)) {
    return {"", slots == 2 && random.chance(50) ? "(k & 1)" : "k % " + s, ""};
  }
  if (random.chance(50)) return {"int stage = 0;", "stage", "if (++stage == " + s + ") stage = 0;"};
  return {"int stage = 0;", "stage", "stage = stage == " + number(slots - 1) + " ? 0 : stage + 1;"};
}

// $a: the slot; $o: where the shared array's part of this role begins.
std::string write(Random& random) {
  return random.pick({"slots[$a][$o + t] = in[$k * $W + t];",
                      "slots[$a][$o + t] = in[$k * $W + t];",
                      "if (lane < 16) slots[$a][$o + t] = in[$k * $W + t];",
                      "for (int j = 0; j < m; j++) slots[$a][$o + t] = in[($k + j) * $W + t];",
                      "slots[$a][$o + ($W - 1 - t)] = in[$k * $W + t];",
                      "for (int j = lane; j < 32; j += 32) slots[$a][$o + t] = in[$k + j];",
                      "if (m > 0) slots[$a][$o + t] = in[$k * $W + t];"});
}
std::string read(Random& random, bool persistent) {
  if (persistent)
    return random.pick({"sum += slots[$a][$W - 1 - t];", "sum += slots[$a][t ^ 1];",
                        "if (lane < 16) sum += slots[$a][t + 8];",
                        "for (int j = 0; j < m; j++) sum += slots[$a][(t + j) % $W];",
                        "for (int j = 0; j < 4; j++) sum += slots[$a][(t + j) % $W];"});
  return random.pick({"$O[k * $W + t] = slots[$a][$W - 1 - t];",
                      "$O[k * $W + t] = slots[$a][(t + 1) % $W];", "sum += slots[$a][t ^ 1];",
                      "if (lane < 16) sum += slots[$a][t + 8];",
                      "for (int j = 0; j < m; j++) sum += slots[$a][(t + j) % $W];",
                      "$O[k * $W + t] = slots[$a][$W - 1 - t] + slots[$a][t];"});
}

struct Ring {
  std::int64_t slots, width, full, empty; // width: threads of a role
  std::string threads;                    // that a barrier waits for
  bool persistent, credits;
};

std::string sync(const std::string& id, const Ring& r) {
  return "bar_sync(" + id + ", " + r.threads + ");";
}
std::string arrive(const std::string& id, const Ring& r) {
  return "bar_arrive(" + id + ", " + r.threads + ");";
}

void open(Lines& lines, const Ring& r, const Counter& c) {
  if (!c.start.empty()) lines.push_back(c.start);
  if (r.persistent) lines.push_back("for (int tile = blockIdx.x; tile < m; tile += gridDim.x) {");
  lines.push_back("for (int k = 0; k < n; k++) {");
}
void close(Lines& lines, const Ring& r, const Counter& c) {
  if (!c.step.empty()) lines.push_back(c.step);
  lines.push_back("}");
  if (r.persistent) lines.push_back("}");
}
// For all slots, in a loop or one by one.
void for_slots(Lines& lines, const Ring& r, bool syncs, Random& random) {
  const auto one = [&](const std::string& id) { return syncs ? sync(id, r) : arrive(id, r); };
  if (random.chance(50)) {
    lines.push_back("for (int s = 0; s < " + number(r.slots) + "; s++) {");
    lines.push_back(one(number(r.empty) + " + s"));
    lines.push_back("}");
  } else {
    for (std::int64_t s = 0; s < r.slots; ++s)
      lines.push_back(one(number(r.empty + s)));
  }
}

Lines producer(Random& random, const Ring& r, const Counter& c, const std::string& first,
               const std::string& offset) {
  Lines lines{"int t = threadIdx.x - " + first + ";"};
  open(lines, r, c);
  const std::string wait = sync(number(r.empty) + " + " + c.index, r);
  lines.push_back(r.credits ? wait : "if (k >= " + number(r.slots) + ") " + wait);
  const Values values{{'a', c.index},
                      {'o', offset},
                      {'W', number(r.width)},
                      {'k', r.persistent ? "(tile * n + k)" : "k"}};
  lines.push_back(fill(write(random), values));
  if (random.chance(20)) lines.push_back(fill("slots[$a][$o + t] += 1;", values));
  lines.push_back(arrive(number(r.full) + " + " + c.index, r));
  close(lines, r, c);
  if (r.credits) for_slots(lines, r, true, random);
  return lines;
}

Lines consumer(Random& random, const Ring& r, const Counter& c, const std::string& first,
               const std::string& out) {
  Lines lines{"int t = threadIdx.x - " + first + ";", "int sum = 0;"};
  if (r.credits) for_slots(lines, r, false, random);
  open(lines, r, c);
  lines.push_back(sync(number(r.full) + " + " + c.index, r));
  const Values values{{'a', c.index}, {'W', number(r.width)}, {'O', out}};
  lines.push_back(fill(read(random, r.persistent), values));
  if (random.chance(20)) lines.push_back(fill(read(random, true), values));
  const std::string give = arrive(number(r.empty) + " + " + c.index, r);
  lines.push_back(r.credits ? give : "if (k + " + number(r.slots) + " < n) " + give);
  close(lines, r, c);
  lines.push_back(r.persistent ? "if (blockIdx.x == 0) " + out + "[t] = sum;"
                               : out + "[-1 - t] = sum;");
  return lines;
}

// What may stand around the roles: another use of the slots, warps that have nothing to do.
void surround(NamedKernel& kernel, Random& random, const std::string& cell) {
  if (random.chance(20)) {
    kernel.before.push_back("if (threadIdx.x >= " + number(kernel.threads - 32) + ") " + cell +
                            " = in[lane];");
    kernel.before.push_back("__syncthreads();");
  }
  if (random.chance(20)) {
    kernel.after.push_back("__syncthreads();");
    kernel.after.push_back("out2[-1000 - (int)threadIdx.x] = " + cell + ";");
  } else if (random.chance(15)) {
    kernel.before.push_back("if (threadIdx.x >= " + number(kernel.threads) + ") return;");
    kernel.threads += 32;
  }
}

NamedKernel ping_pong(Random& random) {
  const std::int64_t roles = random.between(2, 3), width = random.pick({32, 64});
  NamedKernel kernel;
  kernel.family = "ping-pong";
  kernel.threads = static_cast<unsigned>(roles * width);
  kernel.shared = {"__shared__ int work[64];"};
  for (std::int64_t r = 0; r < roles; ++r) {
    const Values values{{'W', number(width)},         {'T', number(2 * width)},
                        {'f', number(r * width)},     {'i', number(1 + r)},
                        {'R', number(roles * width)}, {'j', number(1 + (r + 1) % roles)}};
    Lines lines{"int t = threadIdx.x - $f;"};
    if (r == roles - 1) lines.push_back("bar_arrive($j, $T);");
    for (const char* line :
         {"for (int k = 0; k < n; k++) {", "bar_sync($i, $T);", "work[t] = in[k * $R + $f + t];",
          "out[k * $R + $f + t] = work[t] * 2;", "bar_arrive($j, $T);", "}"})
      lines.push_back(line);
    if (r == 0) lines.push_back("bar_sync($i, $T);");
    if (random.chance(30))
      lines[lines.size() - (r == 0 ? 4 : 3)] = "out[k * $R + $f + t] = work[$W - 1 - t];";
    for (std::string& line : lines)
      line = fill(line, values);
    const bool last = r == roles - 1;
    kernel.roles.push_back({last ? "" : "threadIdx.x < " + number((r + 1) * width), lines});
  }
  return kernel;
}

// Ids by parity; both sides wait.
NamedKernel parity(Random& random) {
  NamedKernel kernel;
  kernel.family = "parity";
  kernel.shared = {"__shared__ int slots[2][32];"};
  const std::string meet = random.chance(50) ? "bar_sync(1 + (k & 1), 64);"
                                             : "if (k & 1) bar_sync(2, 64); else bar_sync(1, 64);";
  const Values values{{'a', random.pick<std::string>({"k & 1", "k % 2"})},
                      {'o', "0"},
                      {'k', "k"},
                      {'W', "32"},
                      {'O', "out"}};
  kernel.roles.push_back(
      {"threadIdx.x < 32",
       {"int t = lane;", "for (int k = 0; k < n; k++) {", fill(write(random), values), meet, "}"}});
  kernel.roles.push_back({"",
                          {"int t = lane;", "int sum = 0;", "for (int k = 0; k < n; k++) {", meet,
                           fill(read(random, false), values), "}", "out[-1 - t] = sum;"}});
  surround(kernel, random, "slots[0][lane]");
  return kernel;
}

// Roles that meet among themselves, and all of them at the end.
NamedKernel parts(Random& random) {
  const std::int64_t roles = random.between(2, 3);
  NamedKernel kernel;
  kernel.family = "parts";
  kernel.threads = static_cast<unsigned>(64 * roles);
  kernel.shared = {"__shared__ int work[" + number(64 * roles) + "];"};
  const bool rounds = random.chance(50); // then all meet in every round
  for (std::int64_t r = 0; r < roles; ++r) {
    const Values values{{'f', number(64 * r)}, {'i', number(1 + r)}, {'R', number(64 * roles)}};
    Lines lines;
    for (const char* line : {"int t = threadIdx.x - $f;", "for (int k = 0; k < n; k++) {",
                             "work[$f + t] = in[k * $R + $f + t];", "bar_sync($i, 64);",
                             "out[k * $R + $f + t] = work[$f + 63 - t];", "bar_sync($i, 64);"})
      lines.push_back(line);
    if (rounds) {
      lines.back() = "bar_sync(5, $R);";
      lines.push_back("out2[k * $R + $f + t] = work[(t + $f + 64) % $R];");
      lines.push_back("bar_sync(5, $R);");
    }
    lines.push_back("}");
    for (std::string& line : lines)
      line = fill(line, values);
    kernel.roles.push_back({r == roles - 1 ? "" : "threadIdx.x < " + number(64 * (r + 1)), lines});
  }
  kernel.after = {"__syncthreads();", "out2[-1000 - (int)threadIdx.x] = work[" +
                                          number(64 * roles - 1) + " - threadIdx.x];"};
  return kernel;
}

// From role to role.
NamedKernel pipeline(Random& random) {
  const std::int64_t slots = random.between(1, 2);
  NamedKernel kernel;
  kernel.family = "pipeline";
  kernel.threads = 96;
  kernel.shared = {"__shared__ int slots[" + number(slots) + "][32];",
                   "__shared__ int more[" + number(slots) + "][32];"};
  const Ring first{slots, 32, 1, 1 + slots, "64", false, true};
  const Ring second{slots, 32, 1 + 2 * slots, 1 + 3 * slots, "64", false, true};
  const Counter c = counter(random, slots, false);
  kernel.roles.push_back({"threadIdx.x < 32", producer(random, first, c, "0", "0")});
  Lines middle;
  for_slots(middle, first, false, random);
  open(middle, first, c);
  for (const std::string& line : {sync(number(first.full) + " + " + c.index, first),
                                  sync(number(second.empty) + " + " + c.index, second),
                                  "more[" + c.index + "][lane] = slots[" + c.index + "][lane ^ 3];",
                                  arrive(number(first.empty) + " + " + c.index, first),
                                  arrive(number(second.full) + " + " + c.index, second)})
    middle.push_back(line);
  close(middle, first, c);
  for_slots(middle, second, true, random);
  kernel.roles.push_back({"threadIdx.x < 64", middle});
  kernel.roles.push_back(
      {"", consumer(random, second, counter(random, slots, false), "64", "out")});
  for (std::string& line : kernel.roles.back().lines)
    for (auto at = line.find("slots["); at != std::string::npos; at = line.find("slots["))
      line.replace(at, 5, "more");
  surround(kernel, random, "more[0][lane]");
  return kernel;
}

NamedKernel one_shot(Random& random) {
  NamedKernel kernel;
  kernel.family = "one shot";
  kernel.shared = {"__shared__ int slots[2][32];"};
  const bool back = random.chance(50);
  const std::string guard = random.pick<std::string>({"", "if (n > 2) ", "if (m == n) "});
  kernel.roles.push_back({"threadIdx.x < 32", {"slots[0][lane] = in[lane];"}});
  kernel.roles[0].lines.push_back(guard + "bar_arrive(3, 64);");
  kernel.roles.push_back({"", {guard + "bar_sync(3, 64);"}});
  kernel.roles[1].lines.push_back(guard + "out[lane] = slots[0][lane ^ 1];");
  if (back) {
    kernel.roles[1].lines.push_back("slots[1][lane] = in[64 + lane];");
    kernel.roles[1].lines.push_back("bar_arrive(4, 64);");
    kernel.roles[0].lines.push_back("bar_sync(4, 64);");
    kernel.roles[0].lines.push_back("out2[lane] = slots[1][31 - lane];");
  }
  surround(kernel, random, "slots[0][lane]");
  return kernel;
}

} // namespace

NamedKernel make_pattern(Random& random) {
  switch (random.below(6)) {
  case 0:
    return parity(random);
  case 1:
    return parts(random);
  case 2:
    return one_shot(random);
  case 3:
    return pipeline(random);
  default:
    return ping_pong(random);
  }
}

NamedKernel make_ring(Random& random) {
  NamedKernel kernel;
  kernel.family = "ring";
  const std::int64_t slots = random.between(1, 3), width = random.pick({32, 32, 64});
  const std::int64_t producers = random.pick({1, 1, 2}), consumers = random.pick({1, 1, 2});
  const std::int64_t roles = producers + consumers;
  kernel.threads = static_cast<unsigned>(roles * width);
  kernel.shared = {"__shared__ int slots[" + number(slots) + "][" + number(producers * width) +
                   "];"};
  Ring ring{slots, width, 0, 0, number(roles * width), random.chance(25), true};
  ring.full = random.between(0, 2);
  ring.empty = ring.full + slots;
  ring.credits = ring.persistent || random.chance(50);
  for (std::int64_t r = 0; r < roles; ++r) {
    const Counter c = counter(random, slots, ring.persistent);
    const std::string first = number(r * width);
    kernel.roles.push_back(
        {r == roles - 1 ? "" : "threadIdx.x < " + number((r + 1) * width),
         r < producers ? producer(random, ring, c, first, number(r * width))
                       : consumer(random, ring, c, first, r == producers ? "out" : "out2")});
  }
  surround(kernel, random, "slots[0][lane]");
  if (ring.persistent && !kernel.after.empty()) // there may be several blocks
    kernel.after.back() = "if (blockIdx.x == 0) " + kernel.after.back();
  return kernel;
}

} // namespace heddle::oracle
