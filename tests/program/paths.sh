#!/usr/bin/env bash
# The commands on components, reachability, paths and clustering, from outside; histograms and tables they write.
#   paths.sh PROGRAM SOURCE_FOLDER
. "$(dirname "$0")/claims.sh" "$@"

closure="pairs components largest_component seconds backend"
apsp="reachable_pairs max_distance sum_distance seconds backend"
sssp="source reached max_distance sum_distance seconds backend"
path="source target distance path seconds backend"
components="weak_components largest_weak_component strong_components largest_strong_component seconds backend"
clustering="transitivity average_clustering triangles seconds backend"
bfs="source reached levels seconds backend"
verified="source reached levels verified seconds backend"
many="sources reached eccentricity levels seconds backend"
tiny=$datasets/tiny

# A table that was written has these lines.
table() { # NAME "LINES"
    claim "lines of $1" is "$(tr '\t' ' ' <"$work/$1" | paste -sd ';')" "$2"
}

# A picture is XML, with a title, both axes and this text.
picture() { # NAME PIECES...
    local name=$1
    shift
    claim "$name is XML" python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$work/$name"
    for piece in "$@"; do
        claim "'$piece' in $name" has "$name" "$piece"
    done
}

gives "$closure" pairs=12 components=2 largest_component=3 backend=cpu -- closure "$tiny/triangle.txt"
gives "$closure" pairs=13 components=2 largest_component=3 -- closure "$tiny/triangle.txt" --reflexive
gives "$closure" pairs=16 components=1 largest_component=4 -- closure "$tiny/triangle.txt" --undirected
gives "$closure" pairs=6 components=4 largest_component=1 -- closure "$tiny/road.gr" --threads 2

gives "$apsp" reachable_pairs=9 max_distance=3 sum_distance=15 backend=cpu -- apsp "$tiny/triangle.txt"
gives "$apsp" reachable_pairs=6 max_distance=2 sum_distance=8 -- apsp "$tiny/road.gr"
gives "$apsp" reachable_pairs=6 max_distance=10 sum_distance=32 -- apsp "$tiny/road.gr" --weights
gives "$apsp" reachable_pairs=5 max_distance=10 sum_distance=31 -- apsp "$tiny/road.gr" --weights --sources 0,1
gives "$apsp" reachable_pairs=2 max_distance=2 sum_distance=3 -- apsp "$tiny/road.gr" --sources 1
gives "$apsp" reachable_pairs=2 max_distance=3.5 sum_distance=5 -- \
    apsp "$tiny/weighted.csv" --compact --weights --sources 10
gives "$apsp" reachable_pairs=3 max_distance=3.5 sum_distance=7 -- apsp "$tiny/weighted.csv" --weights
printf '# towns\n0\n1 a note\n\n' >"$work/list"
gives "$apsp" reachable_pairs=5 max_distance=10 sum_distance=31 -- \
    apsp "$tiny/road.gr" --weights --sources "$work/list"
printf '0 1 5\n0 1 2\n1 2 -1\n2 3 1\n' >"$work/parallel.txt"
gives "$apsp" reachable_pairs=6 max_distance=2 sum_distance=5 -- apsp "$work/parallel.txt" --weights
gives "$apsp" max_distance=5 -- apsp "$work/parallel.txt" --weights --duplicates first
printf '0 1 1\n1 0 1\n' >"$work/dense.txt"
gives "$apsp" reachable_pairs=2 max_distance=1 sum_distance=2 -- apsp "$work/dense.txt" --weights
for u in 0 1 2 3 4 5 6 7; do
    for v in 0 1 2 3 4 5 6 7; do [ $u = $v ] || echo "$u $v 288230376151711744"; done
done >"$work/far.txt"
gives "$apsp" reachable_pairs=56 max_distance=288230376151711744 sum_distance=1.6140901064495858e+19 -- \
    apsp "$work/far.txt" --weights # 56 * 2^58 is beyond 64 bits
