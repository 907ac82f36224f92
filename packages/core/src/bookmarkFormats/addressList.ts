import { decodeBookmarkBytes } from '../bookmarkFiles/bytes.ts'
import type { BookmarkEvent } from '../bookmarkFiles/events.ts'
import type { BookmarkFormat, Bytes, FormatOptions } from './format.ts'
import { RowSink } from './rowSink.ts'
import { splitLines } from './splitLines.ts'
import { takeHead } from './takeHead.ts'

const scheme = /^[a-z][a-z\d+.-]{1,30}:/i
const web = /^(?:https?:\/\/|www\.)\S+/i
const comment = /<!--(?: TAGS:)? ([^>]{0,2000}?) ?-->/i
/** The length of what is read of a line for its tags, in UTF-16 code units. */
const maxTags = 2000

/**
 * A list of addresses, one a line: alone, with a title behind a bar (OneTab), with a name before or behind it
 * (qutebrowser), as Markdown, as an Org heading (buku), or in an Internet shortcut. Headings of Markdown are folders. Words
 * with `#` at the end of a line are tags.
 */
export const addressList: BookmarkFormat = {
  id: 'addressList',
  recognise: ({ text }) => /^(?:\[InternetShortcut\]|\* \[\[https?:)/i.test(text) || hasAddressLine(text),
  read: readList,
}

/** Groups of tabs, between blank lines; they have no names. */
const oneTabGroups =
  /^[a-z][a-z\d+.-]*:\S+ \| [^\n]*(?:\r?\n\S[^\n]*){0,5000}\r?\n\s*\r?\n[a-z][a-z\d+.-]*:\S+ \| /i

/** Returns whether most of the first lines have an address at their beginning or end, or as Markdown. */
function hasAddressLine(text: string): boolean {
  if (/^[<{]|\0/.test(text)) return false
  const lines = text.split(/\r?\n/, 200).filter(line => line.trim() !== '' && !readHeading(line.trim()))
  const found = lines.filter(line => toEntry(line.trim()) !== null).length
  return found > 0 && found * 2 >= lines.length
}

async function* readList(
  bytes: Bytes,
  options: FormatOptions,
): AsyncGenerator<BookmarkEvent, void, undefined> {
  const sink = new RowSink(options)
  let line = 0
  let isShortcut = false
  const path: { level: number }[] = []
  const { head, rest } = await takeHead(bytes)
  const isGrouped = oneTabGroups.test(head.text)
  let groups = 0
  let isBetween = true
  for await (const written of splitLines(decodeBookmarkBytes(rest, false))) {
    line++
    const text = written.trim()
    const title = readHeading(text)
    if (isGrouped && text !== '' && isBetween) {
      if (groups++ > 0) sink.closeFolder()
      sink.openFolder({ name: `Tabs ${groups}`, line })
    }
    isBetween = text === ''
    if (text.startsWith('[InternetShortcut]')) isShortcut = true
    else if (title) {
      const { level } = title
      while ((path.at(-1)?.level ?? 0) >= level) {
        path.pop()
        sink.closeFolder()
      }
      path.push({ level })
      sink.openFolder({ name: title.name, line })
    } else if (text !== '' && !(isShortcut && !/^URL=/i.test(text)))
      addLine(sink, text.replace(/^URL=/i, ''), line)
    if (sink.size >= 500) yield* sink.taken()
  }
  sink.end(line)
  yield* sink.taken()
}

function addLine(sink: RowSink, text: string, line: number): void {
  const entry = toEntry(text)
  if (entry) sink.row({ ...entry, line })
  else sink.reject('notAnAddress', { title: text, address: '', line })
}

interface Entry {
  address: string
  title: string
  tags: string[]
}

/** Returns what a line has: an address and what is behind it; null when there is none. */
function toEntry(text: string): Entry | null {
  const link = readMarkdownLink(text)
  if (link) {
    const behind = link.behind.slice(0, maxTags)
    const tags = comment.exec(behind)?.[1]?.split(',') ?? []
    return { address: link.address, title: link.title, tags: [...tags, ...toTags(behind)] }
  }
  // Org: `* [[address][title]] :tag:tag:`
  const org = /^\*+\s+\[\[([^\]]+)\](?:\[(.*?)\])?\](?:\s+:(\S*):)?/.exec(text)
  if (org) return { address: org[1] ?? '', title: org[2] ?? '', tags: (org[3] ?? '').split(':') }
  const plain = text.replace(/^(?:[-*+]|\d+\.)\s+(?:\[[ x]\]\s+)?/i, '').replace(/^<(\S+)>$/, '$1')
  const [address = ''] = plain.split(/\s/, 1)
  if (!web.test(address) && !(scheme.test(address) && address.length > 8)) return readNamed(plain)
  const rest = plain.slice(address.length).trim()
  if (rest.startsWith('|')) return { address, title: rest.slice(1).trim(), tags: [] }
  const { title, tags } = splitTags(rest)
  return { address, title: title.replace(/^[-–—:]\s+/, ''), tags }
}

/** Returns the last word of a line. */
const lastWord = (line: string) => line.slice(Math.max(line.lastIndexOf(' '), line.lastIndexOf('\t')) + 1)

/** Returns a name and the address behind it, as in the quickmarks of qutebrowser. A setting such as `url: …` is none. */
function readNamed(line: string): Entry | null {
  const address = lastWord(line)
  const title = line.slice(0, line.length - address.length).trim()
  return title !== '' && !/[:=]$/.test(title) && web.test(address) ? { address, title, tags: [] } : null
}

/** Returns a title, and the words with `#` behind it, which are tags. */
function splitTags(text: string): { title: string; tags: string[] } {
  const tags: string[] = []
  let title = text
  for (let word = lastWord(title); /^#[^\s#]+$/.test(word); word = lastWord(title)) {
    tags.unshift(word.slice(1))
    title = title.slice(0, title.length - word.length).trimEnd()
  }
  return { title, tags }
}

const tag = /(?<=^|\s)#([^\s#]+)/g

function toTags(text: string): string[] {
  return [...text.matchAll(tag)].map(([, name = '']) => name)
}

/** Returns the heading that a line is; null for none. */
function readHeading(line: string): { level: number; name: string } | null {
  const signs = /^#{1,6}(?=\s)/.exec(line)?.[0]
  return signs === undefined ? null : { level: signs.length, name: line.slice(signs.length).trim() }
}

/**
 * Returns the first link of a line of Markdown whose address has a scheme. Its title may have brackets, and its address
 * balanced ones.
 */
function readMarkdownLink(line: string): { title: string; address: string; behind: string } | null {
  for (let at = line.indexOf(']('); at >= 0; at = line.indexOf('](', at + 2)) {
    const start = at + 2 + (/^ ?<?/.exec(line.slice(at + 2, at + 4))?.[0].length ?? 0)
    const head = line.slice(start, start + 40)
    if (!scheme.test(head) && !web.test(head)) continue
    const end = findAddressEnd(line, start)
    const close = line.indexOf(')', end)
    const title = line.slice(findTitleStart(line, at) + 1, at)
    return {
      title: title.replaceAll(/\\([\\`*_{}[\]()#+.!|-])/g, '$1'),
      address: line.slice(start, end),
      behind: close < 0 ? '' : line.slice(close + 1),
    }
  }
  return null
}

/** Returns where the bracket opens that closes at a position. */
function findTitleStart(line: string, close: number): number {
  let depth = 0
  for (let at = close; at >= 0; at--) {
    if (line[at] === ']') depth++
    else if (line[at] === '[' && --depth === 0) return at
  }
  return line.indexOf('[')
}

function findAddressEnd(line: string, start: number): number {
  let depth = 0
  for (let at = start; at < line.length; at++) {
    const char = line[at] ?? ''
    if (/[\s>]/.test(char) || (char === ')' && depth === 0)) return at
    if (char === '(') depth++
    else if (char === ')') depth--
  }
  return line.length
}
