/* net_layers_avx2.c - compiles net_layers.c a second time, for machines with AVX2. */
#define NET_LAYERS net_layers_avx2
#include "net_layers.c"
