// What lanes of a warp make together: ranks, ranges, scans, numbers of other lanes.
#include "generate.hpp"

namespace heddle::oracle {

namespace {

const std::string all = "0xffffffffu";

} // namespace

void TextGenerator::add_lanes() {
  kernel_.reads_tickets = true;
  declare("int lane = t % 32, warp = t / 32;");
  declare("__shared__ int tk[2], counts[2];");
  put("if (t < 2) tk[t] = 0;");
  put("__syncthreads();");
  for (const char* text : {"s[warp * 32 + lane]", "s[w]", "s[lane]"})
    if (random_.chance(40)) places_.push_back({text, true, true});
  for (int i = 0; i < 4; ++i)
    makers_.push_back(&TextGenerator::lane_statement);
}

// Mostly the lanes before the own one.
std::string TextGenerator::lanes_before() {
  if (random_.chance(15))
    return any({"((2u << lane) - 1)", "(0xffffffffu << lane)", "(lane < 2 ? 1u : 3u)", "7u"});
  return any({"((1u << lane) - 1)", "~(0xffffffffu << lane)", "(0xffffffffu >> (32 - lane))"});
}

// Mostly: the lane is among them.
std::string TextGenerator::lane_guard(const std::string& kept) {
  if (random_.chance(20)) return condition(false);
  return random_.chance(30) ? "(" + kept + " >> lane & 1) != 0" : "keep";
}

void TextGenerator::lane_statement(bool uniform_here) {
  if (!uniform_here) return access();
  const std::string v = any({"v", "w"}), kept = fresh("kept"), first = fresh("first");
  switch (random_.below(10)) {
  case 0: // ranks in a region of the warp
  case 1:
    put("{ const bool keep = " + condition(false) + ";");
    put("  const unsigned " + kept + " = __ballot_sync(" + all + ", keep);");
    put("  if (" + lane_guard(kept) + ") s[" + any({"warp * 32", "warp * 32", "warp * 31"}) +
        " + __popc(" + kept + " & " + lanes_before() + ")] = " + value() + "; }");
    return;
  case 2: // a range that one lane draws
  case 3: {
    put("{ const bool keep = " + condition(false) + ";");
    put("  const unsigned " + kept + " = __ballot_sync(" + all + ", keep);");
    const std::string leader = any({"0", "0", "__ffs(" + kept + ") - 1"});
    put("  int " + first + " = 0;");
    put("  if (lane == " + leader + ") " + first + " = atomicAdd(&tk[" + any({"0", "0", "1"}) +
        "], " + (random_.chance(80) ? "__popc(" + kept + ")" : any({"1", "32", "t"})) + ");");
    put("  " + first + " = __shfl_sync(" + all + ", " + first + ", " +
        (random_.chance(85) ? leader : "1") + ");");
    put("  if (" + lane_guard(kept) + ") s[" + first + " + __popc(" + kept + " & " +
        lanes_before() + ")] = " + value() + "; }");
    return;
  }
  case 4: // one for all with the same number
    put("{ const unsigned " + kept + " = __match_any_sync(" + all + ", " +
        any({"lane & 3", "t / 2", value()}) + ");");
    put("  if (__popc(" + kept + " & " + lanes_before() + ") " + any({"== 0", "== 0", "<= 1"}) +
        ") s[" + any({"warp * 32 + (lane & 3)", "t / 2", "warp * 32 + lane"}) + "] += __popc(" +
        kept + "); }");
    return;
  case 5: // a number of another lane
    put(v + " = " +
        any({"__shfl_up_sync(0xffffffffu, t, 1)", "__shfl_down_sync(0xffffffffu, t, 2)",
             "__shfl_xor_sync(0xffffffffu, t, 1)", "__shfl_xor_sync(0xffffffffu, 2 * t, 3, 8)",
             "__shfl_sync(0xffffffffu, t, 31 - lane)", "__shfl_sync(0xffffffffu, t, lane ^ 1, 8)",
             "__shfl_up_sync(0xffffffffu, t + n0, 2, 16)"}) +
        ";");
    put("if (" + any({"lane > 0", "lane < 30", "lane % 16 > 1", "true"}) + ") s[" + v +
        "] = " + value() + ";");
    return;
  case 6: // a range of one size
    put("{ int " + first + " = 0;");
    put("  if (lane == 0) " + first + " = atomicAdd(&tk[0], " + any({"32", "32", "16"}) + ");");
    put("  " + first + " = __shfl_sync(" + all + ", " + first + ", 0);");
    put("  s[" + first + " + lane] = " + value() + "; }");
    return;
  case 7: // ranks in the block, behind those of the warp before
    put("{ const bool keep = " + condition(false) + ";");
    put("  const unsigned " + kept + " = __ballot_sync(" + all + ", keep);");
    put("  if (lane == " + any({"0", "0", "31"}) + ") counts[warp] = __popc(" + kept + ");");
    if (random_.chance(85)) put("  __syncthreads();");
    put("  const int " + first + " = " +
        any({"warp == 0 ? 0 : counts[0]", "warp == 0 ? 0 : counts[0]", "warp == 0 ? counts[1] : 0",
             "counts[0]", "warp == 0 ? 0 : counts[1]"}) +
        ";");
    put("  if (" + lane_guard(kept) + ") s[" + first + " + __popc(" + kept + " & " +
        lanes_before() + ")] = " + value() + ";");
    return put(random_.chance(85) ? "  __syncthreads(); }" : "}");
  case 8: // ranks by a scan among the lanes
    put("{ const bool keep = " + condition(false) + "; int " + kept + " = keep;");
    put("  for (int d = 1; d < " + any({"32", "32", "16"}) + "; d *= 2) {");
    put("    const int " + first + " = __shfl_up_sync(" + all + ", " + kept + ", d);");
    put("    if (lane " + any({">= d", ">= d", "> d"}) + ") " + kept + " += " + first + "; }");
    put("  if (" + any({"keep", "keep", "lane < 31"}) + ") s[" + any({"warp * 32", "warp * 31"}) +
        " + " + kept + any({" - 1", " - keep", ""}) + "] = " + value() + "; }");
    return;
  default:
    return barrier();
  }
}

} // namespace heddle::oracle
