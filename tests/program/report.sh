#!/usr/bin/env bash
# The page of `semigraph report`: its facts against those of other commands, and that it is whole, safe and alone.
#   report.sh PROGRAM SOURCE_FOLDER
. "$(dirname "$0")/claims.sh" "$@"

tiny=$datasets/tiny
page=$work/page.html
keys="rows cols entries sections seconds backend"

# Reads the page into the files facts (NAME=VALUE), cells (a line for each row of a table) and pictures (a line for each),
# and says what breaks a page: tags that do not match, references to elsewhere, scripts.
read_page() {
    python3 - "$page" >"$work/object" 2>"$work/err" <<'PYTHON'
import sys
from html.parser import HTMLParser

class Page(HTMLParser):
    void = {"meta", "br", "hr", "img", "input", "link"}
    def __init__(self):
        super().__init__()
        self.open, self.name, self.row = [], None, None
    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("src", "href", "xlink:href", "action") and not value.startswith("#"):
                print("broken=reference to", value)
            if name.startswith("on") or tag == "script":
                print("broken=script")
        if tag in ("h1", "h2", "p"):
            self.text = ""
        if tag not in self.void:
            self.open.append(tag)
        if tag == "tr":
            self.row = []
        if tag in ("dt", "dd", "td", "th", "title"):
            self.text = ""
        if tag == "svg":
            print("picture=" + dict(attributes)["aria-label"])
    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in self.void:
            self.open.pop()
    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            print("broken=end of", tag)
        if tag == "dt":
            self.name = self.text
        if tag == "dd":
            print(f"{self.name}={self.text}")
        if tag in ("td", "th"):
            self.row.append(self.text)
        if tag == "tr":
            print("row=" + "|".join(self.row))
        if tag in ("title", "h1", "h2", "p"):
            print(f"{tag}={self.text}")
    def handle_data(self, data):
        if self.open and self.open[-1] not in ("style", "text"):
            self.text = getattr(self, "text", "") + data

page = Page()
page.feed(open(sys.argv[1], encoding="utf-8").read())
page.close()
print("open=" + " ".join(page.open))
PYTHON
    claim "the page can be read: $1" is "$(cat "$work/err")" ""
    claim "every tag ends, nothing outside is named: $1" is "$(grep -c '^broken=' "$work/object") $(sed -n 's/^open=//p' "$work/object")" "0 "
}
fact() { sed -n "s/^$1=//p" "$work/object" | head -1; }
rows() { sed -n 's/^row=//p' "$work/object"; }

# Known answers.
gives "$keys" rows=34 cols=34 entries=156 -- report "$datasets/karate.mtx.gz" --html "$page"
sections=$(value sections)
read_page karate
claim "sections of the page" is "$(grep -c '^h2=' "$work/object")" "$sections"
claim "title" is "$(fact title)" "Report: karate.mtx.gz"
for pair in vertices=34 entries=156 "undirected edges=78" components=1 triangles=45 transitivity=0.2557 "largest core number=4" "vertices of that core=10 (29.4 %)" \
    "largest distance=5" "average clustering=0.5706" "self-loops=0" "symmetric pattern=yes" "pairs with a path=100.00 %" \
    "mean distance=2.408"; do
    claim "$pair, got $(fact "${pair%%=*}")" is "$(fact "${pair%%=*}")" "${pair#*=}"
done
claim "quantiles of degrees" is "$(rows | grep '^in and out')" "in and out|1|3|10|17|17|4.588|0"
claim "the most central vertex" is "$(rows | grep '^1|')" "1|33|17|33|0.101|0|0.438"
claim "all distances" grep -q "from every vertex: all distances, exact" "$work/object"
for picture in Degrees Cores "Clustering by degree" Distances Entries; do
    claim "picture: $picture" grep -qx "picture=$picture" "$work/object"
done

