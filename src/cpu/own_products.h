/* The kernels of semirings that are made of two operators. */
#ifndef CPU_OWN_PRODUCTS_H
#define CPU_OWN_PRODUCTS_H

#include "contract/kernels.h"

extern const struct graph_kernels graph__cpu_kernels_of_operators;

#endif
