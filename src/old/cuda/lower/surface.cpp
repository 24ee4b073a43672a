// Textures and surfaces. What is read from a texture is not known, and nothing writes to one. A
// surface is an array of its own, whose cells are found by their coordinates: x, in bytes, y and
// the layer or z. Coordinates beyond what a surface may have touch nothing.
#include "cuda/lower/internal.hpp"
#include "cuda/syntax/walk.hpp"

#include <array>

namespace heddle::cuda {

namespace {

// Bytes between the rows and between the layers of the array that stands for a surface: more than
// a surface has (CUDA C++ Programming Guide, technical specifications).
constexpr std::int64_t row_bytes = std::int64_t{1} << 22;
constexpr std::int64_t max_rows = std::int64_t{1} << 18;
constexpr std::int64_t layer_bytes = row_bytes * max_rows;

struct SurfaceCall {
  bool writes = false;
  std::size_t coordinates = 0; // x, y, layer, in this order
  bool layer_second = false;   // of one dimension, with layers
};

// surf1Dread, surf2DLayeredwrite, ..
std::optional<SurfaceCall> surface_function(const std::string& name) {
  if (!name.starts_with("surf")) return std::nullopt;
  SurfaceCall call;
  std::string rest = name.substr(4);
  const auto drop = [&](const std::string& suffix) {
    if (!rest.ends_with(suffix)) return false;
    rest.resize(rest.size() - suffix.size());
    return true;
  };
  call.writes = drop("write");
  if (!call.writes && !drop("read")) return std::nullopt;
  static const std::map<std::string, std::size_t> dimensions{{"1D", 1},
                                                             {"2D", 2},
                                                             {"3D", 3},
                                                             {"1DLayered", 2},
                                                             {"2DLayered", 3},
                                                             {"Cubemap", 3},
                                                             {"CubemapLayered", 3}};
  const auto it = dimensions.find(rest);
  if (it == dimensions.end()) return std::nullopt;
  call.coordinates = it->second;
  call.layer_second = rest == "1DLayered";
  return call;
}

} // namespace

std::optional<Value> Lowering::texture_call(const std::string& name, const CallExpr& n, Loc loc) {
  const bool reads = name.starts_with("tex1D") || name.starts_with("tex2D") ||
                     name.starts_with("tex3D") || name.starts_with("texCubemap");
  if (!reads || n.args.empty()) return std::nullopt;
  const auto forget = [&](const Value& v) { // what is written through a pointer
    if (v.pointer) store(deref(v, loc), unknown_value(v.type->to, "a texture read", loc));
  };
  const CT first = type_of(n.args[0]);
  if (first->is(CType::Kind::pointer)) { // tex2D(&result, texture, x, y)
    const Value result = eval(n.args[0]);
    for (std::size_t i = 2; i < n.args.size(); ++i)
      forget(eval(n.args[i]));
    forget(result);
    return Value{make_void(), nullptr, {}, {}};
  }
  for (std::size_t i = 1; i < n.args.size(); ++i)
    if (type_of(n.args[i])->is(CType::Kind::pointer))
      forget(eval(n.args[i]));
    else
      eval_discard(n.args[i]);
  // The element type is in the reference's type.
  CT type = make_unknown("a texture element");
  if (const auto* callee = std::get_if<NameExpr>(&n.callee->node);
      callee && callee->name.parts.back().args) {
    const auto& args = *callee->name.parts.back().args;
    type = !args.empty() && args[0].type ? resolve(args[0].type) : make_floating(32, "float");
  }
  return unknown_value(type, "a texture read", loc);
}

// The array for a surface, by the parameter or variable that names it.
std::optional<core::ArrayId> Lowering::surface_array(const ExprPtr& surface) {
  std::string name;
  const auto* global = std::get_if<NameExpr>(&surface->node);
  if (global && !find_local(global->name.parts.back().identifier) &&
      program_.find(program_.globals, global->name, frame().scope)) {
    name = plain_name(global->name); // surface<void, 2> of the file
  } else if (const Value v = eval(surface); v.scalar && v.scalar->op == Op::symbol) {
    const Symbol& symbol = pool_->symbol(v.scalar);
    if (symbol.role == Role::parameter) name = symbol.name;
  }
  if (name.empty()) return std::nullopt;
  const auto it = surfaces_.find(name);
  if (it != surfaces_.end()) return it->second;
  core::Array array;
  array.name = unique_name(name);
  array.element = "char";
  array.element_type = Type::opaque(8);
  array.element_size = 1;
  array.is_parameter = true;
  array.loc = surface->loc;
  return surfaces_[name] = new_array(std::move(array), "surface " + name);
}

// surf2Dread(&v, s, x, y), surf2Dread<T>(s, x, y), surf2Dwrite(v, s, x, y); then a boundary mode.
std::optional<Value> Lowering::surface_call(const std::string& name, const CallExpr& n, Loc loc) {
  const auto call = surface_function(name);
  if (!call) return std::nullopt;
  const auto* callee = std::get_if<NameExpr>(&n.callee->node);
  CT type;
  if (callee && callee->name.parts.back().args && !callee->name.parts.back().args->empty())
    if (const TypePtr& written = callee->name.parts.back().args->front().type)
      type = resolve(written);
  const auto refuse = [&](const std::string& why) {
    return not_understood("'" + name + "' " + why, loc);
  };
  const bool result_first =
      call->writes || (!n.args.empty() && type_of(n.args[0])->is(CType::Kind::pointer));
  const std::size_t at = result_first ? 1 : 0; // of the surface
  if (n.args.size() < at + 1 + call->coordinates) return refuse("with too few arguments");
  const std::size_t mode = at + 1 + call->coordinates; // what is outside
  if (n.args.size() > mode + 1) return refuse("with a size of its own");
  const bool clamps = n.args.size() > mode && !spell(n.args[mode]).ends_with("ModeTrap") &&
                      !spell(n.args[mode]).ends_with("ModeZero");
  if (clamps && call->writes) return refuse("that moves coordinates to the edge");
  Value value;
  if (result_first) value = eval(n.args[0]);
  if (!type && call->writes) type = value.type;
  if (!type && value.pointer) type = value.type->to;
  const auto size = type ? size_of(type) : std::nullopt;
  if (!size || *size < 1 || *size > 16) return refuse("of a type whose size is not known");
  const auto array = surface_array(n.args[at]);
  if (!array) return refuse("of a surface that is no parameter");
  const Mark before = mark();
  std::array<Expr, 3> c{};
  for (std::size_t i = 0; i < call->coordinates; ++i) {
    c[i] = snapshot(to_i64(eval(n.args[at + 1 + i]), loc), loc);
    if (clamps)
      c[i] = unknown_value(make_integer(64, true), "a coordinate at the edge", loc).scalar;
  }
  protect(value, before);
  const auto number = [&](std::int64_t v) { return pool_->constant(v, Type::i64()); };
  if (call->layer_second) std::swap(c[1], c[2]);
  const std::array<std::int64_t, 3> limits{row_bytes, max_rows, max_rows};
  const std::array<std::int64_t, 3> strides{1, row_bytes, layer_bytes};
  Expr offset = number(0), inside = pool_->boolean(true);
  for (std::size_t i = 0; i < 3; ++i) {
    if (!c[i]) continue;
    offset = pool_->add(offset, pool_->mul(c[i], number(strides[i])));
    inside = pool_->logical_and(
        inside, pool_->logical_and(pool_->le(number(0), c[i]), pool_->lt(c[i], number(limits[i]))));
  }
  const auto bytes = static_cast<unsigned>(*size);
  core::Block access = collect([&] {
    if (call->writes)
      emit(core::Write{*array, offset, bytes, nullptr}, loc);
    else
      emit(core::Read{new_temp(Type::opaque(bytes * 8), loc), *array, offset, bytes}, loc);
  });
  emit_if(inside, std::move(access), {}, loc);
  if (call->writes) return Value{make_void(), nullptr, {}, {}};
  const Value read = unknown_value(type, "a surface read", loc);
  if (!value.pointer) return read;
  store(deref(value, loc), read);
  return Value{make_void(), nullptr, {}, {}};
}

} // namespace heddle::cuda
