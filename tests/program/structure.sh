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
claim "the largest core has ten vertices" is "$(cut -f 2 "$work/cores.tsv" | grep -cx 4)" 10
for command in cores leiden; do
    semigraph $command "$karate" --plot "$work/$command.svg"
    claim "the picture of $command is XML" python3 -c \
        'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$work/$command.svg"
done

for shell in bash zsh fish; do
    semigraph completion $shell
    claim "completion of $shell" has out independent-set
done
semigraph completion tcsh
claim "a shell without completion" is "$status" 1

finish
