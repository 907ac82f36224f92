import { readBookmarkDate } from '../bookmarkFiles/dates.ts'
import type { CheckItem, HighlightRead, ReadingOptions, RowRead } from '../bookmarkFiles/events.ts'
import { limits } from '../limits.ts'
import { checkAddress } from '../addresses/url.ts'
import { unwrapAddress } from '../addresses/wrappedAddress.ts'

/** A date as a file writes it: a text or a number of any unit; see `readBookmarkDate`. */
export type WrittenDate = string | number | null | undefined

/** The content of a row, as its format writes it. What is absent is not in the file. */
export interface WrittenRow {
  address: string
  title: string
  added?: WrittenDate
  changed?: WrittenDate
  tags?: readonly string[]
  note?: string
  /** The private note. */
  remark?: string
  favourite?: boolean
  favouriteAt?: WrittenDate
  /** The address of the player that was found in the page. */
  player?: string
  /** The address of the picture. */
  image?: string
  keyword?: string
  /** The address of the feed of the page. */
  feed?: string
  isPrivate?: boolean
  toRead?: boolean
  isArchived?: boolean
  highlights?: readonly HighlightRead[]
  otherFolders?: readonly string[]
  /** The id of a link with files, in the file of Nestmark. */
  id?: string
  category?: number | null
  subCategory?: string | null
  checklist?: readonly CheckItem[]
  hasFile?: boolean
  /** Nestmark wrote the texts as they are stored, so their blanks stay. */
  isExact?: boolean
  /** Other data of Nestmark, as `BookmarkItem` has it. */
  extra?: Readonly<Record<string, string>>
  /** Line of the file, from 1. */
  line: number
}

/** Addresses of texts that are only in the service itself, such as emails in Instapaper. */
const textScheme = /^instapaper-private$/
/** Longer than any field, so that the import detects it. */
const maxLength = limits.noteDesc + 1

/** A page with highlights in a file of Nestmark. */
export interface WrittenPage {
  address: string
  title: string
  highlights: readonly HighlightRead[]
  line: number
}

/** Returns a text on one line, as a title or a name. */
export function toTitle(text: string): string {
  return clean(text).replaceAll(/\s+/g, ' ').trim().slice(0, maxLength)
}

/** Returns a text with its lines, each ended by `\n`, without blank lines around it. */
export function toNote(text: string): string {
  return clean(text).replaceAll(/\r\n?/g, '\n').trim().slice(0, maxLength)
}

/** Returns texts as one, with a blank line between them; empty ones and repetitions are left out. */
export function joinTexts(...texts: readonly string[]): string {
  return [...new Set(texts.map(text => text.trim()))].filter(text => text !== '').join('\n\n')
}

/**
 * Returns the names of a path of folders. Its separator is a slash between blanks, because a name may contain a slash; or
 * else each slash.
 */
export function splitFolders(path: string): string[] {
  const names = path.includes(' / ') ? path.split(' / ') : path.split('/')
  return names.map(name => name.trim()).filter(name => name !== '')
}

/** Returns a text of Nestmark itself as it is stored. */
export function toExact(text: string): string {
  return clean(text).slice(0, maxLength)
}

// No database stores NUL characters and lone surrogates.
function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** Returns trimmed names, without empty ones and duplicates. */
function toNames(names: Iterable<string>): string[] {
  return [...new Set([...names].map(toTitle).filter(name => name !== ''))]
}

/** Returns a date of a file in milliseconds since 1970; null when it has none or an implausible one. */
export function toDate(written: WrittenDate, now?: number): number | null {
  return written === null || written === undefined ? null : readBookmarkDate(String(written), now)
}

/**
 * Converts a row to a link or a note, or to the reason for its rejection (I06). A row with a text and without a usable
 * address is a note.
 * @param row number of the row among all rows of the file, from 1
 */
export function toRow(written: WrittenRow, row: number, options: ReadingOptions): RowRead {
  const { line } = written
  const own = clean(written.address).trim()
  const href = own || (written.feed ?? '').trim()
  const verdict = checkAddress(unwrapAddress(href), options.maxAddressLength)
  const { category = null, hasFile = false, isExact = false } = written
  const [toLine, toLines] = isExact ? [toExact, toExact] : [toTitle, toNote]
  const title = toLine(written.title)
  const note = toLines(written.note ?? '')
  const isText = verdict.kind !== 'ok' && (note !== '' || category === 4 || hasFile) && isOfText(verdict)
  if (verdict.kind !== 'ok' && !isText) {
    const shown = { row, line, title: title.slice(0, 200), address: href.slice(0, 200) }
    if (verdict.kind === 'leftOut') return { kind: 'leftOut', scheme: verdict.scheme.slice(0, 32), ...shown }
    return { kind: 'bad', reason: verdict.reason, ...shown }
  }
  const address = verdict.kind === 'ok' ? verdict.address : ''
  const picture = (written.image ?? '').trim()
  const checked = picture === '' ? null : checkAddress(picture)
  const { highlights = [], otherFolders = [], id = '', player = '' } = written
  const favouriteAt = toDate(written.favouriteAt, options.now)
  return {
    kind: 'link',
    row,
    line,
    address,
    title: title.trim() === '' ? address : title,
    added: toDate(written.added, options.now),
    changed: toDate(written.changed, options.now),
    tags: isExact ? (written.tags ?? []).map(toExact) : toNames(written.tags ?? []),
    note: isText && href !== '' ? `${note}\n\n${href.slice(0, maxLength)}` : note,
    remark: toLines(written.remark ?? ''),
    category: isText ? (category ?? 4) : category,
    subCategory: written.subCategory ?? null,
    favourite: written.favourite ?? false,
    checklist: written.checklist ?? [],
    image: checked?.kind === 'ok' ? checked.address : '',
    extra: written.extra ?? {},
    keyword: toTitle(written.keyword ?? ''),
    feed: own === '' ? '' : (written.feed ?? '').trim(),
    hasInvalidImage: picture !== '' && checked?.kind !== 'ok',
    isPrivate: written.isPrivate ?? null,
    toRead: written.toRead ?? null,
    hasFile,
    ...(written.isArchived !== undefined && { isArchived: written.isArchived }),
    ...(highlights.length > 0 && { highlights }),
    ...(otherFolders.length > 0 && { otherFolders }),
    ...(id !== '' && { id }),
    ...(favouriteAt !== null && { favouriteAt }),
    ...(player !== '' && { player }),
  }
}

function isOfText(verdict: Exclude<ReturnType<typeof checkAddress>, { kind: 'ok' }>): boolean {
  return verdict.kind === 'leftOut' ? textScheme.test(verdict.scheme) : verdict.reason !== 'tooLong'
}

/**
 * Returns a highlight of a file.
 * @param color the colour in words, as its service calls it; yellow when it is another
 */
export function toHighlight({
  text,
  comment = '',
  color = '',
  added,
}: {
  text: string
  comment?: string
  color?: string
  added?: WrittenDate
}): HighlightRead {
  return {
    text: toNote(text),
    comment: toNote(comment),
    style: styles[color.toLowerCase()] ?? 1,
    added: toDate(added),
  }
}

const styles: Record<string, 1 | 2 | 3 | 4> = {
  yellow: 1,
  orange: 1,
  blue: 2,
  cyan: 2,
  teal: 2,
  indigo: 2,
  pink: 3,
  red: 3,
  purple: 3,
  magenta: 3,
  green: 4,
}
