#!/usr/bin/env bash
# The program from outside: results, JSON, exit statuses and error lines.
#   run.sh PROGRAM SOURCE_FOLDER
. "$(dirname "$0")/claims.sh" "$@"

info="rows cols entries format type vertices_with_edges undirected_edges mean_degree self_loops duplicates symmetric max_degree seconds backend"
bfs="source reached levels seconds backend"
triangles="triangles seconds backend"
square="entries products sum seconds backend"
convert="rows cols entries seconds backend"
tiny=$datasets/tiny

gives "$info" rows=4 cols=4 entries=4 self_loops=0 duplicates=0 symmetric=False max_degree=2 backend=cpu -- \
    info "$tiny/triangle.txt"
gives "$info" entries=8 symmetric=True max_degree=3 -- info "$tiny/triangle.txt" --undirected
gives "$info" rows=3 entries=4 self_loops=1 duplicates=1 symmetric=False max_degree=2 -- info "$tiny/loops.txt"
gives "$info" entries=3 self_loops=0 -- info "$tiny/loops.txt" --drop-loops
gives "$info" rows=31 cols=31 entries=3 vertices_with_edges=3 -- info "$tiny/weighted.csv" --as-stored
gives "$info" rows=3 cols=3 entries=3 vertices_with_edges=3 undirected_edges=3 mean_degree=2 format=edge-list \
    type=pattern -- info "$tiny/weighted.csv"
gives "$info" rows=3 cols=3 entries=3 -- info "$tiny/weighted.csv" --compact
gives "${info/vertices_with_edges undirected_edges mean_degree /}" rows=3 cols=4 entries=5 symmetric=False \
    format=matrix-market type=fp64 -- info "$tiny/rectangle.mtx"
gives "$info" rows=4 entries=4 -- info "$tiny/road.gr"
gives "$info" rows=4 entries=10 symmetric=True max_degree=3 -- info "$tiny/square.graph" --threads 1
gives "$info" rows=8298 cols=8298 vertices_with_edges=7115 mean_degree=24.28585201253314 -- \
    info "$datasets/wiki-Vote.txt.gz" --as-stored
gives "$info" rows=23133 entries=186936 undirected_edges=93439 self_loops=58 symmetric=True -- \
    info "$datasets/ca-CondMat.txt.gz"
gives "$info" rows=7115 cols=7115 entries=103689 undirected_edges=100762 self_loops=0 duplicates=0 symmetric=False -- \
    info "$datasets/wiki-Vote.txt.gz"

gives "$triangles" triangles=1 backend=cpu -- triangles "$tiny/triangle.txt"
gives "$triangles" triangles=1 -- triangles "$tiny/loops.txt"
gives "$triangles" triangles=2 -- triangles "$tiny/square.graph" --format metis
gives "$triangles" triangles=45 -- triangles "$datasets/karate.mtx.gz"
for name in wiki-Vote ca-CondMat email-Enron as20graph; do
    known=$(awk -F '\t' -v name=$name '$1 == name { print $9 }' "$datasets/catalog.tsv")
    gives "$triangles" "triangles=$known" -- triangles "$datasets/$name.txt.gz" --threads 2
done

gives "$bfs" source=0 reached=4 "levels=[1, 1, 1, 1]" backend=cpu -- bfs "$tiny/triangle.txt" --source 0
gives "$bfs" source=3 reached=1 "levels=[1]" -- bfs "$tiny/triangle.txt" --source=3
gives "$bfs" reached=4 "levels=[1, 1, 2]" -- bfs "$tiny/triangle.txt" --undirected --source 3
gives "$bfs" source=20 reached=2 "levels=[1, 1]" -- bfs "$tiny/weighted.csv" --compact --source 20
gives "$bfs" reached=34 "levels=[1, 16, 9, 8]" -- bfs "$datasets/karate.mtx.gz" --source 0

gives "$square" entries=4 products=4 sum=4 backend=cpu -- square "$tiny/triangle.txt" --semiring plus_times_fp64
gives "$square" sum=4 -- square "$tiny/triangle.txt" --semiring plus_pair_int64
gives "$square" entries=4 sum=4 -- square "$tiny/triangle.txt" --semiring or_and_bool
gives "$square" entries=1 products=1 sum=3.5 -- square "$tiny/weighted.csv" --weights --semiring min_plus_fp64
gives "$square" entries=1 products=1 sum=3 -- square "$tiny/weighted.csv" --weights --compact
gives "$square" sum=18 products=18 -- square "$tiny/triangle.txt" --undirected

# Text output has the same keys, one on a line.
semigraph triangles "$tiny/triangle.txt"
claim "text of triangles" is "$(awk '{ print $1 }' "$work/out" | paste -sd ' ')" "$triangles"
semigraph bfs "$tiny/triangle.txt" --source 0
claim "text of levels" is "$(awk '$1 == "levels"' "$work/out" | tr -s ' ')" "levels 1 1 1 1"

