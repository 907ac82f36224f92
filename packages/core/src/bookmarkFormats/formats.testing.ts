import type { BookmarkEvent, LinkRead, ReadingEnd } from '../bookmarkFiles/events.ts'
import type { FormatOptions } from './format.ts'
import { readAnyBookmarkFile } from './formats.ts'

/** Reads a whole file of any format, in pieces of a given size. */
export async function readFile(
  file: string | Uint8Array,
  options: FormatOptions = {},
  pieceSize = 100,
): Promise<BookmarkEvent[]> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += pieceSize) pieces.push(bytes.subarray(at, at + pieceSize))
  const events: BookmarkEvent[] = []
  for await (const event of readAnyBookmarkFile(pieces, options)) events.push(event)
  return events
}

/** Returns the last event. */
export function endOf(events: readonly BookmarkEvent[]): ReadingEnd {
  const last = events.at(-1)
  if (last?.kind !== 'end') throw new Error('the last event is not an end event')
  return last
}

/**
 * Formats events as indented lines: `format`, `+ folder`, `title <address> #tag @seconds` with the marks `fav`, `unread`,
 * `archived`, `private`, `key=…`, `"note"`, `{highlight|comment}`; `! reason title`, `- part`.
 */
export function describeEvents(events: readonly BookmarkEvent[]): string[] {
  let depth = 0
  const lines: string[] = []
  const add = (text: string) => lines.push('  '.repeat(depth) + text)
  for (const event of events) {
    if (event.kind === 'start') add(`= ${event.format}`)
    else if (event.kind === 'folder') {
      add(`+ ${event.name}${event.note && ` "${event.note}"`}`)
      depth++
    } else if (event.kind === 'folderEnd') depth--
    else if (event.kind === 'link') add(describeLink(event))
    else if (event.kind === 'leftOut') add(`! ${event.scheme}: ${event.title}`)
    else if (event.kind === 'bad') add(`! ${event.reason} ${event.title}`)
    else if (event.kind === 'flattened') add(`~ ${event.name}`)
    else if (event.kind === 'part') add(`- ${event.reason} ${event.name} ${event.count}`)
    else if (event.kind === 'page')
      add(`page <${event.address}> ${event.highlights.map(({ text }) => `{${text}}`).join('')}`)
    else if (event.kind === 'feed') add(`feed <${event.address}>`)
    else if (event.kind === 'search') add(`search ${event.name}`)
    else if (event.kind === 'rule') add(`rule ${event.number} ${JSON.stringify(event.actions)}`)
    else {
      if (event.separators) add(`separators ${event.separators}`)
      if (event.broken) add(`broken ${event.broken.reason} ${event.broken.line}`)
    }
  }
  return lines
}

function describeLink(link: LinkRead): string {
  return [
    `${link.title} <${link.address}>`,
    ...link.tags.map(tag => `#${tag}`),
    link.added !== null && `@${link.added / 1000}`,
    link.favourite && 'fav',
    link.toRead && 'unread',
    link.isArchived && 'archived',
    link.isPrivate && 'private',
    link.keyword && `key=${link.keyword}`,
    link.feed && `feed=${link.feed}`,
    link.image && `image=${link.image}`,
    link.otherFolders && `also=${link.otherFolders.join()}`,
    link.note && `"${link.note.replaceAll('\n', '/')}"`,
    link.highlights
      ?.map(({ text, comment, style }) => `{${text}${comment && `|${comment}`}|${style}}`)
      .join(''),
  ]
    .filter(Boolean)
    .join(' ')
}
