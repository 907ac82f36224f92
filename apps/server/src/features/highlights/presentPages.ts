import type { HighlightPage } from '@nestmark/contract/highlights'
import { compareKey, formatHostAndPath } from '@nestmark/core/url'
import type { Queries } from '../../db/db.ts'
import { type HighlightFilter, listLinksOfPages, listSaved } from './listQuery.ts'
import { listHighlights, presentHighlight } from './highlightStore.ts'
import { findPageById, type ListedPage } from './pageStore.ts'

/** The highlights of one answer have at most so many characters, except those of a single page. */
const maxSize = 8_000_000

/** Returns pages with their highlights. @param filter keeps only some of the highlights */
export async function presentPages(
  db: Queries,
  ownerId: string,
  pages: readonly ListedPage[],
  filter: Partial<HighlightFilter> & { seqs?: number[] } = {},
): Promise<HighlightPage[]> {
  let size = 0
  const complete = pages.filter(page => (size += page.size) <= maxSize || pages.length === 1)
  const keys = pages.map(page => (page.link_id === null ? compareKey(page.address) : ''))
  const [highlights, saved, encrypted] = await Promise.all([
    listHighlights(
      db,
      complete.map(page => page.id),
      filter,
    ),
    listSaved(
      db,
      ownerId,
      keys.filter(key => key !== ''),
    ),
    listLinksOfPages(
      db,
      ownerId,
      pages.flatMap(page => page.link_id ?? []),
    ),
  ])
  const byPage = Map.groupBy(highlights, each => each.page_id)
  return pages.map((page, nth) => {
    const link = page.link_id === null ? saved.get(keys[nth] ?? '') : encrypted.get(page.link_id)
    return {
      _id: page.id,
      link: page.address,
      create_date: page.created_at,
      update_date: page.updated_at,
      enc: page.link_id === null ? 0 : 1,
      count: page.count,
      data: {
        title: page.title || formatHostAndPath(page.address),
        highlights: (byPage.get(page.id) ?? []).map(presentHighlight),
      },
      saved: link ? { _id: link._id, parent: link.parent, parent_name: link.parent_name } : null,
    }
  })
}

/** Returns a page with all its highlights, or null. */
export async function presentPage(
  db: Queries,
  ownerId: string,
  page: ListedPage | undefined,
): Promise<HighlightPage | null> {
  const [presented] = page ? await presentPages(db, ownerId, [page]) : []
  return presented ?? null
}

/** Returns the page with this id, or null when it has no highlights any more. */
export async function readPageById(db: Queries, ownerId: string, id: string): Promise<HighlightPage | null> {
  return presentPage(db, ownerId, await findPageById(db, ownerId, id))
}
