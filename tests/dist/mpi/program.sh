#!/usr/bin/env bash
# The program on many ranks prints what it prints on one, but for the time: as processes that it starts itself, for each
# command that has such a form, and once under mpirun.
#   program.sh PROGRAM PROGRAM_WITH_MPI RUN_SH MPIEXEC FILE
set -u
program=$1 over_mpi=$2 run=$3 mpiexec=$4 file=$5 failed=0 passed=0
export OMP_NUM_THREADS=1 GRAPH_BACKEND=cpu
# What is compared: not time and memory, nor what depends on how PageRank was found.
settled() { grep -v -e '^seconds' -e '^rounds' -e '^residual' -e '^largest_value' -e '^work_bytes' -e ' passed, '; }
# The same keys, of those that ranks print, without the time.
compare() {
    if [ "$2" = "$(grep -Fxf <(printf '%s\n' "$2") <<<"$1")" ] && [ -n "$2" ]; then
        passed=$((passed + 1))
    else
        printf '%s:\n%s\nand on ranks:\n%s\n' "$3" "$1" "$2" >&2
        failed=$((failed + 1))
    fi
}
both() { # FILE COMMAND [OPTION ...]
    local one many
    one=$("$program" "$2" "$1" "${@:3}" | settled)
    many=$("$program" --ranks 3 "$2" "$1" "${@:3}" | settled)
    compare "$one" "$many" "${*:2}"
}
for command in "bfs --source 2" "bfs --source 2 --reverse --max-depth 1" "bfs --sources 33,0,5 --max-depth 2" \
    triangles clustering components "closure --reflexive" "sssp --source 2 --weights" apsp "apsp --weights" square \
    "square --semiring plus_times_uint64" "square --semiring plus_times_int8" pagerank "pagerank --sources 3,5" betweenness "components --as-stored" \
    "betweenness --as-stored --sources 4,4,9"; do
    both "$file" $command
done
# Few edges with weights, some below 0 but no cycle of them, and ids with gaps: searches from one source after the other.
sparse=$(mktemp)
trap 'rm -f "$sparse"' EXIT
awk 'BEGIN {
    for (k = 11; k < 300; k++)
        print 7 * k, 7 * (k - 1 - k % 5), k % 7 - 2 "\n" 7 * k, 7 * (k - 1 - k % 3), k % 11
    print 70, 2093, 900
}' >"$sparse"
for command in "apsp --weights" "apsp --weights --sources 70,2093,700" "apsp --sources 140" "sssp --source 2093 --weights" \
    "bfs --sources 2093,70" "betweenness --directed" "pagerank --sources 2093 --weights"; do
    [[ $command = pagerank* ]] && sed -i 's/-[12]$/1/' "$sparse"
    both "$sparse" $command
done
# A line for each vertex: the same file; of what is summed up to rounding.
work=$(mktemp -d)
trap 'rm -rf "$sparse" "$work"' EXIT
lines() { # COMMAND [OPTION ...]
    "$program" "$1" "$sparse" "${@:2}" --per-vertex "$work/one.csv" >"$work/said" &&
        "$program" --ranks 3 "$1" "$sparse" "${@:2}" --per-vertex "$work/many.csv" >>"$work/said"
    compare "$(awk -F, -v OFS=, '$2 ~ /[.e]/ { $2 = sprintf("%.7g", $2) } { print }' "$work/one.csv")" \
        "$(awk -F, -v OFS=, '$2 ~ /[.e]/ { $2 = sprintf("%.7g", $2) } { print }' "$work/many.csv")" "lines of $1"
    compare "$(wc -l <"$work/one.csv")" "$(wc -l <"$work/many.csv")" "number of lines of $1"
    rm -f "$work"/*.csv
}
lines bfs --source 2093
lines triangles
lines clustering
lines components
lines sssp --source 2093 --weights
lines pagerank
lines betweenness
one=$("$program" pagerank "$file" | settled)
many=$("$run" "$mpiexec" 4 "$over_mpi" pagerank "$file" | settled)
compare "$one" "$many" "pagerank under mpirun"
# What fails says so once, and ends with the status of one process.
refused() { # WHAT EXPECTED COMMAND FILE [OPTION ...]
    local said
    said=$("$program" --ranks 3 "${@:3}" 2>&1)
    if [ $? -eq 2 ] && [ "$(wc -l <<<"$said")" -eq 1 ] && [[ $said == *"$2"* ]]; then
        passed=$((passed + 1))
    else
        echo "$1: $said" >&2
        failed=$((failed + 1))
    fi
}
refused "a file that is not there" /nonexistent/file triangles /nonexistent/file
refused "a source that is not there" "no vertex 99" apsp "$file" --sources 1,99
refused "a vertex that is not there" "no vertex 99" bfs "$file" --source 99
refused "an option of one process" "not for many ranks" apsp "$file" --out /nonexistent/file
refused "a file that cannot be written" /nonexistent/file.csv triangles "$file" --per-vertex /nonexistent/file.csv
refused "a command of one process" "no form for many ranks" cores "$file"
echo "2093 70 -901" >>"$sparse"
refused "ranks share the memory" "allows 20000" square "$file" --most-memory 60000
refused "a negative cycle" "through vertex" apsp "$sparse" --weights
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
