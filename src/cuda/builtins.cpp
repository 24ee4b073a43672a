#include "cuda/builtins.hpp"

#include <algorithm>
#include <array>

namespace heddle::cuda {

namespace {

// Floating functions that exist as `sin`, `sinf`, .. : the suffix f makes it float.
constexpr auto real_functions = std::to_array<std::string_view>({
    "acos",      "acosh",     "asin",   "asinh",  "atan",     "atan2",      "atanh",  "cbrt",
    "ceil",      "cos",       "cosh",   "cospi",  "copysign", "erf",        "erfc",   "erfcinv",
    "erfcx",     "erfinv",    "exp",    "exp10",  "exp2",     "expm1",      "fabs",   "fdim",
    "fdivide",   "floor",     "fma",    "fmax",   "fmin",     "fmod",       "hypot",  "j0",
    "j1",        "ldexp",     "lgamma", "log",    "log10",    "log1p",      "log2",   "logb",
    "nearbyint", "nextafter", "norm3d", "norm4d", "normcdf",  "normcdfinv", "pow",    "powi",
    "rcbrt",     "remainder", "rhypot", "rint",   "round",    "rsqrt",      "scalbn", "sin",
    "sinh",      "sinpi",     "sqrt",   "tan",    "tanh",     "tgamma",     "trunc",  "y0",
    "y1",        "saturate",
});

constexpr auto pure = std::to_array<PureBuiltin>({
    {"__cosf", 'f'},
    {"__sinf", 'f'},
    {"__tanf", 'f'},
    {"__expf", 'f'},
    {"__exp10f", 'f'},
    {"__logf", 'f'},
    {"__log2f", 'f'},
    {"__log10f", 'f'},
    {"__powf", 'f'},
    {"__fdividef", 'f'},
    {"__saturatef", 'f'},
    {"__fadd_rn", 'f'},
    {"__fadd_rz", 'f'},
    {"__fadd_ru", 'f'},
    {"__fadd_rd", 'f'},
    {"__fsub_rn", 'f'},
    {"__fsub_rz", 'f'},
    {"__fmul_rn", 'f'},
    {"__fmul_rz", 'f'},
    {"__fmul_ru", 'f'},
    {"__fmul_rd", 'f'},
    {"__fdiv_rn", 'f'},
    {"__fdiv_rz", 'f'},
    {"__frcp_rn", 'f'},
    {"__frcp_rz", 'f'},
    {"__fsqrt_rn", 'f'},
    {"__fsqrt_rz", 'f'},
    {"__frsqrt_rn", 'f'},
    {"__fmaf_rn", 'f'},
    {"__fmaf_rz", 'f'},
    {"__dadd_rn", 'd'},
    {"__dmul_rn", 'd'},
    {"__dsub_rn", 'd'},
    {"__ddiv_rn", 'd'},
    {"__fma_rn", 'd'},
    {"__dsqrt_rn", 'd'},
    {"__float2int_rn", 'i'},
    {"__float2int_rz", 'i'},
    {"__float2int_ru", 'i'},
    {"__float2int_rd", 'i'},
    {"__float2uint_rn", 'u'},
    {"__float2uint_rz", 'u'},
    {"__float2uint_ru", 'u'},
    {"__float2uint_rd", 'u'},
    {"__float2ll_rn", 'l'},
    {"__float2ll_rz", 'l'},
    {"__float2ull_rz", 'U'},
    {"__double2int_rn", 'i'},
    {"__double2int_rz", 'i'},
    {"__double2ll_rz", 'l'},
    {"__double2float_rn", 'f'},
    {"__double2loint", 'i'},
    {"__double2hiint", 'i'},
    {"__hiloint2double", 'd'},
    {"__int2float_rn", 'f'},
    {"__int2float_rz", 'f'},
    {"__uint2float_rn", 'f'},
    {"__uint2float_rz", 'f'},
    {"__ll2float_rn", 'f'},
    {"__int2double_rn", 'd'},
    {"__uint2double_rn", 'd'},
    {"__ll2double_rn", 'd'},
    {"__ull2double_rn", 'd'},
    {"__float_as_int", 'i'},
    {"__float_as_uint", 'u'},
    {"__int_as_float", 'f'},
    {"__uint_as_float", 'f'},
    {"__double_as_longlong", 'l'},
    {"__longlong_as_double", 'd'},
    {"__float2half", 'h'},
    {"__float2half_rn", 'h'},
    {"__half2float", 'f'},
    {"__float2bfloat16", 'n'},
    {"__float2bfloat16_rn", 'n'},
    {"__float2bfloat16_rz", 'n'},
    {"__double2bfloat16", 'n'},
    {"__int2bfloat16_rn", 'n'},
    {"__ushort_as_bfloat16", 'n'},
    {"__bfloat162float", 'f'},
    {"__ushort_as_half", 'h'},
    {"__double2half", 'h'},
    {"__uint2half_rn", 'h'},
    {"__half2int_rn", 'i'},
    {"__half2int_rz", 'i'},
    {"__half2uint_rn", 'u'},
    {"__low2half", 'h'},
    {"__high2half", 'h'},
    {"__low2float", 'f'},
    {"__high2float", 'f'},
    {"__low2bfloat16", 'n'},
    {"__high2bfloat16", 'n'},
    {"__half2half2", 'H'},
    {"__halves2half2", 'H'},
    {"__float2half2_rn", 'H'},
    {"__floats2half2_rn", 'H'},
    {"__float22half2_rn", 'H'},
    {"__bfloat162bfloat162", 'N'},
    {"__halves2bfloat162", 'N'},
    {"__float2bfloat162_rn", 'N'},
    {"__floats2bfloat162_rn", 'N'},
    {"__float22bfloat162_rn", 'N'},
    {"__hadd2", 't'},
    {"__hsub2", 't'},
    {"__hmul2", 't'},
    {"__hfma2", 't'},
    {"__h2div", 't'},
    {"__hmax2", 't'},
    {"__hmin2", 't'},
    {"__habs", 't'},
    {"__habs2", 't'},
    {"__int2half_rn", 'h'},
    {"__hadd", 't'},
    {"__hsub", 't'},
    {"__hmul", 't'},
    {"__hdiv", 't'},
    {"__hfma", 't'},
    {"__hneg", 't'},
    {"__hmax", 't'},
    {"__hmin", 't'},
    {"__hlt", 'b'},
    {"__hgt", 'b'},
    {"__hle", 'b'},
    {"__hge", 'b'},
    {"__heq", 'b'},
    {"__hne", 'b'},
    {"hexp", 't'},
    {"hlog", 't'},
    {"hsqrt", 't'},
    {"__popc", 'i'},
    {"__popcll", 'i'},
    {"__clz", 'i'},
    {"__clzll", 'i'},
    {"__ffs", 'i'},
    {"__ffsll", 'i'},
    {"__brev", 'u'},
    {"__brevll", 'U'},
    {"__byte_perm", 'u'},
    {"__funnelshift_l", 'u'},
    {"__funnelshift_r", 'u'},
    {"__funnelshift_lc", 'u'},
    {"__funnelshift_rc", 'u'},
    {"__sad", 'u'},
    {"__usad", 'u'},
    {"__dp4a", 'i'},
    {"__dp2a_lo", 'i'},
    {"__dp2a_hi", 'i'},
    {"__vadd2", 'u'},
    {"__vadd4", 'u'},
    {"__vsub2", 'u'},
    {"__vsub4", 'u'},
    {"__fns", 'u'},
    {"isnan", 'b'},
    {"isinf", 'b'},
    {"isfinite", 'b'},
    {"signbit", 'b'},
    {"lrintf", 'l'},
    {"lrint", 'l'},
    {"lroundf", 'l'},
    {"lround", 'l'},
    {"llrintf", 'l'},
    {"llrint", 'l'},
    {"ilogbf", 'i'},
    {"ilogb", 'i'},
    {"__mod_pow2", 't'},
    {"__float_to_tf32", 'f'},
});

constexpr auto unknowns = std::to_array<UnknownBuiltin>({
    {"__shfl", 't', 0, Scope::thread},
    {"__shfl_up", 't', 0, Scope::thread},
    {"__shfl_down", 't', 0, Scope::thread},
    {"__shfl_xor", 't', 0, Scope::thread},
    {"__shfl_sync", 't', 1, Scope::thread},
    {"__shfl_up_sync", 't', 1, Scope::thread},
    {"__shfl_down_sync", 't', 1, Scope::thread},
    {"__shfl_xor_sync", 't', 1, Scope::thread},
    {"__ballot", 'u', 0, Scope::warp},
    {"__any", 'i', 0, Scope::warp},
    {"__all", 'i', 0, Scope::warp},
    {"__ballot_sync", 'u', 0, Scope::thread},
    {"__any_sync", 'i', 0, Scope::thread},
    {"__all_sync", 'i', 0, Scope::thread},
    {"__uni_sync", 'i', 0, Scope::thread},
    {"__match_any_sync", 'u', 0, Scope::thread},
    {"__match_all_sync", 'u', 0, Scope::thread},
    {"__reduce_add_sync", 't', 1, Scope::thread},
    {"__reduce_min_sync", 't', 1, Scope::thread},
    {"__reduce_max_sync", 't', 1, Scope::thread},
    {"__reduce_and_sync", 'u', 0, Scope::thread},
    {"__reduce_or_sync", 'u', 0, Scope::thread},
    {"__reduce_xor_sync", 'u', 0, Scope::thread},
    {"__activemask", 'u', 0, Scope::thread},
    {"clock", 'l', 0, Scope::thread},
    {"clock64", 'l', 0, Scope::thread},
    {"__clock", 'l', 0, Scope::thread},
    {"__clock64", 'l', 0, Scope::thread},
    {"__globaltimer", 'U', 0, Scope::thread},
    {"__isShared", 'u', 0, Scope::thread},
    {"__isGlobal", 'u', 0, Scope::thread},
    {"__nv_isShared", 'u', 0, Scope::thread},
});

constexpr auto ignored = std::to_array<std::string_view>({
    "printf",
    "__threadfence",
    "__threadfence_block",
    "__threadfence_system",
    "atomic_thread_fence",
    "__nanosleep",
    "__prof_trigger",
    "__builtin_assume_aligned_check",
    "__builtin_prefetch",
    "__brkpt",
    "cudaGraphSetConditional",
});

} // namespace

std::optional<PureBuiltin> find_pure_builtin(std::string_view name) {
  if (auto it = std::ranges::find(pure, name, &PureBuiltin::name); it != pure.end()) return *it;
  if (auto it = std::ranges::find(real_functions, name); it != real_functions.end())
    return PureBuiltin{*it, 'a'};
  if (name.ends_with('f'))
    if (auto it = std::ranges::find(real_functions, name.substr(0, name.size() - 1));
        it != real_functions.end())
      return PureBuiltin{name, 'f'};
  return std::nullopt;
}

std::optional<AtomicBuiltin> find_atomic(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 11> ops{
      {{"atomicAdd", "add"},
       {"atomicSub", "sub"},
       {"atomicExch", "exch"},
       {"atomicMin", "min"},
       {"atomicMax", "max"},
       {"atomicInc", "inc"},
       {"atomicDec", "dec"},
       {"atomicCAS", "cas"},
       {"atomicAnd", "and"},
       {"atomicOr", "or"},
       {"atomicXor", "xor"}}};
  Scope scope = Scope::grid;
  if (name.ends_with("_block")) {
    scope = Scope::block;
    name.remove_suffix(6);
  } else if (name.ends_with("_system")) {
    name.remove_suffix(7);
  }
  for (const auto& [function, op] : ops)
    if (function == name) return AtomicBuiltin{op, scope};
  return std::nullopt;
}

bool is_ignored_builtin(std::string_view name) {
  return std::ranges::find(ignored, name) != ignored.end();
}

std::optional<UnknownBuiltin> find_unknown_builtin(std::string_view name) {
  auto it = std::ranges::find(unknowns, name, &UnknownBuiltin::name);
  if (it == unknowns.end()) return std::nullopt;
  return *it;
}

} // namespace heddle::cuda
