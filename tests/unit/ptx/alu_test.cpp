// What instructions compute, against values worked out by hand from the PTX manual.
#include "ptx/alu/alu.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace heddle::ptx {
namespace {

using U64 = std::uint64_t;

Reg known(U64 value) {
  Reg reg;
  reg.value.fill(value);
  reg.known = ~Mask{0};
  return reg;
}

Reg token(U64 value) {
  Reg reg;
  reg.value.fill(value);
  return reg;
}

struct Case {
  explicit Case(const char* text) : opcode(*decode(text)) {
    micro.opcode = &opcode;
    micro.op = opcode.op;
    micro.seed = 1;
    micro.result_size = 8;
  }
  Reg run(const std::vector<Reg>& sources) {
    Operands operands{};
    for (std::size_t n = 0; n < sources.size(); ++n)
      operands[n] = &sources[n];
    micro.sources = static_cast<std::uint8_t>(sources.size());
    Reg out;
    if (opcode.carry_in || opcode.carry_out)
      compute_carry(micro, operands, out, carry);
    else
      compute(micro, operands, out);
    return out;
  }
  Opcode opcode;
  Micro micro;
  Reg carry;
};

// The result in every lane; all of them must be known.
U64 of(const char* text, const std::vector<U64>& operands, std::uint8_t result_size = 8) {
  Case one(text);
  one.micro.result_size = result_size;
  std::vector<Reg> sources;
  for (const U64 value : operands)
    sources.push_back(known(value));
  const Reg out = one.run(sources);
  EXPECT_EQ(out.known, ~Mask{0}) << text;
  EXPECT_EQ(out.value[0], out.value[31]) << text;
  return out.value[0];
}

U64 f32(float value) { return std::bit_cast<std::uint32_t>(value); }
U64 f64(double value) { return std::bit_cast<U64>(value); }

TEST(Alu, SumsWrap) {
  EXPECT_EQ(of("add.u32", {0xffffffff, 2}), 1u);
  EXPECT_EQ(of("sub.s32", {0, 1}), 0xffffffffu);
  EXPECT_EQ(of("add.s64", {~U64{0}, 1}), 0u);
  EXPECT_EQ(of("add.u16", {0xffff, 1}), 0u);
  EXPECT_EQ(of("neg.s32", {5}), 0xfffffffbu);
  EXPECT_EQ(of("neg.s32", {0x80000000}), 0x80000000u);
  EXPECT_EQ(of("abs.s32", {0xfffffff9}), 7u);
  EXPECT_EQ(of("sad.s32", {0xffffffff, 2, 10}), 13u);
  EXPECT_EQ(of("sad.u32", {0xffffffff, 2, 0}), 0xfffffffdu);
}

TEST(Alu, ProductsKeepTheRightPart) {
  EXPECT_EQ(of("mul.lo.u32", {0x10001, 0x10001}), 0x20001u);
  EXPECT_EQ(of("mul.hi.u32", {0xffffffff, 0xffffffff}), 0xfffffffeu);
  EXPECT_EQ(of("mul.hi.s32", {0xffffffff, 0xffffffff}), 0u);
  EXPECT_EQ(of("mul.hi.s32", {0x80000000, 2}), 0xffffffffu);
  EXPECT_EQ(of("mul.wide.s32", {0xffffffff, 2}), ~U64{1});
  EXPECT_EQ(of("mul.wide.u32", {0xffffffff, 2}), 0x1fffffffeu);
  EXPECT_EQ(of("mul.wide.u16", {0xffff, 0xffff}), 0xfffe0001u);
  EXPECT_EQ(of("mul.hi.u64", {~U64{0}, 16}), 15u);
  EXPECT_EQ(of("mad.lo.s32", {3, 5, 0xffffffff}), 14u);
  EXPECT_EQ(of("mad.hi.s32", {0x40000000, 8, 5}), 7u);
  EXPECT_EQ(of("mad.hi.u32", {0x80000000, 4, 0xffffffff}), 1u);
  EXPECT_EQ(of("mad.wide.u32", {0x80000000, 2, 1}), 0x100000001u);
  EXPECT_EQ(of("mul24.lo.u32", {0x01000003, 2}), 6u);
  EXPECT_EQ(of("mul24.lo.s32", {0x00ffffff, 2}), 0xfffffffeu); // 24 bits of -1
  EXPECT_EQ(of("mad24.lo.u32", {5, 6, 7}), 37u);
}

TEST(Alu, QuotientsRoundTowardsZero) {
  EXPECT_EQ(of("div.s32", {0xfffffff9, 2}), 0xfffffffdu);
  EXPECT_EQ(of("rem.s32", {0xfffffff9, 2}), 0xffffffffu);
  EXPECT_EQ(of("div.u32", {0xfffffff9, 2}), 0x7ffffffcu);
  EXPECT_EQ(of("div.s32", {0x80000000, 0xffffffff}), 0x80000000u);
  EXPECT_EQ(of("rem.s32", {0x80000000, 0xffffffff}), 0u);
  EXPECT_EQ(of("min.s32", {0xffffffff, 1}), 0xffffffffu);
  EXPECT_EQ(of("min.u32", {0xffffffff, 1}), 1u);
  EXPECT_EQ(of("max.s64", {~U64{0}, 1}), 1u);
}

TEST(Alu, CarriesAreHandedOn) {
  const auto run = [](const char* text, std::vector<U64> operands, U64 result, U64 carry) {
    Case one(text);
    std::vector<Reg> sources;
    for (const U64 value : operands)
      sources.push_back(known(value));
    const Reg out = one.run(sources);
    EXPECT_EQ(out.known, ~Mask{0}) << text;
    EXPECT_EQ(out.value[7], result) << text;
    EXPECT_EQ(one.carry.value[7], carry) << text;
  };
  run("add.cc.u32", {0xffffffff, 2}, 1, 1);
  run("add.cc.u32", {1, 2}, 3, 0);
  run("addc.u32", {1, 2, 1}, 4, 0);
  run("addc.cc.s32", {0xffffffff, 0, 1}, 0, 1);
  run("addc.cc.u64", {~U64{0}, ~U64{0}, 1}, ~U64{0}, 1);
  run("sub.cc.u32", {1, 2}, 0xffffffff, 1); // a borrow
  run("sub.cc.u32", {2, 1}, 1, 0);
  run("subc.u32", {5, 2, 1}, 2, 0);
  run("subc.cc.u32", {0, 0, 1}, 0xffffffff, 1);
  run("mad.lo.cc.u32", {0x10000, 0xffff, 0x10000}, 0, 1);
  run("mad.hi.cc.u32", {0x80000000, 2, 0xffffffff}, 0, 1);
  run("madc.lo.u32", {3, 4, 5, 1}, 18, 0);
  run("madc.hi.cc.s32", {0xffffffff, 1, 0, 1}, 0, 1); // the high half of -1 is -1
}

TEST(Alu, AnUnknownCarryMakesTheSumUnknown) {
  Case one("addc.cc.u32");
  Reg flag = token(77);
  flag.known = 1;
  flag.value[0] = 1;
  const Reg out = one.run({known(1), known(2), flag});
  EXPECT_EQ(out.known, 1u);
  EXPECT_EQ(one.carry.known, 1u);
  EXPECT_EQ(out.value[0], 4u);
  EXPECT_NE(out.value[1], one.carry.value[1]);
}

TEST(Alu, Comparisons) {
  EXPECT_EQ(of("setp.lt.s32", {0xffffffff, 0}), 1u);
  EXPECT_EQ(of("setp.lt.u32", {0xffffffff, 0}), 0u);
  EXPECT_EQ(of("setp.lo.u32", {0, 0xffffffff}), 1u);
  EXPECT_EQ(of("setp.hs.u32", {5, 5}), 1u);
  EXPECT_EQ(of("setp.ne.and.s32", {1, 2, 0}), 0u);
  EXPECT_EQ(of("setp.ne.or.s32", {1, 1, 1}), 1u);
  EXPECT_EQ(of("setp.eq.xor.s32", {1, 1, 1}), 0u);
  EXPECT_EQ(of("setp.gt.f64", {f64(1.5), f64(1.25)}), 1u);
  EXPECT_EQ(of("set.lt.u32.s32", {0xffffffff, 0}), 0xffffffffu);
  EXPECT_EQ(of("set.gt.u32.s32", {0xffffffff, 0}), 0u);
  EXPECT_EQ(of("set.eq.f32.u32", {3, 3}), f32(1));
  EXPECT_EQ(of("selp.b32", {7, 9, 1}), 7u);
  EXPECT_EQ(of("selp.b32", {7, 9, 0}), 9u);
  EXPECT_EQ(of("slct.s32.s32", {7, 9, 0}), 7u);
  EXPECT_EQ(of("slct.s32.s32", {7, 9, 0x80000000}), 9u);
  EXPECT_EQ(of("slct.u32.f32", {7, 9, f32(-0.5F)}), 9u);
}

TEST(Alu, ShiftsBeyondTheWidth) {
  EXPECT_EQ(of("shl.b32", {1, 31}), 0x80000000u);
  EXPECT_EQ(of("shl.b32", {1, 32}), 0u);
  EXPECT_EQ(of("shr.u32", {0x80000000, 32}), 0u);
  EXPECT_EQ(of("shr.s32", {0x80000000, 40}), 0xffffffffu);
  EXPECT_EQ(of("shr.s16", {0x8000, 4}), 0xf800u);
  EXPECT_EQ(of("shl.b64", {1, 40}), U64{1} << 40);
  EXPECT_EQ(of("shf.l.wrap.b32", {0x80000001, 2, 1}), 5u);
  EXPECT_EQ(of("shf.r.wrap.b32", {0x80000001, 2, 33}), 0x40000000u);
  EXPECT_EQ(of("shf.r.clamp.b32", {0x80000001, 2, 33}), 2u);
  EXPECT_EQ(of("shf.l.clamp.b32", {0x80000001, 2, 99}), 0x80000001u);
}

TEST(Alu, BitFields) {
  EXPECT_EQ(of("bfe.u32", {0xdeadbeef, 8, 8}), 0xbeu);
  EXPECT_EQ(of("bfe.s32", {0xdeadbeef, 8, 8}), 0xffffffbeu);
  EXPECT_EQ(of("bfe.u32", {0xdeadbeef, 8, 0}), 0u);
  EXPECT_EQ(of("bfe.u32", {0xdeadbeef, 28, 8}), 0xdu);
  EXPECT_EQ(of("bfe.s32", {0xdeadbeef, 28, 8}), 0xfffffffdu);
  EXPECT_EQ(of("bfe.s32", {0xdeadbeef, 40, 8}), 0xffffffffu); // filled with bit 31
  EXPECT_EQ(of("bfe.s64", {U64{0xf} << 60, 60, 4}), ~U64{0});
  EXPECT_EQ(of("bfi.b32", {0xff, 0, 4, 8}), 0xff0u);
  EXPECT_EQ(of("bfi.b32", {0, 0xffffffff, 28, 8}), 0x0fffffffu);
  EXPECT_EQ(of("bfi.b32", {1, 7, 32, 4}), 7u);
  EXPECT_EQ(of("bfi.b64", {0xab, 0, 56, 8}), U64{0xab} << 56);
  EXPECT_EQ(of("bmsk.wrap.b32", {4, 8}), 0xff0u);
  EXPECT_EQ(of("bmsk.clamp.b32", {28, 99}), 0xf0000000u);
  EXPECT_EQ(of("szext.clamp.s32", {0x1ff, 9}), 0xffffffffu);
  EXPECT_EQ(of("szext.wrap.u32", {0xabcd, 8}), 0xcdu);
}

TEST(Alu, BitCounts) {
  EXPECT_EQ(of("popc.b32", {0xf0f0}), 8u);
  EXPECT_EQ(of("popc.b64", {~U64{0}}), 64u);
  EXPECT_EQ(of("clz.b32", {1}), 31u);
  EXPECT_EQ(of("clz.b32", {0}), 32u);
  EXPECT_EQ(of("clz.b64", {1}), 63u);
  EXPECT_EQ(of("brev.b32", {0x1}), 0x80000000u);
  EXPECT_EQ(of("bfind.u32", {0x8000}), 15u);
  EXPECT_EQ(of("bfind.s32", {0xfffffff0}), 3u);
  EXPECT_EQ(of("bfind.u32", {0}), 0xffffffffu);
  EXPECT_EQ(of("bfind.shiftamt.u32", {0x8000}), 16u);
  EXPECT_EQ(of("fns.b32", {0xaaaaaaaa, 0, 2}), 3u);
  EXPECT_EQ(of("fns.b32", {0xaaaaaaaa, 3, static_cast<U64>(-2)}), 1u);
  EXPECT_EQ(of("cnot.b32", {0}), 1u);
  EXPECT_EQ(of("not.b32", {0xff}), 0xffffff00u);
}

TEST(Alu, LookUpTables) {
  const U64 a = 0xf0, b = 0xcc, c = 0xaa;
  EXPECT_EQ(of("lop3.b32", {a, b, c, 0x80}), a & b & c);
  EXPECT_EQ(of("lop3.b32", {a, b, c, 0x96}), a ^ b ^ c);
  EXPECT_EQ(of("lop3.b32", {a, b, c, 0xea}), (a & b) | c);
  EXPECT_EQ(of("lop3.b32", {a, b, c, 0x0f}), ~a & 0xffffffff);
}

TEST(Alu, BytePermutations) {
  const U64 a = 0x03020100, b = 0x07060504;
  EXPECT_EQ(of("prmt.b32", {a, b, 0x0123}), 0x00010203u);
  EXPECT_EQ(of("prmt.b32", {a, b, 0x7654}), b);
  EXPECT_EQ(of("prmt.b32", {0x80, 0x7f00, 0xd8d8}), 0x00ff00ffu); // signs only
  EXPECT_EQ(of("prmt.b32.f4e", {a, b, 1}), 0x04030201u);
  EXPECT_EQ(of("prmt.b32.b4e", {a, b, 1}), 0x06070001u);
  EXPECT_EQ(of("prmt.b32.rc8", {a, b, 2}), 0x02020202u);
  EXPECT_EQ(of("prmt.b32.ecl", {a, b, 1}), 0x03020101u);
  EXPECT_EQ(of("prmt.b32.ecr", {a, b, 1}), 0x01010100u);
  EXPECT_EQ(of("prmt.b32.rc16", {a, b, 1}), 0x03020302u);
}

TEST(Alu, DotProducts) {
  EXPECT_EQ(of("dp4a.u32.u32", {0x01020304, 0x01010101, 5}), 15u);
  EXPECT_EQ(of("dp4a.s32.s32", {0xff, 0x02, 0}), 0xfffffffeu);
  EXPECT_EQ(of("dp2a.lo.u32.u32", {0x00020003, 0x00000504, 1}), 23u);
  EXPECT_EQ(of("dp2a.hi.u32.u32", {0x00020003, 0x05040000, 1}), 23u);
}

TEST(Alu, Conversions) {
  EXPECT_EQ(of("cvt.s32.s8", {0x80}, 4), 0xffffff80u);
  EXPECT_EQ(of("cvt.u32.u8", {0x1ff}, 4), 0xffu);
  EXPECT_EQ(of("cvt.u8.u32", {0x1ff}, 4), 0xffu);
  EXPECT_EQ(of("cvt.s64.s32", {0xffffffff}), ~U64{0});
  EXPECT_EQ(of("cvt.u64.u32", {0xffffffff}), 0xffffffffu);
  EXPECT_EQ(of("cvt.sat.u8.s32", {0xffffffff}, 4), 0u);
  EXPECT_EQ(of("cvt.sat.s8.s32", {200}, 4), 127u);
  EXPECT_EQ(of("cvt.sat.s8.s32", {0xffffff00}, 4), 0xffffff80u);
  EXPECT_EQ(of("cvt.rzi.s32.f32", {f32(-1.5F)}, 4), 0xffffffffu);
  EXPECT_EQ(of("cvt.rni.s32.f32", {f32(2.5F)}, 4), 2u);
  EXPECT_EQ(of("cvt.rpi.s32.f32", {f32(1.1F)}, 4), 2u);
  EXPECT_EQ(of("cvt.rmi.s32.f64", {f64(-1.1)}, 4), 0xfffffffeu);
  EXPECT_EQ(of("cvt.rzi.u32.f32", {f32(1e20F)}, 4), 0xffffffffu);
  EXPECT_EQ(of("cvt.rn.f32.s32", {0xfffffffd}, 4), f32(-3));
  EXPECT_EQ(of("cvt.rn.f64.u32", {0xffffffff}), f64(4294967295.0));
  EXPECT_EQ(of("cvt.f64.f32", {f32(0.5F)}), f64(0.5));
}

TEST(Alu, TokensOfEqualSumsAreEqual) {
  Case sum("add.s64"), difference("sub.s64");
  const Reg p = token(0x1234567);
  const Reg twice = sum.run({sum.run({p, known(4)}), known(4)});
  EXPECT_EQ(twice.known, 0u);
  EXPECT_EQ(twice.value, sum.run({p, known(8)}).value);
  EXPECT_EQ(difference.run({twice, known(8)}).value, p.value);
  EXPECT_NE(twice.value[0], p.value[0]);
}

TEST(Alu, ZeroAbsorbsWhatIsUnknown) {
  for (const char* text : {"and.b32", "mul.lo.s32"}) {
    Case one(text);
    const Reg out = one.run({token(99), known(0)});
    EXPECT_EQ(out.known, ~Mask{0}) << text;
    EXPECT_EQ(out.value[3], 0u) << text;
  }
  EXPECT_EQ(Case("mul.f32").run({token(99), known(0)}).known, 0u); // it may be no number
}

TEST(Alu, WhatIsNotFoldedIsATokenOfItsOperands) {
  Case one("sin.approx.f32"), other("cos.approx.f32");
  other.micro.seed = 2;
  const Reg a = one.run({known(5)}), b = one.run({known(5)}), c = one.run({known(6)});
  EXPECT_EQ(a.known, 0u);
  EXPECT_EQ(a.value, b.value);
  EXPECT_NE(a.value[0], c.value[0]);
  EXPECT_NE(a.value[0], other.run({known(5)}).value[0]);
}

} // namespace
} // namespace heddle::ptx
