#!/bin/sh
# url-metadata 5.10.0 (npm), seen on 2026-11-29 with Node 20 and 24.
# Behaviour: Open Graph allows several pictures of a page, the first one is preferred (https://ogp.me/#array). All of them come back as
# one string with a comma between, which is one valid address of a picture that does not exist.
# Output seen: https://e.example/1.png,https://e.example/2.png
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts url-metadata@5.10.0
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'
import urlMetadata from 'url-metadata'

const page = `<!doctype html><html><head><title>Nests</title>
<meta property="og:image" content="https://e.example/1.png">
<meta property="og:image" content="https://e.example/2.png">
</head><body></body></html>`
const parseResponseObject = new Response(page, { headers: { 'content-type': 'text/html' } })
const found = await urlMetadata(null, { parseResponseObject })
console.log(found['og:image'])
assert.equal(found['og:image'], 'https://e.example/1.png,https://e.example/2.png')
assert.ok(URL.canParse(found['og:image']))
PROGRAM
node run.mjs