: >"$work/empty.txt"
gives "$apsp" reachable_pairs=0 max_distance=0 sum_distance=0 -- apsp "$work/empty.txt"
gives "$clustering" average_clustering=0.6334130270820677 -- clustering "$datasets/ca-CondMat.txt.gz"
gives "$components" weak_components=567 largest_weak_component=21363 -- components "$datasets/ca-CondMat.txt.gz"
gives "$components" weak_components=85734 -- components "$datasets/ca-CondMat.txt.gz" --as-stored

gives "$apsp" reachable_pairs=1122 max_distance=5 sum_distance=2702 -- apsp "$datasets/karate.mtx.gz"

# The file for NumPy: its header and its numbers.
npy() { # TYPE FORMAT: of the rows, as Python prints them
    python3 - "$work/out.npy" "$1" "$2" <<'END'
import ast, struct, sys
data = open(sys.argv[1], "rb").read()
assert data[:8] == b"\x93NUMPY\x01\x00", data[:8]
end = 10 + struct.unpack("<H", data[8:10])[0]
header = ast.literal_eval(data[10:end].decode())
assert header["descr"] == sys.argv[2] and not header["fortran_order"], header
rows, columns = header["shape"]
values = struct.unpack("<%d%s" % (rows * columns, sys.argv[3]), data[end:])
for row in range(rows):
    print(*values[row * columns:(row + 1) * columns], sep=",", end=";")
END
}
far=2147483647
gives "$apsp" reachable_pairs=6 max_distance=2 -- apsp "$tiny/road.gr" --out "$work/out.npy"
claim "numbers of edges in a file" is "$(npy '<i4' i)" "0,1,2,1;$far,0,1,2;$far,$far,0,1;$far,$far,$far,0;"
gives "$apsp" reachable_pairs=3 max_distance=10 sum_distance=26 -- \
    apsp "$tiny/road.gr" --weights --sources 0 --out "$work/out.npy"
claim "integer distances in a file" is "$(npy '<i8' q)" "0,7,9,10;"
gives "$apsp" sum_distance=5 -- apsp "$tiny/weighted.csv" --compact --weights --sources 10 --out "$work/out.npy"
claim "real distances in a file" is "$(npy '<f8' d)" "0.0,1.5,3.5;"

gives "$sssp" source=0 reached=4 max_distance=10 sum_distance=26 backend=cpu -- \
    sssp "$tiny/road.gr" --source 0 --weights --per-vertex "$work/table"
table table "0 0;1 7;2 9;3 10"
gives "$sssp" reached=4 max_distance=2 sum_distance=4 -- sssp "$tiny/road.gr" --source 0
gives "$sssp" source=20 reached=2 max_distance=2 sum_distance=2 -- \
    sssp "$tiny/weighted.csv" --source 20 --weights --compact --per-vertex "$work/table"
table table "20 0;30 2"
gives "$sssp" reached=1 max_distance=0 sum_distance=0 -- sssp "$tiny/road.gr" --source 3 --weights

gives "$path" source=0 target=3 distance=1 "path=[0, 3]" backend=cpu -- path "$tiny/road.gr" 0 3
gives "$path" distance=10 "path=[0, 1, 2, 3]" -- path "$tiny/road.gr" 0 3 --weights
gives "$path" distance=None "path=[]" -- path "$tiny/road.gr" 3 0
gives "$path" distance=None "path=[]" -- path "$tiny/road.gr" 3 0 --weights
gives "$path" distance=0 "path=[2]" -- path "$tiny/road.gr" 2 2
gives "$path" distance=3.5 "path=[10, 20, 30]" -- path "$tiny/weighted.csv" 10 30 --weights --compact
gives "$path" distance=3 "path=[0, 1, 2, 3]" -- path "$tiny/triangle.txt" 0 3

gives "$components" weak_components=1 largest_weak_component=4 strong_components=2 largest_strong_component=3 \
    backend=cpu -- components "$tiny/triangle.txt" --per-vertex "$work/table"
