// Loops that fetch ahead of the loop around them, as pipelines do:
//
//   f := 0; k := 0                          f := 0; k := 0
//   while k < n                             if k < n
//     while f < n && f < k + 3                if 0 < n
//       fetch f; f := f + 1           ->        fetch f; f := f + 1
//     compute k                                 if 1 < n
//     k := k + 1                                  fetch f; f := f + 1
//                                           while k < n
//                                             if k + 2 < n
//                                               f := k + 2; fetch f; f := f + 1
//                                             compute k
//                                             k := k + 1
//
// The first iteration fetches up to three times, each later one once or not at all: the one before
// has left off where f = n, and then nothing more is fetched, or where f = k + 2. So every thread
// does the same in the same order, and the loop that is left has a closed form.
#pragma once
#include "core/core.hpp"

namespace heddle::core {

// Rewrites what has that form, where fetching has barriers, copies or accesses. A loop has it when
// both variables are set together by one and the same value, but for constants, before the loop
// around, step by one there and nowhere else, and nothing that comes before the fetching in an
// iteration changes what it depends on, or the reverse. Before complete_copies.
void straighten_fetching(Kernel& kernel);

} // namespace heddle::core
