import { isLocked } from '@nestmark/client/encryption/sealedLink'
import type { HighlightPage } from '@nestmark/contract/reading/highlights'
import type { Highlight } from '@nestmark/contract/reading/highlightShapes'

/**
 * Returns a page with the title and the address of its link, where that is encrypted and its key is in this browser. A link
 * with a file has the address at which the file is shown.
 */
export function openPage(group: HighlightPage): HighlightPage {
  const { saved } = group
  if (group.enc === 0 || !saved || isLocked(saved)) return group
  const link = saved.link === '' ? `${location.origin}/l/${saved._id}` : saved.link
  return { ...group, link, data: { ...group.data, title: saved.name } }
}

/** Returns the address at which a highlight is shown at its place; null where its page is not stored here. */
export function toReaderPath({ saved }: HighlightPage, { _id: id, anchor }: Highlight): string | null {
  if (!saved) return null
  if (saved.isFile) return anchor?.pdf ? `/l/${saved._id}/pdf?highlight=${id}` : null
  return saved.has_copy ? `/l/${saved._id}/read?highlight=${id}` : null
}
