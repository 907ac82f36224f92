import { recognise } from '../embeds/recognise.ts'
import { limits } from '../limits.ts'
import { descLimit } from '../addresses/linkRules.ts'
import type { CheckItem, LinkRead } from './events.ts'

/**
 * Fits a link of a bookmark file into the limits of a saved link.
 * @param onShortened receives the reason of each truncation
 */
export function fitLink(read: LinkRead, onShortened: (reason: string) => void) {
  const fit = (text: string, length: number, reason: string) => {
    if (text.length > length) onShortened(reason)
    return shorten(text, length)
  }
  const found = read.address ? recognise(read.address) : null
  const category =
    read.category && read.category >= 1 && read.category <= 5 ? read.category : (found?.category ?? 3)
  const own = read.subCategory === null ? null : String(read.subCategory)
  const recognised =
    found?.category === category && found.subCategory !== null ? String(found.subCategory) : null
  const title = read.title || read.address || firstLine(read.note)
  return {
    title: fit(title, limits.title, 'The title was shortened'),
    /** The private note; '' for none. */
    note: fit(read.remark.trim(), limits.linkNote, 'The private note was shortened'),
    tags: fitTags(read.tags, fit, onShortened),
    desc: fit(read.note, descLimit(category), 'The description was shortened'),
    category,
    subCategory: own ?? recognised,
    /** The type of a video that is recognised by its address; 0 for none. */
    videoType: category === 2 && found?.category === 2 ? (found.linkVideoType ?? 0) : 0,
    checklist: fitChecklist(read.checklist, fit, onShortened),
  }
}

type Fit = (text: string, length: number, reason: string) => string

function fitTags(written: readonly string[], fit: Fit, onShortened: (reason: string) => void): string[] {
  const tags = written.map(tag => fit(tag, limits.tagName, `The tag "${quoteStart(tag)}" was shortened`))
  if (tags.length > limits.tagsPerLink)
    onShortened(`Only the first ${limits.tagsPerLink} of ${tags.length} tags were imported`)
  return tags.slice(0, limits.tagsPerLink)
}

function fitChecklist(
  items: readonly CheckItem[],
  fit: Fit,
  onShortened: (reason: string) => void,
): CheckItem[] {
  if (items.length > limits.checkListItems)
    onShortened(`Only the first ${limits.checkListItems} of ${items.length} items were imported`)
  return items.slice(0, limits.checkListItems).map(({ text, done }) => ({
    text: fit(text, limits.checkListText, `The item "${quoteStart(text)}" was shortened`),
    done,
  }))
}

const firstLine = (text: string) => text.split('\n', 1)[0]?.trim() || 'Untitled'

/** Returns the beginning of a long name, for a message. */
export const quoteStart = (text: string): string => (text.length > 24 ? `${text.slice(0, 24)}…` : text)

/** Truncates a text to a length in UTF-16 code units, never within a character, and appends an ellipsis. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  let shortened = ''
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, length + 20))) {
    if (shortened.length + segment.length > length - 1) break
    shortened += segment
  }
  return `${shortened.trimEnd()}…`
}
