#include "ptx/read/opcode_words.hpp"

#include <algorithm>

namespace heddle::ptx {

const std::unordered_map<std::string_view, Root>& roots() {
  static const std::unordered_map<std::string_view, Root> table{
      {"abs", {Op::abs, true}},
      {"activemask", {Op::activemask, true}},
      {"add", {Op::add, true}},
      {"addc", {Op::add, true}},
      {"alloca", {Op::opaque, true}},
      {"and", {Op::and_, true}},
      {"applypriority", {Op::nothing, false}},
      {"atom", {Op::atom, true}},
      {"bar", {Op::bar, false}},
      {"barrier", {Op::bar, false}},
      {"bfe", {Op::bfe, true}},
      {"bfi", {Op::bfi, true}},
      {"bfind", {Op::bfind, true}},
      {"bmsk", {Op::bmsk, true}},
      {"bra", {Op::bra, false}},
      {"brev", {Op::brev, true}},
      {"brkpt", {Op::nothing, false}},
      {"brx", {Op::brx, false}},
      {"call", {Op::call, false}},
      {"clmad", {Op::pure, true}},
      {"clusterlaunchcontrol", {Op::unsupported, false}},
      {"clz", {Op::clz, true}},
      {"cnot", {Op::cnot, true}},
      {"copysign", {Op::pure, true}},
      {"cos", {Op::pure, true}},
      {"cp", {Op::unsupported, false}},
      {"createpolicy", {Op::opaque, true}},
      {"cvt", {Op::cvt, true}},
      {"cvta", {Op::cvta, true}},
      {"discard", {Op::nothing, false}},
      {"div", {Op::div, true}},
      {"dp2a", {Op::dp2a, true}},
      {"dp4a", {Op::dp4a, true}},
      {"elect", {Op::elect, true}},
      {"ex2", {Op::pure, true}},
      {"exit", {Op::exit, false}},
      {"fence", {Op::nothing, false}},
      {"fma", {Op::fma, true}},
      {"fns", {Op::fns, true}},
      {"getctarank", {Op::getctarank, true}},
      {"griddepcontrol", {Op::nothing, false}},
      {"isspacep", {Op::isspacep, true}},
      {"istypep", {Op::opaque, true}},
      {"ld", {Op::ld, true}},
      {"ldmatrix", {Op::ldmatrix, true}},
      {"ldu", {Op::ld, true}},
      {"lg2", {Op::pure, true}},
      {"lop3", {Op::lop3, true}},
      {"mad", {Op::mad, true}},
      {"mad24", {Op::mad24, true}},
      {"madc", {Op::mad, true}},
      {"mapa", {Op::mapa, true}},
      {"match", {Op::match, true}},
      {"max", {Op::max, true}},
      {"mbarrier", {Op::mbarrier, false}},
      {"membar", {Op::nothing, false}},
      {"min", {Op::min, true}},
      {"mma", {Op::opaque, true}},
      {"mov", {Op::mov, true}},
      {"movmatrix", {Op::opaque, true}},
      {"mul", {Op::mul, true}},
      {"mul24", {Op::mul24, true}},
      {"multimem", {Op::unsupported, false}},
      {"nanosleep", {Op::nothing, false}},
      {"neg", {Op::neg, true}},
      {"not", {Op::not_, true}},
      {"or", {Op::or_, true}},
      {"pmevent", {Op::nothing, false}},
      {"popc", {Op::popc, true}},
      {"prefetch", {Op::nothing, false}},
      {"prefetchu", {Op::nothing, false}},
      {"prmt", {Op::prmt, true}},
      {"rcp", {Op::pure, true}},
      {"red", {Op::red, false}},
      {"redux", {Op::redux, true}},
      {"rem", {Op::rem, true}},
      {"ret", {Op::ret, false}},
      {"rsqrt", {Op::pure, true}},
      {"sad", {Op::sad, true}},
      {"selp", {Op::selp, true}},
      {"set", {Op::set, true}},
      {"setmaxnreg", {Op::nothing, false}},
      {"setp", {Op::setp, true}},
      {"shf", {Op::shf, true}},
      {"shfl", {Op::shfl, true}},
      {"shl", {Op::shl, true}},
      {"shr", {Op::shr, true}},
      {"sin", {Op::pure, true}},
      {"slct", {Op::slct, true}},
      {"sqrt", {Op::pure, true}},
      {"st", {Op::st, false}},
      {"stackrestore", {Op::nothing, false}},
      {"stacksave", {Op::opaque, true}},
      {"stmatrix", {Op::stmatrix, false}},
      {"sub", {Op::sub, true}},
      {"subc", {Op::sub, true}},
      {"suld", {Op::opaque, true}},
      {"suq", {Op::opaque, true}},
      {"sured", {Op::nothing, false}},
      {"sust", {Op::nothing, false}},
      {"szext", {Op::szext, true}},
      {"tanh", {Op::pure, true}},
      {"tcgen05", {Op::unsupported, false}},
      {"tensormap", {Op::map_change, false}},
      {"testp", {Op::pure, true}},
      {"tex", {Op::opaque, true}},
      {"tld4", {Op::opaque, true}},
      {"trap", {Op::trap, false}},
      {"txq", {Op::opaque, true}},
      {"vote", {Op::vote, true}},
      {"wgmma", {Op::unsupported, false}},
      {"wmma", {Op::unsupported, false}},
      {"xor", {Op::xor_, true}},
  };
  return table;
}

bool is_video(std::string_view root) {
  static constexpr std::string_view names[] = {"vadd", "vsub", "vabsdiff", "vmin", "vmax",
                                               "vshl", "vshr", "vmad",     "vset", "vavrg"};
  if (!root.empty() && (root.back() == '2' || root.back() == '4')) root.remove_suffix(1);
  return std::ranges::find(names, root) != std::end(names);
}

const std::unordered_map<std::string_view, Type>& types() {
  static const std::unordered_map<std::string_view, Type> table{
      {"pred", Type::pred},    {"b8", Type::b8},         {"b16", Type::b16},
      {"b32", Type::b32},      {"b64", Type::b64},       {"b128", Type::b128},
      {"u8", Type::u8},        {"u16", Type::u16},       {"u32", Type::u32},
      {"u64", Type::u64},      {"s8", Type::s8},         {"s16", Type::s16},
      {"s32", Type::s32},      {"s64", Type::s64},       {"f16", Type::f16},
      {"f32", Type::f32},      {"f64", Type::f64},       {"bf16", Type::f16},
      {"f16x2", Type::packed}, {"bf16x2", Type::packed}, {"tf32", Type::packed},
      {"u16x2", Type::packed}, {"s16x2", Type::packed},  {"f32x2", Type::b64},
      {"e4m3", Type::packed},  {"e5m2", Type::packed},   {"e4m3x2", Type::f16},
      {"e5m2x2", Type::f16},   {"ue8m0x2", Type::f16}};
  return table;
}

const std::unordered_map<std::string_view, Cmp>& comparisons() {
  static const std::unordered_map<std::string_view, Cmp> table{
      {"eq", Cmp::eq},     {"ne", Cmp::ne},     {"lt", Cmp::lt},     {"le", Cmp::le},
      {"gt", Cmp::gt},     {"ge", Cmp::ge},     {"lo", Cmp::lo},     {"ls", Cmp::ls},
      {"hi", Cmp::hi},     {"hs", Cmp::hs},     {"equ", Cmp::other}, {"neu", Cmp::other},
      {"ltu", Cmp::other}, {"leu", Cmp::other}, {"gtu", Cmp::other}, {"geu", Cmp::other},
      {"num", Cmp::other}, {"nan", Cmp::other}};
  return table;
}

const std::unordered_map<std::string_view, Mode>& modes() {
  static const std::unordered_map<std::string_view, Mode> table{
      {"lo", Mode::lo},         {"hi", Mode::hi},     {"wide", Mode::wide}, {"l", Mode::left},
      {"r", Mode::right},       {"up", Mode::up},     {"down", Mode::down}, {"bfly", Mode::bfly},
      {"idx", Mode::idx},       {"all", Mode::all},   {"any", Mode::any},   {"uni", Mode::uni},
      {"ballot", Mode::ballot}, {"add", Mode::add},   {"min", Mode::min},   {"max", Mode::max},
      {"and", Mode::and_},      {"or", Mode::or_},    {"xor", Mode::xor_},  {"inc", Mode::inc},
      {"dec", Mode::dec},       {"exch", Mode::exch}, {"cas", Mode::cas},   {"popc", Mode::popc},
      {"f4e", Mode::f4e},       {"b4e", Mode::b4e},   {"rc8", Mode::rc8},   {"ecl", Mode::ecl},
      {"ecr", Mode::ecr},       {"rc16", Mode::rc16}};
  return table;
}

const std::unordered_map<std::string_view, Space>& spaces() {
  static const std::unordered_map<std::string_view, Space> table{
      {"shared", Space::shared}, {"shared::cta", Space::shared}, {"shared::cluster", Space::shared},
      {"global", Space::global}, {"local", Space::local},        {"const", Space::constant},
      {"param", Space::param},   {"param::entry", Space::param}, {"param::func", Space::param}};
  return table;
}

} // namespace heddle::ptx
