// Matrix fragments of tensor cores (wmma). What a fragment holds is not followed. Loading and
// storing a tile are accesses of the warp, of which it is not specified which lane does what: a
// load reads the whole tile in every lane, a store writes it in one lane that is not known.
// Whatever lane accesses a cell in truth, the model has an execution in which that lane does.
#include "cuda/lower/internal.hpp"

#include <set>

namespace heddle::cuda {

namespace {

// Elements of one lane: of an accumulator known, else as many as any machine has.
constexpr std::int64_t most_elements = 32;

std::string last_name(const TemplateArg& arg) {
  const QualifiedName* name = nullptr;
  if (arg.type)
    if (const auto* n = std::get_if<NamedType>(&arg.type->node)) name = &n->name;
  if (!name && arg.expr)
    if (const auto* n = std::get_if<NameExpr>(&arg.expr->node)) name = &n->name;
  return name ? name->parts.back().identifier : "";
}

std::int64_t extent(const Record& fragment, const char* name) {
  return *fragment.bindings.at(name).value;
}

} // namespace

// fragment<use, m, n, k, T, layout>; what stands for `use` and `layout` may be the parameter of a
// template around.
CT Lowering::fragment_type(const std::vector<TemplateArg>& args) {
  static const std::set<std::string> uses{"matrix_a", "matrix_b", "accumulator"};
  const auto word = [&](std::size_t i) {
    if (i >= args.size()) return std::string();
    std::string name = last_name(args[i]);
    if (Entity* e = find_local(name))
      if (const auto* type = std::get_if<CT>(e)) name = to_string(*type);
    return class_name(name);
  };
  const CT unknown = make_unknown("wmma::fragment");
  if (args.size() < 5) return unknown;
  const std::string use = word(0), layout = word(5);
  Bindings bindings;
  const char* names[] = {"m", "n", "k"};
  std::string text = "wmma::fragment<" + use;
  for (std::size_t i = 0; i < 3; ++i) {
    bindings[names[i]].value = args[i + 1].expr ? fold(args[i + 1].expr) : std::nullopt;
    if (!bindings[names[i]].value) return unknown;
    text += ", " + std::to_string(*bindings[names[i]].value);
  }
  CT element = args[4].type ? resolve(args[4].type) : nullptr;
  if (word(4) == "tf32") element = make_floating(32, "float");
  if (!uses.contains(use) || !element || !element->is_arithmetic()) return unknown;
  text += ", " + to_string(element) + (layout.empty() ? ">" : ", " + layout + ">");
  if (auto it = records_.find(text); it != records_.end()) return make_record(it->second);
  bindings["use"].type = make_unknown(use);
  bindings["layout"].type = make_unknown(layout);
  auto record = std::make_shared<Record>();
  record->name = text;
  std::int64_t count = most_elements;
  if (use == "accumulator") {
    count = *bindings["m"].value * *bindings["n"].value / 32;
    record->constants["num_elements"] = {.type = make_integer(32, true), .integer = count};
  } else {
    record->fields.push_back({"num_elements", make_integer(32, true), 0, nullptr});
  }
  record->fields.insert(record->fields.begin(), {"x", make_array(element, count), 0, nullptr});
  record->bindings = std::move(bindings);
  lay_out(*record, 1, false);
  records_[text] = record;
  return make_record(record);
}

void Lowering::forget_fragment(const LValue& fragment, Loc loc) {
  const LValue x = member(fragment, {0}, loc);
  const Pointer start = address(x);
  const std::int64_t size = size_of(x.type).value_or(1);
  for (std::int64_t done = 0; done < size; done += 16) {
    Pointer p = start;
    p.offset = pool_->add(p.offset, pool_->constant(done, Type::i64()));
    write(p, nullptr, static_cast<unsigned>(std::min<std::int64_t>(16, size - done)), loc);
  }
}

// Accesses `rows` rows of `bytes` bytes, `stride` bytes apart.
void Lowering::access_tile(const Pointer& tile, std::int64_t rows, std::int64_t bytes, Expr stride,
                           bool stores, Loc loc) {
  const core::VarId row = new_var("row", Type::i64(), loc);
  const Expr r = pool_->symbol_ref(row);
  assign(row, pool_->constant(0, Type::i64()), loc);
  core::Loop loop;
  loop.label = new_label();
  loop.cond = pool_->lt(r, pool_->constant(rows, Type::i64()));
  loop.body = collect([&] {
    for (std::int64_t done = 0; done < bytes;) {
      std::int64_t size = 16;
      while (size > bytes - done)
        size /= 2;
      Pointer p = tile;
      p.offset = pool_->add(pool_->add(p.offset, pool_->mul(r, stride)),
                            pool_->constant(done, Type::i64()));
      const auto width = static_cast<unsigned>(size);
      if (stores)
        write(p, nullptr, width, loc);
      else
        read(p, Type::opaque(width * 8), width, loc);
      done += size;
    }
  });
  loop.step = collect([&] { assign(row, pool_->add(r, pool_->constant(1, Type::i64())), loc); });
  emit(std::move(loop), loc);
}

std::optional<Value> Lowering::tile_access(const std::string& name, const CallExpr& n, Loc loc) {
  const bool stores = name == "store_matrix_sync";
  std::vector<Argument> args = eval_args(n.args);
  const LValue& fragment = args[stores ? 1 : 0].lvalue;
  const Argument& memory = args[stores ? 0 : 1];
  const Value pointer = memory.type->is(CType::Kind::array)
                            ? pointer_value(make_pointer(memory.type->to), decay(memory.lvalue))
                            : load(memory.lvalue);
  if (!fragment.type || !fragment.type->is(CType::Kind::record) ||
      !fragment.type->record->name.starts_with("wmma::fragment<") || !pointer.pointer ||
      !args[2].lvalue.type || !args[2].type->is_arithmetic())
    return not_understood("'" + name + "' of a fragment that is not known", loc);
  const Record& record = *fragment.type->record;
  const std::string use = record.bindings.at("use").type->name;
  std::string layout = record.bindings.at("layout").type->name;
  if (args.size() > 3) layout = last_name({nullptr, args[3].expr, false});
  const bool row_major = layout.ends_with("row_major");
  if (!row_major && !layout.ends_with("col_major"))
    return not_understood("'" + name + "' of a layout that is not known", loc);
  std::int64_t rows = extent(record, use == "matrix_b" ? "k" : "m");
  std::int64_t columns = extent(record, use == "matrix_a" ? "k" : "n");
  if (!row_major) std::swap(rows, columns);
  const std::int64_t size = size_of(pointer.type->to).value_or(0);
  if (size == 0) return not_understood("'" + name + "' through such a pointer", loc);
  const Expr stride =
      pool_->mul(to_i64(load(args[2].lvalue), loc), pool_->constant(size, Type::i64()));
  if (!stores) {
    access_tile(*pointer.pointer, rows, columns * size, stride, false, loc);
    forget_fragment(fragment, loc);
    return Value{make_void(), nullptr, {}, {}};
  }
  const CT u32 = make_integer(32, false);
  const Expr lanes = pool_->constant(32, Type::u32());
  const Value lane =
      unknown_value(u32, "the lane that stores a cell of a fragment", loc, Scope::warp);
  core::Block body =
      collect([&] { access_tile(*pointer.pointer, rows, columns * size, stride, true, loc); });
  emit_if(pool_->eq(pool_->rem(linear_thread(loc), lanes), pool_->rem(lane.scalar, lanes)),
          std::move(body), {}, loc);
  return Value{make_void(), nullptr, {}, {}};
}

std::optional<Value> Lowering::fragment_call(const std::string& name, const CallExpr& n, Loc loc) {
  if ((name == "load_matrix_sync" || name == "store_matrix_sync") &&
      (n.args.size() == 3 || n.args.size() == 4))
    return tile_access(name, n, loc);
  const bool fills = name == "fill_fragment" && n.args.size() == 2;
  if (!fills && !(name == "mma_sync" && n.args.size() >= 4)) return std::nullopt;
  std::vector<Argument> args = eval_args(n.args);
  const LValue& result = args[0].lvalue;
  if (!result.type || !result.type->is(CType::Kind::record) ||
      !result.type->record->name.starts_with("wmma::fragment<"))
    return not_understood("'" + name + "' of a fragment that is not known", loc);
  forget_fragment(result, loc);
  return Value{make_void(), nullptr, {}, {}};
}

} // namespace heddle::cuda
