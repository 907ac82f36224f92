import { sql } from 'kysely'
import sharp from 'sharp'
import type { Tx } from '../db/db.ts'
import { newId } from '../db/newId.ts'
import { lockTree } from '../db/dialect.ts'
import { addToCounts } from '../features/collections/counters.ts'
import { draftLink } from '../features/links/draft.ts'
import { FolderMap } from '../features/transfer/importFolders.ts'
import { type ImportedLink, LinkWriter } from '../features/transfer/importLinks.ts'
import { drawMotif, type Motif } from './motifs.ts'
import type { SeedFolder, SeedLink } from './world.ts'

const day = 86_400_000
interface Planted {
  link: ImportedLink
  seed: SeedLink
}

/**
 * Writes a library for somebody who has none: collections, links, tags, favourites, pictures.
 * @param now the day of the seeding, in milliseconds since 1970; links are dated back from it
 */
export async function plantLibrary(
  tx: Tx,
  person: { id: string; rootId: string },
  library: SeedFolder,
  now: number,
) {
  await lockTree(tx, person.id)
  const folders = new FolderMap()
  const planted: Planted[] = []
  const favourites: string[] = []
  let position = 0
  const visit = async (folder: SeedFolder, id: string) => {
    for (const seed of folder.links ?? [])
      planted.push({ seed, link: importedOf(seed, id, now - planted.length * 60_000) })
    for (const inner of folder.inside ?? []) {
      const createdAt = now - (60 - position) * day
      const found = await folders.find(tx, {
        parent: id,
        name: inner.name,
        desc: inner.desc ?? '',
        createdAt,
        position: ++position,
      })
      if (inner.favourite) favourites.push(found.id)
      await visit(inner, found.id)
    }
  }
  await visit(library, person.rootId)
  await folders.flush(tx, person.id, now)
  await new LinkWriter(person.id, () => now).write(
    tx,
    planted.map(({ link }) => link),
  )
  await givePictures(tx, person.id, planted, now)
  await trashSome(tx, person.id, planted, now)
  for (const id of favourites)
    await tx
      .insertInto('favourite_collections')
      .values({ person_id: person.id, collection_id: id, created_at: now })
      .execute()
  return { folders: position, links: planted.length }
}

function importedOf(seed: SeedLink, collectionId: string, now: number): ImportedLink {
  const at = now - seed.day * day
  return {
    draft: draftLink({
      link: seed.link ?? '',
      name: seed.name,
      desc: seed.desc ?? '',
      category: seed.category,
      subCategory: seed.subCategory,
      check_list: seed.check_list,
    }),
    collectionId,
    tags: seed.tags ?? [],
    favourite: seed.favourite ?? false,
    createdAt: at,
    updatedAt: at,
  }
}

async function givePictures(
  tx: Tx,
  ownerId: string,
  planted: readonly Planted[],
  now: number,
): Promise<void> {
  for (const { seed, link } of planted) {
    if (!seed.picture) continue
    const id = newId()
    await tx
      .insertInto('pictures')
      .values({ id, owner_id: ownerId, created_at: now, ...(await picture(seed.picture)) })
      .execute()
    await sql`update links set picture_id = ${id}, is_scraped = 1
      where owner_id = ${ownerId} and collection_id = ${link.collectionId} and title = ${link.draft.title}`.execute(
      tx,
    )
  }
}

async function trashSome(tx: Tx, ownerId: string, planted: readonly Planted[], now: number): Promise<void> {
  const gone = planted.filter(({ seed }) => seed.trashed)
  for (const { link } of gone)
    await tx
      .updateTable('links')
      .set({ trashed_at: now })
      .where('collection_id', '=', link.collectionId)
      .where('title', '=', link.draft.title)
      .execute()
  const changes = gone.map(({ link }) => ({
    collectionId: link.collectionId,
    category: link.draft.category,
    by: -1,
  }))
  await addToCounts(tx, ownerId, changes, now)
}

async function picture(motif: Motif) {
  const svg = Buffer.from(drawMotif(motif))
  const [large, small] = await Promise.all([
    sharp(svg).webp().toBuffer(),
    sharp(svg).resize(160).webp().toBuffer(),
  ])
  return { width: 640, height: 400, large, small }
}
