#!/bin/sh
# webext-patterns 1.5.1 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: Chrome documents that a match pattern without a port matches every port (Match patterns, port: treated as
# `:*` by default). Here a pattern with a host in full, such as `https://a.example/*`, matches the default port only,
# while one that ends in a wildcard host, `https://*/*`, matches all. An extension that asks the package whether it may run on
# a page of a server of one's own on port 8443 gets 'no', where Chrome says yes.
# Output seen: https://a.example/* false | https://*.a.example/* false | https://*/* true
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts webext-patterns@1.5.1
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'
import { doesUrlMatchPatterns } from 'webext-patterns'

const patterns = ['https://a.example/*', 'https://*.a.example/*', 'https://*/*']
const found = patterns.map(pattern => doesUrlMatchPatterns('https://a.example:8443/page', pattern))
console.log(patterns.map((pattern, n) => `${pattern} ${found[n]}`).join(' | '))
assert.equal(doesUrlMatchPatterns('https://a.example/page', patterns[0]), true)
assert.deepEqual(found, [false, false, true])
PROGRAM
node run.mjs
