#include "cuda/types/types.hpp"

#include <algorithm>
#include <cassert>
#include <sstream>

namespace heddle::cuda {

namespace {

CT make(CType type) { return std::make_shared<const CType>(std::move(type)); }

CType of_kind(CType::Kind kind) {
  CType t;
  t.kind = kind;
  return t;
}

std::string integer_name(unsigned width, bool is_signed) {
  const char* base = width == 8 ? "char" : width == 16 ? "short" : width == 32 ? "int" : "long";
  return (is_signed ? "" : "unsigned ") + std::string(base);
}

} // namespace

CT make_void() {
  CType t = of_kind(CType::Kind::void_);
  t.name = "void";
  return make(t);
}

CT make_bool() {
  CType t = of_kind(CType::Kind::boolean);
  t.name = "bool";
  t.width = 8;
  return make(t);
}

CT make_integer(unsigned width, bool is_signed, std::string name) {
  CType t = of_kind(CType::Kind::integer);
  t.width = width;
  t.is_signed = is_signed;
  t.name = name.empty() ? integer_name(width, is_signed) : std::move(name);
  return make(t);
}

CT make_floating(unsigned width, std::string name) {
  CType t = of_kind(CType::Kind::floating);
  t.width = width;
  t.name = std::move(name);
  return make(t);
}

CT make_pointer(CT to) {
  CType t = of_kind(CType::Kind::pointer);
  t.to = std::move(to);
  return make(t);
}

CT make_reference(CT to, bool is_rvalue) {
  if (to->is(CType::Kind::reference))
    return to->is_rvalue && !is_rvalue ? make_reference(to->to) : to;
  CType t = of_kind(CType::Kind::reference);
  t.to = std::move(to);
  t.is_rvalue = is_rvalue;
  return make(t);
}

CT make_array(CT element, std::optional<std::int64_t> extent) {
  CType t = of_kind(CType::Kind::array);
  t.is_volatile = element->is_volatile;
  t.is_const = element->is_const;
  t.to = std::move(element);
  t.extent = extent;
  return make(t);
}

CT make_function(CT result, std::vector<CT> params) {
  CType t = of_kind(CType::Kind::function);
  t.to = std::move(result);
  t.params = std::move(params);
  return make(t);
}

CT make_record(RecordPtr record) {
  CType t = of_kind(CType::Kind::record);
  t.name = record->name;
  t.record = std::move(record);
  return make(t);
}

CT make_group(Group group, unsigned threads) {
  CType t = of_kind(CType::Kind::group);
  t.group = group;
  t.width = threads;
  t.name = "group";
  return make(t);
}

CT make_unknown(std::string name) {
  CType t = of_kind(CType::Kind::unknown);
  t.name = std::move(name);
  return make(t);
}

CT with_qualifiers(const CT& type, bool is_const, bool is_volatile) {
  if ((!is_const || type->is_const) && (!is_volatile || type->is_volatile)) return type;
  if (type->is(CType::Kind::reference)) return type;
  CType t = *type;
  if (t.to && type->is(CType::Kind::array)) t.to = with_qualifiers(t.to, is_const, is_volatile);
  t.is_const |= is_const;
  t.is_volatile |= is_volatile;
  return make(t);
}

CT without_qualifiers(const CT& type, bool is_const, bool is_volatile) {
  if ((!is_const || !type->is_const) && (!is_volatile || !type->is_volatile)) return type;
  CType t = *type;
  if (t.to && type->is(CType::Kind::array)) t.to = without_qualifiers(t.to, is_const, is_volatile);
  t.is_const &= !is_const;
  t.is_volatile &= !is_volatile;
  return make(t);
}

std::optional<std::int64_t> size_of(const CT& type) {
  switch (type->kind) {
  case CType::Kind::boolean:
    return 1;
  case CType::Kind::integer:
  case CType::Kind::floating:
    return type->width / 8;
  case CType::Kind::pointer:
    return 8;
  case CType::Kind::reference:
    return size_of(type->to);
  case CType::Kind::array: {
    const auto element = size_of(type->to);
    if (!element || !type->extent) return std::nullopt;
    std::int64_t total = 0;
    if (__builtin_mul_overflow(*element, *type->extent, &total) || total > (std::int64_t{1} << 48))
      return std::nullopt;
    return total;
  }
  case CType::Kind::record:
    if (!type->record->unsupported.empty()) return std::nullopt;
    return type->record->size;
  case CType::Kind::void_: // GNU: arithmetic on void* counts bytes
  case CType::Kind::function:
    return 1;
  case CType::Kind::group:
  case CType::Kind::unknown:
    return std::nullopt;
  }
  return std::nullopt;
}

std::int64_t align_of(const CT& type) {
  if (type->is(CType::Kind::array)) return align_of(type->to);
  if (type->is(CType::Kind::record)) return type->record->align;
  return std::max<std::int64_t>(1, size_of(type).value_or(1));
}

namespace {

// Bit-fields as the x86-64 ABI packs them: each within one aligned unit of its type.
class BitLayout {
public:
  BitLayout(Record& record, bool packed) : record_(record), packed_(packed) {}

