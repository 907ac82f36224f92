import { plainLinkDefaults } from '@nestmark/contract/shapes'
import type { LinkRead } from '@nestmark/core/bookmarkFiles/events'
import { recognise } from '@nestmark/core/embeds/recognise'
import { limits } from '@nestmark/core/limits'
import { descLimit } from '@nestmark/core/linkRules'
import { createSortKeys } from '@nestmark/core/sortKeys'
import { compareKey } from '@nestmark/core/url'
import type { ImportedLink } from './importPrepare.ts'
import { type Report, type ReportedRow, reportShortened, truncateText } from './importReport.ts'

/** Returns a file's link as it is stored, truncated to the limits; each truncation is reported. */
export function importedLink(
  read: LinkRead,
  collectionId: string,
  now: number,
  report: Report,
): ImportedLink {
  const found = read.address ? recognise(read.address) : null
  const category =
    read.category && read.category >= 1 && read.category <= 5 ? read.category : (found?.category ?? 3)
  const key = read.address ? (compareKey(read.address) ?? '') : ''
  const title = truncateAndReport(
    read.title || read.address || firstLine(read.note),
    limits.title,
    read,
    'The title was shortened',
    report,
  )
  const own = read.subCategory === null ? null : String(read.subCategory)
  return {
    collectionId,
    createdAt: read.added ?? now,
    updatedAt: read.changed ?? read.added ?? now,
    favourite: read.favourite,
    note: truncateAndReport(
      read.remark.trim(),
      limits.linkNote,
      read,
      'The private note was shortened',
      report,
    ),
    isCover: read.extra.cover === '1',
    plain: { ...plainLinkDefaults, ...(read.extra.desctoggle === '0' && { desc_toggle: 0 }) },
    tags: truncateTags(read, report),
    draft: {
      title,
      address: read.address,
      compare_key: key,
      ...createSortKeys(title, key),
      descr: truncateAndReport(read.note, descLimit(category), read, 'The description was shortened', report),
      category,
      sub_category:
        own ??
        (found?.category === category && found.subCategory !== null ? String(found.subCategory) : null),
      video_type: category === 2 && found?.category === 2 ? (found.linkVideoType ?? 0) : 0,
      check_list: truncateChecklist(read, report),
      picture_source: read.image || null,
    },
  }
}

function truncateChecklist(read: LinkRead, report: Report): string | null {
  const { checklist } = read
  if (checklist.length === 0) return null
  if (checklist.length > limits.checkListItems)
    reportShortened(
      report,
      read,
      `Only the first ${limits.checkListItems} of ${checklist.length} items were imported`,
    )
  const items = checklist.slice(0, limits.checkListItems).map(({ text, done }) => ({
    text: truncateAndReport(
      text,
      limits.checkListText,
      read,
      `The item "${start(text)}" was shortened`,
      report,
    ),
    done,
  }))
  return JSON.stringify(items)
}

function truncateTags(read: LinkRead, report: Report): string[] {
  const tags = read.tags.map(tag =>
    truncateAndReport(tag, limits.tagName, read, `The tag "${start(tag)}" was shortened`, report),
  )
  if (tags.length <= limits.tagsPerLink) return tags
  reportShortened(report, read, `Only the first ${limits.tagsPerLink} of ${tags.length} tags were imported`)
  return tags.slice(0, limits.tagsPerLink)
}

/** Truncates a text to a length in UTF-16 code units, and reports it. */
export function truncateAndReport(
  text: string,
  length: number,
  at: ReportedRow,
  reason: string,
  report: Report,
): string {
  if (text.length > length) reportShortened(report, at, reason)
  return truncateText(text, length)
}

const firstLine = (text: string) => text.split('\n', 1)[0]?.trim() || 'Untitled'

/** Returns the beginning of a long name, for a message. */
export const start = (text: string) => (text.length > 24 ? `${text.slice(0, 24)}…` : text)
