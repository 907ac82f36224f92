#!/bin/sh
# robots-txt-guard 1.0.2 with robots-txt-parse 2.0.1, robots-txt-parser 2.0.3 and robots-parser 3.0.1 (npm), seen on 2026-11-30 with
# Node 20 and 24.
# Behaviour: a robots.txt may have several groups for one program, and RFC 9309 (2.2.1) has their rules combined. The first two
# keep one of them: robots-txt-guard the first, robots-txt-parser the last. A program that archives pages is told that it may
# fetch what the site forbids. robots-parser combines the groups.
# Output seen: /a and /b allowed: robots-txt-guard false true | robots-txt-parser true false | robots-parser false false
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts robots-txt-guard@1.0.2 robots-txt-parse@2.0.1 robots-txt-parser@2.0.3 robots-parser@3.0.1
cat >run.cjs <<'PROGRAM'
const assert = require('node:assert/strict')
const { Readable } = require('node:stream')
const guard = require('robots-txt-guard')
const parse = require('robots-txt-parse')
const robotsTxtParser = require('robots-txt-parser')
const robotsParser = require('robots-parser')

const text = 'User-agent: Keeper\nDisallow: /a\n\nUser-agent: *\nDisallow: /c\n\nUser-agent: Keeper\nDisallow: /b\n'
const site = 'https://a.example'
const paths = ['/a', '/b']

parse(Readable.from([Buffer.from(text)])).then(groups => {
  const guarded = guard(groups)
  const last = robotsTxtParser({ userAgent: 'Keeper', allowOnNeutral: true })
  last.parseRobots(site, text)
  const combined = robotsParser(`${site}/robots.txt`, text)
  const answers = {
    'robots-txt-guard': paths.map(path => guarded.isAllowed('Keeper', path)),
    'robots-txt-parser': paths.map(path => last.canCrawlSync(site + path)),
    'robots-parser': paths.map(path => combined.isAllowed(site + path, 'Keeper')),
  }
  const shown = Object.entries(answers).map(([name, allowed]) => `${name} ${allowed.join(' ')}`)
  console.log(`/a and /b allowed: ${shown.join(' | ')}`)
  assert.deepEqual(Object.values(answers), [
    [false, true],
    [true, false],
    [false, false],
  ])
})
PROGRAM
node run.cjs
