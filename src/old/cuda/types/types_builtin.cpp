// The types that C and CUDA's headers define.
#include "cuda/types/types.hpp"

#include <array>
#include <sstream>
#include <unordered_map>

namespace heddle::cuda {

namespace {

// "unsigned long long" and every other order of the words.
CT arithmetic_type(const std::string& spelling) {
  std::istringstream words(spelling);
  int longs = 0;
  bool is_unsigned = false, is_short = false, any = false;
  std::string base;
  for (std::string w; words >> w;) {
    any = true;
    if (w == "long") {
      ++longs;
    } else if (w == "unsigned") {
      is_unsigned = true;
    } else if (w == "short") {
      is_short = true;
    } else if (w == "signed" || w == "int") {
      if (base.empty()) base = "int";
    } else if (w == "char" || w == "bool" || w == "_Bool" || w == "void" || w == "float" ||
               w == "double" || w == "wchar_t") {
      base = w;
    } else {
      return nullptr;
    }
  }
  if (!any) return nullptr;
  if (base == "void") return make_void();
  if (base == "bool" || base == "_Bool") return make_bool();
  if (base == "float") return make_floating(32, "float");
  if (base == "double") return make_floating(64, longs ? "long double" : "double");
  if (base == "wchar_t") return make_integer(32, true, "wchar_t");
  const unsigned width = base == "char" ? 8 : is_short ? 16 : longs ? 64 : 32;
  std::string name = is_unsigned                            ? "unsigned "
                     : base == "char" && spelling[0] == 's' ? "signed "
                                                            : "";
  name += base == "char" ? "char"
          : is_short     ? "short"
          : longs == 2   ? "long long"
          : longs        ? "long"
                         : "int";
  return make_integer(width, !is_unsigned, name);
}

CT vector_type(const std::string& name, const CT& element, unsigned count, std::int64_t align) {
  auto record = std::make_shared<Record>();
  record->name = name;
  static constexpr std::array<const char*, 4> names{"x", "y", "z", "w"};
  for (unsigned i = 0; i < count; ++i)
    record->fields.push_back({names[i], element, 0, nullptr});
  lay_out(*record, align, false);
  record->is_vector = record->size <= 16 && count > 1;
  return make_record(record);
}

// A library's state type: bytes without fields that a kernel may name.
CT blob(const std::string& name, std::int64_t size) {
  auto record = std::make_shared<Record>();
  record->name = name;
  record->size = size;
  record->align = 8;
  return make_record(record);
}

// cuda::barrier of a block: an mbarrier.
CT barrier_type() {
  auto record = std::make_shared<Record>();
  record->name = "cuda::barrier";
  record->fields.push_back({"state", make_integer(64, false), 0, nullptr});
  record->types["arrival_token"] = make_integer(64, false, "arrival_token");
  lay_out(*record, 8, false);
  return make_record(record);
}

using Table = std::unordered_map<std::string, CT>;

void add_vectors(Table& table) {
  struct Base {
    const char* name;
    CT element;
  };
  const std::array<Base, 14> bases{{{"char", make_integer(8, true, "signed char")},
                                    {"uchar", make_integer(8, false)},
                                    {"short", make_integer(16, true)},
                                    {"ushort", make_integer(16, false)},
                                    {"int", make_integer(32, true)},
                                    {"uint", make_integer(32, false)},
                                    {"long", make_integer(64, true)},
                                    {"ulong", make_integer(64, false)},
                                    {"longlong", make_integer(64, true, "long long")},
                                    {"ulonglong", make_integer(64, false, "unsigned long long")},
                                    {"float", make_floating(32, "float")},
                                    {"double", make_floating(64, "double")},
                                    {"__half", make_floating(16, "__half")},
                                    {"__nv_bfloat16", make_floating(16, "__nv_bfloat16")}}};
  for (const Base& base : bases)
    for (unsigned count = 1; count <= 4; ++count) {
      const std::string name = base.name + std::to_string(count);
      const std::int64_t whole = *size_of(base.element) * count;
      table[name] = vector_type(name, base.element, count,
                                count == 3 ? 1 : std::min<std::int64_t>(16, whole));
    }
  table["half2"] = table["__half2"];
  table["nv_bfloat162"] = table["__nv_bfloat162"];
  table["dim3"] = vector_type("dim3", make_integer(32, false), 3, 1);
}

void add_scalars(Table& table) {
  for (unsigned width : {8u, 16u, 32u, 64u})
    for (bool is_signed : {true, false}) {
      const std::string bits = std::to_string(width);
      const std::string name = (is_signed ? "int" : "uint") + bits + "_t";
      table[name] = make_integer(width, is_signed, name);
      table[(is_signed ? "__int" : "__uint") + bits + "_t"] = table[name];
    }
  for (const char* name : {"size_t", "uintptr_t", "cudaTextureObject_t", "cudaSurfaceObject_t"})
    table[name] = make_integer(64, false, name);
  for (const char* name : {"ptrdiff_t", "ssize_t", "intptr_t", "clock_t"})
    table[name] = make_integer(64, true, name);
  table["uint"] = make_integer(32, false, "uint");
  table["ushort"] = make_integer(16, false, "ushort");
  table["uchar"] = make_integer(8, false, "uchar");
  table["ulong"] = make_integer(64, false, "ulong");
  table["half"] = table["__half"] = make_floating(16, "__half");
  table["__nv_bfloat16"] = table["nv_bfloat16"] = make_floating(16, "__nv_bfloat16");
}

Table make_table() {
  Table table;
  add_scalars(table);
  add_vectors(table);
  for (const char* name :
       {"curandState", "curandState_t", "curandStateXORWOW", "curandStateXORWOW_t"})
    table[name] = blob("curandState", 48);
  for (const char* name : {"curandStatePhilox4_32_10", "curandStatePhilox4_32_10_t"})
    table[name] = blob("curandStatePhilox4_32_10", 64);
  for (const char* name : {"curandStateMRG32k3a", "curandStateMRG32k3a_t"})
    table[name] = blob("curandStateMRG32k3a", 72);
  for (const char* name : {"curandStateMtgp32", "curandStateMtgp32_t"})
    table[name] = blob("curandStateMtgp32", 4120);
  for (const char* name : {"matrix_a", "matrix_b", "accumulator", "row_major", "col_major"})
    table[name] = blob(name, 1); // say what a fragment is
  table["cuda::barrier"] = barrier_type();
  table["thread_block"] = make_group(Group::block, 0);
  table["grid_group"] = make_group(Group::grid, 0);
  table["cluster_group"] = make_group(Group::cluster, 0);
  for (const char* name : {"coalesced_group", "thread_group", "multi_grid_group"})
    table[name] = make_group(Group::unknown, 0);
  return table;
}

} // namespace

CT builtin_type(const std::string& spelling) {
  static const Table table = make_table();
  if (auto it = table.find(spelling); it != table.end()) return it->second;
  return arithmetic_type(spelling);
}

} // namespace heddle::cuda