# Every format gives back what was written.
for suffix in txt mtx gr sgb txt.gz mtx.gz; do
    gives "$convert" rows=4 cols=4 entries=8 -- convert "$tiny/triangle.txt" "$work/copy.$suffix" --undirected
    gives "$bfs" reached=4 "levels=[1, 1, 2]" -- bfs "$work/copy.$suffix" --source 3 --directed
done
gives "$convert" entries=8 -- convert "$tiny/triangle.txt" "$work/copy.graph" --undirected
gives "$triangles" triangles=1 -- triangles "$work/copy.graph"
gives "$convert" entries=8 -- convert "$tiny/triangle.txt" "$work/copy.dat" --undirected --to matrix-market
claim "--to decides the format" grep -q '^%%MatrixMarket' "$work/copy.dat"
"$program" convert "$tiny/triangle.txt" - --to matrix-market >"$work/out" 2>"$work/err"
claim "status of writing to the standard output" is $? 0
claim "the graph on the standard output" has out "%%MatrixMarket"
claim "nothing but the graph on the standard output" is "$(grep -c seconds "$work/out")" 0

# The standard input, plain and compressed.
"$program" triangles - --json <"$tiny/triangle.txt" >"$work/out" 2>"$work/err"
claim "status of reading the standard input" is $? 0
parse
claim "triangles of the standard input" is "$(value triangles)" 1
"$program" triangles - --json <"$datasets/wiki-Vote.txt.gz" >"$work/out" 2>"$work/err"
parse
claim "triangles of compressed standard input" is "$(value triangles)" 608389
cat "$datasets/wiki-Vote.txt.gz" | "$program" triangles - --json >"$work/out" 2>"$work/err"
parse
claim "triangles through a pipe" is "$(value triangles)" 608389

# Help and version.
semigraph --help
claim "status of --help" is $status 0
for command in info bfs triangles clustering components closure sssp apsp path square degrees spy report pagerank betweenness closeness hits eigenvector katz similarity walks order generate convert semirings methods; do
    claim "$command in --help" has out " $command "
done
semigraph --version
claim "status of --version" is $status 0
claim "version" grep -qE '^semigraph [0-9]+\.[0-9]+\.[0-9]+$' "$work/out"
for command in info bfs triangles clustering components closure sssp apsp path square degrees spy report pagerank betweenness closeness hits eigenvector katz similarity walks order generate convert semirings methods; do
    semigraph $command --help
    claim "status of $command --help" is $status 0
    claim "usage of $command --help" has out "usage: semigraph $command"
    claim "options of $command --help" has out "--json"
    for option in $(head -1 "$work/out" | grep -oE -- '--[a-z-]+'); do
        claim "$option, of the usage of $command, is in its list" grep -qE -- "^  $option " "$work/out"
    done
    claim "nothing on the error stream: $command --help" is "$(cat "$work/err")" ""
done
semigraph info --help
claim "info takes no --source" is "$(grep -c -- --source "$work/out")" 0

# The list of semirings.
semigraph semirings
claim "status of semirings" is $status 0
claim "min_plus_fp32 in the list" grep -qx min_plus_fp32 "$work/out"
lines=$(wc -l <"$work/out")
semigraph semirings --json
claim "the list as JSON" is \
    "$(python3 -c 'import json, sys; print(len(set(json.load(open(sys.argv[1]))["semirings"])))' "$work/out")" "$lines"

