#!/usr/bin/env bash
# The program from outside: what tables, pictures and sentences say to the letter.
#   details.sh PROGRAM SOURCE_FOLDER
. "$(dirname "$0")/claims.sh" "$@"

# Ids that are not row numbers, in each table that begins with them.
printf '10 20\n20 30\n30 10\n30 40\n' >"$work/ids.txt"
semigraph triangles "$work/ids.txt" --per-vertex "$work/table"
claim "ids beside triangles" is "$(tr '\t\n' ' ;' <"$work/table")" "10 1;20 1;30 1;40 0;"
semigraph clustering "$work/ids.txt" --per-vertex "$work/table"
claim "ids beside coefficients" is "$(cut -f 1,3 "$work/table" | tr '\t\n' ' ;')" "10 1;20 1;30 1;40 0;"
semigraph bfs "$work/ids.txt" --source 20 --per-vertex "$work/table"
claim "ids beside levels" is "$(cut -f 1,2 "$work/table" | tr '\t\n' ' ;')" "10 2;20 0;30 1;40 2;"

# Distances that are no whole numbers come back as they were.
printf '1 2 0.1\n2 3 0.2\n' >"$work/real.txt"
semigraph sssp "$work/real.txt" --source 1 --weights --per-vertex "$work/table"
claim "17 digits of a distance" is "$(tr '\t\n' ' ;' <"$work/table")" "1 0;2 0.10000000000000001;3 0.30000000000000004;"

# A table cannot be opened for want of descriptors: the fourth is its file, a fifth would be its stream.
(
    exec 3>&-
    ulimit -n 4
    exec "$program" triangles "$work/ids.txt" --per-vertex "$work/none"
) >"$work/out" 2>"$work/err"
claim "status without descriptors" is $? 2
claim "sentence without descriptors" has err "Too many open files"
claim "no table without descriptors" test ! -e "$work/none"

# A picture whose name is its suffix alone; one dot for each degree, 0 and the largest too.
dots() { grep -o "class=\"points s$2\" d=\"[^\"]*" "$work/$1" | grep -o h0 | wc -l; } # FILE SERIES
(cd "$work" && "$program" info ids.txt --plot .svg >out 2>err)
claim "three degrees, three dots" is "$(dots .svg 0)" 3
claim "one in-degree, one dot" is "$(dots .svg 2)" 1
# Bytes that are no UTF-8 do not get into a picture.
cp "$work/ids.txt" "$work/b"$'\xff'".txt"
semigraph info "$work/b"$'\xff'".txt" --plot "$work/degrees.svg"
claim "a picture is UTF-8" python3 -c 'import sys; open(sys.argv[1], encoding="utf-8").read()' "$work/degrees.svg"
claim "a byte that is none is a question mark" grep -qF "b?.txt<" "$work/degrees.svg"
# Nor does what looks like it: half of a surrogate pair, numbers too large or written too long, no character.
for bytes in '\xed\xa0\x80' '\xf4\x90\x80\x80' '\xe0\x80\xaf' '\xc0\xaf' '\xef\xbf\xbe' '\xf0\x80\x80\xaf' '\xe2\x82'; do
    name=$work/$(printf "c$bytes").txt
    cp "$work/ids.txt" "$name"
    semigraph info "$name" --plot "$work/degrees.svg"
    claim "a picture is XML without $bytes" python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' \
        "$work/degrees.svg"
    claim "question marks for $bytes" grep -q "c??*[.]txt<" "$work/degrees.svg"
done
for bytes in '\xed\x9f\xbf' '\xf4\x8f\xbf\xbd' '\xe0\xa0\x80' '\xc2\xa0' '\xef\xbf\xbd'; do # the borders beside these
    name=$work/$(printf "d$bytes").txt
    cp "$work/ids.txt" "$name"
    semigraph info "$name" --plot "$work/degrees.svg"
    claim "a letter in a picture: $bytes" grep -qF "$(printf "d$bytes").txt<" "$work/degrees.svg"
done

