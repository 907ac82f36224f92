import { decodeBookmarkBytes } from '../../bookmarkFiles/bytes.ts'
import type { BookmarkEvent } from '../../bookmarkFiles/events.ts'
import type { BookmarkFormat, Bytes, FormatOptions } from '../format.ts'
import { RowSink } from '../rowSink.ts'
import { splitLines } from '../splitLines.ts'

/** The bookmarks of ELinks: `title<TAB>address<TAB>depth<TAB>flags`, where F is a folder; a separator is `-`. */
export const elinks: BookmarkFormat = {
  id: 'elinks',
  recognise: ({ text }) =>
    /^[^\t\n]{1,500}\t(?:[a-z][a-z\d+.-]*:[^\t\n]{1,2000})?\t\d{1,4}(?:\t[FE]*)?\r?(?:\n|$)/i.test(text),
  read: readElinks,
}

async function* readElinks(
  bytes: Bytes,
  options: FormatOptions,
): AsyncGenerator<BookmarkEvent, void, undefined> {
  const sink = new RowSink(options)
  let line = 0
  let depth = 0
  for await (const text of splitLines(decodeBookmarkBytes(bytes, false))) {
    line++
    if (text.trim() === '') continue
    const [title = '', address = '', level = '0', flags = ''] = text.split('\t')
    for (; depth > Number(level); depth--) sink.closeFolder()
    if (flags.includes('F')) {
      sink.openFolder({ name: title, line })
      depth++
    } else if (title === '-' && address === '') sink.separator()
    else sink.row({ address, title, line })
    if (sink.size >= 500) yield* sink.taken()
  }
  sink.end(line)
  yield* sink.taken()
}
