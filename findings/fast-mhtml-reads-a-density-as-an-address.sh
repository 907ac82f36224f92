#!/bin/sh
# fast-mhtml 2.1.0 (npm), seen on 2026-11-29 with Node 20 and 24.
# Behaviour: the density of a candidate in `srcset` (`2x`) is taken for an address and resolved against the page. Screens of that
# density then ask the site for a file `2x` of the same folder, though the picture is in the archive.
# Output seen: https!e.example!a!i.png https://e.example/a/2x (the first is the name of the file that it writes)
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts fast-mhtml@2.1.0
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'
import fastMhtml from 'fast-mhtml'

const archive = [
  'From: <Saved by Blink>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/related; type="text/html"; boundary="----B"',
  '',
  '------B',
  'Content-Type: text/html',
  'Content-Transfer-Encoding: quoted-printable',
  'Content-Location: https://e.example/a/',
  '',
  '<!DOCTYPE html><html><body><img src=3D"https://e.example/a/i.png" srcset=3D"https://e.example/a/i.png 2x"></body></html>',
  '------B',
  'Content-Type: image/png',
  'Content-Transfer-Encoding: base64',
  'Content-Location: https://e.example/a/i.png',
  '',
  'iVBORw0KGgo=',
  '------B--',
  '',
].join('\r\n')
const [page] = new fastMhtml.Parser({}).parse(archive).rewrite().spit()
const srcset = /srcset="([^"]*)"/.exec(String(page.content))[1]
console.log(srcset)
assert.match(srcset, /^\S+i\.png https:\/\/e\.example\/a\/2x$/)
PROGRAM
node run.mjs
