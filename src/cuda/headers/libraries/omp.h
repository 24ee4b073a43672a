// OpenMP for hosts.
#pragma once
extern "C" {
int omp_get_num_threads();
int omp_get_max_threads();
int omp_get_thread_num();
int omp_get_num_procs();
int omp_in_parallel();
void omp_set_num_threads(int count);
void omp_set_dynamic(int on);
void omp_set_nested(int on);
double omp_get_wtime();
double omp_get_wtick();
}
typedef struct { int lock; } omp_lock_t;
extern "C" void omp_init_lock(omp_lock_t* lock);
extern "C" void omp_destroy_lock(omp_lock_t* lock);
extern "C" void omp_set_lock(omp_lock_t* lock);
extern "C" void omp_unset_lock(omp_lock_t* lock);
