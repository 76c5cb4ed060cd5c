#!/usr/bin/env bash
# datasets/fetch.sh without a network, and the shipped files against the catalog.
#   run.sh SOURCE_FOLDER
set -u
fetch=$1/datasets/fetch.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

gives() { # STATUS PIECE ARGUMENTS...: this exit status, the piece somewhere in what is printed
    local expected=$1 piece=$2
    shift 2
    "$fetch" "$@" >"$work/out" 2>&1 </dev/null
    local status=$?
    if [ $status -eq "$expected" ] && grep -qF -- "$piece" "$work/out"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED fetch.sh $*: status $status, expected $expected and \"$piece\""
        head -3 "$work/out"
    fi
}

for name in wiki-Vote ca-CondMat email-Enron as20graph; do
    gives 0 "holds the edges of $name" --check $name "$1/datasets/$name.txt.gz"
done
gives 0 web-NotreDame --list
gives 1 "NAME..."
gives 1 "NAME..." --sideways
gives 1 "NAME..." --check wiki-Vote
gives 2 "there is no graph nothing" nothing
gives 2 "cannot be read" --check wiki-Vote "$work/none"
gives 2 "does not hold the edges of wiki-Vote" --check wiki-Vote "$1/datasets/as20graph.txt.gz"
gives 2 "cannot be read" --catalog "$work/none" --list

# A catalog whose addresses are files: a good one, a missing one, one with other edges.
sum=$(awk -F '\t' '$1 == "as20graph" { print $10 }' "$1/datasets/catalog.tsv")
{
    head -1 "$1/datasets/catalog.tsv"
    printf 'good\tdirected\tno\t0\t0\t26467\t0\t0\t6584\t%s\tfile://%s\n' "$sum" "$1/datasets/as20graph.txt.gz"
    printf 'gone\tdirected\tno\t0\t0\t0\t0\t0\t0\t%s\tfile://%s\n' "$sum" "$work/none.gz"
    printf 'other\tdirected\tno\t0\t0\t0\t0\t0\t0\t%s\tfile://%s\n' "$sum" "$1/datasets/karate.mtx.gz"
} >"$work/catalog.tsv"
gives 0 "26467 edges, 6584 triangles" --catalog "$work/catalog.tsv" --into "$work/cache" good
gives 0 "is here" --catalog "$work/catalog.tsv" --into "$work/cache" good
gives 2 "could not be downloaded" --catalog "$work/catalog.tsv" --into "$work/cache" gone
gives 2 "does not hold the edges of other" --catalog "$work/catalog.tsv" --into "$work/cache" other
if [ "$(ls "$work/cache")" = good.txt.gz ]; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "FAILED a download that fails leaves nothing: $(ls "$work/cache")"
fi

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
