#!/bin/sh
# js-video-url-parser 0.5.1 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: it takes the last number of a Vimeo address for a video, also that of a live event, a showcase or a page of the help, and builds
# the player of another video, which exists or not. The name of a Twitch clip is cut at its hyphen, after which
# current clips have more characters, so that the player finds no clip. Neither parse() nor create() reports anything.
# Output seen: event 2171363 -> //player.vimeo.com/video/2171363 | showcase 11111111 -> //player.vimeo.com/video/11111111
#   clip BraveOwlNest-AbC12dEf -> https://clips.twitch.tv/embed?clip=BraveOwlNest
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts js-video-url-parser@0.5.1
cat >run.cjs <<'PROGRAM'
const assert = require('node:assert/strict')
const loaded = require('js-video-url-parser')

const parser = loaded.default ?? loaded
const embed = address => parser.create({ videoInfo: parser.parse(address), format: 'embed' })
const event = embed('https://vimeo.com/event/2171363')
const showcase = embed('https://vimeo.com/showcase/11111111')
const clip = embed('https://www.twitch.tv/nestcam/clip/BraveOwlNest-AbC12dEf')
console.log(`event 2171363 -> ${event} | showcase 11111111 -> ${showcase}`)
console.log(`clip BraveOwlNest-AbC12dEf -> ${clip}`)
assert.equal(embed('https://vimeo.com/76979871'), '//player.vimeo.com/video/76979871')
assert.equal(event, '//player.vimeo.com/video/2171363')
assert.equal(showcase, '//player.vimeo.com/video/11111111')
assert.equal(clip, 'https://clips.twitch.tv/embed?clip=BraveOwlNest')
PROGRAM
node run.cjs
