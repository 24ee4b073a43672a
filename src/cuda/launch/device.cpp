#include "cuda/launch/device.hpp"

#include "cuda/launch/host.hpp"

#include <algorithm>
#include <array>

namespace heddle::cuda {

namespace {

constexpr std::int64_t least_shared = 48 << 10; // bytes
constexpr std::int64_t most_of_block = 1024;    // of a block
constexpr std::int64_t warp_size = 32;

// A number of each device of compute capability 3.0 and more, as the table of technical
// specifications in CUDA's programming guide has it; a single one where that is the same for all.
// Of other numbers of a device nothing is known.
struct Guarantee {
  std::int64_t attribute; // of cudaDeviceAttr and CUdevice_attribute
  std::string_view field; // of cudaDeviceProp
  std::int64_t index;     // in an array of them; -1: it is none
  std::int64_t low;
  std::optional<std::int64_t> high;
};

constexpr auto guarantees = std::to_array<Guarantee>({
    {1, "maxThreadsPerBlock", -1, most_of_block, most_of_block},
    {2, "maxThreadsDim", 0, most_of_block, most_of_block},
    {3, "maxThreadsDim", 1, most_of_block, most_of_block},
    {4, "maxThreadsDim", 2, 64, 64},
    {5, "maxGridSize", 0, 2147483647, 2147483647},
    {6, "maxGridSize", 1, 65535, 65535},
    {7, "maxGridSize", 2, 65535, 65535},
    {8, "sharedMemPerBlock", -1, least_shared, {}},
    {9, "totalConstMem", -1, 64 << 10, 64 << 10},
    {10, "warpSize", -1, warp_size, warp_size},
    {12, "regsPerBlock", -1, 32 << 10, 64 << 10},
    {16, "multiProcessorCount", -1, 1, {}},
    {39, "maxThreadsPerMultiProcessor", -1, 1024, 2048},
    {81, "sharedMemPerMultiprocessor", -1, least_shared, {}},
    {82, "regsPerMultiprocessor", -1, 32 << 10, 128 << 10},
    {97, "sharedMemPerBlockOptin", -1, least_shared, {}},
    {106, "maxBlocksPerMultiProcessor", -1, 1, {}},
});

// The number type of the file's own or of a field.
std::optional<Type> number_type(clang::QualType type, const clang::ASTContext& ast) {
  if (type.isNull() || type->isDependentType() || !type->isIntegerType() || type->isBooleanType())
    return std::nullopt;
  return Type::integer(static_cast<unsigned>(ast.getTypeSize(type)), type->isSignedIntegerType());
}

std::optional<std::int64_t> constant(const clang::Expr& e, const clang::ASTContext& ast) {
  clang::Expr::EvalResult result;
  if (e.isValueDependent() || !e.EvaluateAsInt(result, ast)) return std::nullopt;
  return result.Val.getInt().getExtValue();
}

bool has_launch_bounds(const clang::Expr& kernel) {
  const clang::Expr* plain = without_casts(&kernel);
  if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(plain))
    plain = without_casts(address->getSubExpr());
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(plain);
  const auto* f = named ? llvm::dyn_cast<clang::FunctionDecl>(named->getDecl()) : nullptr;
  return !f || f->hasAttr<clang::CUDALaunchBoundsAttr>();
}

class Numbers {
public:
  Numbers(const std::vector<const clang::Expr*>& args, const clang::ASTContext& ast)
      : args_(args), ast_(ast) {}

