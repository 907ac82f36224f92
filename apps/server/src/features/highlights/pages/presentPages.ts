import type { HighlightPage } from '@nestmark/contract/reading/highlights'
import { formatHostAndPath } from '@nestmark/core/addresses/url'
import { pluck } from '@nestmark/core/pluck'
import type { Call } from '../../../calls/call.ts'
import { JsonReply } from '../../../calls/replies.ts'
import { createPictureAddresses } from '../../../calls/pictureAddresses.ts'
import { formatHighlights } from '../highlightStore.ts'
import type { HighlightFilter } from '../listQuery.ts'
import { findPage, type ListedPage } from './pageStore.ts'
import { type PageReader, readSavedPages } from './savedPages.ts'

/** The highlights of one answer have at most so many characters, except those of a single page. */
const maxSize = 8_000_000

/** Returns the caller as a reader of pages. */
export const toReader = (call: Call): PageReader => ({
  db: call.services.db.read,
  personId: call.actor.personId,
  picture: createPictureAddresses(call),
})

/** Returns pages with their highlights as JSON. @param filter keeps only some of the highlights */
async function formatPages(
  reader: PageReader,
  pages: readonly ListedPage[],
  filter: Partial<HighlightFilter> & { seqs?: number[] } = {},
): Promise<string[]> {
  let size = 0
  const complete = pages.filter(page => (size += page.size) <= maxSize || pages.length === 1)
  const [highlights, findSaved] = await Promise.all([
    formatHighlights(reader.db, pluck(complete, 'id'), filter),
    readSavedPages(reader, pages),
  ])
  return pages.map(page => {
    const head: Omit<HighlightPage, 'data'> = {
      _id: page.id,
      link: page.address,
      create_date: page.created_at,
      update_date: page.updated_at,
      enc: page.link_id === null ? 0 : 1,
      count: page.count,
      saved: findSaved(page),
    }
    const title = JSON.stringify(page.title || formatHostAndPath(page.address))
    const data = `{"title":${title},"highlights":${highlights.get(page.id) ?? '[]'}}`
    return `${JSON.stringify(head).slice(0, -1)},"data":${data}}`
  })
}

/** Returns pages with their highlights. */
export async function presentPages(...parameters: Parameters<typeof formatPages>): Promise<HighlightPage[]> {
  return (await formatPages(...parameters)).map(page => JSON.parse(page) as HighlightPage)
}

/** Returns pages with their highlights as the answer of a list. */
export async function replyPages(
  ...parameters: Parameters<typeof formatPages>
): Promise<JsonReply<HighlightPage[]>> {
  return new JsonReply(await formatPages(...parameters))
}

/** Returns a page with all its highlights, or null. */
export async function presentPage(
  reader: PageReader,
  page: ListedPage | undefined,
): Promise<HighlightPage | null> {
  const [presented] = page ? await presentPages(reader, [page]) : []
  return presented ?? null
}

/** Returns the page with this id, or null when it has no highlights any more. */
export async function readPageById(call: Call, id: string): Promise<HighlightPage | null> {
  const reader = toReader(call)
  return presentPage(reader, await findPage(reader.db, reader.personId, 'id', id))
}
