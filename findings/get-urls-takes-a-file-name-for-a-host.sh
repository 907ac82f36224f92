#!/bin/sh
# get-urls 12.1.0 (npm), seen on 2026-11-29 with Node 20 and 24.
# Behaviour: an address whose host ends in no top-level domain of its list (wiki.intranet, nas.local) is not returned whole and not
# left out: parts of it are returned as other addresses. A page `index.html` becomes the site `http://index.ht` (Haiti), and
# `readme.md` the site `http://readme.md` (Moldova). So a list of pages of the own network becomes a list of foreign sites.
# Output seen: https://wiki.int http://index.ht and http://readme.md
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts get-urls@12.1.0
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'
import getUrls from 'get-urls'

const wiki = [...getUrls('https://wiki.intranet/team/index.html')]
const disk = [...getUrls('http://nas.local/photos/readme.md')]
console.log(...wiki, 'and', ...disk)
assert.deepEqual(wiki, ['https://wiki.int', 'http://index.ht'])
assert.deepEqual(disk, ['http://readme.md'])
PROGRAM
node run.mjs
