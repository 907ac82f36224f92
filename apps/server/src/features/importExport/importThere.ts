import { sql } from 'kysely'
import type { Queries } from '../../db/db.ts'
import type { ImportedLink } from './importPrepare.ts'

/** Knows which links lie in a collection already, so that nothing is written twice. */
export class LinksThere {
  /** Per collection: its links by address and title. */
  #inside = new Map<string, Set<string>>()

  /**
   * Whether the very same link (address, title and, for a note, its text) lies in the collection already.
   * Otherwise it is noted as being there from now on.
   * @param isFresh whether the collection was made in this run: then the database need not be asked
   */
  async has(db: Queries, { collectionId, draft }: ImportedLink, isFresh: boolean): Promise<boolean> {
    let inside = this.#inside.get(collectionId)
    if (!inside) this.#inside.set(collectionId, (inside = await load(db, collectionId, isFresh)))
    const key = `${draft.address}\n${draft.title}\n${draft.address ? '' : draft.descr}`
    if (inside.has(key)) return true
    inside.add(key)
    return false
  }

  /** Lets go of a collection: its folder is closed, and no other folder of the file is this collection. */
  forget(collectionId: string): void {
    this.#inside.delete(collectionId)
  }
}

async function load(db: Queries, collectionId: string, isFresh: boolean): Promise<Set<string>> {
  if (isFresh) return new Set()
  const { rows } = await sql<{ key: string }>`
    select address || ${'\n'} || title || ${'\n'} || case when address = '' then descr else '' end as key
    from links where collection_id = ${collectionId} and trashed_at is null`.execute(db)
  return new Set(rows.map(row => row.key))
}
