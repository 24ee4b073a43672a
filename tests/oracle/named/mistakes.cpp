// Mistakes: lines lost, written twice or in the wrong place, wrong numbers.
#include "generate.hpp"

#include <algorithm>

namespace heddle::oracle {

namespace {

bool is_statement(const std::string& line) {
  return !line.starts_with("int ") && !line.starts_with("}") && !line.ends_with("{");
}
bool synchronizes(const std::string& line) {
  return line.find("bar_") != std::string::npos || line.find("__sync") != std::string::npos;
}

// {what, by what}
const std::vector<std::pair<std::string, std::string>> wrong_words{
    {"bar_sync(", "bar_arrive("},
    {"bar_arrive(", "bar_sync("},
    {", 64)", ", 96)"},
    {", 96)", ", 64)"},
    {", 128)", ", 96)"},
    {", 128)", ", 64)"},
    {"k >= ", "k > "},
    {"k >= ", "k + 1 >= "},
    {" < n) bar", " <= n) bar"},
    {" < n) bar", " < n - 1) bar"},
    {"k < n;", "k < n - 1;"},
    {"k < n;", "k < n + 1;"},
    {"int k = 0;", "int k = 1;"},
    {"s = 0; s <", "s = 1; s <"},
    {"[k % ", "[(k + 1) % "},
    {" + k % ", " + (k + 1) % "},
    {"(k & 1)", "((k + 1) & 1)"},
    {"[stage]", "[0]"},
    {" + stage,", ","},
    {" + it % ", " + (it + 1) % "},
    {"int stage = 0;", "int stage = 1;"},
    {"t ^ 1", "t"},
    {" - 1 - t]", " - 1 - (t + 1) % 32]"},
    {"0 + t]", "0 + (t ^ 1)]"},
    {"0 + t]", "0 + lane / 2]"},
    {"__syncwarp();", ";"},
    {"lane == 0", "lane == 1"},
    {"lane == 0", "lane < 2"},
    {"lane < 16", "lane < 8"},
    {" ^ 1);", ");"},
    {"phase ^= 1", "phase ^= 0"},
    {"phase = 0", "phase = 1"},
    {"& 1))", "& 1) ^ 1)"},
    {"&empty[", "&full["},
    {"&full[", "&empty["},
    {"(1 + ", "(2 + "},
    {"(2 + ", "(3 + "},
    {"(3 + ", "(1 + "},
    {"bar_sync(1,", "bar_sync(2,"},
    {"bar_sync(2,", "bar_sync(3,"},
    {"bar_arrive(1,", "bar_arrive(2,"},
    {"bar_arrive(2,", "bar_arrive(4,"},
    {"bar_arrive(3,", "bar_arrive(15,"},
    {"n > 2", "n > 3"},
    {"m == n", "m >= n"},
};

bool replace_word(NamedKernel& kernel, Random& random) {
  struct Choice {
    std::string* line;
    std::size_t at;
    const std::pair<std::string, std::string>* word;
  };
  std::vector<Choice> choices;
  for (NamedRole& role : kernel.roles)
    for (std::string& line : role.lines)
      for (const auto& word : wrong_words)
        if (const auto at = line.find(word.first);
            at != std::string::npos && !(at > 0 && line[at - 1] == 'm'))
          choices.push_back({&line, at, &word});
  if (choices.empty()) return false;
  const Choice& c = random.pick(choices);
  kernel.mistakes.push_back("'" + *c.line + "': " + c.word->second);
  c.line->replace(c.at, c.word->first.size(), c.word->second);
  return true;
}

// Does the line name a variable of the loop around it?
bool is_bound(const std::string& line) {
  return line.find("k ") != std::string::npos || line.find(" k)") != std::string::npos ||
         line.find("tile") != std::string::npos;
}

std::int64_t depth(const std::vector<std::string>& lines, std::size_t at) {
  std::int64_t result = 0;
  for (std::size_t i = 0; i < at; ++i)
    result += lines[i].ends_with("{") ? 1 : lines[i] == "}" ? -1 : 0;
  return result;
}

// A line lost, doubled or moved. Not a declaration, nor what opens or closes a loop.
bool displace(std::vector<std::string>& lines, NamedKernel& kernel, Random& random) {
  std::vector<std::size_t> choices;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (is_statement(lines[i]))
      for (int weight = synchronizes(lines[i]) ? 2 : 1; weight > 0; --weight)
        choices.push_back(i);
  if (choices.empty()) return false;
  const std::size_t i = random.pick(choices);
  const std::string line = lines[i];
  const auto at = lines.begin() + static_cast<std::ptrdiff_t>(i);
  const auto what = random.below(6);
  if (what == 0) {
    kernel.mistakes.push_back("lost: " + line);
    lines.erase(at);
  } else if (what == 1) {
    kernel.mistakes.push_back("twice: " + line);
    lines.insert(at, line);
  } else {
    // Declarations stand at the beginning; what is moved may use them.
    const auto declarations =
        std::ranges::count_if(lines, [](const std::string& l) { return l.starts_with("int "); });
    const std::int64_t to = static_cast<std::int64_t>(i) + random.pick({-2, -1, -1, 1, 1, 2});
    if (to < declarations || to >= static_cast<std::int64_t>(lines.size())) return false;
    std::vector<std::string> moved = lines;
    moved.erase(moved.begin() + static_cast<std::ptrdiff_t>(i));
    moved.insert(moved.begin() + to, line);
    if (line.find("+ s,") != std::string::npos) return false; // of a loop of its own
    if (is_bound(line) && depth(moved, static_cast<std::size_t>(to)) < depth(lines, i))
      return false;
    kernel.mistakes.push_back("moved: " + line);
    lines = std::move(moved);
  }
  return true;
}

// Is there a `k` at this place?
bool in_main_loop(const std::vector<std::string>& lines, std::size_t at) {
  std::vector<bool> loops; // those around it: do they count k?
  for (std::size_t i = 0; i < at; ++i)
    if (lines[i].ends_with("{"))
      loops.push_back(lines[i].find("int k") != std::string::npos);
    else if (lines[i] == "}")
      loops.pop_back();
  return std::ranges::count(loops, true) > 0;
}

// Something more at any place of a role: an access, an order of the lanes, a way out of the loop.
bool insert(NamedRole& role, NamedKernel& kernel, Random& random) {
  const auto declarations =
      std::ranges::count_if(role.lines, [](const std::string& l) { return l.starts_with("int "); });
  const std::int64_t at =
      random.between(declarations, static_cast<std::int64_t>(role.lines.size()));
  std::string line = random.pick<std::string>(
      {"slots[0][lane] = in[lane];", "slots[0][lane ^ 1] = in[lane + 7];",
       "out2[-5000 - (int)threadIdx.x] = slots[0][31 - lane];",
       "if (lane < 16) slots[0][lane] = 7;", "if (n > 5) slots[0][lane] = in[lane];",
       "if (lane == 3) slots[0][n % 4] = n;", "__syncwarp();", "if (n == 3) return;",
       "if (m == 1 && lane < 8) slots[0][m + lane] = in[lane];", "if (n > 6) __syncthreads();"});
  const bool in_loop = in_main_loop(role.lines, static_cast<std::size_t>(at));
  if (in_loop && random.chance(60))
    line = random.pick<std::string>(
        {"if (k == 4) slots[0][lane] = in[lane];", "if (k & 1) slots[0][lane ^ 1] = in[lane + 7];",
         "if (k > 5) break;", "if (k == n - 1) continue;", "if (k + 1 < n) slots[0][lane] = k;",
         "if (k == 2) out2[-5000 - (int)threadIdx.x] = slots[0][31 - lane];",
         "slots[0][(lane + k) % 32] = in[k + lane];", "if (in[k] == 5) slots[0][lane] = 9;"});
  if (kernel.shared.back().find(" work[") != std::string::npos)
    if (const auto slot = line.find("slots[0]"); slot != std::string::npos)
      line.replace(slot, 8, "work");
  kernel.mistakes.push_back("more: " + line);
  role.lines.insert(role.lines.begin() + at, line);
  return true;
}

// A barrier in some iterations, or for some trip counts, or of one lane.
bool guard(NamedRole& role, NamedKernel& kernel, Random& random) {
  std::vector<std::string*> choices;
  for (std::string& line : role.lines)
    if (synchronizes(line) && !line.starts_with("if")) choices.push_back(&line);
  if (choices.empty()) return false;
  std::string& line = *random.pick(choices);
  std::string guarded = "if (" +
                        random.pick<std::string>({"n > 2", "n != 4", "m > 0", "lane < 16",
                                                  "in[0] == 3", "lane == 0", "true"}) +
                        ") " + line;
  if (line.find("k") != std::string::npos && random.chance(60))
    guarded = "if (" +
              random.pick<std::string>({"k > 0", "k % 2 == 0", "k < n - 1", "k != 3", "k < 5"}) +
              ") " + line;
  if (line.find("mbar_wait") != std::string::npos && random.chance(60))
    guarded = "if (lane == 0) " + line + random.pick<std::string>({"", " __syncwarp();"});
  kernel.mistakes.push_back(guarded);
  line = guarded;
  return true;
}

} // namespace

void make_mistake(NamedKernel& kernel, Random& random) {
  for (int attempts = 0; attempts < 10; ++attempts) {
    const auto r = random.below(static_cast<std::int64_t>(kernel.roles.size()));
    NamedRole& role = kernel.roles[static_cast<std::size_t>(r)];
    const auto what = random.below(100);
    if (what < 40   ? replace_word(kernel, random)
        : what < 75 ? displace(role.lines, kernel, random)
        : what < 90 ? insert(role, kernel, random)
                    : guard(role, kernel, random))
      return;
  }
}

} // namespace heddle::oracle
