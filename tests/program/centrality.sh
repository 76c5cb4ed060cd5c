#!/usr/bin/env bash
# The commands pagerank, betweenness and closeness from outside: values, tables, pictures, --verify.
#   centrality.sh PROGRAM SOURCE_FOLDER
. "$(dirname "$0")/claims.sh" "$@"

pagerank="rounds residual converged dangling largest largest_value seconds backend"
betweenness="sources undirected largest largest_value work_bytes seconds backend"
closeness="sources largest largest_value largest_eccentricity smallest_eccentricity seconds backend"
tiny=$datasets/tiny

gives "$pagerank" dangling=0 largest=33 converged=True -- pagerank "$datasets/karate.mtx.gz"
gives "${pagerank/seconds/verified seconds}" verified=True largest=0 -- \
    pagerank "$datasets/karate.mtx.gz" --sources 0 --verify --threads 2
gives "$betweenness" sources=34 undirected=True largest=0 -- betweenness "$datasets/karate.mtx.gz"
claim "the largest betweenness" is "$(printf '%.9f' "$(value largest_value)")" 231.071428571
gives "${betweenness/seconds/verified seconds}" sources=3 undirected=True verified=True -- \
    betweenness "$datasets/karate.mtx.gz" --sources 0,1,33 --verify
gives "${betweenness/seconds/verified seconds}" undirected=False verified=True -- \
    betweenness "$tiny/road.gr" --weights --verify
gives "$closeness" sources=34 largest=0 largest_eccentricity=5 smallest_eccentricity=3 -- \
    closeness "$datasets/karate.mtx.gz"
gives "${closeness/seconds/verified seconds}" sources=2 verified=True -- \
    closeness "$tiny/road.gr" --weights --reverse --verify --sources 0,1

semigraph closeness "$tiny/triangle.txt" --undirected --per-vertex "$work/close.csv" --plot "$work/close.svg"
claim "lines of the table" is "$(wc -l <"$work/close.csv" | tr -d ' ')" 4
claim "columns of the table" is "$(head -1 "$work/close.csv" | tr ',' '\n' | wc -l | tr -d ' ')" 4
claim "the picture is XML" python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$work/close.svg"
claim "the picture has an axis of ranks" has close.svg "rank of the vertex"
semigraph pagerank "$datasets/karate.mtx.gz" --per-vertex "$work/ranks"
claim "ranks add up to 1" is "$(awk '{ s += $2 } END { printf "%.9f", s }' "$work/ranks")" 1.000000000

finish
