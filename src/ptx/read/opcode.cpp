#include "ptx/read/opcode.hpp"

#include "ptx/read/opcode_words.hpp"

#include <algorithm>
#include <vector>

namespace heddle::ptx {
namespace {

using Suffixes = std::vector<std::string_view>;

bool has(const Suffixes& suffixes, std::string_view wanted) {
  return std::ranges::find(suffixes, wanted) != suffixes.end();
}

Suffixes split(std::string_view text) {
  Suffixes words;
  while (true) {
    const std::size_t dot = text.find('.');
    words.push_back(text.substr(0, dot));
    if (dot == std::string_view::npos) return words;
    text.remove_prefix(dot + 1);
  }
}

void take_spaces(const Suffixes& words, Opcode& out) {
  bool first = true;
  for (std::string_view word : words) {
    const auto found = spaces().find(word);
    if (found == spaces().end()) continue;
    (first ? out.space : out.target) = found->second;
    if (word == "shared::cluster") out.cluster = true;
    first = false;
  }
}

void take_types(const Suffixes& words, Opcode& out) {
  bool first = true;
  for (std::string_view word : words) {
    const auto found = types().find(word);
    if (found == types().end()) continue;
    if (first)
      out.type = found->second;
    else if (out.source == Type::none)
      out.source = found->second;
    first = false;
  }
}

void take_words(const Suffixes& words, Opcode& out) {
  for (std::string_view word : words) {
    if (const auto cmp = comparisons().find(word); cmp != comparisons().end())
      out.cmp = cmp->second;
    if (const auto mode = modes().find(word); mode != modes().end()) out.mode = mode->second;
    if (word == "wrap") out.shift = Mode::wrap;
    if (word == "clamp") out.shift = Mode::clamp;
    if (word == "v2" || word == "x2") out.vector = 2;
    if (word == "v4" || word == "x4") out.vector = 4;
    if (word == "v8") out.vector = 8;
  }
  out.multicast = has(words, "multicast::cluster");
  out.pair = has(words, "cta_group::2");
  out.saturate = has(words, "sat");
  out.relaxed = has(words, "relaxed");
}

// Accesses that are atomic. Volatile ones are what programs make of plain variables and take to
// be in order; here they are plain.
bool is_strong(const Suffixes& words) {
  return has(words, "relaxed") || has(words, "acquire") || has(words, "release");
}

void comparison(const Suffixes& words, Opcode& out) {
  out.mode = Mode::none;
  // lo and hi are comparisons here; a boolean operator may follow
  out.combine = has(words, "and")   ? Combine::and_
                : has(words, "or")  ? Combine::or_
                : has(words, "xor") ? Combine::xor_
                                    : Combine::none;
}

void barrier(const Suffixes& words, Opcode& out) {
  if (words.size() > 1 && words[1] == "cluster") {
    out.bar = has(words, "arrive") ? BarOp::cluster_arrive : BarOp::cluster_wait;
    out.aligned = has(words, "aligned");
    return;
  }
  if (has(words, "warp")) {
    out.op = Op::bar_warp;
    return;
  }
  out.aligned = words.front() == "bar" || has(words, "aligned");
  out.bar = has(words, "arrive") ? BarOp::arrive : has(words, "red") ? BarOp::red : BarOp::sync;
  out.has_result = out.bar == BarOp::red;
}

void mbarrier(const Suffixes& words, Opcode& out) {
  static constexpr std::pair<std::string_view, MbarOp> ops[] = {
      {"init", MbarOp::init},
      {"inval", MbarOp::inval},
      {"arrive", MbarOp::arrive},
      {"arrive_drop", MbarOp::arrive_drop},
      {"test_wait", MbarOp::test_wait},
      {"try_wait", MbarOp::try_wait},
      {"pending_count", MbarOp::pending_count},
      {"expect_tx", MbarOp::expect_tx},
      {"complete_tx", MbarOp::complete_tx}};
  const auto* found = std::ranges::find_if(
      ops, [&](const auto& op) { return words.size() > 1 && words[1] == op.first; });
  if (found == std::end(ops)) {
    out.op = Op::unsupported;
    return;
  }
  out.mbar = found->second;
  out.cta_scope = !has(words, "cluster") && !has(words, "gpu") && !has(words, "sys");
  const bool arrives = out.mbar == MbarOp::arrive || out.mbar == MbarOp::arrive_drop;
  out.expect_tx = arrives && has(words, "expect_tx");
  out.no_complete = has(words, "noComplete");
  out.parity = has(words, "parity");
  out.has_result = arrives || out.mbar == MbarOp::test_wait || out.mbar == MbarOp::try_wait ||
                   out.mbar == MbarOp::pending_count;
}

// cp.async.ca.shared.global, cp.async.commit_group, cp.async.bulk.shared::cluster.global...
void copy(const Suffixes& words, Opcode& out) {
  if (has(words, "tensor") && !has(words, "prefetch")) { // im2col modes copy no boxes
    const bool whole = std::ranges::none_of(words, [](std::string_view w) {
      return w.starts_with("im2col") || w.starts_with("tile::");
    });
    if (whole) out.op = Op::cp_async_tensor;
    std::swap(out.space, out.target);
    return;
  }
  if (words.size() > 3 && words[1] == "reduce" && words[3] == "bulk" && has(words, "bulk_group")) {
    out.op = Op::cp_async_bulk; // to global memory: what it does there does not matter here
    std::swap(out.space, out.target);
    out.type = Type::none; // that of what is added, not of the size
    return;
  }
  if (words.size() < 3 || words[1] != "async") return;
  std::swap(out.space, out.target); // written destination first
  if (words[2] == "mbarrier") {
    out.op = Op::cp_async_mbarrier;
    out.noinc = has(words, "noinc");
  } else if (words[2] != "bulk") {
    out.op = words[2] == "commit_group"                           ? Op::cp_async_commit
             : words[2] == "wait_group" || words[2] == "wait_all" ? Op::cp_async_wait
                                                                  : Op::cp_async;
    out.mode = words[2] == "wait_all" ? Mode::all : Mode::none;
  } else if (words.size() > 3 && words[3] == "commit_group") {
    out.op = Op::cp_async_bulk_commit;
  } else if (words.size() > 3 && words[3] == "wait_group") {
    out.op = Op::cp_async_bulk_wait;
    out.group_read = has(words, "read");
  } else if (words.size() > 3 && words[3] == "prefetch") {
    out.op = Op::nothing;
  } else if (words.size() > 3 && spaces().contains(words[3])) {
    out.op = Op::cp_async_bulk;
  }
}

// Products of sparse matrices are not understood. wgmma.fence is about registers.
void warpgroup(const Suffixes& words, Opcode& out) {
  const auto is = [&](std::string_view word) { return words.size() > 1 && words[1] == word; };
  out.has_result = is("mma_async");
  if (is("mma_async") && words.size() > 7 && words[2] != "sp") out.op = Op::wgmma;
  if (is("commit_group")) out.op = Op::wgmma_commit;
  if (is("wait_group")) out.op = Op::wgmma_wait;
  if (is("fence")) out.op = Op::nothing;
}

// What docs/verdicts.md does not name stays unsupported: sparse matrices, products whose weights
// stay, copies that convert, loads that reduce.
void tensor_core(const Suffixes& words, Opcode& out) {
  static constexpr std::pair<std::string_view, TensorOp> ops[] = {
      {"alloc", TensorOp::alloc},
      {"dealloc", TensorOp::dealloc},
      {"relinquish_alloc_permit", TensorOp::relinquish},
      {"ld", TensorOp::load},
      {"st", TensorOp::store},
      {"wait::ld", TensorOp::wait_load},
      {"wait::st", TensorOp::wait_store},
      {"fence::before_thread_sync", TensorOp::fence_before},
      {"fence::after_thread_sync", TensorOp::fence_after},
      {"mma", TensorOp::product},
      {"commit", TensorOp::commit},
      {"cp", TensorOp::copy},
      {"shift", TensorOp::shift}};
  static constexpr std::string_view not_understood[] = {"sp", "ws", "ashift", "red", "b8x16"};
  const auto* found = std::ranges::find_if(
      ops, [&](const auto& op) { return words.size() > 1 && words[1] == op.first; });
  out.has_result = words.size() > 1 && words[1] == "ld";
  const bool open = std::ranges::any_of(words, [](std::string_view w) {
    return w.ends_with("_p64") || std::ranges::find(not_understood, w) != std::end(not_understood);
  });
  if (open || found == std::end(ops)) return;
  out.op = Op::tcgen05;
  out.tensor = found->second;
}

// PTX ISA, "membar / fence": fence.proxy.async without a space covers all of memory, .global alone
// nothing here. The one-way forms (async::generic) make a pattern of a release and an acquire: an
// acquire alone hands on nothing. fence.mbarrier_init is for initialisations alone.
void fence(const Suffixes& words, Opcode& out) {
  const bool proxy = has(words, "proxy");
  out.init_fence = has(words, "mbarrier_init");
  out.fence = (words.front() == "membar" || words.front() == "fence") && !proxy && !out.init_fence;
  const bool async = has(words, "async") || (has(words, "async::generic") && has(words, "release"));
  out.wide_fence = words.front() == "membar" ? has(words, "gl") || has(words, "sys")
                                             : out.fence && !has(words, "cta") && words.size() == 3;
  if (out.init_fence || (proxy && async && !has(words, "global"))) out.op = Op::proxy_fence;
  if (has(words, "tensormap::generic")) out.op = Op::map_fence;
}

// PTX ISA, "tensormap.replace": fields that say how much a copy copies are not followed.
void map_change(const Suffixes& words, Opcode& out) {
  static constexpr std::string_view fields[] = {"global_address", "global_dim",
                                                "global_stride",  "swizzle_mode",
                                                "fill_mode",      "swizzle_atomicity"};
  const auto known = [&](std::string_view w) { return has(words, w); };
  const bool replaces = has(words, "replace") && std::ranges::any_of(fields, known);
  if (!replaces && !has(words, "cp_fenceproxy")) out.op = Op::unsupported;
}

// PTX ISA, "st.async", "red.async": those of shared memory of the cluster report to an mbarrier.
void stores_later(const Suffixes& words, Opcode& out) {
  const bool reports = out.space == Space::shared && has(words, "mbarrier::complete_tx::bytes");
  out.op = reports ? Op::st_async : Op::unsupported;
  out.strong = false;
}

// What one family of instructions says in its suffixes beyond types, spaces and modes.
void finish(const Suffixes& words, Opcode& out) {
  switch (out.op) {
  case Op::set:
  case Op::setp:
    comparison(words, out);
    break;
  case Op::bar:
    barrier(words, out);
    break;
  case Op::mbarrier:
    mbarrier(words, out);
    break;
  case Op::unsupported:
    if (words.front() == "cp") copy(words, out);
    if (words.front() == "wgmma") warpgroup(words, out);
    if (words.front() == "tcgen05") tensor_core(words, out);
    break;
  case Op::ld:
    out.constant_data = has(words, "nc") || words.front() == "ldu";
    out.strong = is_strong(words);
    out.changing = has(words, "volatile") || has(words, "relaxed") || has(words, "acquire") ||
                   has(words, "cv") || has(words, "mmio");
    break;
  case Op::st:
    out.strong = is_strong(words);
    if (has(words, "bulk")) out.op = Op::st_bulk;
    if (has(words, "async")) stores_later(words, out);
    break;
  case Op::map_change:
    map_change(words, out);
    break;
  case Op::nothing:
    fence(words, out);
    out.sets_registers = words[0] == "setmaxnreg";
    break;
  case Op::red:
    if (has(words, "async")) stores_later(words, out);
    break;
  case Op::cvta:
    out.to_space = has(words, "to");
    break;
  case Op::add:
  case Op::sub:
  case Op::mad:
    out.carry_in = words.front().ends_with("c");
    out.carry_out = has(words, "cc");
    break;
  default:
    break;
  }
}

} // namespace

unsigned size_of(Type type) {
  switch (type) {
  case Type::none:
  case Type::pred:
    return 0;
  case Type::b8:
  case Type::u8:
  case Type::s8:
    return 1;
  case Type::b16:
  case Type::u16:
  case Type::s16:
  case Type::f16:
    return 2;
  case Type::b32:
  case Type::u32:
  case Type::s32:
  case Type::f32:
  case Type::packed:
    return 4;
  case Type::b64:
  case Type::u64:
  case Type::s64:
  case Type::f64:
    return 8;
  case Type::b128:
    return 16;
  }
  return 0;
}

bool is_signed(Type type) {
  return type == Type::s8 || type == Type::s16 || type == Type::s32 || type == Type::s64;
}

bool is_float(Type type) {
  return type == Type::f16 || type == Type::f32 || type == Type::f64 || type == Type::packed;
}

bool synchronizes(Op op) {
  switch (op) {
  case Op::bar:
  case Op::bar_warp:
  case Op::mbarrier:
  case Op::st_bulk:
  case Op::st_async:
  case Op::proxy_fence:
  case Op::map_change:
  case Op::map_fence:
  case Op::cp_async:
  case Op::cp_async_commit:
  case Op::cp_async_wait:
  case Op::cp_async_mbarrier:
  case Op::cp_async_bulk:
  case Op::cp_async_tensor:
  case Op::cp_async_bulk_commit:
  case Op::cp_async_bulk_wait:
  case Op::wgmma:
  case Op::wgmma_commit:
  case Op::wgmma_wait:
  case Op::tcgen05:
  case Op::exit:
  case Op::ret:
  case Op::trap:
  case Op::call:
  case Op::unsupported:
    return true;
  default:
    return false;
  }
}

std::optional<Type> type_named(std::string_view text) {
  const auto found = types().find(text);
  return found == types().end() ? std::nullopt : std::optional(found->second);
}

std::optional<Opcode> decode(std::string_view text) {
  const Suffixes words = split(text);
  Opcode out;
  out.text = text;
  if (const auto root = roots().find(words.front()); root != roots().end()) {
    out.op = root->second.op;
    out.has_result = root->second.has_result;
  } else if (is_video(words.front())) {
    out.op = Op::pure;
    out.video = true;
    out.has_result = true;
  } else {
    return std::nullopt;
  }
  take_spaces(words, out);
  take_types(words, out);
  take_words(words, out);
  finish(words, out);
  return out;
}

} // namespace heddle::ptx
