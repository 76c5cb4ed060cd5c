/* Calls of the public interface that reach every entry of the table of the back end for devices. */
#ifndef TESTS_SUPPORT_FAULT_SCENARIOS_H
#define TESTS_SUPPORT_FAULT_SCENARIOS_H

#include "tests/support/faults/fault_runs.h"

extern const struct scenario fault_products[], fault_operations[], fault_algorithms[];
extern const size_t fault_product_count, fault_operation_count, fault_algorithm_count;

#endif
