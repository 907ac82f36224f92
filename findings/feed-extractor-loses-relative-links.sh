#!/bin/sh
# @extractus/feed-extractor 8.0.3 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: RFC 4287 lets an Atom feed have relative links below `xml:base`. The package gives such an entry the link ''
# and the feed also, without an error; the same link in absolute form is read. `baseUrl`, its own option for this, helps only
# where somebody knows the base beforehand.
# Output seen: relative: "" | absolute: "https://a.example/blog/one" | with baseUrl: "https://a.example/blog/one"
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @extractus/feed-extractor@8.0.3
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'
import { extractFromXml } from '@extractus/feed-extractor'

const read = (href, options) =>
  extractFromXml(
    `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/blog/"><title>A</title><id>urn:a</id><updated>2026-01-02T03:04:05Z</updated><entry><title>One</title><id>urn:b</id><updated>2026-01-02T03:04:05Z</updated><link href="${href}"/></entry></feed>`,
    options,
  ).entries[0].link
const links = [read('one'), read('https://a.example/blog/one'), read('one', { baseUrl: 'https://a.example/blog/' })]
console.log(['relative', 'absolute', 'with baseUrl'].map((name, n) => `${name}: ${JSON.stringify(links[n])}`).join(' | '))
assert.deepEqual(links, ['', 'https://a.example/blog/one', 'https://a.example/blog/one'])
PROGRAM
node run.mjs
