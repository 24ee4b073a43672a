// What memory is known to hold, against a model that remembers the store of every byte.
#include "ptx/emulate/contents.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace heddle::ptx {
namespace {

Datum token(std::uint64_t bits) { return {bits, false, 0}; }
Datum number(std::uint64_t bits) { return {bits, true, 0}; }

TEST(Contents, HalvesWrittenOverAValueAreValuesThemselves) {
  Sources sources;
  Contents memory(0);
  memory.store(0, 8, token(1));
  memory.store(0, 4, token(2));
  memory.store(4, 4, token(3));
  EXPECT_EQ(memory.load(0, 4, sources).bits, 2u);
  EXPECT_EQ(memory.load(4, 4, sources).bits, 3u);
  EXPECT_NE(memory.load(0, 8, sources).bits, 1u);
}

TEST(Contents, AValueWithItsEndWrittenOverIsNotWhole) {
  Sources sources;
  Contents memory(0);
  memory.store(0, 8, token(1));
  memory.store(6, 4, token(2));
  EXPECT_NE(memory.load(0, 8, sources).bits, 1u);
  EXPECT_EQ(memory.load(6, 4, sources).bits, 2u);
  memory.store(0, 8, token(4));
  EXPECT_EQ(memory.load(0, 8, sources).bits, 4u);
  EXPECT_NE(memory.load(6, 4, sources).bits, 2u);
}

TEST(Contents, AgreesWithAModelOfSingleBytes) {
  struct Byte {
    std::uint64_t store = 0;
    unsigned index = 0, size = 0;
    std::uint8_t value = 0;
  };
  std::mt19937_64 random(5);
  for (int round = 0; round < 300; ++round) {
    Sources sources;
    Contents tokens(0), numbers(0);
    std::array<Byte, 24> model{};
    for (std::uint64_t step = 1; step < 60; ++step) {
      const unsigned size = 1U << random() % 4;
      const std::uint64_t at = random() % (model.size() - size + 1);
      if (random() % 2) {
        const std::uint64_t value = random() >> (64 - 8 * size);
        tokens.store(at, size, token(step));
        numbers.store(at, size, number(value));
        for (unsigned i = 0; i < size; ++i)
          model[at + i] = {step, i, size, static_cast<std::uint8_t>(value >> 8 * i)};
        continue;
      }
      bool whole = model[at].store != 0, known = true;
      std::uint64_t value = 0;
      for (unsigned i = 0; i < size; ++i) {
        const Byte& b = model[at + i];
        whole = whole && b.store == model[at].store && b.index == i && b.size == size;
        known = known && b.store != 0;
        value |= std::uint64_t{b.value} << 8 * i;
      }
      if (model[at].store) EXPECT_EQ(tokens.load(at, size, sources).bits == model[at].store, whole);
      const Datum got = numbers.load(at, size, sources);
      EXPECT_EQ(got.known, known);
      if (known) EXPECT_EQ(got.bits, value);
    }
  }
}

} // namespace
} // namespace heddle::ptx
