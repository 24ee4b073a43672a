// expect: verified
// flags: --block 256 --assume "to_places == 0"
// As suggested_choice_confirmed.cu: the other way to write is safe.
__global__ void gather(int n, float* to, const float* from, int to_places) {
  const int i = 256 * blockIdx.x + threadIdx.x;
  if (i >= n) return;
  const int place = i / 2;
  if (to_places == 0) to[i] = from[place];
  else to[place] = from[i];
}
