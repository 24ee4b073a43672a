#include "core/content.hpp"

namespace heddle::core {

namespace {

// Every struct is taken apart by its whole list of members: one more does not compile here.
class Writer {
public:
  explicit Writer(const Kernel& kernel, const SourceFiles& files)
      : pool_(*kernel.pool), files_(files) {}

  std::string write(const Kernel& kernel) {
    const auto& [name, loc, pool, params, vars, arrays, calls, assumptions, contracts, body,
                 thread_index, block_index, block_dim, grid_dim, block_axes, grid_axes, aliases,
                 chosen_aliases, async_proxy, matrix_reads, by_map, lane_rows, to_join, joined,
                 keeper, member_extents, unknowns, doubt] = kernel;
    static_cast<void>(pool); // symbols and functions are told where they occur
    all(name, loc, params, arrays, calls, assumptions, contracts, body, block_axes, grid_axes,
        aliases, chosen_aliases, async_proxy, matrix_reads, by_map, lane_rows, to_join, joined,
        keeper, member_extents, unknowns, doubt);
    for (const VarId var : vars)
      symbol(var);
    for (const auto* ids : {&thread_index, &block_index, &block_dim, &grid_dim})
      for (const SymbolId id : *ids)
        symbol(id);
    return std::move(out_);
  }

private:
  template <class... Parts> void all(const Parts&... parts) { (put(parts), ...); }

  void put(std::int64_t number) {
    out_ += std::to_string(number);
    out_ += ' ';
  }
  void put(const std::string& text) { // its length first: no text looks like two
    put(static_cast<std::int64_t>(text.size()));
    out_ += text;
  }
  template <class Number>
  requires(std::is_integral_v<Number> || std::is_enum_v<Number>) void put(Number number) {
    put(static_cast<std::int64_t>(number));
  }
  template <class Part> void put(const std::vector<Part>& parts) { list(parts); }
  template <class Part> void put(const std::set<Part>& parts) { list(parts); }
  template <class Key, class Part> void put(const std::map<Key, Part>& parts) { list(parts); }
  template <class Part, std::size_t n> void put(const std::array<Part, n>& parts) { list(parts); }
  template <class Parts> void list(const Parts& parts) {
    put(parts.size());
    for (const auto& part : parts)
      put(part);
  }
  template <class A, class B> void put(const std::pair<A, B>& pair) {
    all(pair.first, pair.second);
  }
  void put(const CopyPlace& place) {
    const auto& [file, line, column, operation, call] = place;
    all(Loc{file, line, column, operation}, call);
  }
  template <class Part> void put(const std::optional<Part>& part) {
    put(part.has_value());
    if (part) put(*part);
  }
  void put(Loc loc) {
    const auto& [file, line, column, operation] = loc;
    all(line, column, operation);
    if (line == 0) return;
    all(files_.path(file), std::string(files_.line(file, line)));
  }
  void put(Type type) {
    const auto& [tag, width, is_signed] = type;
    all(tag, width, is_signed);
  }

  void symbol(SymbolId id) {
    put(id);
    if (!symbols_.insert(id).second) return;
    const auto& [name, type, role, axis, low, high, loc] = pool_.symbol(id);
    all(name, type, role, axis, low, high, loc);
  }
  void function(FunctionId id) {
    put(id);
    if (!functions_.insert(id).second) return;
    const auto& [name, type, flavour, sharing, loc, reason, low, high] = pool_.function(id);
    all(name, type, flavour, sharing, loc, reason, low, high);
  }
  void put(Expr e) {
    if (!e) return put(-1);
    const auto& [op, type, value, id, args] = *e;
    put(id);
    if (!expressions_.insert(id).second) return;
    all(op, type, value);
    if (op == Op::symbol) symbol(static_cast<SymbolId>(value));
    if (op == Op::apply) function(static_cast<FunctionId>(value));
    put(args);
  }

