/* net_layers_avx2.c - the layers again, compiled for machines with AVX2. */
#define NET_LAYERS net_layers_avx2
#include "net_layers.c"
