#!/usr/bin/env bash
# Vertices with names: --labels in each command that reads vertices or writes them.
#   labels.sh PROGRAM SOURCE_FOLDER
. "$(dirname "$0")/claims.sh" "$@"

names=$work/names.csv
printf 'bob,alice,2\nalice,"New York",1\n"New York",carol,4\ncarol,alice,1\nbob,carol,9\n' >"$names"
table() { tr '\t\n' ' ;' <"$work/table"; }

gives "source reached levels seconds backend" source=bob reached=4 "levels=[1, 2, 1]" -- bfs "$names" --labels --source bob
gives "source reached levels seconds backend" source=bob -- bfs "$names" --source bob --labels
gives "sources reached eccentricity levels seconds backend" "sources=['carol', 'New York']" "reached=[3, 3]" -- \
    bfs "$names" --labels --sources "carol,New York"
printf '# two\ncarol\nNew York\n' >"$work/list"
gives "sources reached eccentricity levels seconds backend" "sources=['carol', 'New York']" -- \
    bfs "$names" --labels --sources "$work/list"
gives "source target distance path seconds backend" source=bob "target=New York" distance=3 \
    "path=['bob', 'alice', 'New York']" -- path "$names" bob "New York" --labels --weights
semigraph path "$names" bob "New York" --labels
claim "a path as text" is "$(awk '$1 == "path"' "$work/out" | tr -s ' ')" "path bob alice New York"
semigraph bfs "$names" --labels --source bob --per-vertex "$work/table"
claim "names beside levels" is "$(table)" "New York 2 alice;alice 1 bob;bob 0 bob;carol 1 bob;"
semigraph sssp "$names" --labels --weights --source bob --per-vertex "$work/table"
claim "names beside distances" is "$(table)" "New York 3;alice 2;bob 0;carol 7;"
semigraph triangles "$names" --labels --per-vertex "$work/table"
claim "names beside triangles" is "$(table)" "New York 1;alice 2;bob 1;carol 2;"
semigraph clustering "$names" --labels --per-vertex "$work/table"
claim "names beside coefficients" is "$(cut -f 1,3 "$work/table" | tr '\t\n' ' ;')" "New York 1;alice 2;bob 1;carol 2;"
semigraph components "$names" --labels --per-vertex "$work/table"
claim "names beside components" is "$(table)" "New York 0 0;alice 0 0;bob 0 1;carol 0 0;"
semigraph degrees "$names" --labels --per-vertex "$work/table"
claim "names beside degrees" is "$(table)" "New York 1 1;alice 1 2;bob 2 0;carol 1 2;"
gives "reachable_pairs max_distance sum_distance seconds backend" reachable_pairs=3 -- apsp "$names" --labels --sources bob
for command in info closure square; do
    semigraph $command "$names" --labels
    claim "$command takes names" is "$status $(cat "$work/err")" "0 "
done

# In tables a name that could be two columns stands in quotes, which a reader of CSV takes off.
printf '"a,b" c\nc d"e\n' >"$work/odd.txt"
semigraph triangles "$work/odd.txt" --labels --per-vertex "$work/table.csv"
claim "quotes in CSV" is "$(paste -sd ';' "$work/table.csv")" '"a,b",0;c,0;"d""e",0'
claim "as CSV has them" is "$(python3 -c 'import csv, sys; print([r[0] for r in csv.reader(open(sys.argv[1]))])' "$work/table.csv")" \
    "['a,b', 'c', 'd\"e']"

# In JSON and on a page names are data.
printf '<b>&"x" %s\n%s y\\z\n' "$(printf 'q\xff\033w')" "$(printf 'q\xff\033w')" >"$work/odd.txt"
semigraph bfs "$work/odd.txt" --labels --source '<b>&"x"' --json
parse
claim "a name in JSON" is "$(value source)" '<b>&"x"'
semigraph report "$work/odd.txt" --labels --html "$work/page.html"
claim "a report with names" is $status 0
claim "a name in HTML" grep -qF '<td class="id">&lt;b&gt;&amp;&quot;x&quot;</td>' "$work/page.html"
claim "no tag of a name" is "$(grep -c '<b>' "$work/page.html")" 0
semigraph bfs "$work/odd.txt" --labels --source "$(printf 'q\xff\033w')"
claim "no control character reaches the terminal" is "$(grep -c "$(printf '\033')" "$work/out")" 0
semigraph bfs "$names" --labels --source bob --plot "$work/picture.svg"
claim "a name in a picture" has picture.svg "source bob<"

# Mistakes.
refuses 2 "has no vertex \"dave\"" bfs "$names" --labels --source dave
refuses 2 "has no vertex \"10\"" bfs "$names" --labels --source 10
refuses 1 "--source is \"bob\"; expected a vertex id" bfs "$names" --source bob
refuses 1 "U is \"bob\"; expected a vertex id" path "$names" bob alice
printf 'a b\nc\n' >"$work/short.txt"
refuses 2 "short.txt:2: expected a second label, found the end of the line" info "$work/short.txt" --labels
refuses 2 "are of edge lists" info "$datasets/karate.mtx.gz" --labels
refuses 1 "option \"--labels\" is not known" convert "$names" "$work/out.txt" --labels
printf 'a b -1\nb a -1\n' >"$work/negative.txt"
refuses 2 "a cycle of negative weight goes through vertex a" path "$work/negative.txt" a b --labels --weights

finish
