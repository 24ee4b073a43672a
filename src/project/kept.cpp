#include "project/kept.hpp"

#include "cuda/parse/cache_folder.hpp"
#include "cuda/parse/hash.hpp"
#include "project/files.hpp"
#include "project/kept_key.hpp"
#include "report/json.hpp"
#include "report/read.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sqlite3.h>

#include <algorithm>
#include <filesystem>
#include <functional>

namespace heddle::project {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int application_id = 0x48444c31; // "HDL1": another layout gets another number
constexpr int patience = 3000;             // milliseconds that another run may hold the database
// Milliseconds; julian days have none of their own before SQLite 3.42.
#define HEDDLE_NOW "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
// A file has several states, as of branches of a repository.
const std::string drop_old =
    "DELETE FROM results WHERE key = ?1 AND used < (SELECT min(used) FROM "
    "(SELECT used FROM results WHERE key = ?1 ORDER BY used DESC LIMIT 8))";
// Of the newest hundred runs: those that are still going on are among them.
constexpr const char* drop_old_agreed =
    "DELETE FROM agreed WHERE rowid <= (SELECT max(rowid) FROM agreed) - 100";
constexpr std::int64_t max_bytes = std::int64_t{512} << 20;

// Something is wrong with the file itself.
struct Damaged {};
// The database cannot be used now; what() says why.
struct Unusable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

} // namespace

// One connection. All functions throw what is above.
class Kept::Database {
public:
  explicit Database(const fs::path& path) {
    const int code = sqlite3_open(path.c_str(), &connection_);
    if (code != SQLITE_OK) fail(code);
    sqlite3_busy_timeout(connection_, patience);
    run("PRAGMA synchronous = OFF"); // what a loss of power leaves is looked through
    const std::int64_t id = number("PRAGMA application_id");
    if (id == 0 && number("SELECT count(*) FROM sqlite_master") == 0) {
      create();
    } else if (id != application_id) {
      throw Damaged{};
    }
    // one that an earlier version made has none of these
    run("CREATE TABLE IF NOT EXISTS seconds (file TEXT PRIMARY KEY, seconds REAL)");
    run("CREATE TABLE IF NOT EXISTS agreed (name TEXT PRIMARY KEY, value TEXT, seal TEXT)");
  }
  ~Database() { sqlite3_close(connection_); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  class Statement {
  public:
    Statement(Database& database, const char* text) : database_(database) {
      database_.check(sqlite3_prepare_v2(database.connection_, text, -1, &statement_, nullptr));
    }
    ~Statement() { sqlite3_finalize(statement_); }
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    Statement& bind(const std::string& text) {
      database_.check(sqlite3_bind_text(statement_, ++bound_, text.data(),
                                        static_cast<int>(text.size()), SQLITE_TRANSIENT));
      return *this;
    }
    Statement& bind(double number) {
      database_.check(sqlite3_bind_double(statement_, ++bound_, number));
      return *this;
    }
    // False: there is no further row.
    bool step() {
      const int code = sqlite3_step(statement_);
      if (code != SQLITE_ROW && code != SQLITE_DONE) database_.fail(code);
      return code == SQLITE_ROW;
    }
    std::int64_t number(int column) const { return sqlite3_column_int64(statement_, column); }
    double real(int column) const { return sqlite3_column_double(statement_, column); }
    std::string text(int column) const {
      const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
      return data ? std::string(data,
                                static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)))
                  : "";
    }

  private:
    Database& database_;
    sqlite3_stmt* statement_ = nullptr;
    int bound_ = 0;
  };

  std::optional<CheckResult> find(const std::string& key,
                                  const std::function<bool(const std::vector<Input>&)>& fit);
  void keep(const std::string& key, const std::string& inputs, const std::string& result);
  void keep_seconds(const std::string& file, double seconds);
  std::optional<double> seconds_of(const std::string& file);
  std::string agree(const std::string& name, const std::string& proposal);
  void run(const char* text) {
    Statement statement(*this, text);
    while (statement.step()) {
    }
  }
  std::int64_t number(const char* text) {
    Statement statement(*this, text);
    return statement.step() ? statement.number(0) : 0;
  }

private:
  void create() {
    run("PRAGMA journal_mode = WAL");
    run("BEGIN IMMEDIATE");
    // another run may have been faster
    run("CREATE TABLE IF NOT EXISTS results (key TEXT, inputs TEXT, result TEXT, seal TEXT, used "
        "INTEGER, "
        "PRIMARY KEY (key, inputs))");
    run(fmt::format("PRAGMA application_id = {}", application_id).c_str());
    run("COMMIT");
  }
  void check(int code) {
    if (code != SQLITE_OK) fail(code);
  }
  [[noreturn]] void fail(int code) {
    const std::string why = connection_ ? sqlite3_errmsg(connection_) : "no memory";
    const int primary = code & 0xff;
    if (primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB || primary == SQLITE_ERROR)
      throw Damaged{};
    throw Unusable(why);
  }

  sqlite3* connection_ = nullptr;
};