# The list of methods, and each of them with a sum that it must give.
semigraph methods --json
claim "status of methods" is $status 0
methods=$(python3 -c 'import json, sys
print(*(m["name"] for m in json.load(open(sys.argv[1]))["methods"] if "CPU" in m["where"] and m["of"] == "mxm"))' "$work/out")
claim "bhsparse in the list" grep -qw bhsparse <<<"$methods"
for method in $methods; do
    gives "$square" sum=18 products=18 -- square "$tiny/triangle.txt" --undirected --method "$method"
done
refuses 2 "the method 'bitmap'" square "$tiny/triangle.txt" --method bitmap
refuses 2 "is no band: its entries (103689) fill 0.234 % of their diagonals (10134), expected at least 50 %" \
    square "$datasets/wiki-Vote.txt.gz" --method dia
refuses 2 "blsi" square "$tiny/triangle.txt" --method blsi
refuses 1 "--method is \"best\"" square "$tiny/triangle.txt" --method best

# Bad usage.
refuses 1 "command is missing"
refuses 1 "\"walk\" is not a command" walk "$tiny/triangle.txt"
refuses 1 "FILE is missing" info
refuses 1 "OUT is missing" convert "$tiny/triangle.txt"
refuses 1 "one operand too many" info "$tiny/triangle.txt" "$tiny/loops.txt"
refuses 1 "one operand too many" semirings "$tiny/triangle.txt"
refuses 1 "option \"--sideways\" is not known" info --sideways "$tiny/triangle.txt"
refuses 1 "option \"--source\" is not known" info "$tiny/triangle.txt" --source
refuses 1 "option \"--json=yes\" is not known" info "$tiny/triangle.txt" --json=yes
refuses 1 "--source ID is missing" bfs "$tiny/triangle.txt"
refuses 1 "--source ID is missing" sssp "$tiny/triangle.txt"
refuses 1 "--source needs a value" bfs "$tiny/triangle.txt" --source
refuses 1 "--source is \"x\"" bfs "$tiny/triangle.txt" --source x
refuses 1 "--source is \"-1\"" bfs "$tiny/triangle.txt" --source -1
refuses 1 "--threads is \"0\"" info "$tiny/triangle.txt" --threads 0
refuses 1 "--threads is \"4097\"" info "$tiny/triangle.txt" --threads 4097
refuses 1 "--threads is \"2x\"" info "$tiny/triangle.txt" --threads 2x
refuses 1 "--semiring is \"plus_times\"" square "$tiny/triangle.txt" --semiring plus_times
refuses 1 "--skip is \"some\"" info "$tiny/triangle.txt" --skip some
refuses 1 "--most-memory is \"0\"" info "$tiny/triangle.txt" --most-memory 0
refuses 2 "--most-memory" info "$datasets/wiki-Vote.txt.gz" --most-memory 100K
gives "$info" entries=3 -- info "$tiny/triangle.txt" --skip 2 --most-memory 2G
refuses 1 "--duplicates is \"all\"" info "$tiny/triangle.txt" --duplicates all
refuses 1 "--format is \"xml\"" info "$tiny/triangle.txt" --format xml
refuses 1 "exclude each other" info "$tiny/triangle.txt" --directed --undirected
refuses 1 "cannot both go to the standard output" convert "$tiny/triangle.txt" - --json

# Failed operations.
refuses 2 "$work/none.txt" info "$work/none.txt"
refuses 2 "/" info "$work"
GRAPH_BACKEND=gpu refuses 2 'GRAPH_BACKEND is "gpu"; expected cpu, cuda or auto' triangles "$tiny/triangle.txt"
printf '0 1\n1 two\n' >"$work/bad.txt"
refuses 2 "bad.txt:2" info "$work/bad.txt"
refuses 2 "" info "$tiny/loops.txt" --duplicates error
refuses 2 "rectangle.mtx: A is 3 x 4" triangles "$tiny/rectangle.mtx"
refuses 2 "rectangle.mtx: A is 3 x 4" square "$tiny/rectangle.mtx"
refuses 2 "half_warp' is not one of products of sparse matrices, but of csrmm" square "$tiny/triangle.txt" --method half_warp
refuses 2 "" bfs "$tiny/rectangle.mtx" --source 0
refuses 2 "has no vertex 4; its ids are from 0 to 3" bfs "$tiny/triangle.txt" --source 4
refuses 2 "has no vertex 4; expected 0 .. 3" bfs "$tiny/triangle.txt" --source 4 --as-stored
refuses 2 "has no vertex 15; its" bfs "$tiny/weighted.csv" --source 15
refuses 1 "did you mean triangles?" triangels "$tiny/triangle.txt"
refuses 1 "suffix names no format" convert "$tiny/triangle.txt" "$work/k.graphml"
refuses 1 "ends in .svg" info "$tiny/triangle.txt" --plot "$work/x.png"
refuses 2 "Is a directory" bfs "$tiny/triangle.txt" --sources "$work"
printf '' >"$work/empty.txt"
refuses 2 "has no vertex 0: it has none" bfs "$work/empty.txt" --source 0
refuses 2 "" bfs "$tiny/triangle.txt" --source 18446744073709551615
refuses 2 "has no vertex 15; its" bfs "$tiny/weighted.csv" --compact --source 15
refuses 2 "no/such/folder" convert "$tiny/triangle.txt" "$work/no/such/folder/out.txt"
refuses 2 "" convert "$tiny/triangle.txt" "$work/out.graph"
claim "a failed conversion leaves no file" is "$(ls "$work" | grep -c '^out.graph')" 0
if [ -w /dev/full ]; then
    "$program" semirings >/dev/full 2>"$work/err"
    claim "status with a full standard output" is $? 2
    claim "sentence with a full standard output" has err "cannot be written"
fi

# Input that takes a while, and an error stream that is a file.
for k in 1 2 3 4 5 6 7 8 9 10; do
    seq 0 50000 | sed 's/$/ 7/'
    sleep 0.1
done | "$program" info - >"$work/out" 2>"$work/err"
claim "no progress when the error stream is a file" is "$(cat "$work/err")" ""

finish
