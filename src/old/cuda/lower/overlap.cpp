// Pointers that launches pass into what others point to: k<<<..>>>(v, v + 1).
#include "cuda/lower/hosts.hpp"
#include "cuda/lower/internal.hpp"
#include "cuda/lower/launch.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

CT pointed(CT type) {
  if (type->is(CType::Kind::array) || type->is(CType::Kind::pointer)) return type->to;
  return nullptr;
}

} // namespace

// Bytes from one argument of the launch to another that points into the same; nothing for pointers
// that are equal or not known to be related.
std::optional<std::int64_t> Lowering::passed_distance(const LaunchItem& launch, std::size_t from,
                                                      std::size_t to) {
  const std::vector<HostValue>& args = host_launch(launch).args;
  if (std::max(from, to) >= args.size()) return std::nullopt;
  const HostValue &a = args[from], &b = args[to];
  if (a.kind != HostValue::Kind::pointer || b.kind != a.kind || a.e != b.e) return std::nullopt;
  if (a.offset == b.offset) return std::nullopt;
  return b.offset - a.offset;
}

// The parameter as a pointer into what one before it points to, where a launch says so: at the
// distance that all launches have, else at any, which covers arrays that are apart.
bool Lowering::bind_within(const FunctionDecl& f, std::size_t i) {
  const auto is_pack = [](const DeclPtr& p) { return std::get<VarDecl>(p->node).is_pack; };
  if (request_.launches.empty() || std::ranges::any_of(f.params, is_pack)) return false;
  const auto& param = std::get<VarDecl>(f.params[i]->node);
  const Loc loc = f.params[i]->loc;
  for (std::size_t k = 0; k < i; ++k) {
    std::set<std::optional<std::int64_t>> distances;
    for (const LaunchItem& launch : request_.launches)
      distances.insert(passed_distance(launch, k, i));
    if (distances == std::set<std::optional<std::int64_t>>{std::nullopt}) continue;
    const auto& other = std::get<VarDecl>(f.params[k]->node);
    const CT type = resolve(param.type), to = pointed(type), from = pointed(resolve(other.type));
    const std::int64_t bytes = to ? size_of(to).value_or(0) : 0;
    const auto base = std::ranges::find(kernel_.params, other.name, &core::Parameter::name);
    if (!from || bytes == 0 || base == kernel_.params.end() || !base->array) continue;
    const core::ArrayId array = *base->array;
    const bool exact = distances.size() == 1 && **distances.begin() % bytes == 0;
    Expr offset = nullptr;
    std::string text = param.name + " == " + other.name + " + ";
    if (exact) {
      offset = pool_->constant(**distances.begin(), Type::i64());
      text += std::to_string(**distances.begin() / bytes);
    } else {
      const std::string name = param.name + " - " + other.name;
      const SymbolId id = pool_->new_symbol({name, Type::i64(), Role::parameter, 0, {}, {}, loc});
      kernel_.params.push_back({name, id, std::nullopt, "distance of two pointers", loc});
      offset = pool_->mul(pool_->symbol_ref(id), pool_->constant(bytes, Type::i64()));
      text += "(" + name + ")";
    }
    kernel_.assumptions.push_back(
        {pool_->boolean(true), text, describe(request_.launches, ctx_), loc});
    const Value v = pointer_value(make_pointer(to), array_pointer(array, offset));
    const std::string key = "param " + param.name;
    declare(param.name,
            LValue{v.type, param_place(v.type, v, param.name, key, key, loc), {}, {}, loc});
    launch_names_[param.name] = temporary(v, loc);
    return true;
  }
  return false;
}

} // namespace heddle::cuda
