import { checkAddress } from '../addresses/url.ts'
import { unwrapAddress } from '../addresses/wrappedAddress.ts'
import { readBookmarkDate } from './dates.ts'
import type { CheckItem, FolderRead, ReadingOptions, RowRead } from './events.ts'
import { parseJson, readTags } from './tags.ts'
import type { Attributes } from './tagStream.ts'

/** The unparsed content of one row. */
export interface RawRow {
  attributes: Attributes
  line: number
  title: string
  note: string
  /** True for a row whose quotes do not match, so that no attribute is certain. */
  isUnclear?: boolean
  /** True in a file whose tags may be separated by spaces. */
  hasSpacedTags?: boolean
}

/** Attributes in a title, after a tag whose quotes do not match. */
const attributeInTitle = /["']\s+(?:add_date|last_modified|tags|time_added)\s*=/i

/**
 * Parses a row to a link, or returns the reason for its rejection (I06). A row with a text and without an address is a note.
 * @param row number of the row among all rows of the file, from 1
 */
export function readRow(raw: RawRow, row: number, options: ReadingOptions): RowRead {
  const { attributes, line } = raw
  // The address of Nestmark's own note without one is only its page.
  const written = flag(attributes.nm_note) ? '' : (attributes.href ?? '').trim()
  // Firefox wrote live bookmarks with the address of a feed, mostly besides the address of its page.
  const href = written || (attributes.feedurl ?? '')
  const verdict = checkAddress(unwrapAddress(href), options.maxAddressLength)
  const category = wholeNumber(attributes.nm_category, 1, 5)
  // Nestmark's own notes may have no address.
  const isNote = verdict.kind === 'bad' && verdict.reason === 'empty' && category !== null
  const isText =
    verdict.kind === 'bad' &&
    (isShaarliNote(attributes) || (verdict.reason === 'empty' && readNote(raw, false) !== ''))
  const isUnclear = raw.isUnclear === true || attributeInTitle.test(raw.title)
  if (isUnclear || (verdict.kind !== 'ok' && !isNote && !isText)) {
    const shown = { row, line, title: raw.title.slice(0, 200), address: href.trim().slice(0, 200) }
    if (isUnclear || verdict.kind === 'ok') return { kind: 'bad', reason: 'unclearQuotes', ...shown }
    if (verdict.kind === 'leftOut') return { kind: 'leftOut', scheme: verdict.scheme.slice(0, 32), ...shown }
    return { kind: 'bad', reason: verdict.reason, ...shown }
  }
  const address = verdict.kind === 'ok' ? verdict.address : ''
  const cover = attributes.nm_image ?? attributes.cover ?? attributes['data-cover'] ?? ''
  const image = toAddressOrEmpty(cover)
  const { added, changed } = parseDates(attributes, options.now)
  return {
    kind: 'link',
    row,
    line,
    address,
    title: (attributes.nm_title ?? raw.title) || address,
    added,
    changed,
    tags: readTags(attributes.tags ?? attributes.labels, attributes.nm_tags, raw.hasSpacedTags),
    note: readNote(raw, isText),
    remark: attributes.nm_remark ?? '',
    category: isText ? 4 : category,
    subCategory: parseSubCategory(attributes.nm_subcategory),
    favourite: flag(attributes.nm_favourite ?? attributes['data-important']) ?? false,
    checklist: parseChecklist(attributes.nm_checklist),
    image,
    extra: pickUnknownAttributes(attributes),
    keyword: attributes.shortcuturl ?? '',
    feed: written === '' ? '' : (attributes.feedurl ?? ''),
    hasInvalidImage: image === '' && cover.trim() !== '',
    isPrivate: readPrivacy(attributes),
    toRead: flag(attributes.toread),
    hasFile: flag(attributes.nm_file) ?? false,
  }
}

/** Returns whether a row is a text of Shaarli, whose address is only its page there. */
function isShaarliNote({ href = '', private: isPrivate }: Attributes): boolean {
  return isPrivate !== undefined && /^(?:\?|\/shaare\/)[\w-]{6}$/.test(href.trim())
}

/**
 * Returns the note of a row. Scuttle writes it to an attribute.
 * @param isText true for a row that is a note, which has a text at least in its title
 */
function readNote({ note, title, attributes: { description = '' } }: RawRow, isText: boolean): string {
  const text = [stripNoteMarkers(note), description.trim()].filter(part => part !== '').join('\n\n')
  return text === '' && isText ? title : text
}

/** Parses a heading to a folder. */
export function readFolder(raw: RawRow, now?: number): FolderRead {
  const { attributes, line } = raw
  return {
    kind: 'folder',
    line,
    name: attributes.nm_title ?? raw.title,
    note: raw.note,
    ...parseDates(attributes, now),
    favourite: flag(attributes.nm_favourite) ?? false,
    role: parseRole(attributes),
    extra: pickUnknownAttributes(attributes),
  }
}

function parseDates(from: Attributes, now?: number): { added: number | null; changed: number | null } {
  const written = from.add_date ?? from.time_added ?? from.date_added
  return {
    added: wholeNumber(from.nm_added, 0, 8.64e15) ?? readBookmarkDate(written, now),
    changed: wholeNumber(from.nm_changed, 0, 8.64e15) ?? readBookmarkDate(from.last_modified, now),
  }
}

function parseRole(attributes: Attributes): FolderRead['role'] {
  if (flag(attributes.personal_toolbar_folder)) return 'toolbar'
  if (flag(attributes.unfiled_bookmarks_folder)) return 'unfiled'
  return attributes.id === 'com.apple.ReadingList' ? 'readingList' : null
}

/** The spellings of a set flag that exporters use, in lower case. All others mean that it is not set. */
const setFlags = new Set(['1', '+', 'checked', 'ok', 'okay', 'on', 'one', 'private', 't', 'true', 'y', 'yes'])

function flag(text: string | undefined): boolean | null {
  const value = text?.trim().toLowerCase() ?? ''
  return value === '' ? null : setFlags.has(value)
}

/** Returns the privacy flag of a row. Some exporters write its opposite. */
function readPrivacy(attributes: Attributes): boolean | null {
  const isPublic = flag(attributes.public ?? attributes.published ?? attributes.shared)
  return flag(attributes.private) ?? (isPublic === null ? null : !isPublic)
}

function wholeNumber(text: string | undefined, from: number, to: number): number | null {
  if (text === undefined || !/^\d{1,16}$/.test(text)) return null
  const n = Number(text)
  return n >= from && n <= to ? n : null
}

function parseSubCategory(text: string | undefined): number | string | null {
  if (text === undefined || !/^[\w-]{1,8}$/.test(text)) return null
  return /^(?:0|[1-9]\d{0,2})$/.test(text) ? Number(text) : text
}

function parseChecklist(text: string | undefined): CheckItem[] {
  const list = text === undefined ? null : parseJson(text)
  if (!Array.isArray(list)) return []
  return list
    .filter((item): item is { text: string; done?: unknown } => typeof item?.text === 'string')
    .map(item => ({ text: item.text, done: item.done === true }))
}

function toAddressOrEmpty(text: string | undefined): string {
  const verdict = text === undefined ? null : checkAddress(text)
  return verdict?.kind === 'ok' ? verdict.address : ''
}

function pickUnknownAttributes(attributes: Attributes): Record<string, string> {
  const extra: Record<string, string> = {}
  for (const name of Object.keys(attributes)) {
    const value = name.startsWith('nm_x_') ? attributes[name] : undefined
    if (value !== undefined) extra[name.slice(5)] = value
  }
  return extra
}

// linkding separates description and notes with its own markers.
function stripNoteMarkers(note: string): string {
  if (!note.endsWith('[/linkding-notes]')) return note
  const found = /^([^]*?)\[linkding-notes\]([^]*)\[\/linkding-notes\]$/.exec(note)
  return found === null ? note : [found[1], found[2]].filter(part => part !== '').join('\n\n')
}
