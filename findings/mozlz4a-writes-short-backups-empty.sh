#!/bin/sh
# mozlz4a 1.1.0 (npm), which reads and writes Firefox's bookmark backups (`.jsonlz4`), seen on 2026-11-29 with Node 20 and 24.
# Behaviour: `compress` of a short text, which LZ4 cannot make shorter, returns the header of 12 bytes and none of the text. Nothing
# is raised, and `decompress` of it returns no bytes. A longer text comes back as it was.
# Output seen:
#   26 bytes -> 12 bytes -> 0 bytes
#   3879 bytes -> the same text
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts mozlz4a@1.1.0
cat >run.cjs <<'PROGRAM'
const assert = require('node:assert/strict')
const { compress, decompress } = require('mozlz4a')

const toBackup = count =>
  JSON.stringify({ title: '', children: Array(count).fill({ uri: 'https://garden.example/moss', type: 1 }) })

const short = Buffer.from(toBackup(0))
const packed = compress(short)
console.log(`${short.length} bytes -> ${packed.length} bytes -> ${decompress(packed).length} bytes`)
assert.equal(packed.length, 12)
assert.equal(decompress(packed).length, 0)

const long = toBackup(82)
assert.equal(Buffer.from(decompress(compress(Buffer.from(long)))).toString(), long)
console.log(`${long.length} bytes -> the same text`)
PROGRAM
node run.cjs