# The input is named in words.
"$program" triangles - --as-stored <"$datasets/tiny/rectangle.mtx" >"$work/out" 2>"$work/err"
claim "standard input is named" has err "semigraph triangles: standard input: A is 3 x 4"
# A word is like a command only if few of its letters differ.
refuses 1 "did you mean bfs?" bsf "$work/ids.txt"
semigraph zzz
claim "no command is like zzz" is "$(cat "$work/err")" \
    "semigraph: \"zzz\" is not a command; 'semigraph --help' lists them"

# Sentences name options as they are written on the command line, also those of the library.
printf '0 5000000000\n' >"$work/far.txt"
refuses 2 "the largest without \`is_compact\` (--compact)" info "$work/far.txt" --as-stored
printf '0 80000000\n' >"$work/gap.txt"
refuses 2 "gap.txt: 80000001 rows would take 640000016 bytes; \`is_compact\` (--compact) numbers only the vertices" \
    info "$work/gap.txt" --as-stored
printf '%%%%MatrixMarket matrix array real general\n1 1\n1\n' >"$work/array.mtx"
refuses 2 "\`is_compact\` (--compact) numbers" info "$work/array.mtx" --compact
refuses 2 "lines that \`skip_lines\` (--skip) passes over" info "$work/ids.txt" --skip 9
semigraph convert "$datasets/tiny/rectangle.mtx" "$work/rectangle.sgb"
refuses 2 "\`skip_lines\` (--skip) is 1; a binary file has no lines" info "$work/rectangle.sgb" --skip 1
refuses 2 "\`is_compact\` (--compact) numbers" info "$work/rectangle.sgb" --compact
refuses 2 "(--most-memory) allows" info "$datasets/wiki-Vote.txt.gz" --most-memory 100K
head -c 3000000 /dev/zero | tr '\0' '#' >"$work/long.txt"
for size in 16777216T 17179869184G 17592186044416M 18014398509481984K 18446744073709551616 K 1KB 1k -1 1.5G; do
    refuses 1 "--most-memory is \"$size\"" info "$work/ids.txt" --most-memory $size
done
for size in 16777215T 17179869183G 18446744073709551615; do # up to 2^64 - 1
    semigraph info "$work/ids.txt" --most-memory $size
    claim "a size of $size" is $status 0
done
refuses 2 "(--most-memory) allows 1048576" info "$work/long.txt" --most-memory 1M
semigraph methods
claim "methods name no flag of the library" is "$(grep -c 'GRAPH_[A-Z]' "$work/out")" 0

# A negative cycle is told by the ids of the file.
printf '10 20 -1\n20 10 -1\n' >"$work/negative.txt"
refuses 2 "negative.txt: a cycle of negative weight goes through vertex 10" path "$work/negative.txt" 10 20 --weights
refuses 2 "goes through vertex 10" sssp "$work/negative.txt" --source 10 --weights
refuses 2 "goes through vertex 10" apsp "$work/negative.txt" --weights

# A count says from where on it is one.
refuses 1 "--length is \"0\"; expected 1 or larger" walks "$work/ids.txt" --length 0
refuses 1 "--seed is \"-1\"; expected 0 or larger" walks "$work/ids.txt" --seed -1

# Words like those that are known.
refuses 1 "option \"--sorce\" is not known; did you mean --source?" bfs "$work/ids.txt" --sorce 10
refuses 1 "option \"--weigths=1\" is not known; did you mean --weights?" info "$work/ids.txt" --weigths=1
semigraph info "$work/ids.txt" --sideways
claim "no option is like --sideways" is "$(cat "$work/err")" \
    "semigraph info: option \"--sideways\" is not known; 'semigraph info --help' lists the options"
semigraph info "$work/ids.txt" --reverse
claim "no option of another command is meant" is "$(grep -c 'did you mean' "$work/err")" 0
for help in "-h" "--help" "help"; do
    semigraph $help
    claim "$help" is "$status $(head -1 "$work/out")" "0 usage: semigraph COMMAND [FILE] [options]"
done
semigraph version
claim "version" is "$status $(grep -cE '^semigraph [0-9.]+$' "$work/out")" "0 1"
semigraph bfs -h
claim "-h of a command" is "$status $(head -1 "$work/out")" "0 usage: semigraph bfs FILE --source ID | --sources LIST [options]"