namespace {

constexpr const char* file_name = "results.sqlite";

// Out of the way, for whoever wants to look at it.
void move_aside(const fs::path& path) {
  std::error_code error;
  fs::rename(path, path.string() + ".damaged", error);
  for (const char* part : {"-wal", "-shm"})
    fs::remove(path.string() + part, error);
}

} // namespace

std::string to_text(const std::vector<Input>& inputs) {
  Json all = Json::array();
  for (const Input& input : inputs)
    all.push_back(Json{input.path, input.state});
  return all.dump();
}

std::vector<Input> inputs_of(const std::string& text) {
  std::vector<Input> inputs;
  const Json all = Json::parse(text, nullptr, false);
  for (const Json& one : all.is_array() ? all : Json::array())
    inputs.push_back({one.at(0).get<std::string>(), one.at(1).get<std::string>()});
  return inputs;
}

Kept::Kept(std::string folder) : folder_(std::move(folder)) {
  const fs::path path = fs::path(folder_) / file_name;
  std::error_code error;
  fs::create_directories(folder_, error);
  try {
    Database whole(path);
    return;
  } catch (const Damaged&) {
    move_aside(path);
    note_ = fmt::format("the cache '{0}' was damaged or not Heddle's; it is '{0}.damaged' now",
                        path.string());
  } catch (const Unusable& e) {
    note_ = fmt::format("the cache '{}' cannot be used: {}", path.string(), e.what());
    is_usable_ = false;
  }
}

Kept::~Kept() {
  with_database([](Database& database) {
    if (database.number("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size") <
        max_bytes)
      return;
    database.run("DELETE FROM results WHERE used <= (SELECT used FROM results ORDER BY used "
                 "LIMIT 1 OFFSET (SELECT count(*) / 2 FROM results))");
    database.run("VACUUM");
  });
}

void Kept::release() { database_.reset(); }

template <class Work> void Kept::with_database(const Work& work) {
  if (!is_usable_) return;
  try {
    if (!database_) database_ = std::make_unique<Database>(fs::path(folder_) / file_name);
    work(*database_);
  } catch (const Damaged&) { // the next run moves it aside
    is_usable_ = false;
  } catch (const Unusable&) {                  // another run holds it for long
  } catch (const nlohmann::json::exception&) { // a name that is not UTF-8 would not be found again
  }
}

bool Kept::is_as_it_was(const Input& input) {
  std::error_code error;
  const auto status = fs::status(input.path, error);
  const bool is_there = fs::exists(status);
  if (input.state == input_is_missing) return !is_there;
  if (input.state == input_is_folder) return fs::is_directory(status);
  if (input.state == input_is_file) return is_there && !fs::is_directory(status);
  if (input.state.starts_with(input_is_listing)) return cuda::listing_of(input.path) == input.state;
  if (!fs::is_regular_file(status)) return false;
  auto known = states_.find(input.path);
  if (known == states_.end())
    known = states_.emplace(input.path, cuda::hash_of(read_text(input.path))).first;
  return known->second == input.state;
}

namespace {

// What was written, as it was written: SQLite does not look whether contents are whole.
std::string seal(const std::string& key, const std::string& inputs, const std::string& result) {
  return cuda::hash_of(key + '\n' + inputs + '\n' + result);
}

std::optional<CheckResult> kept_result(const std::string& text) {
  std::optional<CheckResult> result = report::read_report(text);
  if (result)
    for (KernelResult& kernel : result->kernels)
      kernel.is_kept = true;
  return result;
}

} // namespace

// The newest result of the key whose inputs `fit`.
std::optional<CheckResult>
Kept::Database::find(const std::string& key,
                     const std::function<bool(const std::vector<Input>&)>& fit) {
  std::optional<CheckResult> result;
  std::string inputs;
  { // whoever reads while another writes may not write next
    Statement rows(*this,
                   "SELECT inputs, result, seal FROM results WHERE key = ? ORDER BY used DESC");
    rows.bind(key);
    while (!result && rows.step()) {
      inputs = rows.text(0);
      const std::string text = rows.text(1);
      if (rows.text(2) == seal(key, inputs, text) && fit(inputs_of(inputs)))
        result = kept_result(text);
    }
  }
  if (!result) return result;
  Statement touch(*this, "UPDATE results SET used = " HEDDLE_NOW " WHERE key = ? AND inputs = ?");
  touch.bind(key).bind(inputs).step();
  return result;
}