  // Places the bit-field at or after bit `end`; the first bit behind it.
  std::int64_t place(Field& field, std::int64_t end) {
    const std::int64_t unit = *size_of(field.type) * 8;
    const bool closes = field.bits.width == 0;
    if (!record_.is_union && (closes || (!packed_ && end % unit + field.bits.width > unit)))
      end = (end + unit - 1) / unit * unit;
    if (closes || record_.is_union) finish();
    if (closes) return end;
    if (field.name != ":")
      record_.align = std::max(record_.align, packed_ ? 1 : align_of(field.type));
    if (record_.is_union) end = 0;
    run_.push_back({&field, end});
    return end + field.bits.width;
  }

  // Ends a memory location.
  void finish() {
    if (run_.empty()) return;
    const std::int64_t first = run_.front().second / 8;
    const std::int64_t last = (run_.back().second + run_.back().first->bits.width + 7) / 8;
    if (last - first > 16)
      record_.unsupported = "neighbouring bit-fields of '" + record_.name + "' of over 16 bytes";
    for (auto& [field, bit] : run_) {
      field->offset = first;
      field->bits.shift = static_cast<unsigned>(bit - 8 * first);
      field->bits.bytes = static_cast<unsigned>(last - first);
    }
    run_.clear();
  }

private:
  Record& record_;
  bool packed_;
  std::vector<std::pair<Field*, std::int64_t>> run_;
};

bool is_bit_field(const Field& field) { return field.bits.width > 0 || field.name == ":"; }

} // namespace

namespace {

bool is_empty(const Record& record) {
  return std::ranges::all_of(record.fields, [](const Field& field) {
    return field.name.empty() && field.type->is(CType::Kind::record) &&
           is_empty(*field.type->record);
  });
}

// Is one of the classes that `part` is of in `type`, too? Two objects of one class do not share an
// address.
bool shares_class(const CT& type, const Record& part) {
  if (type->is(CType::Kind::array)) return shares_class(type->to, part);
  if (!type->is(CType::Kind::record)) return false;
  return type->record.get() == &part ||
         std::ranges::any_of(
             part.fields,
             [&](const Field& base) { return shares_class(type, *base.type->record); }) ||
         std::ranges::any_of(type->record->fields,
                             [&](const Field& field) { return shares_class(field.type, part); });
}

// The first byte behind the fields.
std::int64_t data_end(const Record& record) {
  std::int64_t end = 0;
  for (const Field& field : record.fields) {
    std::int64_t size = is_bit_field(field) ? field.bits.bytes : size_of(field.type).value_or(0);
    if (field.type->is(CType::Kind::record)) size = data_end(*field.type->record);
    end = std::max(end, field.offset + size);
  }
  return end;
}

// Whether a field may lie in what a base class before it leaves free at its end depends on more
// than is known of that class.
bool fits_in_padding(const Field& base, const Field& field) {
  if (!base.name.empty() || !base.type->is(CType::Kind::record)) return false;
  const std::int64_t align = is_bit_field(field) ? 1 : align_of(field.type);
  const std::int64_t end = data_end(*base.type->record);
  return end > 0 &&
         (base.offset + end + align - 1) / align * align < base.offset + base.type->record->size;
}

// An empty base class takes no room.
void place_empty_base(Record& record, Field& base) {
  base.offset = 0;
  for (const Field& other : record.fields)
    if (&other != &base && shares_class(other.type, *base.type->record))
      record.unsupported =
          "two parts of '" + record.name + "' that are of class '" + base.type->record->name + "'";
}

} // namespace

void lay_out(Record& record, std::int64_t least_align, bool packed) {
  std::int64_t end = 0; // in bits
  record.align = 1;
  BitLayout bits(record, packed);
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    Field& field = record.fields[i];
    if (i > 0 && fits_in_padding(record.fields[i - 1], field))
      record.unsupported =
          "the layout of '" + record.name + "', whose base class has room at its end";
    const auto size = size_of(field.type);
    if (!size) {
      record.unsupported =
          "the size of field '" + field.name + "' of '" + record.name + "' is not known";
      return;
    }
    if (is_bit_field(field)) {
      end = std::max(end, bits.place(field, end));
      continue;
    }
    bits.finish();
    const std::int64_t align = packed ? 1 : align_of(field.type);
    record.align = std::max(record.align, align);
    if (field.name.empty() && field.type->is(CType::Kind::record) &&
        is_empty(*field.type->record)) {
      place_empty_base(record, field);
      continue;
    }
    const std::int64_t bytes = (end + 7) / 8;
    field.offset = record.is_union ? 0 : (bytes + align - 1) / align * align;
    end = std::max(end, 8 * (field.offset + *size));
  }
  bits.finish();
  std::erase_if(record.fields, [](const Field& f) { return f.name == ":" && f.bits.width == 0; });
  record.align = std::max(record.align, least_align);
  record.size = std::max<std::int64_t>(1, (end + 7) / 8);
  record.size = (record.size + record.align - 1) / record.align * record.align;
}

