import { counted, formatNumber } from '../counts.ts'

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })

/** Formats what the deletion of an account deletes: '471 links, 11 collections (2 shared), 3 files, and 5 highlights'. Leaves out zeros. */
export function formatAccountContents(counts: {
  links: number
  collections: number
  shares: number
  files: number
  highlights: number
}): string {
  const { links, collections, shares, files, highlights } = counts
  return listFormat.format([
    counted(links, 'link'),
    `${counted(collections, 'collection')}${shares > 0 ? ` (${formatNumber(shares)} shared)` : ''}`,
    ...(files > 0 ? [counted(files, 'file')] : []),
    ...(highlights > 0 ? [counted(highlights, 'highlight')] : []),
  ])
}
