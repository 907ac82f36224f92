#!/bin/sh
# webvtt-parser 2.2.0 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: its documentation says that without a list of entities the parser knows a few of them. It knows them without their
# semicolon, which stays in the text: `&amp;` is read as '&;' and `&lt;` as '<;', without an error. Written by the serializer of the
# same package, the captions have these semicolons for good. With the list that the package brings along the text is right.
# Output seen: Q &; A, 1 <; 2 | written: Q &amp;; A, 1 &lt;; 2 | with the list: Q & A, 1 < 2
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts webvtt-parser@2.2.0
cat >run.cjs <<'PROGRAM'
const assert = require('node:assert/strict')
const { WebVTTParser, WebVTTSerializer } = require('webvtt-parser')
const entities = require('webvtt-parser/html-entities.json')

const captions = 'WEBVTT\n\n00:01.000 --> 00:04.000\nQ &amp; A, 1 &lt; 2\n'
const { cues, errors } = new WebVTTParser().parse(captions)
const words = cues[0].tree.children[0].value
const written = new WebVTTSerializer().serialize(cues).trim().split('\n').at(-1)
const withList = new WebVTTParser(entities).parse(captions).cues[0].tree.children[0].value
console.log(`${words} | written: ${written} | with the list: ${withList}`)
assert.deepEqual(errors, [])
assert.equal(words, 'Q &; A, 1 <; 2')
assert.equal(written, 'Q &amp;; A, 1 &lt;; 2')
assert.equal(withList, 'Q & A, 1 < 2')
PROGRAM
node run.cjs
