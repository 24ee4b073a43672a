// Launches by a cudaLaunchConfig_t: sizes, and a list of attributes.
#include "cuda/launch/walk/walk.hpp"

namespace heddle::cuda {

namespace {

constexpr std::int64_t max_attributes = 32; // of one launch
constexpr std::int64_t max_extent = 255;    // of a cluster: more than any device has

// The name of an enumerator with that value; empty: there is none.
std::string enumerator(clang::QualType type, std::int64_t value) {
  const auto* number = type->getAs<clang::EnumType>();
  if (!number) return {};
  for (const clang::EnumConstantDecl* item : number->getDecl()->enumerators())
    if (item->getInitVal() == value) return item->getNameAsString();
  return {};
}

std::optional<std::int64_t> constant_in(const HostValue& v) {
  return v.is_integer() ? constant_value(v.e) : std::nullopt;
}

} // namespace

std::optional<HostWalk::Part> HostWalk::member(const Part& of, llvm::StringRef name) {
  const clang::RecordDecl* record = of.type->getAsRecordDecl();
  if (!record) return std::nullopt;
  for (const clang::FieldDecl* field : record->fields())
    if (field->getName() == name) {
      Part part{of.place, field->getType()};
      part.place.path.push_back({field, 0});
      part.place.name += "." + name.str();
      return part;
    }
  return std::nullopt;
}

// Of what a pointer leads to, an array or one of its elements.
std::optional<HostWalk::Part> HostWalk::element(const Place& of, std::int64_t index) const {
  const auto* v = of.root.decl ? llvm::dyn_cast<clang::VarDecl>(of.root.decl) : nullptr;
  if (!v) return std::nullopt;
  Part part{{of.root, {}, of.name}, v->getType().getNonReferenceType()};
  const auto enter = [&](std::int64_t at) {
    const auto* array = ast_.getAsConstantArrayType(part.type);
    if (!array || at < 0 || at >= array->getSize().getSExtValue()) return false;
    part.place.path.push_back({nullptr, at});
    part.type = array->getElementType();
    return true;
  };
  for (std::size_t i = 0; i < of.path.size(); ++i) {
    const Step& step = of.path[i];
    const bool last = i + 1 == of.path.size();
    if (step.field) {
      part.place.path.push_back(step);
      part.type = step.field->getType();
    } else if (!enter(last ? step.index + index : step.index)) {
      return std::nullopt;
    }
    if (last && !step.field) return part;
  }
  if (part.type->isArrayType()) return enter(index) ? std::optional(part) : std::nullopt;
  return index == 0 ? std::optional(part) : std::nullopt;
}

// Attributes of which it is not known what they are may be any.
void HostWalk::configure(const Part& config, HostLaunch& launch, Loc loc) {
  const auto size_of = [&](llvm::StringRef name) -> std::optional<HostValue> {
    const auto part = member(config, name);
    const HostValue v = part ? load(*part, loc) : HostValue{};
    return v.kind == HostValue::Kind::record ? std::optional(v) : std::nullopt;
  };
  launch.grid = size_of("gridDim");
  launch.block = size_of("blockDim");
  if (member(config, "gridDimX")) { // the driver's
    const auto three = [&](const std::string& name) {
      HostValue v{HostValue::Kind::record};
      for (const char axis : std::string("XYZ"))
        if (const auto part = member(config, name + axis))
          if (HostValue n = load(*part, loc); n.known())
            v.members[{nullptr, axis - 'X'}] = std::move(n);
      return v;
    };
    launch.grid = three("gridDim");
    launch.block = three("blockDim");
  }
  const auto count = member(config, "numAttrs"), list = member(config, "attrs");
  const auto number = count ? constant_in(load(*count, loc)) : std::nullopt;
  if (!number || *number < 0 || *number > max_attributes) return;
  LaunchAttributes& found = launch.attributes;
  found.cluster = {1, 1, 1};
  if (*number == 0) return;
  const HostValue first = list ? load(*list, loc) : HostValue{};
  std::optional<ClusterShape> preferred = ClusterShape{0, 0, 0}; // none is
  for (std::int64_t i = 0; i < *number; ++i)
    if (const auto attribute = first.target ? element(*first.target, i) : std::nullopt)
      read_attribute(*attribute, found, preferred, loc);
    else
      preferred.reset();
  // else another shape may be chosen
  if (preferred != ClusterShape{0, 0, 0} && preferred != found.cluster) found.cluster.reset();
}

// The extents that `value` has as its member `name`.
std::optional<ClusterShape> HostWalk::cluster_shape(const Part& value, llvm::StringRef name,
                                                    Loc loc) {
  const auto shape = member(value, name);
  ClusterShape extents{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto along = shape ? member(*shape, std::string(1, "xyz"[axis])) : std::nullopt;
    const auto extent = along ? constant_in(load(*along, loc)) : std::nullopt;
    if (!extent || *extent < 1 || *extent > max_extent) return std::nullopt;
    extents[axis] = *extent;
  }
  return extents;
}

void HostWalk::read_attribute(const Part& attribute, LaunchAttributes& to,
                              std::optional<ClusterShape>& preferred, Loc loc) {
  const auto id = member(attribute, "id"), value = member(attribute, "val");
  const auto number = id ? constant_in(load(*id, loc)) : std::nullopt;
  const std::string name = number && value ? enumerator(id->type, *number) : "";
  if (name == "cudaLaunchAttributeClusterDimension") {
    to.cluster = cluster_shape(*value, "clusterDim", loc);
  } else if (name == "cudaLaunchAttributePreferredClusterDimension") {
    preferred = cluster_shape(*value, "preferredClusterDim", loc);
  } else if (name == "cudaLaunchAttributeProgrammaticStreamSerialization") {
    const auto allowed = member(*value, "programmaticStreamSerializationAllowed");
    const auto said = allowed ? constant_in(load(*allowed, loc)) : std::nullopt;
    to.early = to.early || said.value_or(1) != 0;
  } else if (name.empty()) {
    preferred.reset();
  }
}

} // namespace heddle::cuda
