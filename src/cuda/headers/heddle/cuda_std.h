// cuda::std is std, whose functions are for both sides here.
#pragma once
namespace std {}
namespace cuda {
namespace std {
using namespace ::std;
}
} // namespace cuda