void Kept::Database::keep(const std::string& key, const std::string& inputs,
                          const std::string& result) {
  Statement insert(*this, "INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, " HEDDLE_NOW ")");
  insert.bind(key).bind(inputs).bind(result).bind(seal(key, inputs, result)).step();
  Statement drop(*this, drop_old.c_str());
  drop.bind(key).step();
}

void Kept::Database::keep_seconds(const std::string& file, double seconds) {
  Statement insert(*this, "INSERT OR REPLACE INTO seconds VALUES (?, ?)");
  insert.bind(file).bind(seconds).step();
}

std::optional<double> Kept::Database::seconds_of(const std::string& file) {
  Statement rows(*this, "SELECT seconds FROM seconds WHERE file = ?");
  rows.bind(file);
  if (!rows.step()) return std::nullopt;
  return rows.real(0);
}

// In one transaction that writes: of those who come at once, one is first.
std::string Kept::Database::agree(const std::string& name, const std::string& proposal) {
  std::string agreed = proposal;
  run("BEGIN IMMEDIATE");
  try {
    bool is_known = false;
    {
      Statement rows(*this, "SELECT value, seal FROM agreed WHERE name = ?");
      rows.bind(name);
      is_known = rows.step() && rows.text(1) == seal(name, "", rows.text(0));
      if (is_known) agreed = rows.text(0);
    }
    if (!is_known) {
      Statement insert(*this, "INSERT OR REPLACE INTO agreed VALUES (?, ?, ?)");
      insert.bind(name).bind(proposal).bind(seal(name, "", proposal)).step();
      run(drop_old_agreed);
    }
    run("COMMIT");
  } catch (...) {
    sqlite3_exec(connection_, "ROLLBACK", nullptr, nullptr, nullptr);
    throw;
  }
  return agreed;
}

namespace {

std::string name_of(const std::string& file) {
  std::error_code error;
  return fs::absolute(file, error).lexically_normal().string();
}

// Of the file: its reading, which all its kernels tell of, and each kernel.
double seconds_of(const CheckResult& result) {
  double reading = 0, kernels = 0;
  for (const KernelResult& kernel : result.kernels) {
    kernels += kernel.stats.seconds;
    for (const auto& [stage, seconds] : kernel.stats.stages)
      if (stage == "read the file") reading = std::max(reading, seconds);
  }
  return reading + kernels;
}

} // namespace

std::vector<std::optional<double>> Kept::seconds_of(const std::vector<std::string>& files) {
  std::vector<std::optional<double>> seconds(files.size());
  with_database([&](Database& database) {
    for (std::size_t i = 0; i < files.size(); ++i)
      seconds[i] = database.seconds_of(name_of(files[i]));
  });
  return seconds;
}

std::optional<std::string> Kept::agree(const std::string& name, const std::string& proposal) {
  std::optional<std::string> agreed;
  with_database([&](Database& database) { agreed = database.agree(name, proposal); });
  return agreed;
}

std::optional<CheckResult> Kept::find(const Job& job) {
  std::optional<CheckResult> result;
  if (job.text || !job.options.dump.empty()) return result;
  with_database([&](Database& database) {
    result = database.find(key_of(job), [&](const std::vector<Input>& inputs) {
      return !inputs.empty() &&
             std::ranges::all_of(inputs, [&](const Input& i) { return is_as_it_was(i); });
    });
  });
  return result;
}

void Kept::keep(const Job& job, const CheckResult& result) {
  if (job.text || !job.options.dump.empty() || result.inputs.empty() || result.has_errors()) return;
  with_database([&](Database& database) {
    database.keep(key_of(job), to_text(result.inputs), report::to_json(result));
    database.keep_seconds(name_of(job.path), project::seconds_of(result));
  });
}

std::optional<KernelResult> Kept::find_kernel(const Job& job, const std::string& content) {
  std::optional<KernelResult> kernel;
  with_database([&](Database& database) {
    const auto result =
        database.find(key_of(job) + cuda::hash_of(content), [](const auto&) { return true; });
    if (result && result->kernels.size() == 1) kernel = result->kernels.front();
  });
  return kernel;
}

void Kept::keep_kernel(const Job& job, const KernelResult& result) {
  with_database([&](Database& database) {
    CheckResult one;
    one.kernels.push_back(result);
    database.keep(key_of(job) + cuda::hash_of(result.content), "", report::to_json(one));
  });
}

std::string default_kept_folder() {
  const auto folder = cuda::cache_folder();
  return folder ? folder->string() : "";
}

} // namespace heddle::project
