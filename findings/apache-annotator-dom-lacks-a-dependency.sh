#!/bin/sh
# @apache-annotator/dom 0.2.0 (npm), the newest version, seen on 2026-11-29 with Node 20 and 24.
# Behaviour: its modules import @apache-annotator/selector, which its package.json has as a development dependency only. npm
# does not install it, so the package cannot be imported as it is. Whoever wants it installs the selector package beside it.
# Output seen: ERR_MODULE_NOT_FOUND @apache-annotator/selector, and with it describeTextQuote
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @apache-annotator/dom@0.2.0
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'

const outcome = await import('@apache-annotator/dom').then(
  ({ describeTextQuote }) => describeTextQuote.name,
  error => `${error.code} ${/'(@apache-annotator\/\w+)'/.exec(error.message)?.[1]}`,
)
console.log(outcome)
assert.equal(outcome, process.argv[2])
PROGRAM
node run.mjs 'ERR_MODULE_NOT_FOUND @apache-annotator/selector'
npm install --silent --no-audit --no-fund --ignore-scripts @apache-annotator/selector@0.2.0
node run.mjs describeTextQuote
