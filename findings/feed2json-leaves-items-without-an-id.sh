#!/bin/sh
# feed2json 0.6.0 with jsonfeed-to-rss 3.0.8 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: the id of each item of an RSS feed is written as "guid". JSON Feed 1 requires "id" and has no "guid", so the items have
# none. A program that writes the result as RSS again gives all items one empty guid, by which readers tell items apart.
# Output seen: [ undefined, undefined ] 2 items with <guid isPermaLink="false"/>
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts feed2json@0.6.0 jsonfeed-to-rss@3.0.8
cat >run.cjs <<'PROGRAM'
const assert = require('node:assert/strict')
const { promisify } = require('node:util')
const feed2json = require('feed2json')
const toRss = require('jsonfeed-to-rss')

const item = n => `<item><title>Post ${n}</title><link>https://a.example/${n}</link>
  <guid isPermaLink="false">tag:a.example,2026:${n}</guid><description>Text</description></item>`
const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>Posts</title><link>https://a.example/</link>
  <description>All</description>${item(1)}${item(2)}</channel></rss>`
const { log } = console
console.log = () => {} // The package reports its progress.
promisify(feed2json.fromString)(rss, 'https://a.example/feed').then(feed => {
  console.log = log
  const ids = feed.items.map(each => each.id)
  const written = toRss({ ...feed, feed_url: 'https://a.example/feed.json' })
  const guids = written.match(/<guid.*>/g)
  console.log(ids, `${guids.length} items with ${guids[0]}`)
  assert.deepEqual(ids, [undefined, undefined])
  assert.deepEqual(feed.items.map(each => each.guid), ['tag:a.example,2026:1', 'tag:a.example,2026:2'])
  assert.deepEqual(guids, ['<guid isPermaLink="false"/>', '<guid isPermaLink="false"/>'])
})
PROGRAM
node run.cjs
