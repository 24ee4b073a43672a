// expect: verified
// assumes: elsewhere/functional/hash.hpp, not found, changes nothing here (-I DIR says where it is)
#include <unordered_map>
#include <elsewhere/functional/hash.hpp>
using namespace std;
class Table {
public:
  int n;
  unordered_map<pair<int, int>, int, elsewhere::hash<pair<int, int>>> cells;
};
__global__ void store(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
void host(Table* table, int* p) {
  if (table->n > 0) store<<<table->n, 32>>>(p);
}
