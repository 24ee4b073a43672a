// C types after resolution: sizes and layout as CUDA has them on a 64-bit host (LP64).
#pragma once
#include "cuda/syntax/ast.hpp"
#include "expr/expr.hpp"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace heddle::cuda {

struct CType;
struct Record;
struct FunctionRef; // lower/value.hpp
using CT = std::shared_ptr<const CType>;
using RecordPtr = std::shared_ptr<Record>;

// Cooperative groups that Heddle knows; `tile` has CType::width threads, of `lanes`, which the
// hardware chose, it says where that was (Lowering::chosen_).
enum class Group : std::uint8_t { none, block, cluster, grid, tile, lanes, pipeline, unknown };

struct CType {
  enum class Kind : std::uint8_t {
    void_,
    boolean,
    integer,
    floating,
    pointer,
    reference,
    array,
    record,
    function,
    group,
    unknown // a name that nothing declares; `name` says which
  };
  Kind kind = Kind::void_;
  unsigned width = 0; // bits of integer and floating
  bool is_signed = false;
  CT to;                              // pointer, reference, array element, function result
  std::optional<std::int64_t> extent; // array; absent: `[]` or not constant
  RecordPtr record;
  std::vector<CT> params; // function
  Group group = Group::none;
  std::string name; // as written
  bool is_volatile = false, is_const = false;
  bool is_rvalue = false;                // reference: &&
  const EnumDecl* enumeration = nullptr; // integer: whose values it has

  bool is(Kind k) const { return kind == k; }
  bool is_arithmetic() const {
    return kind == Kind::boolean || kind == Kind::integer || kind == Kind::floating;
  }
  bool is_integral() const { return kind == Kind::boolean || kind == Kind::integer; }
};

// A bit-field: `width` bits from bit `shift` of the bytes at Field::offset. Those are the `bytes`
// of its memory location, which neighbouring bit-fields share. width 0: no bit-field.
struct BitField {
  unsigned width = 0, shift = 0, bytes = 0;
};

struct Field {
  std::string name; // "": a base class or an anonymous struct, whose fields are found through it
  CT type;
  std::int64_t offset = 0;
  ExprPtr init; // default member initialiser
  BitField bits = {};
  bool refers = false; // a reference, held as a pointer
  bool is_mutable = false;
  bool is_dependent = false; // a base class that depends on template parameters
};

// A method or a nested function of a record, with the template it stands in, if any.
struct Method {
  DeclPtr decl;
  const FunctionDecl* function = nullptr;
  const TemplateDecl* tmpl = nullptr;
};

// What a template parameter is bound to: a type, an integer or a function; or a pack of them.
struct Binding {
  CT type;
  std::optional<std::int64_t> value;
  CT value_type;
  std::shared_ptr<const FunctionRef> function;
  std::shared_ptr<const std::vector<Binding>> pack;
};
using Bindings = std::map<std::string, Binding>;

// An integer with its C type, a floating constant, or a dim3.
struct FoldValue {
  CT type;
  std::int64_t integer = 0;
  double floating = 0;
  std::array<std::int64_t, 3> dims{1, 1, 1};
  bool is_dims = false;
};

struct Record {
  std::string name;
  std::vector<Field> fields;
  std::vector<Method> methods;
  std::vector<Method> friends;     // functions beside it that are defined in it
  std::set<std::string> joined;    // methods beside those of a base class of the same name
  std::map<std::string, CT> types; // nested types
  std::map<std::string, FoldValue> constants; // nested enumerators and static constants
  Bindings bindings;                          // of its template
  Bindings arguments;  // the same as the template has them, not a specialisation
  std::string scope;   // namespace prefix, "a::"
  unsigned seen = ~0U; // what is declared before it (Program::order)
  std::int64_t size = 0, align = 1;
  bool is_union = false;
  bool is_vector = false;  // float4 and the like: one access loads it whole
  std::string unsupported; // why its layout is not known ("" if it is)
};

CT make_void();
CT make_bool();
CT make_integer(unsigned width, bool is_signed, std::string name = {});
CT make_floating(unsigned width, std::string name);
CT make_pointer(CT to);
CT make_reference(CT to, bool is_rvalue = false); // to a reference: what both collapse to
CT make_array(CT element, std::optional<std::int64_t> extent);
CT make_function(CT result, std::vector<CT> params);
CT make_record(RecordPtr record);
CT make_group(Group group, unsigned threads);
CT make_unknown(std::string name);
CT with_qualifiers(const CT& type, bool is_const, bool is_volatile);
CT without_qualifiers(const CT& type, bool is_const = true, bool is_volatile = true);

// Type of a builtin spelling ("unsigned long long") or of a name that CUDA's headers define
// ("size_t", "float4", "curandState"); nullptr when there is none.
CT builtin_type(const std::string& spelling);

// Size and alignment in bytes; std::nullopt when the type has none that is known.
std::optional<std::int64_t> size_of(const CT& type);
std::int64_t align_of(const CT& type);
// Lays out the fields of a record: sets offsets, size and align. A bit-field of width 0 is one
// named
// ":", which ends a memory location and is removed; other unnamed ones are named so, too.
// `least_align` from __align__(n).
void lay_out(Record& record, std::int64_t least_align, bool packed);

// Do they look the same to values: up to qualifiers, and integers by width and sign alone?
bool same_type(const CT& a, const CT& b);
// Are they one type in C++ (types_identity.cpp)? Of what is not known, never.
bool identical(const CT& a, const CT& b);
bool is_known(const CT& type); // in all its parts
// One text for one type, however it is spelled.
std::string identity_text(const CT& type);
bool is_enumeration(const CT& type);
// "long", "long long": what tells integers of one width and sign apart.
std::string integer_kind(const CT& type);
// Of an integer or bool, and of two: what arithmetic makes of them.
CT promoted_integer(const CT& type);
CT common_integer(const CT& a, const CT& b);
inline bool is_void(const CT& type) { return !type || type->is(CType::Kind::void_); }
// The type of the core values that hold a scalar of this type in a variable or in memory.
Type value_type(const CT& type);
Type memory_type(const CT& type);
std::string to_string(const CT& type);
std::string qualified_text(const CT& type); // with const and volatile

// Field of a record by name, looked up through bases and anonymous members; the path of indices.
// `unqualified`: C++ does not look for names alone in bases that depend on template parameters.
std::optional<std::vector<std::size_t>> find_field(const Record& record, const std::string& name,
                                                   bool unqualified = false);
const FoldValue* constant_of(const Record& record, const std::string& name,
                             bool unqualified = false);

} // namespace heddle::cuda
