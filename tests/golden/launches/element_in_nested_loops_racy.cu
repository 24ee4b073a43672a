// expect: refuted
// finding: race confirmed error A A
// As in element_in_nested_loops_clean, and one array is read and written.
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

template <class T> class DeviceArray {
public:
  void resize(size_t count) {
    if (is_set_) {
      cudaFree(data_);
      is_set_ = false;
    }
    count_ = count;
    cudaMalloc((void**)&data_, count * sizeof(T));
    is_set_ = true;
  }
  void to_host(T* to) { cudaMemcpy(to, data_, count_ * sizeof(T), cudaMemcpyDeviceToHost); }
  T* data() { return data_; }
  size_t size() const { return count_; }

private:
  T* data_ = nullptr;
  size_t count_ = 0;
  bool is_set_ = false;
};

struct Part {
  int atoms, groups;
  std::vector<int> sizes;
};
struct Work {
  DeviceArray<float> features, sums;
};
struct Settings {
  int verbose, width;
  DeviceArray<float> scale[16];
};

__global__ void reversed(int n, const float* from, float* to) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[n - 1 - i]; /*A*/
}

class Model {
public:
  void evaluate(Settings& settings, std::vector<Part>& parts, int devices);

private:
  Work work_[16];
};

void Model::evaluate(Settings& settings, std::vector<Part>& parts, int devices) {
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    if (settings.verbose >= 1) {
      FILE* file = fopen("features.txt", "a");
      std::vector<float> features(work_[d].features.size());
      work_[d].features.to_host(features.data());
      for (int g = 0; g < parts[d].groups; ++g) {
        float sum[100] = {0.0f};
        for (int a = 0; a < parts[d].sizes[g]; ++a)
          for (int f = 0; f < settings.width; ++f) {
            sum[f] += features[a + f * parts[d].atoms];
            if (settings.verbose == 2) fprintf(file, "%g ", sum[f]);
          }
        if (settings.verbose == 1)
          for (int f = 0; f < settings.width; ++f)
            fprintf(file, "%g ", sum[f] / parts[d].sizes[g]);
      }
      fclose(file);
    }
    reversed<<<(parts[d].atoms + 255) / 256, 256>>>(parts[d].atoms, work_[d].features.data(),
                                                    work_[d].features.data());
  }
}