table table "0 0 0;1 0 0;2 0 0;3 0 1"
gives "$components" weak_components=1 strong_components=3 -- \
    components "$tiny/weighted.csv" --compact --per-vertex "$work/table"
table table "10 0 0;20 0 1;30 0 2"
gives "$components" weak_components=0 largest_weak_component=0 strong_components=0 -- components "$work/empty.txt"

gives "$clustering" transitivity=0.6 average_clustering=0.5833333333333334 triangles=1 backend=cpu -- \
    clustering "$tiny/triangle.txt" --per-vertex "$work/table"
table table "0 1 1;1 1 1;2 0.33333333333333331 1;3 0 0"
gives "$clustering" transitivity=0.2556818181818182 triangles=45 -- clustering "$datasets/karate.mtx.gz"
gives "triangles seconds backend" triangles=1 -- triangles "$tiny/triangle.txt" --per-vertex "$work/table"
table table "0 1;1 1;2 1;3 0"

# Searches with options.
gives "$verified" reached=34 "levels=[1, 16, 9, 8]" verified=True -- \
    bfs "$datasets/karate.mtx.gz" --source 0 --verify --threads 2
for options in "--reverse" "--max-depth 2" "--target 30" "--undirected" "--reverse --target 8000"; do
    gives "$verified" verified=True -- bfs "$datasets/wiki-Vote.txt.gz" --source 3 --verify $options
done
gives "$bfs" reached=3 "levels=[1, 1, 1]" -- bfs "$tiny/triangle.txt" --source 0 --target 2
gives "$bfs" reached=4 "levels=[1, 2, 1]" -- bfs "$tiny/road.gr" --source 3 --reverse --per-vertex "$work/table"
table table "0 1 3;1 2 2;2 1 3;3 0 3"
gives "$bfs" reached=2 "levels=[1, 1]" -- bfs "$tiny/triangle.txt" --source 0 --max-depth 1
gives "$bfs" reached=1 "levels=[1]" -- bfs "$tiny/triangle.txt" --source 0 --max-depth 0
gives "$many" "sources=[0, 3]" "reached=[4, 1]" "eccentricity=[3, 0]" "levels=[2, 1, 1, 1]" backend=cpu -- \
    bfs "$tiny/triangle.txt" --sources 0,3
gives "$many" "sources=[30]" "reached=[3]" "levels=[1, 2]" -- \
    bfs "$tiny/weighted.csv" --compact --sources 30 --reverse
gives "$many" "reached=[2, 2]" "levels=[2, 2]" -- bfs "$tiny/triangle.txt" --sources "$work/list" --max-depth 1
seq 0 1999 >"$work/ids"
gives "$many" -- bfs "$datasets/wiki-Vote.txt.gz" --as-stored --sources "$work/ids"
claim "the third of many searches" is "$(value reached | cut -d ' ' -f 4)" \
    "$("$program" bfs "$datasets/wiki-Vote.txt.gz" --source 3 | awk '$1 == "reached" { print $2 "," }')"

# Pictures.
gives "rows cols entries format type vertices_with_edges undirected_edges mean_degree self_loops duplicates symmetric \
max_degree seconds backend" -- \
    info "$datasets/wiki-Vote.txt.gz" --plot "$work/degrees.svg"
picture degrees.svg "Degrees: wiki-Vote.txt.gz" "degree (entries of a row: out; of a column: in), log scale" "vertices, log scale"
gives "$bfs" -- bfs "$tiny/triangle.txt" --source 0 --plot "$work/levels.svg"
picture levels.svg "Breadth-first search: triangle.txt" "level (edges from the source)" ">vertices<"
claim "a bar for each level" is "$(grep -c '<rect x=' "$work/levels.svg")" 4
gives "$many" -- bfs "$datasets/karate.mtx.gz" --sources 0,1,2 --plot "$work/levels.svg"
picture levels.svg "Breadth-first search: karate.mtx.gz"
gives "$apsp" reachable_pairs=1122 max_distance=5 sum_distance=2702 -- \
    apsp "$datasets/karate.mtx.gz" --plot "$work/distances.svg"