bool same_type(const CT& a, const CT& b) {
  if (a == b) return true;
  if (a->kind != b->kind) return false;
  switch (a->kind) {
  case CType::Kind::void_:
  case CType::Kind::boolean:
    return true;
  case CType::Kind::integer:
    return a->width == b->width && a->is_signed == b->is_signed;
  case CType::Kind::floating:
    return a->width == b->width && (a->width != 16 || a->name == b->name);
  case CType::Kind::pointer:
  case CType::Kind::reference:
    return same_type(a->to, b->to);
  case CType::Kind::array:
    return a->extent == b->extent && same_type(a->to, b->to);
  case CType::Kind::record:
    return a->record == b->record;
  case CType::Kind::function:
    return same_type(a->to, b->to) &&
           std::ranges::equal(a->params, b->params,
                              [](auto& x, auto& y) { return same_type(x, y); });
  case CType::Kind::group:
    return a->group == b->group && a->width == b->width;
  case CType::Kind::unknown:
    return a->name == b->name;
  }
  return false;
}

Type value_type(const CT& type) {
  switch (type->kind) {
  case CType::Kind::boolean:
    return Type::boolean();
  case CType::Kind::integer:
    return Type::integer(type->width, type->is_signed);
  case CType::Kind::floating:
    return Type::opaque(type->width);
  case CType::Kind::pointer:
  case CType::Kind::function:
    return Type::u64();
  default:
    return Type::opaque(
        static_cast<unsigned>(std::min<std::int64_t>(31, size_of(type).value_or(4)) * 8));
  }
}

Type memory_type(const CT& type) {
  return type->is(CType::Kind::boolean) ? Type::integer(8, false) : value_type(type);
}

std::string to_string(const CT& type) {
  switch (type->kind) {
  case CType::Kind::pointer:
    return to_string(type->to) + (type->to->is(CType::Kind::pointer) ? "*" : " *");
  case CType::Kind::reference:
    return to_string(type->to) + " &";
  case CType::Kind::array: {
    std::string dims;
    const CType* t = type.get();
    CT element = type;
    while (t->is(CType::Kind::array)) {
      dims += "[" + (t->extent ? std::to_string(*t->extent) : "") + "]";
      element = t->to;
      t = element.get();
    }
    return to_string(element) + dims;
  }
  case CType::Kind::function: {
    std::string s = to_string(type->to) + "(";
    for (std::size_t i = 0; i < type->params.size(); ++i)
      s += (i ? ", " : "") + to_string(type->params[i]);
    return s + ")";
  }
  default:
    return type->name;
  }
}

std::string qualified_text(const CT& type) {
  const std::string words = std::string(type->is_const ? "const" : "") +
                            (type->is_const && type->is_volatile ? " " : "") +
                            (type->is_volatile ? "volatile" : "");
  const bool refers = type->is(CType::Kind::reference);
  if (!refers && !type->is(CType::Kind::pointer))
    return words.empty() ? to_string(type) : words + " " + to_string(type);
  const std::string to = qualified_text(type->to);
  return to + (to.ends_with('*') ? "" : " ") +
         (!refers           ? "*"
          : type->is_rvalue ? "&&"
                            : "&") +
         (words.empty() ? "" : " " + words);
}

std::optional<std::vector<std::size_t>> find_field(const Record& record, const std::string& name,
                                                   bool unqualified) {
  for (std::size_t i = 0; i < record.fields.size(); ++i)
    if (record.fields[i].name == name) return std::vector<std::size_t>{i};
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    const Field& field = record.fields[i];
    if (!field.name.empty() || !field.type->is(CType::Kind::record)) continue;
    if (unqualified && field.is_dependent) continue;
    if (auto path = find_field(*field.type->record, name, unqualified)) {
      path->insert(path->begin(), i);
      return path;
    }
  }
  return std::nullopt;
}

const FoldValue* constant_of(const Record& record, const std::string& name, bool unqualified) {
  if (const auto it = record.constants.find(name); it != record.constants.end()) return &it->second;
  for (const Field& field : record.fields) {
    if (!field.name.empty() || !field.type->is(CType::Kind::record)) continue;
    if (unqualified && field.is_dependent) continue;
    if (const FoldValue* found = constant_of(*field.type->record, name, unqualified)) return found;
  }
  return nullptr;
}

} // namespace heddle::cuda
