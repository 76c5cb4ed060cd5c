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

# A picture whose name is its suffix alone; one mark for each degree, the largest too.
(cd "$work" && "$program" info ids.txt --plot .svg >out 2>err)
claim "three degrees, three marks" is "$(grep -o '<circle' "$work/.svg" | wc -l)" 3
# Bytes that are no UTF-8 do not get into a picture.
cp "$work/ids.txt" "$work/b"$'\xff'".txt"
semigraph info "$work/b"$'\xff'".txt" --plot "$work/degrees.svg"
claim "a picture is UTF-8" python3 -c 'import sys; open(sys.argv[1], encoding="utf-8").read()' "$work/degrees.svg"
claim "a byte that is none is a question mark" grep -qF "b?.txt<" "$work/degrees.svg"

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
refuses 2 "(--most-memory) allows 1048576" info "$work/long.txt" --most-memory 1M
semigraph methods
claim "methods name no flag of the library" is "$(grep -c 'GRAPH_[A-Z]' "$work/out")" 0

finish
