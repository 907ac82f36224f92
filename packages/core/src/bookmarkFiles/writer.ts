import { normaliseAddress } from '../addresses/url.ts'
import { readBookmarkDate } from './dates.ts'
import { escapeAddress, escapeAttribute, escapeNote, escapeTitle, plainTitle } from './escape.ts'
import type { BookmarkFolder, BookmarkItem } from './events.ts'
import { writeTags } from './tags.ts'

/**
 * Returns the header of a bookmark file, in the format that Chrome, Firefox and Safari read. Write it first, then
 * folders and links in order, then the footer; nothing needs to be buffered.
 * @param title title of the file
 * @param tags the tags that no link has
 * @param encrypted the number of encrypted links that the file leaves out
 */
export function bookmarkFileHeader(
  title = 'Bookmarks',
  tags: readonly string[] = [],
  encrypted: number = 0,
): string {
  const name = escapeTitle(plainTitle(title))
  const leftOut = encrypted === 0 ? '' : `<!-- ${describeLeftOut(encrypted)} -->\n`
  const metas = tags.map(tag => `<META NAME="nestmark-tag" NM_TAG="${escapeAttribute(tag)}">\n`).join('')
  return `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file.
     It will be read and overwritten.
     DO NOT EDIT! -->
${leftOut}<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
${metas}<TITLE>${name}</TITLE>
<H1>${name}</H1>
<DL><p>
`
}

/** Returns what a file says about the encrypted links that it leaves out. */
export const describeLeftOut = (encrypted: number): string =>
  `Not in this file: ${encrypted} encrypted link${encrypted === 1 ? '' : 's'}.`

/** Returns the footer of the file. */
export function bookmarkFileFooter(): string {
  return '</DL><p>\n'
}

/**
 * Opens a folder. Everything written until `formatFolderEnd` belongs to it.
 * @param depth number of enclosing folders, 0 at the top level; used only for indentation
 */
export function formatFolderStart(folder: BookmarkFolder, depth = 0): string {
  const attributes = [
    ...formatDates(folder.added, folder.changed),
    formatExactTitle(folder.name),
    formatAttribute('NM_FAVOURITE', folder.favourite ? '1' : null),
    ...formatExtras(folder.extra),
  ].join('')
  const start = indent(depth)
  const heading = `${start}<DT><H3${attributes}>${escapeTitle(plainTitle(folder.name))}</H3>\n`
  return `${heading}${formatNote(folder.note, start)}${start}<DL><p>\n`
}

/** Closes the innermost open folder. */
export function formatFolderEnd(depth = 0): string {
  return `${indent(depth)}</DL><p>\n`
}

/**
 * Writes a link. Data that the format does not support is written to Nestmark attributes, which other readers
 * ignore, and only where it would otherwise be lost. An address with another scheme than http and https is written
 * as text (X04).
 * @param depth number of enclosing folders, 0 at the top level; used only for indentation
 * @param page the page of a note without an address: other readers drop rows without one
 */
export function formatLink(item: BookmarkItem, depth = 0, page = ''): string {
  const isNote = item.address === '' && page !== ''
  const href = isNote ? page : normaliseAddress(item.address, Infinity)
  const isText = href === null && item.address !== ''
  const tags = writeTags(item.tags ?? [])
  // Without an address, only the category distinguishes a note from an invalid row.
  const category = isText ? null : (item.category ?? (href === null || isNote ? 4 : null))
  const attributes = [
    href === null ? '' : ` HREF="${escapeAddress(href)}"`,
    ...formatDates(item.added, item.changed),
    formatExactTitle(item.title),
    formatAttribute('TAGS', tags.plain === '' ? null : tags.plain),
    formatAttribute('NM_TAGS', tags.own),
    formatAttribute('NM_NOTE', isNote ? '1' : null),
    formatAttribute('NM_CATEGORY', category),
    formatAttribute('NM_SUBCATEGORY', item.subCategory),
    formatAttribute('NM_FAVOURITE', item.favourite ? '1' : null),
    formatAttribute('NM_REMARK', item.remark === '' ? null : item.remark),
    formatAttribute('NM_CHECKLIST', item.checklist?.length ? JSON.stringify(item.checklist) : null),
    formatAttribute('NM_FILE', item.hasFile ? '1' : null),
    formatAttribute('NM_IMAGE', item.image === '' ? null : item.image),
    ...formatExtras(item.extra),
  ].join('')
  const start = indent(depth)
  const asText = isText ? ` ${escapeTitle(plainTitle(item.address))}` : ''
  return `${start}<DT><A${attributes}>${escapeTitle(plainTitle(item.title))}</A>${asText}\n${formatNote(item.note, start)}`
}

function indent(depth: number): string {
  return '    '.repeat(Math.min(depth + 1, 40))
}

function formatNote(note: string | undefined, start: string): string {
  return note === undefined || note === '' ? '' : `${start}<DD>${escapeNote(note)}</DD>\n`
}

function formatExactTitle(title: string): string {
  return formatAttribute('NM_TITLE', plainTitle(title) === title ? null : title)
}

function formatAttribute(name: string, value: string | number | null | undefined): string {
  return value === null || value === undefined ? '' : ` ${name}="${escapeAttribute(String(value))}"`
}

function formatExtras(extra: Readonly<Record<string, string>> | undefined): string[] {
  return Object.entries(extra ?? {})
    .filter(([name]) => /^[a-z0-9]{1,30}$/.test(name))
    .map(([name, value]) => formatAttribute(`NM_X_${name.toUpperCase()}`, value))
}

// The format has a resolution of seconds. Nestmark attributes store the rest, and dates that readers would reject.
function formatDates(added: number | null | undefined, changed: number | null | undefined): string[] {
  const pair = (plain: string, own: string, time: number | null | undefined) => {
    if (time === null || time === undefined || !(time >= 0)) return ''
    const seconds = String(Math.floor(time / 1000))
    const exact = readBookmarkDate(seconds) === time ? null : Math.floor(time)
    return formatAttribute(plain, seconds) + formatAttribute(own, exact)
  }
  return [pair('ADD_DATE', 'NM_ADDED', added), pair('LAST_MODIFIED', 'NM_CHANGED', changed)]
}
