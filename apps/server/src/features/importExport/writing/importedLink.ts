import { plainLinkDefaults } from '@nestmark/contract/links/plainLinkFields'
import type { FolderRead, LinkRead } from '@nestmark/core/bookmarkFiles/events'
import { fitLink, quoteStart, shorten } from '@nestmark/core/bookmarkFiles/fitLink'
import { checkPlayer } from '@nestmark/core/embeds/player'
import { limits } from '@nestmark/core/limits'
import { createSortKeys } from '@nestmark/core/words/sortKeys'
import { compareKey } from '@nestmark/core/addresses/url'
import { positionInBatch } from '../../links/lists/linkOrderStore.ts'
import type { ImportedLink } from './importPrepare.ts'
import { type Report, reportShortened } from '../importReport.ts'

/** Returns a file's link as it is stored, truncated to the limits; each truncation is reported. */
export function importedLink(
  read: LinkRead,
  collectionId: string,
  now: number,
  report: Report,
): ImportedLink {
  const key = read.address ? (compareKey(read.address) ?? '') : ''
  const whole = { ...read, tags: [...read.tags, ...(read.otherFolders ?? [])] }
  const { title, desc, note, tags, checklist, ...fitted } = fitLink(whole, reason =>
    reportShortened(report, read, reason),
  )
  return {
    collectionId,
    createdAt: read.added ?? now,
    updatedAt: read.changed ?? read.added ?? now,
    favouriteAt: read.favourite ? (read.favouriteAt ?? now) : null,
    player: checkPlayer(read.address, read.player ?? ''),
    note,
    // In the order of the file, after what is in its collection already.
    position: positionInBatch(now, read.row),
    isCover: read.extra.cover === '1',
    ...(read.id !== undefined && { fileId: read.id }),
    plain: { ...plainLinkDefaults, ...(read.extra.desctoggle === '0' && { desc_toggle: 0 }) },
    tags,
    draft: {
      title,
      address: read.address,
      compare_key: key,
      ...createSortKeys(title, key),
      descr: desc,
      category: fitted.category,
      sub_category: fitted.subCategory,
      video_type: fitted.videoType,
      check_list: checklist.length > 0 ? JSON.stringify(checklist) : null,
      picture_source: read.image || null,
    },
  }
}

/** Returns the name and the description of a file's folder, truncated to the limits, and what was truncated. */
export function fitFolder(read: FolderRead): { name: string; desc: string; cuts: string[] } {
  const written = read.name.trim() === '' ? 'Untitled' : read.name
  const name = shorten(written, limits.collectionName)
  const desc = shorten(read.note, limits.collectionDesc)
  const cuts = [
    ...(name === written ? [] : [`The name "${quoteStart(read.name)}" was shortened`]),
    ...(desc === read.note ? [] : [`The description of "${quoteStart(name)}" was shortened`]),
  ]
  return { name, desc, cuts }
}
