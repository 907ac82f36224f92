import { limits } from '@nestmark/core/limits'
import { publicPageTexts as texts } from '@nestmark/texts/sharing/publicPage'
import { collectionsWithRoles, linksWithRoles } from '../../../access/roles.ts'
import type { LinkPreview } from '../../../calls/publicPages.ts'
import type { CommonServices } from '../../../calls/services.ts'
import { countLinks, readInside } from '../../collections/lists/insideQuery.ts'
import { namesOfUsers } from '../../session/userStore.ts'
import { readCoverPicture } from '../store.ts'

type Dependencies = Pick<CommonServices, 'db' | 'config'>
const visitor = null

/**
 * Returns the data for link previews of a public link or collection; null for everything that a visitor cannot see.
 */
export async function readLinkPreview(
  services: Dependencies,
  kind: 'link' | 'collection',
  id: string,
): Promise<LinkPreview | null> {
  // A longer id is invalid, and needs no query.
  if (id.length > 64) return null
  return kind === 'link' ? linkCard(services, id) : collectionCard(services, id)
}

async function linkCard({ db, config }: Dependencies, id: string): Promise<LinkPreview | null> {
  const [link] = await linksWithRoles(db.read, visitor, [id])
  if (!link?.role || link.key_id !== null) return null
  return {
    title: link.title,
    description: link.desc_toggle ? shortened(link.descr) : '',
    url: `${config.publicUrl}/l/${id}`,
    image: link.picture_id ? `${config.publicUrl}/pictures/${link.picture_id}` : '',
    feeds: {},
  }
}

async function collectionCard({ db, config }: Dependencies, id: string): Promise<LinkPreview | null> {
  const [collection] = await collectionsWithRoles(db.read, visitor, [id])
  if (!collection?.role) return null
  const picture = await readCoverPicture(db.read, collection)
  const url = `${config.publicUrl}/c/${id}`
  return {
    title: collection.name,
    description: collection.descr || (await describe(db, collection)),
    url,
    image: picture ? `${config.publicUrl}/pictures/${picture}` : '',
    feeds: {
      'application/atom+xml': `${url}/feed.xml`,
      'application/feed+json': `${url}/feed.json`,
      'text/html': `${url}/bookmarks.html`,
    },
  }
}

/** Describes a collection without a description. */
async function describe(db: Dependencies['db'], { id, owner_id: ownerId }: { id: string; owner_id: string }) {
  const [names, inside] = await Promise.all([namesOfUsers(db.read, [ownerId]), readInside(db.read, [id])])
  const [owner, counts] = [names.get(ownerId), inside?.get(id)]
  return owner && counts ? texts.preview(countLinks(counts.inside), owner) : ''
}

const shortened = (text: string) =>
  text.length > limits.collectionDesc ? `${text.slice(0, limits.collectionDesc - 1)}…` : text
