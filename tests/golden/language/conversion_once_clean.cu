// expect: verified
// What a converting constructor is given happens once.
struct Index {
  int at;
  __device__ Index(int x) : at(x) {}
};
struct Pair {
  Index first;
  int second;
};
__device__ int of(Index i) { return i.at; }
__device__ Index next(int& i) { return i++; }
__global__ void conversion_once_clean(float* a, bool odd) {
  int i = threadIdx.x;
  const int first = of(i++);
  Index second = i++;
  Pair third = {i++, 3};
  Index fourth = next(i);
  Index fifth(0);
  fifth = i++;
  const float other[2] = {1.0f, 2.0f};
  float chosen = odd ? a[first] : other[first % 2];
  a[first] = chosen;
  if (second.at != first + 1 || third.first.at != first + 2 || fourth.at != first + 3 ||
      fifth.at != first + 4 || i != first + 5)
    a[0] = first;
}
