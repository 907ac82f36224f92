#!/bin/sh
# node-warc 3.3.1 and warcio 2.4.11 (npm), seen on 2026-11-30 with Node 20 and 24.
# Behaviour: a record of a WARC file states its length. node-warc does not read it: the content of a page ends at the first
# empty line (CR LF CR LF) behind its headers, and the rest is in no record. A shorter page gets a line end that it did not have.
# warcio reads both as they are. At the end of every file node-warc also raises ERR_MULTIPLE_CALLBACK, after the last record.
# Output seen: node-warc ["<p>One</p>\r\n","<p>Short</p>\r\n"] | warcio ["<p>One</p>\r\n\r\n<p>Two</p>","<p>Short</p>"]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts node-warc@3.3.1 warcio@2.4.11
cat >run.mjs <<'PROGRAM'
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { WARCStreamTransform } from 'node-warc'
import { WARCParser } from 'warcio'

const record = page => {
  const body = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\n\r\n${page}`
  const head = [
    'WARC/1.0',
    'WARC-Type: response',
    'WARC-Record-ID: <urn:uuid:6f1b2a50-0c1e-4d0e-9a55-3c7a5e0f1b22>',
    'WARC-Date: 2026-11-30T10:00:00Z',
    'WARC-Target-URI: https://a.example/',
    'Content-Type: application/http; msgtype=response',
    `Content-Length: ${body.length}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}\r\n\r\n`
}
const pages = ['<p>One</p>\r\n\r\n<p>Two</p>', '<p>Short</p>']
const file = Buffer.from(pages.map(record).join(''))

const byNodeWarc = []
const records = Readable.from([file]).pipe(new WARCStreamTransform())
records.on('data', ({ content }) => byNodeWarc.push(String(content)))
const { code } = await new Promise(resolve => records.on('error', resolve))
assert.equal(code, 'ERR_MULTIPLE_CALLBACK')

const byWarcio = []
for await (const read of new WARCParser(Readable.from([file]))) byWarcio.push(await read.contentText())

console.log(`node-warc ${JSON.stringify(byNodeWarc)} | warcio ${JSON.stringify(byWarcio)}`)
assert.deepEqual(byNodeWarc, ['<p>One</p>\r\n', '<p>Short</p>\r\n'])
assert.deepEqual(byWarcio, pages)
PROGRAM
node run.mjs
