#define PANDOKU_ISA avx512_narrow
#define PANDOKU_VECTOR_BYTES 16
#include "lanes/kernel.inl"
