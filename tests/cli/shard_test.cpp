// A run that several machines share: heddle check --shard, heddle merge.
#include "cli/kernels.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace heddle::cli_test {
namespace {

using nlohmann::json;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Times and memory differ from run to run.
json without_stats(const std::string& text) {
  json report = json::parse(text);
  for (json& kernel : report.at("kernels"))
    kernel.erase("stats");
  return report;
}

std::string files() {
  return clean() + " " + racy() + " " + file("host.cu", "int main() { return 0; }\n") + " " +
         unsupported() + " " + file("again.cu", "__global__ void again(int *a) {\n}\n");
}

void check_shards(unsigned count, const std::string& options = "") {
  for (unsigned k = 1; k <= count; ++k) {
    const std::string number = std::to_string(k);
    run("heddle check " + files() + " " + options + " --format json --shard " + number + "/" +
        std::to_string(count) + " > " + number + ".json");
  }
}

TEST(Shard, MergedReportsAreThatOfASingleRun) {
  for (const std::string files_of : {files(), clean() + " " + racy(), clean()}) {
    const Finished single = run("heddle check " + files_of + " --format json");
    for (const unsigned count : {1U, 2U, 3U, 7U}) {
      std::string reports;
      for (unsigned k = count; k >= 1; --k) { // in whatever order
        const std::string name = std::to_string(k) + ".json";
        run("heddle check " + files_of + " --format json --shard " + std::to_string(k) + "/" +
            std::to_string(count) + " > " + name);
        reports += " " + name;
      }
      const Finished merged = run("heddle merge" + reports);
      EXPECT_EQ(merged.exit_code, single.exit_code) << merged.err;
      EXPECT_EQ(without_stats(merged.out), without_stats(single.out)) << count << " shards";
    }
  }
}

TEST(Shard, PartsAreBalancedByTheSizeOfFiles) {
  std::string names;
  for (const int size : {40, 900, 10, 500, 450, 20, 30})
    names += " " + file("f" + std::to_string(size) + ".cu",
                        "//" + std::string(static_cast<std::size_t>(size) * 100, 'x') +
                            "\n__global__ void k() {\n}\n");
  std::set<std::size_t> seen;
  for (const std::string k : {"1", "2"}) {
    const json shard =
        json::parse(run("heddle check" + names + " --format json --shard " + k + "/2").out)
            .at("shard");
    int size = 0;
    for (const json& checked : shard.at("checked")) {
      const auto index = checked.at("index").get<std::size_t>();
      EXPECT_TRUE(seen.insert(index).second);
      const std::string name = shard.at("files").at(index);
      size += std::stoi(name.substr(1));
    }
    EXPECT_NEAR(size, 975, 60) << k;
  }
  EXPECT_EQ(seen.size(), 7U);
}

// A kernel that takes long, in the smallest file, and others that take no time, in larger ones.
std::string files_of_any_pace() {
  std::string names;
  for (int i = 0; i < 6; ++i) {
    const std::string n = std::to_string(i);
    std::string slow = "__global__ void slow" + n + "(int *a, int n, int m) {\n";
    for (int k = 0; i == 0 && k < 8; ++k)
      slow += "  a[threadIdx.x * n * m + " + std::to_string(k) + "] = threadIdx.x;\n";
    const std::string padding = i == 0 ? "" : "// " + std::string(4000, 'x') + "\n";
    names += " " + file("pace" + n + ".cu", padding + slow + "}\n");
  }
  return names;
}

json shard_of(const std::string& files, unsigned k, const std::string& options) {
  const Finished got = run("heddle check" + files + " --format json --timeout 0.2 --shard " +
                           std::to_string(k) + "/2 " + options);
  return json::parse(got.out).at("shard");
}

std::set<std::size_t> indexes(const json& shard) {
  std::set<std::size_t> found;
  for (const json& checked : shard.at("checked"))
    found.insert(checked.at("index").get<std::size_t>());
  return found;
}

// With the seconds of an earlier run, the file that takes long has a shard of its own.
TEST(Shard, PartsAreBalancedByTheSecondsOfAnEarlierRun) {
  const std::string names = files_of_any_pace();
  EXPECT_GT(indexes(shard_of(names, 1, "")).size(), 1U);
  run("heddle check" + names + " --timeout 0.2 --cache kept");
  std::set<std::size_t> first = indexes(shard_of(names, 1, "--cache kept")),
                        second = indexes(shard_of(names, 2, "--cache kept"));
  if (second.contains(0)) std::swap(first, second);
  EXPECT_EQ(first, (std::set<std::size_t>{0}));
  EXPECT_EQ(second.size(), 5U);
}

// The first shard's own seconds are in the cache when the second begins.
TEST(Shard, DivisionStaysWhenTheCacheChangesInBetween) {
  const std::string names = files_of_any_pace();
  const std::string cache = " --cache between";
  const json one = shard_of(names, 1, cache);
  run("heddle check" + names + " --timeout 0.2 --strict-exit --cache between"); // fills it further
  const json two = shard_of(names, 2, cache), again = shard_of(names, 1, cache);
  EXPECT_EQ(one.at("run"), two.at("run"));
  EXPECT_EQ(indexes(one), indexes(again));
  std::set<std::size_t> all = indexes(one);
  all.merge(indexes(two));
  EXPECT_EQ(all.size(), 6U);
  EXPECT_EQ(indexes(one).size() + indexes(two).size(), 6U);
}

TEST(Shard, ProcessesThatStartAtOnceDivideAlike) {
  const std::string two = clean() + " " + file("again.cu", "__global__ void again(int *a) {\n}\n");
  for (int round = 0; round < 3; ++round) {
    const std::string head =
        "heddle check " + two + " --format json --cache atonce" + std::to_string(round);
    run(head + " --shard 1/2 > at1.json & " + head + " --shard 2/2 > at2.json; wait");
    const Finished merged = run("heddle merge at1.json at2.json");
    EXPECT_EQ(merged.err, "") << round;
    EXPECT_EQ(merged.exit_code, 0);
  }
}

// Shards that divide otherwise do not make a whole.
TEST(Shard, DivisionsOfDifferentCachesAreDifferentRuns) {
  const std::string names = files_of_any_pace();
  run("heddle check" + names + " --timeout 0.2 --cache mine");
  const std::string head = "heddle check" + names + " --timeout 0.2 --format json --cache mine";
  run(head + " --shard 1/2 > first.json; rm -r mine; " + head + " --shard 2/2 > second.json");
  const Finished merged = run("heddle merge first.json second.json");
  EXPECT_EQ(merged.exit_code, 2);
  EXPECT_TRUE(contains(merged.err, "are of different runs")) << merged.err;
}

TEST(Shard, APartWithoutFilesIsNoError) {
  EXPECT_EQ(run("heddle check " + racy() + " --shard 2/2").exit_code, 0);
  EXPECT_EQ(run("heddle check " + racy() + " --shard=1/2").exit_code, 1);
}

struct Refused {
  const char* reports;
  const char* message;
};

void PrintTo(const Refused& refused, std::ostream* out) { *out << refused.reports; }

class RefusedReports : public testing::TestWithParam<Refused> {};

TEST_P(RefusedReports, LeaveWithCode2AndAMessage) {
  check_shards(3);
  run("heddle check " + files() + " --format json > single.json");
  run("heddle check " + files() + " --format json --strict-exit --shard 2/3 > other.json");
  run("heddle check " + files() + " --format json --shard 2/2 > half.json");
  run("head -c 300 2.json > cut.json; echo '[1]' > list.json");
  run("sed 's/\"kernels\": 1/\"kernels\": 2/' 2.json > wrong.json");
  const Finished got = run(std::string("heddle merge ") + GetParam().reports);
  EXPECT_EQ(got.exit_code, 2);
  EXPECT_EQ(got.out, "");
  EXPECT_TRUE(contains(got.err, GetParam().message)) << got.err;
}

INSTANTIATE_TEST_SUITE_P(
    Reports, RefusedReports,
    testing::Values(Refused{"1.json 3.json", "missing: shard 2/3; not checked: "},
                    Refused{"3.json", "missing: shard 1/3, 2/3; not checked: "},
                    Refused{"1.json 2.json 3.json 2.json", "2.json and 2.json are both shard 2/3"},
                    Refused{"1.json other.json 3.json",
                            "1.json and other.json are of different runs"},
                    Refused{"1.json half.json", "are of different runs"},
                    Refused{"single.json", "single.json is not the report of a shard"},
                    Refused{"list.json", "list.json"},
                    Refused{"1.json cut.json 3.json", "cut.json is not a report in JSON"},
                    Refused{"1.json wrong.json 3.json", "wrong.json is damaged"},
                    Refused{"absent.json", "cannot read 'absent.json'"},
                    Refused{"", "no file is given"},
                    Refused{"--all", "unrecognised option '--all'"}));

TEST(Shard, BadValuesOfTheOption) {
  for (const std::string value : {"0/2", "3/2", "1", "1/0", "/", "a/2", "1/2/3"}) {
    const Finished got = run("heddle check " + clean() + " --shard " + value);
    EXPECT_EQ(got.exit_code, 2) << value;
    EXPECT_TRUE(contains(got.err, "bad value '" + value + "' for --shard")) << got.err;
  }
  EXPECT_TRUE(contains(run("heddle check " + clean() + " --shard 1/2 --kernel clean").err,
                       "--shard cannot be given with --kernel"));
}

} // namespace
} // namespace heddle::cli_test
