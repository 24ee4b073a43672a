// expect: verified
// Straight-line code over a vector of quantities for each point, one after the other in memory: their
// pairs are one question, whatever the number of points.
#define Q(k) q[i + (k) * n]
__global__ void react(float* q, const float* rates, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float r = rates[i];
  Q(0) = Q(0) * Q(7) - r * Q(9);
  Q(1) = Q(1) * Q(3) - r * Q(23);
  Q(2) = Q(2) * Q(12) - r * Q(15);
  Q(3) = Q(3) * Q(4) - r * Q(2);
  Q(4) = Q(4) * Q(2) - r * Q(0);
  Q(5) = Q(5) * Q(12) - r * Q(17);
  Q(6) = Q(6) * Q(9) - r * Q(1);
  Q(7) = Q(7) * Q(7) - r * Q(16);
  Q(8) = Q(8) * Q(17) - r * Q(11);
  Q(9) = Q(9) * Q(8) - r * Q(5);
  Q(10) = Q(10) * Q(3) - r * Q(8);
  Q(11) = Q(11) * Q(6) - r * Q(0);
  Q(12) = Q(12) * Q(20) - r * Q(8);
  Q(13) = Q(13) * Q(8) - r * Q(6);
  Q(14) = Q(14) * Q(5) - r * Q(9);
  Q(15) = Q(15) * Q(9) - r * Q(20);
  Q(16) = Q(16) * Q(23) - r * Q(11);
  Q(17) = Q(17) * Q(2) - r * Q(19);
  Q(18) = Q(18) * Q(10) - r * Q(21);
  Q(19) = Q(19) * Q(12) - r * Q(16);
  Q(20) = Q(20) * Q(7) - r * Q(5);
  Q(21) = Q(21) * Q(7) - r * Q(15);
  Q(22) = Q(22) * Q(8) - r * Q(2);
  Q(23) = Q(23) * Q(17) - r * Q(9);
}