# A directed graph, against other commands; distances from a sample.
semigraph report "$datasets/wiki-Vote.txt.gz" --html "$page" --samples 100
claim "report of wiki-Vote" is $status 0
read_page wiki-Vote
claim "a sample is told" grep -q "from 100 of 7,115 vertices, chosen at random" "$work/object"
claim "a lower bound is told" test -n "$(fact "largest distance seen")"
semigraph components "$datasets/wiki-Vote.txt.gz" --json
cp "$work/object" "$work/facts"
parse
weak=$(value weak_components) strong=$(value strong_components)
cp "$work/facts" "$work/object"
claim "weak components" is "$(rows | grep '^weak' | cut -d '|' -f 2 | tr -d ,)" "$weak"
claim "strong components" is "$(rows | grep '^strong' | cut -d '|' -f 2 | tr -d ,)" "$strong"
claim "triangles" is "$(fact triangles)" "608,389"
claim "largest degrees out and in" is "$(rows | grep -e '^out (rows)' -e '^in (columns)' | cut -d '|' -f 6 | tr '\n' ' ')" "893 457 "
claim "highest in-degree" is "$(rows | grep '^1|' | cut -d '|' -f 4,5)" "4037|457"
cp "$page" "$work/first.html"
semigraph report "$datasets/wiki-Vote.txt.gz" --html "$page" --samples 100 --threads 1
stable() { sed '/id="cost"/,$d; s/back end [a-z]*, [0-9]* threads*//' "$1"; }
claim "the number of threads changes times alone" is "$(stable "$page")" "$(stable "$work/first.html")"

# Shapes that leave sections out, and graphs with nothing in them.
gives "$keys" rows=3 cols=4 sections=5 -- report "$tiny/rectangle.mtx" --html "$page"
read_page rectangle
claim "a rectangle has no components" is "$(grep -c 'components' "$work/object")" 0
printf '%%%%MatrixMarket matrix coordinate pattern general\n0 0 0\n' >"$work/empty.mtx"
printf '%%%%MatrixMarket matrix coordinate pattern general\n1 1 0\n' >"$work/one.mtx"
printf '%%%%MatrixMarket matrix coordinate pattern general\n5 5 1\n3 3\n' >"$work/loop.mtx"
for name in empty one loop; do
    gives "$keys" sections=$sections -- report "$work/$name.mtx" --html "$page"
    read_page $name
    claim "no number is broken: $name" is "$(grep -ciE '(^|[^a-z])(nan|inf)([^a-z]|$)' "$page")" 0
done

# Names of files are data, whatever they hold.
evil="$work/<script>alert(1)<\\script> & \"x\" 'y' $(printf 'b\xff').txt"
cp "$tiny/triangle.txt" "$evil"
semigraph report "$evil" --html "$page"
claim "a name with signs of HTML" is $status 0
read_page name
claim "it is text" is "$(fact title)" "Report: <script>alert(1)<\\script> & \"x\" 'y' b?.txt"
claim "no script" is "$(grep -c '<script' "$page")" 0

# The page is an output like others.
"$program" report "$tiny/triangle.txt" --html - >"$work/stdout.html" 2>"$work/err"
claim "on the standard output" grep -q '</html>' "$work/stdout.html"
claim "the result is on the error stream" has err "sections"
mkdir "$work/folder"
echo old >"$work/folder/x.html"
semigraph report "$work/none.txt" --html "$work/folder/x.html"
claim "no graph" is $status 2
(
    ulimit -f 1
    "$program" report "$tiny/triangle.txt" --html "$work/folder/x.html"
) >"$work/out" 2>"$work/err" </dev/null
claim "a file that may not get so long" is $? 2
claim "the old page stays" is "$(cat "$work/folder/x.html") $(ls -A "$work/folder")" "old x.html"
refuses 1 "--html HTML is missing" report "$tiny/triangle.txt"
refuses 1 "--samples is \"0\"" report "$tiny/triangle.txt" --html "$page" --samples 0
refuses 2 "/dev/full: cannot write" report "$tiny/triangle.txt" --html /dev/full

finish
