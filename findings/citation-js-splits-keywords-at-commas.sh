#!/bin/sh
# @citation-js/core 0.8.2 with @citation-js/plugin-ris 0.8.2 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: a record in RIS has one line KW for each keyword and one line UR for each address. The reader joins the keywords with commas and
# the writer splits the text there, so that a keyword with a comma comes back as two, of which the second begins with a space.
# Of two addresses, a page and its PDF, the reader makes a list, although CSL has one text there, and the writer keeps the first.
# Output seen: KW owls, barn; birds -> owls;  barn; birds | UR page and PDF -> https://example.org/owls
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @citation-js/core@0.8.2 @citation-js/plugin-ris@0.8.2
cat >run.cjs <<'PROGRAM'
const assert = require('node:assert/strict')
const { Cite } = require('@citation-js/core')
require('@citation-js/plugin-ris')

const record = [
  'TY  - ELEC',
  'TI  - Night birds',
  'UR  - https://example.org/owls',
  'UR  - https://example.org/owls.pdf',
  'KW  - owls, barn',
  'KW  - birds',
  'ER  - ',
]
const read = new Cite(record.join('\r\n'))
const written = read.format('ris').split(/\r?\n/)
const listValues = tag => written.filter(line => line.startsWith(`${tag}  - `)).map(line => line.slice(6))
console.log(`KW owls, barn; birds -> ${listValues('KW').join('; ')} | UR page and PDF -> ${listValues('UR').join('; ')}`)
assert.deepEqual(read.data[0].URL, ['https://example.org/owls', 'https://example.org/owls.pdf'])
assert.deepEqual(listValues('KW'), ['owls', ' barn', 'birds'])
assert.deepEqual(listValues('UR'), ['https://example.org/owls'])
PROGRAM
node run.cjs
