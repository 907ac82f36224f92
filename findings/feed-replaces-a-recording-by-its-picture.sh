#!/bin/sh
# feed 6.0.0 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: an item with a recording (enclosure) and a picture (image) has only the picture in RSS, so a podcast program finds no
# episode. Atom keeps both, but calls the recording an image: the given media type is replaced.
# Output seen: <enclosure url="https://a.example/i.png" length="0" type="image/png"/> image/mp3
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts feed@6.0.0
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'
import { Feed } from 'feed'

const feed = new Feed({ title: 'Talks', id: 'https://a.example/', link: 'https://a.example/', copyright: '' })
feed.addItem({
  title: 'First',
  id: 'https://a.example/1',
  link: 'https://a.example/1',
  date: new Date('2026-11-30'),
  image: 'https://a.example/i.png',
  enclosure: { url: 'https://a.example/a.mp3', type: 'audio/mpeg', length: 5 },
})
const enclosures = feed.rss2().match(/<enclosure.*>/g)
const type = /a\.mp3" type="([^"]*)/.exec(feed.atom1())[1]
console.log(enclosures.join(), type)
assert.deepEqual(enclosures, ['<enclosure url="https://a.example/i.png" length="0" type="image/png"/>'])
assert.equal(type, 'image/mp3')
PROGRAM
node run.mjs
