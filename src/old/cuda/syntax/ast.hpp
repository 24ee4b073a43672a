// The CUDA AST: what the parser makes and lowering reads. Names are not resolved and types are not
// checked here; nodes say what was written, with positions in the user's files.
//
// Nodes are shared and immutable after parsing (templates are instantiated by walking the same
// nodes with other bindings). Every variant is visited without a default, so that a new construct
// breaks the build wherever it is not handled.
#pragma once
#include "support/source.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace heddle::cuda {

struct ExprNode;
struct StmtNode;
struct DeclNode;
struct TypeNode;
using ExprPtr = std::shared_ptr<const ExprNode>;
using StmtPtr = std::shared_ptr<const StmtNode>;
using DeclPtr = std::shared_ptr<const DeclNode>;
using TypePtr = std::shared_ptr<const TypeNode>;

// Deeper expressions do not parse: walks over the tree may recurse.
inline constexpr std::uint32_t max_expression_depth = 1000;

// ---- names -------------------------------------------------------------------------------------
struct TemplateArg; // a type or an expression
// `a::b<int, 4>::c`; parts.size() >= 1. `global` for a leading `::`.
struct NamePart {
  std::string identifier;
  std::optional<std::vector<TemplateArg>> args;
};
struct QualifiedName {
  bool global = false;
  std::vector<NamePart> parts;
};

// ---- types -------------------------------------------------------------------------------------
// Canonical spelling, one of: void, bool, char, signed char, unsigned char, short, unsigned short,
// int, unsigned int, long, unsigned long, long long, unsigned long long, __int128, unsigned
// __int128, float, double, long double.
struct BuiltinType {
  std::string spelling;
};
struct NamedType {
  QualifiedName name;
}; // typedef, class, enum, template parameter, unknown
struct PointerType {
  TypePtr to;
  bool restrict_ = false;
};
struct ReferenceType {
  TypePtr to;
  bool rvalue = false; // &&
};
struct ArrayType {
  TypePtr element;
  ExprPtr extent;
}; // extent null: `[]`
struct FunctionType {
  TypePtr result;
  std::vector<TypePtr> params;
};
struct AutoType {};
struct DecltypeType {
  ExprPtr of;
  bool in_parentheses = false; // decltype((x))
};
struct InlineType {
  DeclPtr decl;
}; // struct/enum defined where it is used
struct TypeNode {
  std::variant<BuiltinType, NamedType, PointerType, ReferenceType, ArrayType, FunctionType,
               AutoType, DecltypeType, InlineType>
      node;
  bool is_const = false, is_volatile = false;
  Loc loc;
};
struct TemplateArg {
  TypePtr type;
  ExprPtr expr;
  bool pack_expansion = false;
}; // one is set; both
   // where the text could be either (a plain name)

