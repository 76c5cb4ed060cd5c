#!/usr/bin/env bash
# The commands on cores, trusses, communities, forests, sets, colourings and matchings from outside: values that are known
# of the karate club, tables, pictures, --verify; and the completion of shells.
#   structure.sh PROGRAM SOURCE_FOLDER
. "$(dirname "$0")/claims.sh" "$@"

karate=$datasets/karate.mtx.gz

gives "degeneracy verified seconds backend" degeneracy=4 verified=True -- cores "$karate" --verify
gives "edges largest_truss verified seconds backend" edges=78 largest_truss=5 verified=True -- trusses "$karate" --verify
for method in louvain leiden; do
    gives "communities modularity verified seconds backend" communities=4 verified=True -- $method "$karate" --verify
    claim "modularity by $method" is "$(printf '%.9f' "$(value modularity)")" 0.419789612
done
gives "rounds verified seconds backend" rounds=10 verified=True -- labels "$karate" --verify
gives "edges trees weight verified seconds backend" edges=33 trees=1 weight=33 verified=True -- forest "$karate" --verify
gives "members verified seconds backend" members=20 verified=True -- independent-set "$karate" --verify
gives "colors verified seconds backend" colors=5 verified=True -- coloring "$karate" --verify
gives "edges verified seconds backend" edges=10 verified=True -- matching "$karate" --verify --threads 2
gives "edges trees weight verified seconds backend" verified=True -- forest "$datasets/tiny/road.gr" --weights --verify
gives "edges verified seconds backend" verified=True -- matching "$datasets/tiny/road.gr" --weights --verify

for command in cores louvain leiden labels independent-set coloring matching; do
    semigraph $command "$karate" --per-vertex "$work/$command.tsv"
    claim "$command has a line for each vertex" is "$(wc -l <"$work/$command.tsv" | tr -d ' ')" 34
done
printf '10 20\n30 40\n' >"$work/two.txt"
semigraph matching "$work/two.txt" --per-vertex "$work/two.tsv"
claim "partners have the ids of the file" is "$(tr '\t\n' ' ;' <"$work/two.tsv")" "10 20;20 10;30 40;40 30;"
claim "the largest core has ten vertices" is "$(cut -f 2 "$work/cores.tsv" | grep -cx 4)" 10
for command in cores leiden; do
    semigraph $command "$karate" --plot "$work/$command.svg"
    claim "the picture of $command is XML" python3 -c \
        'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$work/$command.svg"
done

gives "pairs largest largest_value verified seconds backend" pairs=68 largest_value=1 verified=True -- \
    similarity "$karate" --best 2 --verify --out "$work/pairs.csv"
claim "a line for each pair" is "$(wc -l <"$work/pairs.csv" | tr -d ' ')" 68
semigraph similarity "$karate" --kind dice
claim "a kind that is not known" has err "expected jaccard, overlap, cosine or adamic-adar"
gives "walks steps verified seconds backend" walks=6 steps=30 verified=True -- \
    walks "$karate" --length 5 --each 3 --sources 0,3 --seed 7 --verify --out "$work/walks.tsv"
claim "a line for each walk" is "$(wc -l <"$work/walks.tsv" | tr -d ' ')" 6
claim "walks begin at their sources" is "$(cut -f 1 "$work/walks.tsv" | sort | uniq -c | tr -s ' \n' ' ')" " 3 0 3 3 "
semigraph walks "$karate" --length 5 --each 3 --sources 3 --seed 7 --out "$work/walks.of.3"
claim "a walk does not depend on the others" is "$(sed -n 4,6p "$work/walks.tsv" | cksum)" "$(cksum <"$work/walks.of.3")"

printf '2 0\n0 1\n2 1\n' >"$work/onward.txt"
gives "vertices levels verified seconds backend" vertices=3 levels=3 verified=True -- \
    order "$work/onward.txt" --verify --per-vertex "$work/order.tsv"
claim "places and levels" is "$(tr '\t\n' ' ,' <"$work/order.tsv")" "0 1 1,1 2 2,2 0 0,"
semigraph order "$karate"
claim "a graph with a cycle has no order" is "$status" 2

gives "rows cols entries seconds backend" rows=15 entries=28 -- generate tree "$work/tree.mtx" --vertices 15
gives "rows cols entries seconds backend" rows=12 entries=34 -- generate grid "$work/grid.sgb" --vertices 12 --width 4
for class in rmat uniform small-world preferential complete path star; do
    semigraph generate $class "$work/made.sgb" --seed 3 --vertices 64
    semigraph generate $class "$work/again.sgb" --seed 3 --vertices 64 --threads 2
    claim "$class is made twice alike" cmp "$work/made.sgb" "$work/again.sgb"
done
semigraph generate rmat "$work/made.sgb" --vertices 1000
claim "rmat wants a power of 2" has err "power of 2"
semigraph generate cube "$work/made.sgb"
claim "a class that is not known" is "$status" 2

for shell in bash zsh fish; do
    semigraph completion $shell
    claim "completion of $shell" has out independent-set
done
semigraph completion tcsh
claim "a shell without completion" is "$status" 1

finish
