#include "cuda/types/builtins.hpp"

#include <algorithm>
#include <array>

namespace heddle::cuda {

namespace {

// Floating functions that exist as `sin`, `sinf`, .. : the suffix f makes it float.
constexpr auto real_functions = std::to_array<std::string_view>({
    "acos",      "acosh",      "asin",          "asinh",
    "atan",      "atan2",      "atanh",         "cbrt",
    "ceil",      "cos",        "cosh",          "cospi",
    "copysign",  "erf",        "erfc",          "erfcinv",
    "erfcx",     "erfinv",     "exp",           "exp10",
    "exp2",      "expm1",      "fabs",          "fdim",
    "fdivide",   "floor",      "fma",           "fmax",
    "fmin",      "fmod",       "hypot",         "j0",
    "j1",        "ldexp",      "lgamma",        "log",
    "log10",     "log1p",      "log2",          "logb",
    "nearbyint", "nextafter",  "norm3d",        "norm4d",
    "normcdf",   "normcdfinv", "pow",           "powi",
    "rcbrt",     "remainder",  "rhypot",        "rint",
    "round",     "rsqrt",      "scalbn",        "sin",
    "sinh",      "sinpi",      "sqrt",          "tan",
    "tanh",      "tgamma",     "trunc",         "y0",
    "y1",        "saturate",   "rnorm3d",       "rnorm4d",
    "jn",        "yn",         "cyl_bessel_i0", "cyl_bessel_i1",
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
    {"__double2loint", 'i'},
    {"__double2hiint", 'i'},
    {"__hiloint2double", 'd'},
    {"__float_as_int", 'i'},
    {"__float_as_uint", 'u'},
    {"__int_as_float", 'f'},
    {"__uint_as_float", 'f'},
    {"__double_as_longlong", 'l'},
    {"__longlong_as_double", 'd'},
    {"__ushort_as_bfloat16", 'n'},
    {"__ushort_as_half", 'h'},
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
    {"__half22float2", 'F'},
    {"__bfloat1622float2", 'F'},
    {"__mul64hi", 'l'},
    {"__umul64hi", 'U'},
    {"__rhadd", 'i'},
    {"__uhadd", 'u'},
    {"__urhadd", 'u'},
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
    "fence_proxy_async",
    "fence_proxy_async_shared_cta",
    "fence_mbarrier_init",
    "__nanosleep",
    "__prof_trigger",
    "__builtin_assume_aligned_check",
    "__builtin_prefetch",
    "__brkpt",
    "__prefetch_global_l1",
    "__prefetch_global_l2",
    "cudaTriggerProgrammaticLaunchCompletion",
    "cudaGridDependencySynchronize",
    "cudaGraphSetConditional",
});

// The name without "_rn", "_rz", "_ru" or "_rd"; nullopt: it does not end so.
std::optional<std::string_view> without_rounding(std::string_view name) {
  if (name.size() < 4 || !name.substr(name.size() - 3).starts_with("_r")) return std::nullopt;
  if (std::string_view("nzud").find(name.back()) == std::string_view::npos) return std::nullopt;
  return name.substr(0, name.size() - 3);
}

// __float2int_rz, __half2float, ..: what they convert to.
std::optional<char> conversion_result(std::string_view name) {
  using Named = std::pair<std::string_view, char>;
  static constexpr std::array<Named, 12> types{{{"int", 'i'},
                                                {"uint", 'u'},
                                                {"ll", 'l'},
                                                {"ull", 'U'},
                                                {"float", 'f'},
                                                {"double", 'd'},
                                                {"half", 'h'},
                                                {"bfloat16", 'n'},
                                                {"short", 'i'},
                                                {"ushort", 'u'},
                                                {"char", 'i'},
                                                {"uchar", 'u'}}};
  if (!name.starts_with("__")) return std::nullopt;
  const std::string_view plain = without_rounding(name).value_or(name).substr(2);
  for (const Named& from : types)
    for (const auto& [to, code] : types) {
      const std::size_t two = from.first.size();
      if (plain.size() == two + 1 + to.size() && plain.starts_with(from.first) &&
          plain[two] == '2' && plain.ends_with(to))
        return code;
    }
  return std::nullopt;
}

// __fadd_rn, __dmul_rz, ..
std::optional<char> rounded_arithmetic(std::string_view name) {
  static constexpr auto operations = std::to_array<std::string_view>(
      {"add", "sub", "mul", "div", "rcp", "sqrt", "rsqrt", "maf", "ma"});
  const auto plain = without_rounding(name);
  if (!plain || !plain->starts_with("__") || plain->size() < 5) return std::nullopt;
  const char kind = (*plain)[2];
  const bool known = std::ranges::find(operations, plain->substr(3)) != operations.end();
  if (kind == 'f') return known ? std::optional(*plain == "__fma" ? 'd' : 'f') : std::nullopt;
  return kind == 'd' && known ? std::optional('d') : std::nullopt;
}

// hsqrt, h2exp, ..; __hadd_sat, __hfma_relu, ..
bool is_half_function(std::string_view name) {
  static constexpr auto functions = std::to_array<std::string_view>(
      {"sqrt", "rsqrt", "rcp", "exp", "exp2", "exp10", "log", "log2", "log10", "sin", "cos", "tanh",
       "ceil", "floor", "trunc", "rint"});
  static constexpr auto arithmetic = std::to_array<std::string_view>(
      {"add", "sub", "mul", "div", "fma", "max", "min", "neg", "abs", "max_nan", "min_nan"});
  const auto among = [](const auto& all, std::string_view what) {
    return std::ranges::find(all, what) != all.end();
  };
  if (name.starts_with("h2")) return among(functions, name.substr(2));
  if (name.starts_with("h")) return among(functions, name.substr(1));
  if (!name.starts_with("__h")) return false;
  std::string_view rest = name.substr(3);
  for (const std::string_view suffix : {"_sat", "_relu", "_rn", "2"})
    if (rest.ends_with(suffix)) rest.remove_suffix(suffix.size());
  return among(arithmetic, rest);
}

// __vadd4, __vcmpgtu2, ..: on the bytes or halves of a word
bool is_packed_integer_function(std::string_view name) {
  return name.size() > 5 && name.starts_with("__v") && (name.back() == '2' || name.back() == '4') &&
         std::ranges::all_of(name.substr(2, name.size() - 3),
                             [](char c) { return c >= 'a' && c <= 'z'; });
}

std::optional<PureBuiltin> by_family(std::string_view name) {
  if (const auto code = conversion_result(name)) return PureBuiltin{name, *code};
  if (const auto code = rounded_arithmetic(name)) return PureBuiltin{name, *code};
  if (is_half_function(name)) return PureBuiltin{name, 't'};
  if (is_packed_integer_function(name)) return PureBuiltin{name, 'u'};
  return std::nullopt;
}

} // namespace

std::optional<PureBuiltin> find_pure_builtin(std::string_view name) {
  if (const auto family = by_family(name)) return family;
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
