import { decodeBookmarkBytes } from '../bookmarkFiles/bytes.ts'
import type { BookmarkEvent } from '../bookmarkFiles/events.ts'
import { type BookmarkFormat, type Bytes, FileHead, type FormatOptions, headBytes } from './format.ts'
import { RowSink } from './rowSink.ts'
import { splitLines } from './splitLines.ts'
import { takeHead } from './takeHead.ts'

const scheme = /^[a-z][a-z\d+.-]{1,30}:/i
const web = /^(?:https?:\/\/|www\.)\S+/i
/** `[title](address)`, where the address may have balanced brackets, and what is behind it. */
const markdownLink =
  /^(.*?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(\s*<?((?:[^()\s<>]|\([^()\s]*\))+)>?(?:\s+"[^"]*")?\s*\)(.*)$/
const heading = /^(#{1,6})\s+(.+?)\s*#*$/
const comment = /<!--\s*(?:TAGS:)?\s*([^]*?)\s*-->/i

/**
 * A list of addresses, one a line: alone, with a title behind a bar (OneTab), as Markdown, as an Org heading (buku), or in
 * an Internet shortcut. Headings of Markdown are folders. Words with `#` behind an address are tags.
 */
export const addressList: BookmarkFormat = {
  id: 'addressList',
  recognise: ({ text }) => /^(?:\[InternetShortcut\]|\* \[\[https?:)/i.test(text) || hasAddressLine(text),
  read: readList,
}

/** Groups of tabs, between blank lines; they have no names. */
const oneTabGroups =
  /^[a-z][a-z\d+.-]*:\S+ \| [^\n]*(?:\r?\n\S[^\n]*){0,5000}\r?\n\s*\r?\n[a-z][a-z\d+.-]*:\S+ \| /i

/** Returns whether most of the first lines have an address at their beginning or as Markdown. */
function hasAddressLine(text: string): boolean {
  if (/^[<{]|\0/.test(text)) return false
  const lines = text.split(/\r?\n/, 200).filter(line => line.trim() !== '' && !heading.test(line.trim()))
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
  const { head, rest } = await takeHead(bytes, headBytes)
  const isGrouped = oneTabGroups.test(new FileHead(head).text)
  let groups = 0
  let isBetween = true
  for await (const written of splitLines(decodeBookmarkBytes(rest, false))) {
    line++
    const text = written.trim()
    const title = heading.exec(text)
    if (isGrouped && text !== '' && isBetween) {
      if (groups++ > 0) sink.closeFolder()
      sink.openFolder({ name: `Tabs ${groups}`, line })
    }
    isBetween = text === ''
    if (text.startsWith('[InternetShortcut]')) isShortcut = true
    else if (title) {
      const level = title[1]?.length ?? 1
      while ((path.at(-1)?.level ?? 0) >= level) {
        path.pop()
        sink.closeFolder()
      }
      path.push({ level })
      sink.openFolder({ name: title[2] ?? '', line })
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
  const link = markdownLink.exec(text)
  if (link && (scheme.test(link[3] ?? '') || web.test(link[3] ?? ''))) {
    const [, , title = '', address = '', behind = ''] = link
    const tags = comment.exec(behind)?.[1]?.split(',') ?? []
    return {
      address,
      title: title.replaceAll(/\\([\\`*_{}[\]()#+.!|-])/g, '$1'),
      tags: [...tags, ...toTags(behind)],
    }
  }
  // Org: `* [[address][title]] :tag:tag:`
  const org = /^\*+\s+\[\[([^\]]+)\](?:\[(.*?)\])?\](?:\s+:(\S*):)?/.exec(text)
  if (org) return { address: org[1] ?? '', title: org[2] ?? '', tags: (org[3] ?? '').split(':') }
  const plain = text.replace(/^(?:[-*+]|\d+\.)\s+(?:\[[ x]\]\s+)?/i, '').replace(/^<(\S+)>$/, '$1')
  const [address = ''] = plain.split(/\s/, 1)
  if (!web.test(address) && !(scheme.test(address) && address.length > 8)) return null
  const rest = plain.slice(address.length).trim()
  if (rest.startsWith('|')) return { address, title: rest.slice(1).trim(), tags: [] }
  return {
    address,
    title: rest
      .replaceAll(tag, '')
      .replace(/^[-–—:]\s+/, '')
      .trim(),
    tags: toTags(rest),
  }
}

const tag = /(?<=^|\s)#([^\s#]+)/g

function toTags(text: string): string[] {
  return [...text.matchAll(tag)].map(([, name = '']) => name)
}
