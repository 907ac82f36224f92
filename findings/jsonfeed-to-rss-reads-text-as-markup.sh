#!/bin/sh
# jsonfeed-to-rss 3.0.8 with rss-parser 3.13.0 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: "content_text" of JSON Feed is plain text, and the description of RSS is HTML. The text is not escaped as HTML, so a
# reader takes what is in angle brackets for markup: the words go. A title made of "content_html" keeps its entities instead.
# Output seen: Type  in the shell. | Fish &amp; chips
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts jsonfeed-to-rss@3.0.8 rss-parser@3.13.0
cat >run.cjs <<'PROGRAM'
const assert = require('node:assert/strict')
const toRss = require('jsonfeed-to-rss')
const Parser = require('rss-parser')

const feed = {
  version: 'https://jsonfeed.org/version/1',
  title: 'Notes',
  home_page_url: 'https://a.example/',
  feed_url: 'https://a.example/feed.json',
  author: { name: 'Ada' },
  items: [
    { id: '1', title: 'Help', content_text: 'Type <name> in the shell.', date_published: '2026-11-01T10:00:00Z' },
    { id: '2', content_html: '<p>Fish &amp; chips</p>', date_published: '2026-11-02T10:00:00Z' },
  ],
}
new Parser().parseString(toRss(feed)).then(({ items }) => {
  const [text, html] = items
  console.log(`${text.contentSnippet} | ${html.title}`)
  assert.equal(text.contentSnippet, 'Type  in the shell.')
  assert.equal(html.title, 'Fish &amp; chips')
})
PROGRAM
node run.cjs
