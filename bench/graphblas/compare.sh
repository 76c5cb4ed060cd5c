#!/bin/bash
# Runs bench_graphblas and bench_graphblas_suitesparse in alternation and prints, for each loop, the best times of both, their
# ratio (above 1: this library is faster) and whether the answers agree.
#     compare.sh BUILD_FOLDER GRAPH [ROUNDS [TRIALS]]
set -eu
[ $# -ge 2 ] || { sed -n '2,4s/^# \{0,1\}//p' "$0" >&2; exit 2; }
build=$1 graph=$2 rounds=${3:-3} trials=${4:-3}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for ((round = 0; round < rounds; round++)); do
    "$build/bench/bench_graphblas" "$graph" "$trials" >>"$out/ours"
    "$build/bench/bench_graphblas_suitesparse" "$graph" "$trials" >>"$out/theirs"
done
awk -v graph="$graph" '
    FNR == 1 { file++ }
    { if (!(($1, file) in best) || $2 < best[$1, file]) best[$1, file] = $2
      if (!($1 in seen)) { seen[$1] = $5; order[++count] = $1 } else if (seen[$1] != $5) wrong[$1] = 1 }
    END { product = 1
          for (k = 1; k <= count; k++) { name = order[k]; ratio = best[name, 2] / best[name, 1]; product *= ratio
              printf "%-10s %-12s %10.2f ms, SuiteSparse %10.2f ms, %6.2f times%s\n", graph, name, best[name, 1],
                     best[name, 2], ratio, name in wrong ? ", ANSWERS DIFFER" : "" }
          printf "%-10s geometric mean %.2f times\n", graph, exp(log(product) / count) }' "$out/ours" "$out/theirs"
