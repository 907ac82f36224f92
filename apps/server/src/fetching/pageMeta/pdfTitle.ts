import { cleanText, maxTitle } from './cleanText.ts'

/**
 * Returns the title in the metadata of a PDF, without decompressing anything: from its XMP packet, otherwise
 * from its information dictionary (ISO 32000-2, 14.3). Encrypted strings are ignored.
 * @param bytes the file or its beginning
 * @returns '' when none is found
 */
export function readPdfTitle(bytes: Uint8Array): string {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const title = cleanText(
    readXmpTitle(file) || (file.includes('/Encrypt') ? '' : readInfoTitle(file)),
    maxTitle,
  )
  // Placeholder titles of word processors.
  const own = title.replace(/^Microsoft (Word|PowerPoint|Excel) - /, '')
  return /^(untitled|document\d*|.{0,3})$/i.test(own) ? '' : own
}

function readXmpTitle(file: Buffer): string {
  const start = file.indexOf('<dc:title')
  if (start === -1) return ''
  const end = file.indexOf('</dc:title>', start)
  const packet = file.toString('utf8', start, end === -1 ? start + 4096 : Math.min(end, start + 4096))
  const item = /<rdf:li[^>]{0,200}>([^<]{1,2000})/.exec(packet)?.[1] ?? ''
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
  return item.replace(/&(lt|gt|quot|apos|amp);/g, (_all, name: string) => entities[name] ?? '')
}

/**
 * Finds the information dictionary. An outline entry has a /Title too, but only the information dictionary
 * also names a producer or a date.
 */
function readInfoTitle(file: Buffer): string {
  let at = file.indexOf('/Title')
  for (let tries = 0; at !== -1 && tries < 1000; tries++) {
    const before = Math.max(at - 2048, 0)
    const start = before + Math.max(file.subarray(before, at).lastIndexOf('<<'), 0)
    const [dictionary = ''] = file.toString('latin1', start, at + 4096).split('endobj', 1)
    if (/\/(Producer|Creator|Author|CreationDate|ModDate)\b/.test(dictionary)) {
      return decodePdfString(dictionary.slice(at - start + '/Title'.length))
    }
    at = file.indexOf('/Title', at + 6)
  }
  return ''
}

/** Decodes a literal (text) or a <hexadecimal> string, in UTF-16, UTF-8 or, approximately, latin-1. */
function decodePdfString(text: string): string {
  const hex = /^\s*<([0-9a-fA-F\s]{0,4000})>/.exec(text)?.[1]
  const bytes = hex === undefined ? decodeLiteral(text) : Buffer.from(hex.replace(/\s/g, ''), 'hex')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes[0] === 0xef && bytes[1] === 0xbb) return bytes.toString('utf8')
  return new TextDecoder('windows-1252').decode(bytes)
}

function decodeLiteral(text: string): Buffer {
  const start = /^\s*\(/.exec(text)?.[0].length
  if (start === undefined) return Buffer.alloc(0)
  const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '', f: '' }
  let out = ''
  let depth = 1
  for (let at = start; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === '\\') {
      const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))?.[0]
      if (octal) out += String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
      else {
        const escaped = text.charAt(at + 1)
        out += escapes[escaped] ?? escaped
      }
      at += octal?.length ?? 1
      continue
    }
    if (sign === '(') depth++
    if (sign === ')' && --depth === 0) break
    out += sign
  }
  return Buffer.from(out, 'latin1')
}