# Commas where the name says so, tabs elsewhere.
csv() { # EXPECTED ARGUMENTS...
    local expected=$1
    shift
    semigraph "$@" --per-vertex "$work/table.csv"
    claim "commas: $*" is "$(head -1 "$work/table.csv")" "$expected"
    semigraph "$@" --per-vertex "$work/table.tsv"
    claim "tabs: $*" is "$(tr '\t' , <"$work/table.tsv")" "$(cat "$work/table.csv")"
    claim "no comma: $*" is "$(grep -c , "$work/table.tsv")" 0
}
csv 10,1 triangles "$work/ids.txt"
csv 10,1,1 clustering "$work/ids.txt"
csv 10,0,0 components "$work/ids.txt"
csv 10,2,30 bfs "$work/ids.txt" --source 20
csv 10,2 sssp "$work/ids.txt" --source 20
csv 1,0 sssp "$work/real.txt" --source 1 --weights
semigraph convert "$work/real.txt" "$work/real.csv" --weights
claim "a graph with commas" is "$(paste -sd ';' "$work/real.csv")" \
    "# semigraph edge list, rows 4, columns 4, type fp64;1,2,0.1;2,3,0.2"
semigraph convert "$work/real.csv" "$work/real.csv.gz" --weights
claim "a compressed graph with commas" is "$(zcat "$work/real.csv.gz")" "$(cat "$work/real.csv")"
semigraph convert "$work/real.csv" "$work/real.tsv" --weights
claim "a graph with tabs" is "$(sed -n 2p "$work/real.tsv")" "$(printf '1\t2 0.1')"

# Two files of one name would lose one of them.
refuses 1 "--per-vertex and --plot both name $work/one.svg" \
    bfs "$work/ids.txt" --source 10 --per-vertex "$work/one.svg" --plot "$work/one.svg"
refuses 1 "--out and --plot both name" apsp "$work/ids.txt" --out "$work/one.svg" --plot "$work/one.svg"
claim "neither is written" test ! -e "$work/one.svg"
: >"$work/one.svg"
ln -s one.svg "$work/two.svg"
refuses 1 "--per-vertex and --plot both name" \
    bfs "$work/ids.txt" --source 10 --per-vertex "$work/one.svg" --plot "$work/two.svg"
semigraph bfs "$work/ids.txt" --source 10 --per-vertex /dev/null --plot /dev/null
claim "a device is no file" is $status 0

# Pictures say of what they are, and what they leave out.
texts() { grep -o '<text[^>]*>[^<]*' "$1" | sed 's/<[^>]*>//' | paste -sd '|'; }
drawn() { # EXPECTED ARGUMENTS...
    local expected=$1
    shift
    semigraph "$@" --plot "$work/picture.svg"
    claim "texts of the picture: $*: $(texts "$work/picture.svg")" is "$(texts "$work/picture.svg")" "$expected"
    claim "well-formed: $*" python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' "$work/picture.svg"
}
series="out-degree|out-degree or more|in-degree|in-degree or more"
degree="degree (entries of a row: out; of a column: in)"
drawn "Degrees: ids.txt|n = 4 vertices, m = 4 entries|$series|0|1|2|3|4|0|1|2|$degree|vertices" info "$work/ids.txt"
drawn "Degrees: rectangle.mtx|3 rows, 4 columns, m = 5 entries|$series|0|1|2|3|4|1|2|$degree|vertices" \
    info "$datasets/tiny/rectangle.mtx"
drawn "Degrees: triangle.txt|n = 4 vertices, m = 8 entries|of this degree|of this degree or more|0|1|2|3|4|1|2|3|degree (entries of a row)|vertices" \
    degrees "$datasets/tiny/triangle.txt" --undirected
drawn "Breadth-first search: ids.txt|n = 4 vertices, m = 4 entries, source 20|0|1|2|0|1|2|level (edges from the source)|vertices" \
    bfs "$work/ids.txt" --source 20
drawn "Breadth-first search: ids.txt|n = 4 vertices, m = 4 entries, sources 20,30|0|1|2|3|0|1|2|level (edges from the source)|vertices, for all sources together" \
    bfs "$work/ids.txt" --sources 20,30
drawn "Distances: real.txt|n = 3 vertices, m = 2 entries, source 1|0|1|0|0.1|0.2|0.3|distance (sum of weights)|vertices" \
    sssp "$work/real.txt" --source 1 --weights
