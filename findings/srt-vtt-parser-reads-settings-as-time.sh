#!/bin/sh
# @plussub/srt-vtt-parser 2.0.5 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: WebVTT lets a time leave out its hours, and settings follow the end of a cue on the same line. Where both meet, the
# parser takes the setting for a part of the time: four seconds become four minutes with `line:0`, and NaN with `align:start`. A
# transcript whose words lead to a place in a video is shown over other places. With hours the same cue ends at 4000.
# Output seen: none 4000 | line:0 240000 | align:start NaN
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @plussub/srt-vtt-parser@2.0.5
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'
import { parse } from '@plussub/srt-vtt-parser'

const end = line => parse(`WEBVTT\n\n${line}\nThe roof is made of turf.\n`).entries[0].to
const none = end('00:01.000 --> 00:04.000')
const line = end('00:01.000 --> 00:04.000 line:0')
const align = end('00:01.000 --> 00:04.000 align:start')
console.log(`none ${none} | line:0 ${line} | align:start ${align}`)
assert.deepEqual([none, line, align], [4000, 240000, NaN])
assert.equal(end('00:00:01.000 --> 00:00:04.000 line:0'), 4000)
PROGRAM
node run.mjs
