#include "lsp/server.hpp"

#include "lsp/diagnostics.hpp"
#include "project/files.hpp"

#include <algorithm>

namespace heddle::lsp {

using nlohmann::json;

namespace {

constexpr auto debounce = std::chrono::milliseconds(300);
constexpr int idle_milliseconds = 1000;

enum Code { invalid_request = -32600, no_method = -32601, bad_params = -32602 };

} // namespace

int Server::run() {
  while (!exits_ && !transport_.ended()) {
    int wait = idle_milliseconds;
    if (const auto due = next_due())
      wait = std::max(
          0, static_cast<int>(
                 std::chrono::ceil<std::chrono::milliseconds>(*due - Clock::now()).count()));
    pump(std::min(wait, idle_milliseconds));
    look_at_settings();
    check_due();
    answer_waiting();
  }
  return shut_down_ ? 0 : 1;
}

void Server::pump(int milliseconds) {
  transport_.wait(milliseconds);
  while (auto message = transport_.next())
    handle(*message);
}

// A message that is not as the protocol has it takes an answer, if any; nothing ends by it.
void Server::handle(const json& message) {
  const json id = message.is_object() && message.contains("id") ? message["id"] : json();
  if (!message.is_object() || !message.contains("method") || !message["method"].is_string()) {
    if (!message.is_object()) fail(nullptr, invalid_request, "not a request");
    return; // an answer to one of ours
  }
  const std::string method = message["method"];
  const json params = message.contains("params") ? message["params"] : json::object();
  try {
    if (!id.is_null())
      requested(id, method, params);
    else
      notified(method, params);
  } catch (const json::exception& e) {
    if (!id.is_null()) fail(id, bad_params, e.what());
  }
}

void Server::notified(const std::string& method, const json& params) {
  if (method == "exit") exits_ = true;
  if (method == "textDocument/didOpen") open(params);
  if (method == "textDocument/didChange") change(params);
  if (method == "textDocument/didClose") close(params);
  if (method == "$/cancelRequest")
    std::erase_if(waiting_, [&](const json& request) {
      if (request.at("id") != params.at("id")) return false;
      fail(request.at("id"), -32800, "cancelled");
      return true;
    });
}

void Server::requested(const json& id, const std::string& method, const json& params) {
  if (method == "initialize") return reply(id, initialize(params));
  if (method == "shutdown") {
    shut_down_ = true;
    return reply(id, nullptr);
  }
  if (method == "textDocument/hover" || method == "textDocument/codeAction")
    waiting_.push_back({{"id", id}, {"method", method}, {"params", params}});
  else
    fail(id, no_method, "unknown method " + method);
}

// One at a time, and none while a file is checked: what it is asked about may be on its way.
void Server::answer_waiting() {
  while (!waiting_.empty() && !exits_ && !transport_.ended()) {
    if (const auto due = next_due(); due && *due <= Clock::now()) return;
    const json request = std::move(waiting_.front());
    waiting_.pop_front();
    try {
      const json& params = request.at("params");
      reply(request.at("id"),
            request.at("method") == "textDocument/hover" ? hover(params) : actions(params));
    } catch (const json::exception& e) {
      fail(request.at("id"), bad_params, e.what());
    }
  }
}

json Server::initialize(const json& params) {
  const json::json_pointer progress("/capabilities/window/workDoneProgress");
  tells_progress_ =
      params.contains(progress) && params.at(progress).is_boolean() && params.at(progress);
  return {{"capabilities",
           {{"textDocumentSync", {{"openClose", true}, {"change", 1}, {"save", true}}},
            {"hoverProvider", true},
            {"codeActionProvider", {{"codeActionKinds", {"quickfix"}}}}}},
          {"serverInfo", {{"name", "heddle"}, {"version", version()}}}};
}

void Server::open(const json& params) {
  const json& given = params.at("textDocument");
  Document document;
  document.uri = given.at("uri");
  document.path = path_of(document.uri);
  document.text = given.at("text");
  document.version = given.at("version");
  document.due = Clock::now();
  if (!document.path.empty()) documents_[document.uri] = std::move(document);
}

void Server::change(const json& params) {
  const auto it = documents_.find(params.at("textDocument").at("uri"));
  const json& changes = params.at("contentChanges");
  if (it == documents_.end() || changes.empty()) return;
  it->second.text = changes.back().at("text"); // whole texts, as `initialize` asks for
  it->second.version = params.at("textDocument").at("version");
  it->second.due = Clock::now() + debounce;
}

void Server::close(const json& params) {
  const std::string uri = params.at("textDocument").at("uri");
  if (documents_.erase(uri) == 0) return;
  notify("textDocument/publishDiagnostics", {{"uri", uri}, {"diagnostics", json::array()}});
  publish_settings();
}

std::optional<Clock::time_point> Server::next_due() const {
  std::optional<Clock::time_point> next;
  for (const auto& [uri, document] : documents_)
    if (document.due && (!next || *document.due < *next)) next = document.due;
  return next;
}

void Server::check_due() {
  for (auto& [uri, document] : documents_)
    if (document.due && *document.due <= Clock::now()) {
      document.due.reset();
      return check(std::string(uri)); // files may come and go meanwhile
    }
}

bool Server::is_current(const std::string& uri, std::int64_t version) const {
  const auto it = documents_.find(uri);
  return it != documents_.end() && it->second.version == version;
}

void Server::check(const std::string& uri) {
  Document& document = documents_.at(uri);
  const std::string text = document.text;
  const std::int64_t version = document.version;
  project::Job job;
  try {
    job = make_job_(document.path, text);
  } catch (const WrongOption& e) {
    document.messages.assign(1, e.message);
    return publish(document);
  } catch (const std::exception& e) {
    Message wrong;
    wrong.severity = "error";
    wrong.text = e.what();
    wrong.position = {document.path, 1, 1};
    document.messages.assign(1, wrong);
    return publish(document);
  }
  const std::optional<Change> change =
      document.kernels.empty() ? std::nullopt : only_change(document.checked, text);
  if (change) job.options.kernels = {change->kernel};
  begin_progress(change ? "Checking " + change->kernel : "Checking");
  CheckResult result;
  const bool whole = project::check_all(
      {job}, job.options.jobs,
      {[this](std::size_t, const KernelResult& kernel) { report_progress(kernel.kernel); },
       [&](std::size_t, CheckResult&& all) { result = std::move(all); },
       [&] { return is_overtaken(uri, version); }});
  end_progress();
  if (!whole || !is_current(uri, version)) return; // what is newer is due
  Document& now = documents_.at(uri);
  now.take(text, std::move(result), change);
  publish(now);
}

void Server::publish(const Document& document) {
  notify("textDocument/publishDiagnostics",
         {{"uri", document.uri},
          {"version", document.version},
          {"diagnostics",
           diagnostics(document.path, Lines(document.text), document.kernels, document.messages)}});
  publish_settings();
}

// One `.heddle` may be of many open files: what all of them say of it, where that is news.
void Server::publish_settings() {
  std::map<std::string, json> now;
  for (const auto& [path, told] : settings_)
    now[path] = json::array(); // unless it is wrong still
  for (const auto& [uri, document] : documents_)
    for (const auto& [path, of_one] : diagnostics_of_settings(document.messages))
      for (const json& one : of_one) {
        json& all = now[path];
        if (std::ranges::find(all, one) == all.end()) all.push_back(one);
      }
  for (const auto& [path, all] : now)
    if (settings_[path] != all)
      notify("textDocument/publishDiagnostics", {{"uri", uri_of(path)}, {"diagnostics", all}});
  std::erase_if(now, [](const auto& one) { return one.second.empty(); });
  settings_ = std::move(now);
}

// No editor has to tell of files that are not open: what waits for a line of one to be mended is
// checked again when the line has changed.
void Server::look_at_settings() {
  for (const auto& [path, told] : settings_) {
    const std::string text = project::read_text(path);
    const Lines lines(text);
    const auto is_old = [&](const Message& m) {
      return m.position.file == path &&
             lines.line(m.position.line - 1) != Lines(m.source_line).line(0);
    };
    for (auto& [uri, document] : documents_)
      if (std::erase_if(document.messages, is_old) > 0 && !document.due)
        document.due = Clock::now();
  }
}

void Server::begin_progress(const std::string& title) {
  if (!tells_progress_) return;
  const std::string token = "heddle-" + std::to_string(++progress_);
  transport_.send({{"jsonrpc", "2.0"},
                   {"id", token},
                   {"method", "window/workDoneProgress/create"},
                   {"params", {{"token", token}}}});
  notify("$/progress", {{"token", token}, {"value", {{"kind", "begin"}, {"title", title}}}});
}

void Server::report_progress(const std::string& text) {
  if (!tells_progress_) return;
  notify("$/progress", {{"token", "heddle-" + std::to_string(progress_)},
                        {"value", {{"kind", "report"}, {"message", text}}}});
}

void Server::end_progress() {
  if (!tells_progress_) return;
  notify("$/progress",
         {{"token", "heddle-" + std::to_string(progress_)}, {"value", {{"kind", "end"}}}});
}

void Server::reply(const json& id, const json& result) {
  transport_.send({{"jsonrpc", "2.0"}, {"id", id}, {"result", result}});
}

void Server::fail(const json& id, int code, const std::string& text) {
  transport_.send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", text}}}});
}

void Server::notify(const std::string& method, const json& params) {
  transport_.send({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
}

} // namespace heddle::lsp