drawn "Distances: ids.txt|n = 4 vertices, m = 4 entries|0|1|2|3|4|0|1|2|3|distance (edges)|pairs of vertices" apsp "$work/ids.txt"
drawn "Entries: ids.txt|4 rows, 4 columns, m = 4 entries|a cell has 1 x 1 positions; without colour: no entry|0|1|2|3|4|0|1|2|3|4|entries of a cell|1|column|row" \
    spy "$work/ids.txt"

# On logarithmic axes: degree 0 has its own place, and a bar of one vertex is seen.
semigraph info "$datasets/ca-CondMat.txt.gz" --as-stored --plot "$work/picture.svg"
claim "the facts of a large graph" has picture.svg "n = 108,300 vertices, m = 186,936 entries<"
claim "degree 0 has a place before 1" is "$(texts "$work/picture.svg" | grep -o '|0|1|10|100|degree')" "|0|1|10|100|degree"
claim "the dot of degree 0 stands at its left" is \
    "$(grep -o 'class="points s0" d="M[0-9.]*' "$work/picture.svg" | sed 's/.*M//')" \
    "$(grep -o '<text x="[0-9.]*"[^>]*>0<' "$work/picture.svg" | sed 's/.*x="//; s/".*//')"
semigraph bfs "$datasets/ca-CondMat.txt.gz" --source 73647 --plot "$work/picture.svg"
claim "a bar for each level" is "$(grep -c '<rect x=.*width=' "$work/picture.svg")" 10
claim "every bar has a height" is \
    "$(grep -o '<rect x=.* height="[0-9.]*"' "$work/picture.svg" | sed 's/.*height="//; s/"//' | awk '$1 < 8' | wc -l)" 0
semigraph bfs "$datasets/ca-CondMat.txt.gz" --sources 73647,73647,73647,73647,73647,73647,73647 \
    --plot "$work/picture.svg"
claim "a long list is cut" has picture.svg ">73647,73647,73647,...7,73647,73647,73647<"
long=$work/$(printf 'a%.0s' $(seq 200)).txt
cp "$work/ids.txt" "$long"
semigraph bfs "$long" --source 20 --plot "$work/picture.svg"
claim "a long title is cut in its middle" is "$(texts "$work/picture.svg" | cut -d '|' -f 1 | grep -cE '^.{60,67}$')" 1

# The table of degrees.
semigraph degrees "$work/ids.txt" --per-vertex "$work/table"
claim "degrees of an edge list" is "$(tr '\t\n' ' ;' <"$work/out")" "degree out in;0 1 0;1 2 4;2 1 0;"
claim "degrees of each vertex" is "$(tr '\t\n' ' ;' <"$work/table")" "10 1 1;20 1 1;30 2 1;40 0 1;"
gives "degree out in seconds backend" "degree=[0, 1, 2]" "out=[1, 2, 1]" "in=[0, 4, 0]" -- degrees "$work/ids.txt"
gives "degree out in seconds backend" "degree=[1, 2]" "out=[1, 2]" "in=[3, 1]" -- degrees "$datasets/tiny/rectangle.mtx"
refuses 2 "--per-vertex needs a square matrix" degrees "$datasets/tiny/rectangle.mtx" --per-vertex "$work/none"
claim "no table of a rectangle" test ! -e "$work/none"

# The picture of a matrix.
gives "rows cols entries cells_down cells_across most_in_cell seconds backend" cells_down=3 cells_across=4 most_in_cell=1 -- \
    spy "$datasets/tiny/rectangle.mtx" --plot "$work/spy.svg"
cells=$(grep -o 'class="d[0-6]" d="[^"]*"' "$work/spy.svg" | grep -o 'h[0-9]*' | tr -d h | awk '{ n += $1 } END { print n }')
claim "a cell for each entry" is "$cells" 5
refuses 1 "--plot SVG is missing" spy "$work/ids.txt"
printf '%%%%MatrixMarket matrix coordinate pattern general\n0 0 0\n' >"$work/empty.mtx"
for command in "spy" "degrees" "info"; do
    semigraph $command "$work/empty.mtx" --plot "$work/spy.svg"
    claim "$command of nothing" is $status 0
    claim "its picture is well-formed" python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' "$work/spy.svg"
done

finish
