import { bookType } from '@nestmark/core/epub/book'
import { type CatalogEntry, writeCatalog } from '@nestmark/core/epub/opds'
import { truncateText } from '@nestmark/core/words/truncateText'
import type { Actor } from '../../../access/actor.ts'
import { collectionsWithRoles } from '../../../access/roles.ts'
import type { FileReply } from '../../../calls/replies.ts'
import type { Services } from '../../../services.ts'
import { listNewest } from '../../links/feeds/feedQuery.ts'
import { namesOfUsers } from '../../session/userStore.ts'
import { newestArticles } from '../epub/articleQuery.ts'
import { exportEpub } from '../epub/exportEpub.ts'

const maxEntries = 100
const summaryLength = 500

/**
 * Returns the catalogue of a collection. Owner and members get its newest stored articles as books, and all of them as one
 * book; visitors of a public collection get the addresses of its newest links, because articles are not public.
 * @returns null when the caller may not read the collection
 */
export async function createCatalog(
  services: Services,
  actor: Actor | null,
  id: string,
): Promise<string | null> {
  const { db, config } = services
  if (id.length > 64) return null
  const [collection] = await collectionsWithRoles(db.read, actor, [id])
  if (!collection?.role || collection.trashed_by !== null) return null
  const page = `${config.publicUrl}/c/${id}`
  const isMember = collection.role !== 'public'
  const entries = isMember
    ? (await newestArticles(db.read, id, maxEntries)).map(({ id: linkId, ...article }): CatalogEntry => ({
        id: `${config.publicUrl}/l/${linkId}`,
        title: article.title || article.address,
        author: article.byline || article.site_name,
        summary: truncateText(article.descr, summaryLength),
        address: `${page}/opds/${linkId}.epub`,
        mediaType: bookType,
        updated: article.kept_at,
      }))
    : (await listNewest(services, collection)).map((link): CatalogEntry => {
        const own = `${config.publicUrl}/l/${link._id}`
        return {
          id: own,
          title: link.name,
          author: '',
          summary: link.desc_toggle ? truncateText(link.desc, summaryLength) : '',
          address: /^https?:/i.test(link.link) ? link.link : own,
          mediaType: 'text/html',
          updated: link.update_date,
        }
      })
  const updated = Math.max(collection.updated_at, ...entries.map(entry => entry.updated))
  const names = await namesOfUsers(db.read, [collection.owner_id])
  const author = names.get(collection.owner_id) || 'Nestmark'
  const all = {
    id: `${page}/opds.epub`,
    title: collection.name,
    author,
    summary: truncateText(collection.descr, summaryLength),
    address: `${page}/opds.epub`,
    mediaType: bookType,
    updated,
  }
  return writeCatalog({
    address: `${page}/opds.xml`,
    title: collection.name,
    author,
    updated,
    entries: isMember && entries.length > 0 ? [all, ...entries] : entries,
  })
}

/**
 * Opens the book of a link, or of a collection with those inside.
 * @throws Refused the refusals of `exportEpub`
 */
export async function openBook(
  services: Services,
  actor: Actor,
  id: string,
  linkId: string | undefined,
): Promise<FileReply> {
  const [collection] = await collectionsWithRoles(services.db.read, actor, [id])
  const name = collection?.role ? collection.name : ''
  const part = linkId === undefined ? { folder_id: id, include_sub: 1 as const } : { links: [linkId] }
  return exportEpub({ services, actor }, { name, ...part })
}
