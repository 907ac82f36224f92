import type {
  makeLinkPublic as publish,
  createShortLink as folder,
  shareLink as link,
} from '@nestmark/contract/share'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { grantCollection, grantLink } from '../../access/grant.ts'
import type { Call } from '../../http/implement.ts'
import type { Services } from '../../services.ts'
import { ensureShortCode, setLinkPublic, findTarget } from './store.ts'

/** Makes one link public, or private again. */
export async function makeLinkPublic(
  { actor, services: { db } }: Call,
  input: Parsed<typeof publish>,
): Promise<Output<typeof publish>> {
  await db.write(async tx => {
    const granted = await grantLink(tx, actor, 'links.share', input.link_id)
    await setLinkPublic(tx, granted, input.link_id, input.is_public === 1)
  })
  return { is_public: input.is_public }
}

/** Returns the short address of a link. It opens nothing that the long address would not open. */
export async function shareLink(
  { actor, services: { db, now, config } }: Call,
  input: Parsed<typeof link>,
): Promise<Output<typeof link>> {
  const code = await db.write(async tx => {
    const granted = await grantLink(tx, actor, 'links.share', input.link_id)
    const ownerId = granted.link.owner_id
    return ensureShortCode(tx, granted, { link_id: input.link_id, collection_id: null, ownerId, now: now() })
  })
  return { short_link: `${config.publicUrl}/s/${code}` }
}

/** Returns the short address of a collection. */
export async function createShortLink(
  { actor, services: { db, now, config } }: Call,
  input: Parsed<typeof folder>,
): Promise<Output<typeof folder>> {
  const code = await db.write(async tx => {
    const granted = await grantCollection(tx, actor, 'collections.share', input.folder_id)
    const ownerId = granted.collection.owner_id
    return ensureShortCode(tx, granted, {
      link_id: null,
      collection_id: input.folder_id,
      ownerId,
      now: now(),
    })
  })
  return { short_link: `${config.publicUrl}/s/${code}` }
}

/** Returns the path of the page for a short address; for an unknown one, of the page that says so. */
export async function pageOfShortCode({ db }: Pick<Services, 'db'>, code: string): Promise<string> {
  const target = await findTarget(db.read, code)
  return target?.link_id ? `/l/${target.link_id}` : `/c/${target?.collection_id ?? 'unknown'}`
}
