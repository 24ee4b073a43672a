// A language server: Heddle in an editor (LSP 3.17). Diagnostics while the user types, hover on
// barriers and accesses, actions that repair, assume or allow.
#pragma once
#include "lsp/document.hpp"
#include "lsp/transport.hpp"

#include <deque>
#include <map>
#include <string>

namespace heddle::lsp {

class Server {
public:
  Server(int in, int out, MakeJob make_job) : transport_(in, out), make_job_(std::move(make_job)) {}

  // Until the client says `exit` or is gone. 0: it said `shutdown` before.
  int run();
  // The client ended in what is no message.
  bool was_misunderstood() const { return transport_.in_a_message(); }

private:
  using json = nlohmann::json;

  void pump(int milliseconds);
  void handle(const json& message);
  void notified(const std::string& method, const json& params);
  void requested(const json& id, const std::string& method, const json& params);
  void answer_waiting();
  json initialize(const json& params);
  void open(const json& params);
  void change(const json& params);
  void close(const json& params);

  std::optional<Clock::time_point> next_due() const;
  void check_due();
  void check(const std::string& uri);
  void publish(const Document& document);
  void publish_settings();
  void look_at_settings();
  bool is_current(const std::string& uri, std::int64_t version) const;

  json hover(const json& params);
  json hover_on_barrier(const Document& document, const std::string& without, std::size_t offset);
  std::optional<CheckResult> check_now(const Document& document, const std::string& text,
                                       const std::string& kernel);
  bool is_overtaken(const std::string& uri, std::int64_t version);
  json actions(const json& params);
  json repair_action(const Document& document, const KernelResult& kernel);

  void begin_progress(const std::string& title);
  void report_progress(const std::string& text);
  void end_progress();

  void reply(const json& id, const json& result);
  void fail(const json& id, int code, const std::string& text);
  void notify(const std::string& method, const json& params);

  Transport transport_;
  MakeJob make_job_;
  std::map<std::string, Document> documents_; // by URI
  std::map<std::string, json> settings_;      // told of `.heddle` files, by path
  std::deque<json> waiting_;                  // requests that take time
  bool shut_down_ = false, exits_ = false, tells_progress_ = false;
  std::int64_t progress_ = 0;                       // number of the last token
  std::pair<std::string, std::string> last_repair_; // of a kernel in a text, and what came out
};

} // namespace heddle::lsp
