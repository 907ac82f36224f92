import type {
  oneClickSave as oneClick,
  saveLink as save,
  saveLinks as saveMany,
} from '@nestmark/contract/links'
import type { Output, Parsed } from '@nestmark/contract/operation'
import { recognise } from '@nestmark/core/embeds/recognise'
import { hostOf, normaliseAddress } from '@nestmark/core/url'
import { grantCollection, type GrantedCollections } from '../../access/grant.ts'
import { refuse } from '../../access/refuse.ts'
import type { CollectionWithRole } from '../../access/roles.ts'
import type { Tx } from '../../db/db.ts'
import { isDuplicate } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import type { Call } from '../../http/implement.ts'
import { enqueue } from '../../jobs/store.ts'
import { addToCounts } from '../collections/counters.ts'
import { addLinkTags, ensureTags } from '../tags/store.ts'
import { draftLink, type LinkDraft } from './draft.ts'
import { indexSearchable } from './linkText.ts'
import { readLinks } from './readLinks.ts'
import { insertLink, linkOfRequest } from './store.ts'

type AddRight = GrantedCollections<'collections.add'> & { readonly collection: CollectionWithRole }

/**
 * Saves one link. Nothing is fetched before the answer; what was left empty is filled in by a job. The same request key
 * gives the same link again.
 */
export async function saveLink(call: Call, input: Parsed<typeof save>): Promise<Output<typeof save>> {
  const draft = draftLink(input)
  return (
    await saveOnce(call, input.parent ?? call.actor.rootId, [{ draft, tags: input.tags, scraped: false }])
  )[0]!
}

/** Saves a list of links, all or none. */
export async function saveLinks(
  call: Call,
  input: Parsed<typeof saveMany>,
): Promise<Output<typeof saveMany>> {
  const items = input.links.map(link => ({ draft: draftLink(link), tags: link.tags, scraped: false }))
  return { links: await saveOnce(call, input.parent ?? call.actor.rootId, items) }
}

/** Saves an address as it is, under its host's name until the page was read. */
export async function oneClickSave(
  call: Call,
  input: Parsed<typeof oneClick>,
): Promise<Output<typeof oneClick>> {
  if (!input.url.trim()) refuse('links.linkRequired')
  const address = normaliseAddress(input.url)
  if (!address) return refuse('links.linkInvalid')
  const category = recognise(address)?.category ?? 3
  const draft = draftLink({ link: input.url, name: hostOf(address) || address, desc: address, category })
  draft.descr = ''
  return (
    await saveOnce(call, input.parent ?? call.actor.rootId, [{ draft, tags: input.tags, scraped: true }])
  )[0]!
}

interface Item {
  draft: LinkDraft
  tags: readonly string[]
  /** True when the title is only a stand-in: the job may replace it. */
  scraped: boolean
}

async function saveOnce(call: Call, parentId: string, items: readonly Item[]) {
  const { actor, services } = call
  const { db } = services
  let seqs: number[]
  try {
    seqs = await db.write(async tx => {
      const again = call.idempotencyKey && (await linkOfRequest(tx, actor.personId, call.idempotencyKey))
      if (again) return [again.seq]
      const granted = await grantCollection(tx, actor, 'collections.add', parentId)
      if (granted.collection.trashed_by !== null) refuse('collections.inTrash')
      return writeLinks(tx, call, granted, items)
    })
  } catch (error) {
    // The same request twice at the same moment: the other one has just made the link.
    const made =
      call.idempotencyKey &&
      isDuplicate(error) &&
      (await linkOfRequest(db.read, actor.personId, call.idempotencyKey))
    if (!made) throw error
    seqs = [made.seq]
  }
  services.jobs.wake()
  return readLinks(call, seqs)
}

async function writeLinks(tx: Tx, call: Call, granted: AddRight, items: readonly Item[]): Promise<number[]> {
  const { collection } = granted
  const now = call.services.now()
  await addToCounts(
    tx,
    collection.owner_id,
    items.map(({ draft }) => ({ collectionId: collection.id, category: draft.category, by: 1 })),
    now,
  )
  const seqs: number[] = []
  for (const { draft, tags, scraped } of items) {
    const id = newId()
    const seq = await insertLink(tx, granted, {
      ...draft,
      id,
      owner_id: collection.owner_id,
      collection_id: collection.id,
      picture_id: null,
      desc_toggle: 1,
      is_public: 0,
      is_scraped: 0,
      created_at: now,
      updated_at: now,
      version: 1,
      trashed_at: null,
      request_key: items.length === 1 ? call.idempotencyKey : null,
    })
    const refs = await ensureTags(tx, collection.owner_id, tags)
    await addLinkTags(tx, collection.owner_id, seq, refs)
    await indexSearchable(tx, [
      { ...draft, seq, ownerId: collection.owner_id, tags: refs.map(tag => tag.name) },
    ])
    if (draft.address)
      await enqueue(tx, {
        ownerId: collection.owner_id,
        kind: 'fillLink',
        payload: { link: id, replaceTitle: scraped },
        now,
      })
    seqs.push(seq)
  }
  return seqs
}
