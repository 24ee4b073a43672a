// Objects of the host that are passed to kernels: the numbers and pointers in them.
#include "cuda/host/walk.hpp"

#include <algorithm>

namespace heddle::cuda {

namespace {

constexpr std::size_t max_members = 32, max_path = 100; // of one object

// Is what is copied, and what a list says, what its members are?
bool is_plain(const Record& record) {
  if (record.is_union || record.is_vector || !record.unsupported.empty()) return false;
  const std::string name = record.name.substr(0, record.name.find('<'));
  return std::ranges::none_of(record.methods, [&](const Method& m) {
    if (m.function->name.parts.empty()) return true;
    const std::string& method = m.function->name.parts.back().identifier;
    return method == name || name.ends_with("::" + method) || method.starts_with("~") ||
           !m.function->result || (method.starts_with("operator") && !m.function->is_const) ||
           method == "operator=";
  });
}

bool is_followed(const Field& field) {
  return !field.name.empty() && field.name != ":" && !field.refers && field.bits.width == 0 &&
         !field.type->is_volatile;
}

// What a reference that is no reference to const refers to.
const QualifiedName* changed_by(const VarDecl& param) {
  const auto* reference = param.type ? std::get_if<ReferenceType>(&param.type->node) : nullptr;
  const auto* named = reference && reference->to && !reference->to->is_const
                          ? std::get_if<NamedType>(&reference->to->node)
                          : nullptr;
  return named ? &named->name : nullptr;
}

// The variable and the path of a member: g and ".shape.rows".
const NameExpr* object_of(const MemberExpr& member, std::string& path) {
  path = "." + member.member.identifier + path;
  if (member.arrow || !member.base || path.size() > max_path) return nullptr;
  if (const auto* outer = std::get_if<MemberExpr>(&member.base->node))
    return object_of(*outer, path);
  const auto* name = std::get_if<NameExpr>(&member.base->node);
  return name && name->name.parts.size() == 1 && !name->name.global ? name : nullptr;
}

} // namespace

// Operators outside of classes that may change an object of the class: m << 4.
bool HostWalk::has_changing_operator(const Record& record) {
  std::optional<std::set<std::string>>& classes = env_.program.notes->changed_by_operators;
  if (!classes) {
    classes.emplace();
    for (const auto& [name, items] : env_.program.functions)
      for (const Item& item : items) {
        const auto& f = std::get<FunctionDecl>(item.decl->node);
        if (!f.name.parts.back().identifier.starts_with("operator")) continue;
        for (const DeclPtr& param : f.params)
          if (const QualifiedName* type = changed_by(std::get<VarDecl>(param->node))) {
            const bool known =
                !item.tmpl && (type->parts[0].identifier == "std" ||
                               env_.program.find(env_.program.records, *type, item.scope));
            classes->insert(known ? type->parts.back().identifier : ""); // "": of any class
          }
      }
  }
  const std::string name = record.name.substr(0, record.name.find('<'));
  return std::ranges::any_of(*classes, [&](const std::string& type) {
    return type.empty() || type == name || name.ends_with("::" + type);
  });
}

// Numbers and pointers of which nothing is known.
void HostWalk::add_members(HostValue& v, const CT& type, const std::string& path,
                           const std::string& name, Loc loc) {
  if (!is_plain(*type->record) || has_changing_operator(*type->record) || path.size() > max_path)
    return;
  for (const Field& field : type->record->fields) {
    if (!is_followed(field) || v.members.size() >= max_members) continue;
    const std::string at = path + "." + field.name;
    if (field.type->is_integral() || field.type->is(CType::Kind::pointer)) {
      v.members[at] = fresh(field.type, name + at, loc);
    } else if (field.type->is(CType::Kind::record) && field.type->name != "dim3") {
      add_members(v, field.type, at, name, loc);
    }
  }
}

// Args g{x, y, n}; up to a member that is not followed.
void HostWalk::set_members(HostValue& v, const CT& type, const std::string& path,
                           const InitListExpr& list) {
  const std::vector<Field>& fields = type->record->fields;
  for (std::size_t i = 0; i < std::min(fields.size(), list.items.size()); ++i) {
    const Field& field = fields[i];
    const std::string at = path + "." + field.name;
    const bool designated = i < list.designators.size() && !list.designators[i].empty();
    if (!is_followed(field) || designated || !list.items[i]) return;
    if (const auto it = v.members.find(at); it != v.members.end()) {
      if (std::holds_alternative<InitListExpr>(list.items[i]->node)) continue;
      const HostValue x = convert(eval(list.items[i]), field.type);
      if (x.known()) it->second = x;
      continue;
    }
    if (!field.type->is(CType::Kind::record)) {
      if (field.type->is_arithmetic()) continue;
      return; // perhaps an array, whose elements come next
    }
    const auto* inner = std::get_if<InitListExpr>(&list.items[i]->node);
    if (!inner || !is_plain(*field.type->record)) return;
    set_members(v, field.type, at, *inner);
  }
}

HostValue HostWalk::initial_record(const VarDecl& var, const CT& type) {
  HostValue v = fresh(type, var.name, item_.loc);
  if (v.kind != HostValue::Kind::record) return {};
  if (var.init == Init::copy || var.init == Init::braces) {
    const auto* list = var.args.size() == 1 && var.args[0]
                           ? std::get_if<InitListExpr>(&var.args[0]->node)
                           : nullptr;
    if (list) {
      set_members(v, type, "", *list);
    } else if (var.args.size() == 1) {
      const HostValue other = convert(eval(var.args[0]), type);
      if (other.known()) return other;
      if (var.init == Init::braces && !eval(var.args[0]).members.empty()) return v;
    }
    if (!list && var.init == Init::braces) set_members(v, type, "", {var.args, {}});
  }
  return v;
}

// The member of a record, or one that is a record itself.
HostValue HostWalk::part_of(const HostValue& record, const std::string& path) const {
  if (const auto it = record.members.find(path); it != record.members.end()) return it->second;
  const auto field = record.type ? find_field(*record.type->record, path.substr(1)) : std::nullopt;
  if (!field || field->size() != 1) return {};
  HostValue part;
  for (const auto& [name, v] : record.members)
    if (name.starts_with(path + ".")) part.members[name.substr(path.size())] = v;
  if (part.members.empty()) return {};
  part.kind = HostValue::Kind::record;
  part.type = record.type->record->fields[field->front()].type;
  return part;
}

// g.in = x; false where the object is not followed.
bool HostWalk::store_member(const MemberExpr& target, const HostValue& v, Loc loc) {
  std::string path;
  const NameExpr* name = object_of(target, path);
  Var* var = name ? find(plain_name(name->name)) : nullptr;
  if (!var || var->open || var->refers || var->value.kind != HostValue::Kind::record) return false;
  const auto it = var->value.members.find(path);
  if (it == var->value.members.end()) return false;
  const CT type = it->second.type;
  const HostValue converted = convert(v, type);
  it->second = converted.known() ? converted : fresh(type, var->name + path, loc);
  return true;
}

} // namespace heddle::cuda
