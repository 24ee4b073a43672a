// Index patterns of real kernels: each is proved free of collisions, and its broken twin is not.
// docs/solver.md has the table of rules that prove them.
#include "text.hpp"

#include <tuple>

namespace heddle::smt {
namespace {

struct Pattern {
  std::string name;
  std::string shared; // sizes
  std::string facts;
  std::string good, bad; // what makes the query unsat, sat
};

void PrintTo(const Pattern& p, std::ostream* out) { *out << p.name; }

const std::string digits_2d = "W >= 1 && 0 <= x1 && 0 <= x2 && 0 <= y1 < H && 0 <= y2 < H && "
                              "(x1 != x2 || y1 != y2)";
const std::string lanes = "1 <= B <= 1024 && 0 <= t1 < B && 0 <= t2 < B && t1 != t2";
const std::string powers = "(s == 1 || s == 2 || s == 4 || s == 8 || s == 16 || s == 32 || s == 64 "
                           "|| s == 128 || s == 256 || s == 512 || s == 1024)";
const std::string blocks =
    "BX >= 1 && BY >= 1 && 0 <= tx1 < BX && 0 <= tx2 < BX && 0 <= ty1 < BY && 0 <= ty2 < BY && "
    "0 <= bx1 && 0 <= bx2 && 0 <= by1 && 0 <= by2 && "
    "(tx1 != tx2 || ty1 != ty2 || bx1 != bx2 || by1 != by2)";
const std::string tile = "0 <= tx1 <= 31 && 0 <= tx2 <= 31 && 0 <= ty1 <= 31 && 0 <= ty2 <= 31 && "
                         "0 <= bx1 && 0 <= bx2 && 0 <= by1 && 0 <= by2 && H >= 1 && "
                         "(tx1 != tx2 || ty1 != ty2 || bx1 != bx2 || by1 != by2)";

const Pattern patterns[] = {
    {"rows", "W H", digits_2d + " && y1 * W + x1 == y2 * W + x2", "x1 < W && x2 < W",
     "x1 <= W && x2 <= W"},
    {"rows in bytes", "W H",
     digits_2d + " && 4 * (y1 * W + x1) < 4 * (y2 * W + x2) + 4 && "
                 "4 * (y2 * W + x2) < 4 * (y1 * W + x1) + 4",
     "x1 < W && x2 < W", "x1 <= W && x2 <= W"},
    {"volume", "W H D",
     "W >= 1 && H >= 1 && 0 <= x1 < W && 0 <= x2 < W && 0 <= y1 && 0 <= y2 && 0 <= z1 < D && "
     "0 <= z2 < D && (x1 != x2 || y1 != y2 || z1 != z2) && "
     "(z1 * H + y1) * W + x1 == (z2 * H + y2) * W + x2",
     "y1 < H && y2 < H", "y1 <= H && y2 <= H"},
    {"volume expanded", "W H",
     "W >= 1 && H >= 1 && 0 <= x1 < W && 0 <= x2 < W && 0 <= y1 && 0 <= y2 && 0 <= z1 && 0 <= z2 "
     "&& "
     "(x1 != x2 || y1 != y2 || z1 != z2) && z1 * H * W + y1 * W + x1 == z2 * H * W + y2 * W + x2",
     "y1 < H && y2 < H", "y1 <= H && y2 <= H"},
    {"blocks of rows", "BX BY W H",
     blocks +
         " && BX * BY <= 1024 && W >= 1 && H >= 1 && by1 * BY + ty1 < H && by2 * BY + ty2 < H && "
         "(by1 * BY + ty1) * W + (bx1 * BX + tx1) == (by2 * BY + ty2) * W + (bx2 * BX + tx2)",
     "bx1 * BX + tx1 < W && bx2 * BX + tx2 < W", "bx1 * BX + tx1 <= W && bx2 * BX + tx2 <= W"},
    {"stride", "B", lanes + " && 0 <= k1 && 0 <= k2", "t1 + k1 * B == t2 + k2 * B",
     "t1 + k1 * (B - 1) == t2 + k2 * (B - 1)"},
    {"grid stride", "B G",
     "1 <= B <= 1024 && 0 <= t1 < B && 0 <= t2 < B && 0 <= b1 < G && 0 <= b2 < G && "
     "(t1 != t2 || b1 != b2) && 0 <= k1 && 0 <= k2",
     "b1 * B + t1 + k1 * (B * G) == b2 * B + t2 + k2 * (B * G)",
     "b1 * B + t1 + k1 * (B * (G - 1)) == b2 * B + t2 + k2 * (B * (G - 1))"},
    {"halving", "B s", lanes + " && " + powers + " && t2 < s && t1 == t2 + s", "t1 < s", "t1 <= s"},
    {"interleaved", "B s", lanes + " && s >= 1 && t1 == t2 + s",
     "t1 % (2 * s) == 0 && t2 % (2 * s) == 0", "t1 % s == 0 && t2 % s == 0"},
    {"strided index", "B s", lanes + " && s >= 1",
     "2 * s * t1 < B && 2 * s * t2 < B && 2 * s * t1 == 2 * s * t2 + s",
     "s * t1 < B && s * t2 < B && s * t1 == s * t2 + s"},
    {"double buffer", "n pin pout off",
     "n >= 1 && 0 <= t1 < n && 0 <= t2 < n && t1 != t2 && (pin == 0 || pin == 1) && "
     "pout == 1 - pin && off >= 1",
     "t2 >= off && pout * n + t1 == pin * n + t2 - off || pout * n + t1 == pin * n + t2",
     "t2 >= off && pout * (n - 1) + t1 == pin * (n - 1) + t2 - off || "
     "pout * (n - 1) + t1 == pin * (n - 1) + t2"},
    {"tree scan", "B off d", lanes + " && off >= 1 && t1 < d && t2 < d",
     "off * (2 * t1 + 1) - 1 == off * (2 * t2 + 2) - 1 || "
     "off * (2 * t1 + 2) - 1 == off * (2 * t2 + 2) - 1 || "
     "off * (2 * t1 + 1) - 1 == off * (2 * t2 + 1) - 1",
     "off * (2 * t1 + 1) - 1 == off * (2 * t2 + 3) - 1"},
    {"padded tile", "",
     "0 <= tx1 <= 31 && 0 <= tx2 <= 31 && 0 <= ty1 <= 7 && 0 <= ty2 <= 7 && "
     "(j1 == 0 || j1 == 8 || j1 == 16 || j1 == 24) && (j2 == 0 || j2 == 8 || j2 == 16 || j2 == 24) "
     "&& "
     "(tx1 != tx2 || ty1 != ty2)",
     "(ty1 + j1) * 33 + tx1 == (ty2 + j2) * 33 + tx2",
     "(ty1 + j1) * 31 + tx1 == (ty2 + j2) * 31 + tx2"},
    {"transposed tile", "H",
     tile + " && (bx1 * 32 + ty1) * H + by1 * 32 + tx1 == (bx2 * 32 + ty2) * H + by2 * 32 + tx2",
     "by1 * 32 + tx1 < H && by2 * 32 + tx2 < H", ""},
    {"matrix product", "BX BY N",
     blocks + " && BX == BY && BX <= 32 && N >= 1 && "
              "(by1 * BY + ty1) * N + (bx1 * BX + tx1) == (by2 * BY + ty2) * N + (bx2 * BX + tx2)",
     "bx1 * BX + tx1 < N && bx2 * BX + tx2 < N", ""},
    {"halo", "B R", lanes + " && R >= 0",
     "t2 < R && t1 + R == t2 || t2 < R && t1 + R == t2 + R + B || "
     "t1 < R && t2 < R && R <= B && t1 == t2 + R + B",
     "t2 < R && t1 + R == t2 || t2 < R && t1 + R + 1 == t2 + R + B"},
    {"vectors of four", "",
     "0 <= i && 0 <= j && 0 <= k && 0 <= c1 <= 15 && 0 <= c2 <= 3 && "
     "k / 4 == j && 16 * i + c1 == 4 * k + c2",
     "i != j", "i == j"},
    {"vectors", "V",
     "0 <= i && 0 <= j && i != j && V >= 1 && 0 <= c1 < V && 0 <= c2 && "
     "V * i + c1 == V * j + c2",
     "c2 < V", "c2 <= V"},
    {"carved", "n m", "0 <= i < n && 0 <= j < m", "i == n + j", "i + 1 == n + j"},
    {"carved rows", "W H m", "0 <= x < W && 0 <= y < H && 0 <= j < m", "y * W + x == H * W + j",
     "y * W + x + 1 == H * W + j"},
    {"ring of four", "",
     "0 <= l1 <= 31 && 0 <= l2 <= 31 && 0 <= i && i % 4 * 32 + l1 == j % 4 * 32 + l2",
     "0 < j - i < 4", "0 < j - i < 5"},
    {"ring", "S",
     "0 <= l1 <= 31 && 0 <= l2 <= 31 && 0 <= i && S >= 1 && i % S * 32 + l1 == j % S * 32 + l2",
     "0 < j - i < S", "0 < j - i <= S"},
    {"ring of slots", "S Z",
     "0 <= l1 < Z && 0 <= l2 < Z && 0 <= i && S >= 1 && i % S * Z + l1 == j % S * Z + l2",
     "0 < j - i < S", "0 < j - i <= S"},
    {"mirror", "n", "0 <= i && 0 <= j && n >= 0 && i != j && i == n - 1 - j",
     "i < n / 2 && j < n / 2", "i <= n / 2 && j <= n / 2"},
    {"neighbour", "B", lanes, "(t1 + 1) % B == (t2 + 1) % B", "(t1 + 1) % B == (t2 + 2) % B"},
    {"left neighbour", "B", lanes, "(t1 + B - 1) % B == (t2 + B - 1) % B",
     "(t1 + B - 1) % B == (t2 + 1) % B"},
    {"flat thread", "X Y",
     "X >= 1 && Y >= 1 && X * Y <= 1024 && 0 <= tx1 < X && 0 <= tx2 < X && 0 <= ty1 < Y && "
     "0 <= ty2 < Y && (tx1 != tx2 || ty1 != ty2)",
     "ty1 * X + tx1 == ty2 * X + tx2", "ty1 * Y + tx1 == ty2 * Y + tx2"},
    {"first of warp", "X Y",
     "X >= 1 && Y >= 1 && X * Y <= 1024 && 0 <= tx1 < X && 0 <= tx2 < X && 0 <= ty1 < Y && "
     "0 <= ty2 < Y && (tx1 != tx2 || ty1 != ty2) && (ty1 * X + tx1) / 32 == (ty2 * X + tx2) / 32 "
     "&& "
     "(ty1 * X + tx1) % 32 == 0",
     "(ty2 * X + tx2) % 32 == 0", "(ty2 * X + tx2) % 32 <= 1"},
    {"warps", "B", lanes + " && t1 / 32 == t2 / 32 && t1 % 32 == 0", "t2 % 32 == 0",
     "t2 % 32 <= 1"},
    {"items per thread", "T V",
     "1 <= T <= 1024 && V >= 1 && 0 <= b1 && 0 <= b2 && 0 <= t1 && 0 <= t2 && 0 <= v1 < V && "
     "0 <= v2 < V && b1 != b2 && (b1 * T + t1) * V + v1 == (b2 * T + t2) * V + v2",
     "t1 < T && t2 < T", "t1 <= T && t2 <= T"},
    {"sparse rows", "N",
     "(!(0 <= r1 && r1 <= r2 && r2 <= N) || row(r1) <= row(r2)) && "
     "(!(0 <= r1 + 1 && r1 + 1 <= r2 && r2 <= N) || row(r1 + 1) <= row(r2)) && "
     "(!(0 <= r2 + 1 && r2 + 1 <= r1 && r1 <= N) || row(r2 + 1) <= row(r1)) && "
     "0 <= r1 < N && 0 <= r2 < N && r1 != r2 && row(r1) <= j && row(r2) <= j",
     "j < row(r1 + 1) && j < row(r2 + 1)", "j <= row(r1 + 1) && j < row(r2 + 1)"},
    {"permutation", "n",
     "0 <= t1 && t1 + 1 < n && 0 <= t2 && t2 + 1 < n && t1 != t2 && perm(t1) == perm(t2)",
     "inv(perm(t1)) == t1 && inv(perm(t2)) == t2", "inv(perm(t1)) == t1"},
    {"flat to transposed", "W H",
     "W >= 1 && H >= 1 && 0 <= i1 < W * H && 0 <= i2 && i1 != i2 && "
     "i1 % W * H + i1 / W == i2 % W * H + i2 / W",
     "i2 < W * H", "i2 <= W * H"},
    {"grid stride to transposed", "B G W H",
     "1 <= B <= 1024 && 0 <= t1 < B && 0 <= t2 < B && 0 <= b1 < G && 0 <= b2 < G && "
     "(t1 != t2 || b1 != b2) && 0 <= k1 && 0 <= k2 && W >= 1 && H >= 1 && "
     "i1 == B * (b1 + k1 * G) + t1 && i2 == B * (b2 + k2 * G) + t2 && "
     "i1 % W * H + i1 / W == i2 % W * H + i2 / W",
     "i1 < W * H && i2 < W * H", "i1 <= W * H && i2 <= W * H"},
    {"every fourth, next", "", "0 <= x < y && 0 <= r < 4 && x % 4 == r && y % 4 == r && y - x != 4",
     "!(x < x + 4 && x + 4 < y) || (x + 4) % 4 != r",
     "!(x < x + 4 && x + 4 < y) || (x + 3) % 4 != r"},
    {"every c-th, next", "c",
     "c >= 1 && 0 <= x < y && 0 <= r < c && x % c == r && y % c == r && "
     "(!(x + c < y) || (x + c) % c != r)",
     "y - x != c", "y - x != c + 1"},
    {"halo rows", "W",
     "W >= 1 && 0 <= x1 < W && 0 <= x2 < W && 0 <= y1 && 0 <= y2 && (x1 != x2 || y1 != y2)",
     "(y1 + 1) * (W + 2) + x1 + 1 == y2 * W + 2 * y2 + W + 2 + x2 + 1",
     "(y1 + 1) * (W + 2) + x1 + 1 == y2 * W + y2 + W + 2 + x2 + 1"},
    {"register tile", "BX TM TN",
     "BX >= 1 && TM >= 1 && TN >= 1 && 0 <= tx1 < BX && 0 <= tx2 < BX && 0 <= ty1 && 0 <= ty2 && "
     "0 <= m1 < TM && 0 <= m2 < TM && 0 <= n1 && 0 <= n2 && (tx1 != tx2 || ty1 != ty2) && "
     "(ty1 * TM + m1) * (BX * TN) + tx1 * TN + n1 == (ty2 * TM + m2) * (BX * TN) + tx2 * TN + n2",
     "n1 < TN && n2 < TN", "n1 <= TN && n2 <= TN"},
    {"diagonal", "B",
     "B >= 1 && 0 <= tx1 < B && 0 <= tx2 < B && 0 <= ty1 && 0 <= ty2 && (tx1 != tx2 || ty1 != ty2)",
     "ty1 * B + (tx1 + ty1) % B == ty2 * B + (tx2 + ty2) % B",
     "ty1 * B + (tx1 + ty1) % (B + 1) == ty2 * B + (tx2 + ty2) % (B + 1)"},
    {"stage and phase", "S", "S >= 1 && 0 <= i && i % S == j % S && i / S % 2 == j / S % 2",
     "0 < j - i < 2 * S", "0 < j - i <= 2 * S"},
    {"two phases", "s", "s >= 1 && 0 <= t1 && 0 <= t2 && t1 == t2 + s && t1 % (4 * s) == 0",
     "t2 % (2 * s) == 0", "t2 % s == 0"},
    {"flat to volume", "W H D",
     "W >= 1 && H >= 1 && D >= 1 && 0 <= i1 && 0 <= i2 && i1 != i2 && i1 < W * (H * D) && "
     "(i1 % W * H + i1 / W % H) * D + i1 / (W * H) == (i2 % W * H + i2 / W % H) * D + i2 / (W * H)",
     "i2 < W * (H * D)", "i2 <= W * (H * D)"},
    {"four dimensions", "A B C",
     "A >= 1 && B >= 1 && C >= 1 && 0 <= a1 && 0 <= a2 && 0 <= b1 < C && 0 <= b2 < C && "
     "0 <= c1 < B && 0 <= c2 < B && 0 <= d1 && 0 <= d2 && "
     "(a1 != a2 || b1 != b2 || c1 != c2 || d1 != d2) && "
     "((a1 * C + b1) * B + c1) * A + d1 == ((a2 * C + b2) * B + c2) * A + d2",
     "d1 < A && d2 < A", "d1 <= A && d2 <= A"},
    {"xor partner", "B j",
     lanes + " && 0 < j < B && (j & (j - 1)) == 0 && "
             "(t1 == (t2 ^ j) || (t1 ^ j) == t2 || (t1 ^ j) == (t2 ^ j))",
     "(t1 ^ j) > t1 && (t2 ^ j) > t2", ""},
    {"segment fits", "B s",
     "0 <= t < B <= 1024 && 1 <= s && 2 * s <= B && t - t % (2 * s) + 2 * s > B && "
     "(s & (s - 1)) == 0",
     "(B & (B - 1)) == 0", ""},
    {"segment by mask", "B s",
     "0 <= t < B <= 1024 && 1 <= s && 2 * s <= B && (t & ~(2 * s - 1)) + 2 * s > B && "
     "(s & (s - 1)) == 0",
     "(B & (B - 1)) == 0", ""},
    {"bands of halves", "w h",
     "w >= 1 && h >= 1 && 0 <= x1 < (w + 1) / 2 && 0 <= x2 < w / 2 && 0 <= y1 && 0 <= y2 && "
     "y1 * ((w + 1) / 2) + x1 == (w + 1) / 2 * ((h + 1) / 2) + y2 * (w / 2) + x2",
     "y1 < (h + 1) / 2", "y1 <= (h + 1) / 2"},
    {"lower bands of halves", "w h",
     "w >= 1 && h >= 1 && 0 <= x1 < (w + 1) / 2 && 0 <= x2 < w / 2 && 0 <= y1 && 0 <= y2 && "
     "w * ((h + 1) / 2) + y1 * ((w + 1) / 2) + x1 == "
     "(w + 1) / 2 * ((h + 1) / 2) + w * h / 2 + y2 * (w / 2) + x2",
     "y1 < h / 2", "y1 <= h / 2"},
    {"thirds", "w",
     "w >= 1 && 0 <= x1 < (w + 2) / 3 && 0 <= x2 < w / 3 && 0 <= y1 && 0 <= y2 < 5 && "
     "y1 * ((w + 2) / 3) + x1 == 5 * ((w + 2) / 3) + y2 * (w / 3) + x2",
     "y1 < 5", "y1 <= 5"},
    {"even and odd columns, and those behind them", "",
     "0 <= t1 <= 191 && 0 <= t2 <= 3 && 0 <= k1 <= 3 && 0 <= k2 <= 3 && 0 <= m1 <= 1 && "
     "0 <= m2 <= 1 && x1 == 2 * t1 - t1 / 96 * 191 + 4",
     "x1 / 2 + x1 % 2 * 1520 + (2 * k1 + m1) * 100 == "
     "(t2 + 196) / 2 + (t2 + 196) % 2 * 1520 + (2 * k2 + m2) * 100",
     "x1 / 2 + x1 % 2 * 1520 + (2 * k1 + m1) * 100 == "
     "(t2 + 194) / 2 + (t2 + 194) % 2 * 1520 + (2 * k2 + m2) * 100"},
    {"digits by sizes of any sign", "w h", "0 <= i && 0 <= j && i != j && w != 0 && h != 0",
     "(i / w / h * h + i / w % h) * w + i % w == (j / w / h * h + j / w % h) * w + j % w",
     "(i / w / h * h + i / w % h) * w + i % h == (j / w / h * h + j / w % h) * w + j % h"},
    {"digits put together the other way", "w h d",
     "0 <= i < w * h * d && 0 <= j < w * h * d && i != j && w != 0 && h != 0",
     "(i % w * h + i / w % h) * d + i / w / h == (j % w * h + j / w % h) * d + j / w / h",
     "(i % w * h + i / w % h) * h + i / w / h == (j % w * h + j / w % h) * h + j / w / h"},
    {"triangle", "", "0 <= c1 <= r1 && 0 <= c2 <= r2 && (r1 != r2 || c1 != c2)",
     "r1 * (r1 + 1) + 2 * c1 == r2 * (r2 + 1) + 2 * c2",
     "r1 * (r1 + 1) + 2 * c1 == r2 * (r2 + 1) + 2 * c2 + 2"},
};

class PatternTest : public TextTest, public testing::WithParamInterface<Pattern> {};

TEST_P(PatternTest, GoodIsProved) {
  facts(GetParam().facts, GetParam().shared);
  facts(GetParam().good, GetParam().shared);
  expect(Status::unsat);
}

TEST_P(PatternTest, BadHasAModel) {
  facts(GetParam().facts, GetParam().shared);
  facts(GetParam().bad, GetParam().shared);
  expect(Status::sat);
}

INSTANTIATE_TEST_SUITE_P(Indices, PatternTest, testing::ValuesIn(patterns), [](const auto& p) {
  std::string name = p.param.name;
  for (char& ch : name)
    if (!std::isalnum(static_cast<unsigned char>(ch))) ch = '_';
  return name;
});

} // namespace
} // namespace heddle::smt
