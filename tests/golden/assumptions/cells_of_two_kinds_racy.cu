// expect: refuted
// finding: race confirmed error A B
// more: yes
// The cell is read as a number and as the integer of its bits: what is said of the contents of one
// says nothing of the other.
__global__ void raise(double* most, double value) {
  unsigned long long* bits = reinterpret_cast<unsigned long long*>(most);
  if (/*A*/ *most >= value) return;
  unsigned long long old = *bits, seen;
  do {
    seen = old;
    old = /*B*/ atomicCAS(bits, seen, __double_as_longlong(value));
  } while (seen != old);
}
__global__ void later(double* a) { a[threadIdx.x] = 1; }

int main() {
  double* most;
  cudaMalloc(&most, 8);
  raise<<<4, 256>>>(most, 1.0);
  later<<<1, 256>>>(most);
}
