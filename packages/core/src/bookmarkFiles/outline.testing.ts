import type { BookmarkEvent, ReadingEnd, ReadingOptions } from './events.ts'
import { createBookmarkReader } from './reader.ts'

/** Reads an entire text in one call, for the tests of this folder. */
export function readAll(text: string, options: ReadingOptions = {}): BookmarkEvent[] {
  const reader = createBookmarkReader(options)
  return [...reader.write(text), ...reader.end()]
}

/** Returns the last event. */
export function readingEnd(events: BookmarkEvent[]): ReadingEnd {
  const last = events.at(-1)
  if (last?.kind !== 'end') throw new Error('the last event is not an end event')
  return last
}

/** Formats events as indented lines: `+ folder`, `title <address> #tag`, `! scheme or reason`, `~ flattened`. */
export function outline(events: BookmarkEvent[]): string[] {
  let depth = 0
  const lines: string[] = []
  for (const event of events) {
    const indent = '  '.repeat(depth)
    if (event.kind === 'folder') {
      lines.push(`${indent}+ ${event.name}`)
      depth++
    } else if (event.kind === 'folderEnd') depth--
    else if (event.kind === 'link')
      lines.push(`${indent}${event.title} <${event.address}>${event.tags.map(tag => ` #${tag}`).join('')}`)
    else if (event.kind === 'leftOut') lines.push(`${indent}! ${event.scheme}: ${event.title}`)
    else if (event.kind === 'bad') lines.push(`${indent}! ${event.reason} ${event.title}`)
    else if (event.kind === 'flattened') lines.push(`${indent}~ ${event.name}`)
  }
  return lines
}