picture distances.svg "Distances: karate.mtx.gz" "distance (edges)" "pairs of vertices"
claim "a bar for each distance" is "$(grep -c '<rect x=' "$work/distances.svg")" 5
gives "$apsp" -- apsp "$tiny/weighted.csv" --weights --plot "$work/distances.svg"
picture distances.svg "distance (sum of weights)"
gives "$sssp" -- sssp "$tiny/road.gr" --source 0 --weights --plot "$work/distances.svg"
claim "three distances" is "$(grep -c '<rect x=' "$work/distances.svg")" 3
gives "$apsp" -- apsp "$work/empty.txt" --plot "$work/distances.svg"
picture distances.svg "Distances: empty.txt"
cp "$tiny/triangle.txt" "$work/a<b&c.txt"
gives "$bfs" -- bfs "$work/a<b&c.txt" --source 0 --plot "$work/levels.svg"
picture levels.svg "a&lt;b&amp;c.txt"

# Bad usage.
refuses 1 "V is missing" path "$tiny/road.gr" 0
refuses 1 "U is missing" path "$tiny/road.gr"
refuses 1 "one operand too many" path "$tiny/road.gr" 0 1 2
refuses 1 "U is \"x\"" path "$tiny/road.gr" x 1
refuses 1 "V is \"-1\"" path "$tiny/road.gr" 0 -- -1
refuses 1 "--source and --sources exclude each other" bfs "$tiny/road.gr" --source 0 --sources 1
refuses 1 "--verify needs one --source" bfs "$tiny/road.gr" --sources 1 --verify
refuses 1 "--target needs one --source" bfs "$tiny/road.gr" --sources 1 --target 2
refuses 1 "--per-vertex needs one --source" bfs "$tiny/road.gr" --sources 1 --per-vertex "$work/table"
refuses 1 "--target is \"y\"" bfs "$tiny/road.gr" --source 1 --target y
refuses 1 "--max-depth is \"-1\"" bfs "$tiny/road.gr" --source 1 --max-depth -1
refuses 1 "option \"--out\" is not known" sssp "$tiny/road.gr" --source 1 --out x
refuses 1 "--source ID is missing" sssp "$tiny/road.gr"

# Failed operations.
refuses 2 "has no vertex 4" path "$tiny/road.gr" 0 4
refuses 2 "has no vertex 9" sssp "$tiny/road.gr" --source 9
refuses 2 "has no vertex 9" bfs "$tiny/road.gr" --source 0 --target 9
refuses 2 "has no vertex 15" apsp "$tiny/weighted.csv" --compact --sources 10,15
refuses 2 "there is no vertex id" apsp "$tiny/road.gr" --sources "$work/empty.txt"
refuses 2 "\"name\" is not a vertex id" apsp "$tiny/road.gr" --sources "$datasets/catalog.tsv"
refuses 2 "none.txt" apsp "$tiny/road.gr" --sources "$work/none.txt"
refuses 2 "no/such/folder" apsp "$tiny/road.gr" --out "$work/no/such/folder/out.npy"
refuses 2 "no/such/folder" info "$tiny/road.gr" --plot "$work/no/such/folder/plot.svg"
refuses 2 "no/such/folder" triangles "$tiny/triangle.txt" --per-vertex "$work/no/such/folder/table"
for command in closure apsp components clustering; do
    refuses 2 "3 x 4" $command "$tiny/rectangle.mtx"
done
printf '0 1 1\n1 2 -3\n2 1 1\n' >"$work/cycle.txt"
refuses 2 "a cycle of negative weight goes through vertex" apsp "$work/cycle.txt" --weights
refuses 2 "a cycle of negative weight goes through vertex" sssp "$work/cycle.txt" --source 0 --weights
if [ -w /dev/full ]; then
    refuses 2 "/dev/full: cannot write: No space left" triangles "$tiny/triangle.txt" --per-vertex /dev/full
    refuses 2 "/dev/full: cannot write: No space left" info "$tiny/triangle.txt" --plot /dev/full
fi

finish
