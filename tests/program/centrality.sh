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

powers="rounds residual converged largest largest_value verified seconds backend"
gives "$powers" converged=True largest=33 verified=True -- hits "$datasets/karate.mtx.gz" --verify --per-vertex "$work/hits.tsv" --plot "$work/hits.svg"
claim "columns of hits" is "$(head -1 "$work/hits.tsv" | tr '\t' '\n' | wc -l | tr -d ' ')" 3
claim "authorities add up to 1" is "$(awk '{ s += $2 } END { printf "%.9f", s }' "$work/hits.tsv")" 1.000000000
claim "the picture of authorities" has hits.svg authority
gives "$powers" converged=True largest=33 verified=True -- eigenvector "$datasets/karate.mtx.gz" --verify
claim "the largest eigenvector centrality" is "$(printf '%.6f' "$(value largest_value)")" 0.373363
gives "$powers" converged=True verified=True -- katz "$datasets/karate.mtx.gz" --alpha 0.05 --verify
semigraph katz "$datasets/karate.mtx.gz" --alpha -1
claim "a factor below 0" has err "expected a number"

semigraph closeness "$tiny/triangle.txt" --undirected --per-vertex "$work/close.csv" --plot "$work/close.svg"
claim "lines of the table" is "$(wc -l <"$work/close.csv" | tr -d ' ')" 4
claim "columns of the table" is "$(head -1 "$work/close.csv" | tr ',' '\n' | wc -l | tr -d ' ')" 4
claim "the picture is XML" python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$work/close.svg"
claim "the picture has an axis of ranks" has close.svg "rank of the vertex"
semigraph pagerank "$datasets/karate.mtx.gz" --per-vertex "$work/ranks"
claim "ranks add up to 1" is "$(awk '{ s += $2 } END { printf "%.9f", s }' "$work/ranks")" 1.000000000

finish
