#!/usr/bin/env bash
# Runs a program over MPI, on more ranks than cores if need be; with --expect, compares what it prints with a file.
#   run.sh MPIEXEC RANKS [--expect FILE] PROGRAM [ARGUMENT...]
set -u
mpiexec=$1 ranks=$2 expected=
shift 2
if [ "$1" = --expect ]; then
    expected=$2
    shift 2
fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_btl=self,vader,tcp
# What Open MPI keeps until the end is no leak of ours; the tests of ranks as threads look for those.
export ASAN_OPTIONS=detect_leaks=0:${ASAN_OPTIONS:-}
printed=$(mktemp)
trap 'rm -f "$printed"' EXIT
timeout 120 "$mpiexec" -n "$ranks" "$@" </dev/null >"$printed"
status=$?
cat "$printed"
[ $status -eq 0 ] || exit 1
if [ -n "$expected" ]; then
    diff "$expected" "$printed" || exit 1
fi
echo "1 passed, 0 failed"
