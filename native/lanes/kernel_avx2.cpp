#define PANDOKU_ISA avx2
#define PANDOKU_VECTOR_BYTES 32
#include "lanes/kernel.inl"