// ---- expressions -------------------------------------------------------------------------------
struct IntLiteral {
  std::uint64_t value;
  std::string suffix;
  bool decimal = true;
}; // suffix lower case: "", "u", "ull", ..
struct FloatLiteral {
  std::string text;
};
struct CharLiteral {
  std::int64_t value;
};
struct StringLiteral {
  std::string value;
};
struct BoolLiteral {
  bool value;
};
struct NullptrLiteral {};
struct ThisExpr {};
struct NameExpr {
  QualifiedName name;
};
enum class UnaryOp {
  plus,
  minus,
  logical_not,
  bit_not,
  deref,
  address_of,
  pre_inc,
  pre_dec,
  post_inc,
  post_dec
};
struct UnaryExpr {
  UnaryOp op;
  ExprPtr operand;
};
enum class BinaryOp {
  add,
  sub,
  mul,
  div,
  rem,
  shl,
  shr,
  lt,
  gt,
  le,
  ge,
  eq,
  ne,
  bit_and,
  bit_xor,
  bit_or,
  logical_and,
  logical_or,
  comma
};
struct BinaryExpr {
  BinaryOp op;
  ExprPtr left, right;
};
// `left = right` has no op; `left += right` has BinaryOp::add.
struct AssignExpr {
  std::optional<BinaryOp> op;
  ExprPtr left, right;
};
struct ConditionalExpr {
  ExprPtr cond, then_expr, else_expr;
};
struct CallExpr {
  ExprPtr callee;
  std::vector<ExprPtr> args;
};
// kernel<<<grid, block, shared, stream>>>(args): config has 2 to 4 entries.
struct LaunchExpr {
  ExprPtr callee;
  std::vector<ExprPtr> config;
  std::vector<ExprPtr> args;
};
struct IndexExpr {
  ExprPtr base, index;
};
struct MemberExpr {
  ExprPtr base;
  NamePart member;
  bool arrow = false;
};
enum class CastStyle { c_style, functional, static_, reinterpret_, const_, dynamic_ };
struct CastExpr {
  CastStyle style;
  TypePtr type;
  ExprPtr operand;
};
// T(a, b), T{a, b}, T(): also functional casts with other than one argument.
struct ConstructExpr {
  TypePtr type;
  std::vector<ExprPtr> args;
  bool braces = false;
};
struct InitListExpr {
  std::vector<ExprPtr> items;
  std::vector<std::string> designators;
}; // designator "" if none
struct SizeofExpr {
  TypePtr type;
  ExprPtr operand;
  bool alignof_ = false;
}; // one is set
struct LambdaExpr {
  std::string captures;                                     // as written: those without a value
  std::vector<std::pair<std::string, ExprPtr>> initialised; // `[p = e, &q = e]`: "p", "&q"
  std::vector<DeclPtr> params;
  StmtPtr body;
  TypePtr result; // null: deduced
  bool is_mutable = false;
};
struct PackExpansionExpr {
  ExprPtr pattern;
};
struct StatementExpr {
  StmtPtr body;
}; // GNU ({ .. })
struct OpaqueExpr {
  std::string text;
}; // parsed but outside the subset (new, throw, typeid)
struct ExprNode {
  std::variant<IntLiteral, FloatLiteral, CharLiteral, StringLiteral, BoolLiteral, NullptrLiteral,
               ThisExpr, NameExpr, UnaryExpr, BinaryExpr, AssignExpr, ConditionalExpr, CallExpr,
               LaunchExpr, IndexExpr, MemberExpr, CastExpr, ConstructExpr, InitListExpr, SizeofExpr,
               LambdaExpr, PackExpansionExpr, StatementExpr, OpaqueExpr>
      node;
  Loc loc;                 // of the operator or the first token, whichever a person would point at
  Loc begin;               // first token
  std::uint32_t depth = 1; // of the tree; the parser refuses more than max_expression_depth
};

// ---- statements --------------------------------------------------------------------------------
struct CompoundStmt {
  std::vector<StmtPtr> body;
};
struct DeclStmt {
  std::vector<DeclPtr> decls;
};
struct ExprStmt {
  ExprPtr expr;
}; // null: empty statement
struct IfStmt {
  StmtPtr init;
  DeclPtr cond_decl;
  ExprPtr cond;
  StmtPtr then_stmt, else_stmt;
  bool is_constexpr = false;
};
struct WhileStmt {
  ExprPtr cond;
  StmtPtr body;
};
struct DoStmt {
  StmtPtr body;
  ExprPtr cond;
};
struct ForStmt {
  StmtPtr init;
  ExprPtr cond, step;
  StmtPtr body;
}; // any may be null
struct RangeForStmt {
  DeclPtr var;
  ExprPtr range;
  StmtPtr body;
};
struct SwitchStmt {
  ExprPtr cond;
  StmtPtr body;
};
struct CaseStmt {
  ExprPtr value, upper;
}; // `case value:`; a marker before what follows; value null: default
struct LabelStmt {
  std::string label;
}; // a marker before what follows
struct GotoStmt {
  std::string label;
};
struct BreakStmt {};
struct ContinueStmt {};
struct ReturnStmt {
  ExprPtr value;
};
struct AsmOperand {
  std::string constraint;
  ExprPtr expr;
};
struct AsmStmt {
  std::string text;
  std::vector<AsmOperand> outputs, inputs;
  std::vector<std::string> clobbers;
  bool is_volatile = false;
};
struct StmtNode {
  std::variant<CompoundStmt, DeclStmt, ExprStmt, IfStmt, WhileStmt, DoStmt, ForStmt, RangeForStmt,
               SwitchStmt, CaseStmt, LabelStmt, GotoStmt, BreakStmt, ContinueStmt, ReturnStmt,
               AsmStmt>
      node;
  Loc loc;
};

