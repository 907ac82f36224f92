#!/bin/sh
# rss 1.2.2 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: the media type of an enclosure comes from the end of its address. Behind a query there is none, and the feed says
# type="false". Readers that choose by the type ignore the file; without the query it is audio/mpeg.
# Output seen: ["audio/mpeg","false"]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts rss@1.2.2
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'
import RSS from 'rss'

const feed = new RSS({ title: 'Talks', feed_url: 'https://a.example/feed', site_url: 'https://a.example/' })
for (const url of ['https://a.example/a.mp3', 'https://a.example/a.mp3?from=feed'])
  feed.item({ title: 'Talk', description: '', url: 'https://a.example/', date: '2026-11-30', enclosure: { url } })
const types = Array.from(feed.xml().matchAll(/<enclosure[^>]* type="([^"]*)/g), ([, type]) => type)
console.log(JSON.stringify(types))
assert.deepEqual(types, ['audio/mpeg', 'false'])
PROGRAM
node run.mjs