  void put(const Array& a) {
    const auto& [name, space, element, type, size, dims, is_parameter, is_volatile, loc, row_bytes,
                 holder, block_bytes, is_texture, is_scalar, is_tensor] = a;
    all(name, space, element, type, size, dims, is_parameter, is_volatile, loc, row_bytes, holder,
        block_bytes, is_texture, is_scalar, is_tensor);
  }
  void put(const CallSite& c) {
    const auto& [name, loc, parent] = c;
    all(name, loc, parent);
  }
  void put(const Parameter& p) {
    const auto& [name, id, array, type, loc] = p;
    all(name, array, type, loc, id.has_value());
    if (id) symbol(*id);
  }
  void put(const Assumption& a) {
    const auto& [cond, text, origin, loc] = a;
    all(cond, text, origin, loc);
  }
  void put(const Contract& c) {
    const auto& [kind, array, bound, elements, holds] = c;
    all(kind, array, bound.size());
    for (const SymbolId id : bound)
      symbol(id);
    all(elements.size());
    for (const auto& [value, of, index, plus] : elements) {
      symbol(value);
      all(of, plus);
      symbol(index);
    }
    put(holds);
  }

  void put(const Stmt& s) {
    const auto& [node, loc, call] = s;
    all(node.index(), loc, call);
    std::visit([this](const auto& n) { put(n); }, node);
  }
  void put(const Assign& s) {
    const auto& [var, value] = s;
    symbol(var);
    put(value);
  }
  void put(const Havoc& s) {
    const auto& [var, sharing, reason, choice, exchange] = s;
    symbol(var);
    all(sharing, reason, choice, exchange.has_value());
    if (exchange) put(*exchange);
  }
  void put(const Exchange& e) {
    const auto& [kind, value, lane, width, mask, group_size, scope] = e;
    all(kind, value, lane, width, mask, group_size, scope);
  }
  void put(const Read& s) {
    const auto& [var, array, offset, size, align, tensor, guess] = s;
    symbol(var);
    all(array, offset, size, align, tensor, guess);
  }
  void put(const Write& s) {
    const auto& [array, offset, size, value, align, tensor] = s;
    all(array, offset, size, value, align, tensor);
  }
  void put(const Atomic& s) {
    const auto& [var, array, offset, size, scope, op, operand, acquires, releases, compare, trend] =
        s;
    all(array, offset, size, scope, op, operand, acquires, releases, compare, trend,
        var.has_value());
    if (var) symbol(*var);
  }
  void put(const Fence& s) {
    const auto& [scope, acquires, releases, sequential] = s;
    all(scope, acquires, releases, sequential);
  }
  void put(const Barrier& s) {
    const auto& [scope, mask, group_size, text] = s;
    all(scope, mask, group_size, text);
  }
  void put(const NamedBarrier& s) {
    const auto& [kind, id, count, aligned, text, map, at] = s;
    all(kind, id, count, aligned, text, map, at);
  }
  void put(const Mbarrier& s) {
    const auto& [kind, array, offset, count, bytes, parity, relaxed, releases, text] = s;
    all(kind, array, offset, count, bytes, parity, relaxed, releases, text);
  }
  void put(const If& s) {
    const auto& [cond, then_block, else_block] = s;
    all(cond, then_block, else_block);
  }
  void put(const Loop& s) {
    const auto& [label, head, cond, body, step] = s;
    all(label, head, cond, body, step);
  }
  void put(const Labeled& s) {
    const auto& [label, body] = s;
    all(label, body);
  }
  void put(const Break& s) {
    const auto& [label] = s;
    put(label);
  }
  void put(const Continue& s) {
    const auto& [label] = s;
    put(label);
  }
  void put(const Exit&) { static_assert(std::is_empty_v<Exit>); }
  void put(const Assume& s) {
    const auto& [cond, of_results] = s;
    all(cond, of_results);
  }
  void put(const OwnCopy& c) {
    const auto& [array, offset, writes, copy_writes, loc, call] = c;
    all(array, offset, writes, copy_writes, loc, call);
  }
  void put(const Assert& s) {
    const auto& [cond, text, copy] = s;
    all(cond, text, copy);
  }
  void put(const AsyncCopy& s) {
    const auto& [body, channel] = s;
    all(body, channel);
  }
  void put(const CopyGroup& s) {
    const auto& [kind, pending, channel] = s;
    all(kind, pending, channel);
  }
  void put(const Unsupported& s) {
    const auto& [reason] = s;
    put(reason);
  }

  const Pool& pool_;
  const SourceFiles& files_;
  std::set<std::uint32_t> symbols_, functions_, expressions_;
  std::string out_;
};

} // namespace

std::string content_of(const Kernel& kernel, const SourceFiles& files) {
  return Writer(kernel, files).write(kernel);
}

} // namespace heddle::core
