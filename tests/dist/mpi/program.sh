#!/usr/bin/env bash
# The program on many ranks prints what it prints on one, but for the time: as processes that it starts itself, for each
# command that has such a form, and once under mpirun.
#   program.sh PROGRAM PROGRAM_WITH_MPI RUN_SH MPIEXEC FILE
set -u
program=$1 over_mpi=$2 run=$3 mpiexec=$4 file=$5 failed=0 passed=0
export OMP_NUM_THREADS=1 GRAPH_BACKEND=cpu
# The same keys, of those that ranks print, without the time.
compare() {
    if [ "$2" = "$(grep -Fxf <(printf '%s\n' "$2") <<<"$1")" ] && [ -n "$2" ]; then
        passed=$((passed + 1))
    else
        printf '%s:\n%s\nand on ranks:\n%s\n' "$3" "$1" "$2" >&2
        failed=$((failed + 1))
    fi
}
for command in "bfs --source 2" "bfs --source 2 --reverse --max-depth 1" triangles clustering components \
    "closure --reflexive" "sssp --source 2 --weights" square pagerank "components --as-stored"; do
    set -- $command
    one=$("$program" "$1" "$file" "${@:2}" | grep -v ^seconds)
    many=$("$program" --ranks 3 "$1" "$file" "${@:2}" | grep -v ^seconds)
    compare "$one" "$many" "$command"
done
one=$("$program" pagerank "$file" | grep -v ^seconds)
many=$("$run" "$mpiexec" 4 "$over_mpi" pagerank "$file" | grep -v -e ^seconds -e passed)
compare "$one" "$many" "pagerank under mpirun"
# What fails says so once, and ends with the status of one process.
said=$("$program" --ranks 3 triangles /nonexistent/file 2>&1)
if [ $? -eq 2 ] && [ "$(wc -l <<<"$said")" -eq 1 ]; then
    passed=$((passed + 1))
else
    echo "a file that is not there: $said" >&2
    failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
