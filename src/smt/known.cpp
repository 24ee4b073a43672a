#include "smt/known.hpp"

#include <mutex>
#include <unordered_map>

namespace heddle::smt {

namespace {

constexpr std::size_t max_bytes = std::size_t{64} << 20;

// Nodes get numbers in the order in which they are met, and so do symbols and functions.
class Writer {
public:
  explicit Writer(const Pool& pool) : pool_(pool) {}

  std::string run(const Query& query) {
    for (Expr e : query.assertions) {
      const std::size_t root = write(e);
      text_ += '!';
      add(root);
    }
    return std::move(text_);
  }

private:
  template <class... Numbers> void add(Numbers... numbers) {
    ((text_ += std::to_string(numbers), text_ += '.'), ...);
  }
  void add(const std::optional<std::int64_t>& low, const std::optional<std::int64_t>& high) {
    for (const auto& bound : {low, high})
      text_ += bound ? std::to_string(*bound) + "]" : "]";
  }

  std::size_t write(Expr e) {
    if (const auto it = nodes_.find(e); it != nodes_.end()) return it->second;
    std::vector<std::size_t> args;
    for (Expr arg : e->args)
      args.push_back(write(arg));
    add(int(e->op), int(e->type.tag), int(e->type.width), int(e->type.is_signed));
    if (e->op == Op::symbol)
      symbol(static_cast<SymbolId>(e->value));
    else if (e->op == Op::apply)
      function(static_cast<FunctionId>(e->value));
    else
      add(e->value);
    for (const std::size_t arg : args)
      add(arg);
    text_ += ';';
    return nodes_.emplace(e, nodes_.size()).first->second;
  }

  void symbol(SymbolId id) {
    const Symbol& s = pool_.symbol(id);
    add(symbols_.emplace(id, symbols_.size()).first->second, int(s.role), int(s.axis));
    add(s.low, s.high);
  }

  // The name of a pure function says what it computes.
  void function(FunctionId id) {
    const Function& f = pool_.function(id);
    add(functions_.emplace(id, functions_.size()).first->second, int(f.flavour), int(f.sharing));
    add(f.low, f.high);
    if (f.flavour != Flavour::pure) return;
    add(f.name.size());
    text_ += f.name;
  }

  const Pool& pool_;
  std::string text_;
  std::unordered_map<Expr, std::size_t> nodes_;
  std::unordered_map<SymbolId, std::size_t> symbols_;
  std::unordered_map<FunctionId, std::size_t> functions_;
};

} // namespace

struct KnownAnswers::Store {
  std::mutex mutex;
  struct Kept {
    bool is_unsat;
    double seconds;     // that it was given
    std::string reason; // not unsat: why it is open
  };
  std::unordered_map<std::string, Kept> answers;
  std::size_t bytes = 0;
};

namespace {

using Shared = std::shared_ptr<KnownAnswers::Store>;

std::mutex current_mutex;
std::weak_ptr<KnownAnswers::Store> current_store;

Shared current() {
  std::lock_guard lock(current_mutex);
  return current_store.lock();
}

} // namespace

KnownAnswers::KnownAnswers() {
  std::lock_guard lock(current_mutex);
  store_ = current_store.lock();
  if (!store_) current_store = store_ = std::make_shared<Store>();
}

std::string question_text(const Pool& pool, const Query& query) { return Writer(pool).run(query); }

bool keeps_answers() { return current() != nullptr; }

std::optional<Answer> known_answer(const std::string& text, const Limits& limits) {
  const Shared store = current();
  if (!store) return std::nullopt;
  std::lock_guard lock(store->mutex);
  const auto it = store->answers.find(text);
  if (it == store->answers.end()) return std::nullopt;
  const KnownAnswers::Store::Kept& kept = it->second;
  if (!kept.is_unsat && kept.seconds < limits.seconds) return std::nullopt;
  Answer answer;
  answer.status = kept.is_unsat ? Status::unsat : Status::unknown;
  answer.reason = kept.reason;
  answer.method = "known";
  return answer;
}

void keep_answer(std::string text, const Answer& answer, const Limits& limits) {
  const Shared store = current();
  if (!store || answer.status == Status::sat) return;
  std::lock_guard lock(store->mutex);
  if (store->bytes + text.size() > max_bytes) return;
  store->bytes += text.size();
  store->answers.insert_or_assign(
      std::move(text),
      KnownAnswers::Store::Kept{answer.status == Status::unsat, limits.seconds, answer.reason});
}

} // namespace heddle::smt
