#!/bin/sh
# mhtml2html 3.0.0 (npm), with jsdom 27.0.0, seen on 2026-11-30 with Node 20 and 24.
# Behaviour: it makes one HTML file of a page that Chrome saved as MHTML, with the pictures inside as data: addresses. It does
# so for `src` and leaves `srcset` as it is. The saved file has the picture of `2x` too (Chrome stores those that it
# showed), but the result still names its address on the site: on a screen of that density the page that should work
# without a network asks the site for it, and shows nothing where the site has gone.
# Output seen: src is inside: true, srcset: https://a.example/large.gif 2x
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts mhtml2html@3.0.0 jsdom@27.0.0
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'
import { JSDOM } from 'jsdom'
import mhtml2html from 'mhtml2html'

const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const part = (type, encoding, location, body) =>
  [
    '------B----',
    `Content-Type: ${type}`,
    `Content-Transfer-Encoding: ${encoding}`,
    `Content-Location: ${location}`,
    '',
    body,
  ]
const page = `<!DOCTYPE html><html><head><title>Saved</title></head><body>
<img src=3D"https://a.example/small.gif" srcset=3D"https://a.example/large.gif 2x"></body></html>`
const saved = [
  'From: <Saved by Blink>',
  'Snapshot-Content-Location: https://a.example/',
  'Subject: Saved',
  'MIME-Version: 1.0',
  'Content-Type: multipart/related;',
  '\ttype="text/html";',
  '\tboundary="----B----"',
  '',
  ...part('text/html', 'quoted-printable', 'https://a.example/', page),
  ...part('image/gif', 'base64', 'https://a.example/small.gif', gif),
  ...part('image/gif', 'base64', 'https://a.example/large.gif', gif),
  '------B------',
  '',
].join('\r\n')
const { window } = mhtml2html.convert(saved, { parseDOM: html => new JSDOM(html) })
const picture = window.document.querySelector('img')
const isInside = picture.src.startsWith('data:image/gif;base64,')
console.log(`src is inside: ${isInside}, srcset: ${picture.srcset}`)
assert.equal(isInside, true)
assert.equal(picture.srcset, 'https://a.example/large.gif 2x')
PROGRAM
node run.mjs