  std::vector<DeviceNumber> of(llvm::StringRef call) {
    using Learn = void (Numbers::*)();
    constexpr auto calls = std::to_array<std::pair<std::string_view, Learn>>(
        {{"cudaGetDeviceProperties", &Numbers::properties},
         {"cudaDeviceGetAttribute", &Numbers::attribute},
         {"cuDeviceGetAttribute", &Numbers::attribute},
         {"cudaGetDeviceCount", &Numbers::one_or_more},
         {"cuDeviceGetCount", &Numbers::one_or_more},
         {"cudaOccupancyMaxActiveBlocksPerMultiprocessor", &Numbers::none_or_more},
         {"cuOccupancyMaxActiveBlocksPerMultiprocessor", &Numbers::none_or_more},
         {"cudaOccupancyMaxPotentialBlockSize", &Numbers::grid_and_block},
         {"cudaMallocPitch", &Numbers::pitch},
         {"cuMemAllocPitch", &Numbers::pitch},
         {"cudaMalloc3D", &Numbers::pitch_of_extent}});
    for (const auto& [name, learn] : calls)
      if (call == llvm::StringRef(name)) (this->*learn)();
    return std::move(found_);
  }

private:
  DeviceNumber* add(std::size_t argument, std::int64_t low, std::optional<std::int64_t> high) {
    const auto type = number_type(args_[argument]->getType()->getPointeeType(), ast_);
    if (type) found_.push_back({argument, {}, "", *type, low, high});
    return type ? &found_.back() : nullptr;
  }

  void properties() {
    const auto* record = args_[0]->getType()->getPointeeType()->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition()) return;
    for (const clang::FieldDecl* field : record->fields())
      for (const Guarantee& g : guarantees) {
        const auto type = number_type(ast_.getBaseElementType(field->getType()), ast_);
        if (field->getName() != llvm::StringRef(g.field) || !type) continue;
        DeviceNumber n{0, {{field, 0}}, "." + field->getNameAsString(), *type, g.low, g.high};
        if (g.index >= 0) {
          n.path.push_back({nullptr, g.index});
          n.name += "[" + std::to_string(g.index) + "]";
        }
        found_.push_back(std::move(n));
      }
  }

  void attribute() {
    const auto which = constant(*args_[1], ast_);
    for (const Guarantee& g : guarantees)
      if (which == g.attribute) add(0, g.low, g.high);
  }

  void one_or_more() { add(0, 1, {}); }
  void none_or_more() { add(0, 0, {}); } // none, of a block that does not fit

  // As many threads as fit of a kernel, the block perhaps limited. It is sought in steps of warps,
  // down from what a block may have.
  void grid_and_block() {
    constexpr std::size_t kernel = 2, limit = 4;
    add(0, 1, {});
    DeviceNumber* block = add(1, 1, most_of_block);
    const bool has_limit = args_.size() > limit && constant(*args_[limit], ast_) != 0;
    if (block && !has_limit && !has_launch_bounds(*args_[kernel])) block->multiple = warp_size;
  }

  // Rows lie apart by the bytes that one has, or more.
  void pitch() {
    if (DeviceNumber* n = add(1, 0, {})) n->at_least = 2;
  }

  void pitch_of_extent() {
    const clang::FieldDecl* pitch = field(args_[0]->getType()->getPointeeType(), "pitch");
    const clang::FieldDecl* width = field(args_[1]->getType(), "width");
    const auto type = pitch ? number_type(pitch->getType(), ast_) : std::nullopt;
    if (type && width)
      found_.push_back({0, {{pitch, 0}}, ".pitch", *type, 0, {}, 1, 1, {{width, 0}}});
  }

  static const clang::FieldDecl* field(clang::QualType of, llvm::StringRef name) {
    const clang::CXXRecordDecl* record = of->getAsCXXRecordDecl();
    if (!record || !record->hasDefinition()) return nullptr;
    for (const clang::FieldDecl* f : record->fields())
      if (f->getName() == name) return f;
    return nullptr;
  }

  const std::vector<const clang::Expr*>& args_;
  const clang::ASTContext& ast_;
  std::vector<DeviceNumber> found_;
};

} // namespace

std::vector<DeviceNumber> numbers_of_device(const clang::FunctionDecl& f,
                                            const std::vector<const clang::Expr*>& args,
                                            const clang::ASTContext& ast) {
  if (!f.getDeclName().isIdentifier() || args.size() < 1) return {};
  llvm::StringRef name = f.getName();
  name.consume_back("_v2"); // macros of CUDA's own headers lead to versions
  return Numbers(args, ast).of(name);
}

Expr any_value(const DeviceNumber& number, const std::string& place, Loc loc, Pool& pool) {
  if (number.high == number.low) return pool.constant(number.low, number.type);
  return pool.symbol_ref(pool.new_symbol({"host:" + place + number.name, number.type,
                                          Role::parameter, 0, number.low, number.high, loc}));
}

} // namespace heddle::cuda