// ---- declarations ------------------------------------------------------------------------------
enum class Init { none, copy, call, braces }; // `= e`, `(a, b)`, `{a, b}`
// Attributes that matter, as flags of a declaration.
struct Attributes {
  bool global = false, device = false, host = false, shared = false, constant = false,
       managed = false;
  bool extern_ = false, static_ = false, inline_ = false, constexpr_ = false, typedef_ = false,
       volatile_ = false, mutable_ = false;
  std::vector<ExprPtr> launch_bounds; // __launch_bounds__(a[, b[, c]])
  std::vector<ExprPtr> block_size;    // __block_size__((x,y,z)) and the like
  std::vector<ExprPtr> cluster_dims;  // __cluster_dims__(x, y, z)
  ExprPtr align;                      // __align__(n), alignas
};
struct VarDecl {
  Attributes attributes;
  TypePtr type;     // full, with declarator's pointers and arrays
  std::string name; // "" for an unnamed parameter
  Init init = Init::none;
  std::vector<ExprPtr> args; // copy: one
  ExprPtr bit_width;
  bool is_pack = false;
  std::vector<std::string> bindings; // `auto [a, b] = e`: the names of its parts; it has none
};
struct FunctionDecl {
  Attributes attributes;
  TypePtr result;              // null for constructors and destructors
  QualifiedName name;          // "operator+" for operators, "operator()" ..
  std::vector<DeclPtr> params; // VarDecl each; default argument as init copy
  bool variadic = false;
  StmtPtr body; // null: declaration only
  std::vector<std::pair<std::string, std::vector<ExprPtr>>> member_inits;
  bool is_static = false, is_const = false, is_deleted_or_defaulted = false;
  bool is_friend = false; // a function beside the class that it stands in
  bool is_explicit = false;
};
enum class RecordKind { struct_, class_, union_ };
struct RecordDecl {
  RecordKind kind;
  QualifiedName name; // parts empty: anonymous
  std::vector<TypePtr> bases;
  std::vector<DeclPtr> members; // in order: VarDecl, FunctionDecl, TypedefDecl, ..
  bool is_definition = true, is_packed = false;
  ExprPtr align;
};
struct Enumerator {
  std::string name;
  ExprPtr value;
  Loc loc;
};
struct EnumDecl {
  std::string name;
  bool scoped = false;
  TypePtr underlying;
  std::vector<Enumerator> items;
};
struct TypedefDecl {
  std::string name;
  TypePtr type;
};
struct NamespaceDecl {
  std::string name;
  std::vector<DeclPtr> members;
}; // also extern "C" with name ""
// `using a::f`, `using namespace a`, `namespace alias = a`.
struct UsingDecl {
  QualifiedName name;
  bool is_namespace = false;
  std::string alias;
};
struct StaticAssertDecl {
  ExprPtr cond;
};
struct TemplateParam {
  std::string name;
  bool is_type = true;
  TypePtr value_type;
  bool is_pack = false;
  TypePtr default_type;
  ExprPtr default_expr;
};
struct TemplateDecl {
  std::vector<TemplateParam> params;
  DeclPtr decl;
  bool is_instantiation = false; // `template void f<16>(float*);`
};                               // params empty: full specialisation
// A file-scope declaration that did not parse: skipped as a balanced island. `names` are the
// identifiers it seems to declare, so that a kernel that uses one can say so.
struct IslandDecl {
  std::vector<std::string> names;
  std::string reason;
  Loc error;
  bool is_kernel = false;
};
struct DeclNode {
  std::variant<VarDecl, FunctionDecl, RecordDecl, EnumDecl, TypedefDecl, NamespaceDecl, UsingDecl,
               StaticAssertDecl, TemplateDecl, IslandDecl>
      node;
  Loc loc; // of the declared name, where there is one
};

// A place of a name: followed by an opening parenthesis, or behind `.` or `->`.
struct Mention {
  Loc loc;
  bool is_called = false, is_member = false;
};

struct TranslationUnit {
  std::vector<DeclPtr> decls;
  std::uint32_t file = 0;
  // Where the name of each function with a body stands in the source, after preprocessing, kernel
  // templates among them: who accounts for so many places knows all uses, whatever else was parsed.
  std::map<std::string, std::vector<Mention>> mentions;
};

// Text of `--dump=ast`; stable.
std::string to_string(const TranslationUnit& unit);

} // namespace heddle::cuda
