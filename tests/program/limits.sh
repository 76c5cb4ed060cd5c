#!/usr/bin/env bash
# The program with little memory: the result, or a sentence and no file; never a crash, or a part of a file.
#   limits.sh PROGRAM SOURCE_FOLDER
# On the CPU alone, since the driver of a GPU takes address space at will.
. "$(dirname "$0")/claims.sh" "$@"

export GRAPH_BACKEND=cpu
graph=$datasets/as20graph.txt.gz
folder=$work/folder
mkdir "$folder"

# Every command, with the files that it writes in $folder.
commands=(
    "info $graph --plot $folder/x.svg"
    "triangles $graph --per-vertex $folder/x"
    "clustering $graph --per-vertex $folder/x"
    "bfs $graph --source 1 --verify --per-vertex $folder/x --plot $folder/x.svg"
    "bfs $graph --sources 1,2,3"
    "components $graph --per-vertex $folder/x"
    "closure $graph"
    "sssp $datasets/karate.mtx.gz --source 1 --weights --per-vertex $folder/x"
    "apsp $graph"
    "apsp $graph --sources 1,2 --out $folder/x"
    "apsp $datasets/karate.mtx.gz --weights --out $folder/x"
    "path $graph 1 2"
    "square $graph"
    "square $graph --semiring min_plus_fp32 --method row_row_hash"
    "convert $graph $folder/x.mtx.gz"
    "convert $graph $folder/x.sgb"
)

# What the files of a command are with all the memory: sums of their bytes, in one line.
sums() { (cd "$folder" && find . -type f -exec cksum {} + | sort | paste -sd ' '); }
clear_folder() { find "$folder" -mindepth 1 -delete; }

# Runs a command with little memory.  $ran counts those that had enough, $lacked the others.
ran=0
lacked=0
holds() { # WHAT EXPECTED FILES
    local what=$1 expected=$2
    if [ $status = 0 ]; then
        ran=$((ran + 1))
        claim "files: $what" is "$(sums)" "$expected"
    else
        lacked=$((lacked + 1))
        claim "status $status: $what" is $status 2
        claim "one sentence: $what" is "$(grep -c '^semigraph [a-z]*: .' "$work/err") $(wc -l <"$work/err")" "1 1"
        claim "no file, $(sums): $what" is "$(sums)" ""
        claim "nothing printed: $what" is "$(cat "$work/out")" ""
    fi
    clear_folder
}

# The least address space in which the program starts, in KB.
least=4096
starts() { (ulimit -v $least && exec "$program" --version) >"$work/out" 2>&1; }
until starts; do
    least=$((least + 512))
done 2>/dev/null # the shell reports how the system's loader failed

for command in "${commands[@]}"; do
    # shellcheck disable=SC2086
    semigraph $command
    claim "with all the memory: $command" is $status 0
    expected=$(sums)
    clear_folder
    for more in 0 256 1024 2048 4096 8192 16384 32768 65536 131072 262144; do
        (
            ulimit -v $((least + more))
            export OMP_NUM_THREADS=64 # their stacks take address space, too
            # shellcheck disable=SC2086
            exec "$program" $command
        ) >"$work/out" 2>"$work/err" </dev/null
        status=$?
        holds "$command in $((least + more)) KB" "$expected"
    done
    for size in 1 64K 256K 1M 4M 16M 64M; do
        # shellcheck disable=SC2086
        semigraph $command --most-memory $size
        holds "$command --most-memory $size" "$expected"
    done
done
claim "some had enough, $ran, and some not, $lacked" test $ran -gt 20 -a $lacked -gt 20

# Ids without edges: a short file that would take gigabytes.
gap=$work/gap.txt
printf '0 4194300\n1 4194301\n2 5\n' >"$gap"
for command in "components $gap" "clustering $gap" "bfs $gap --source 0" "bfs $gap --sources 0" "path $gap 0 1" \
    "sssp $gap --source 0" "apsp $gap --sources 0" "triangles $gap --per-vertex $folder/x"; do
    # shellcheck disable=SC2086
    refuses 2 "\`graph_set_memory\` (--most-memory) allows 67108864" $command --as-stored --most-memory 64M
    claim "no file: $command" is "$(sums)" ""
done

finish
