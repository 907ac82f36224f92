import { foldText } from '@nestmark/core/searchTerms'
import { sql } from 'kysely'
import { newRows } from '../../db/bulk.ts'
import type { Queries, Tx } from '../../db/db.ts'
import { newId } from '../../db/newId.ts'
import { addToFolderCounts } from '../collections/counters.ts'

export interface NewFolder {
  id: string
  parent: string
  name: string
  desc: string
  createdAt: number
  position: number
  /** The row of the file with its name. */
  row: number
}

/**
 * Finds the collection for each folder of a file, so that the same file maps to the same collections again: the
 * second folder 'Recipes' of a parent maps to the second collection of that name there, and so on.
 */
export class FolderMap {
  /** Per parent: name → ids of its collections, in order. Loaded on the first use of a parent. */
  #inside = new Map<string, Map<string, string[]>>()
  /** Per parent: name → number of folders of that name in the file so far. */
  #met = new Map<string, Map<string, number>>()
  /** Collections created in this run, which contain no links yet. */
  readonly fresh = new Set<string>()
  waiting: NewFolder[] = []

  /** Returns the collection for the file's next folder of this name in `parent`; creates a missing one. */
  async find(db: Queries, folder: Omit<NewFolder, 'id'>): Promise<{ id: string; isNew: boolean }> {
    const met = upsert(this.#met, folder.parent, () => new Map<string, number>())
    const nth = met.get(folder.name) ?? 0
    met.set(folder.name, nth + 1)
    const inside = await this.#load(db, folder.parent)
    const ids = upsert(inside, folder.name, () => [])
    if (nth < ids.length) return { id: ids[nth]!, isNew: false }
    const id = newId()
    ids.push(id)
    this.fresh.add(id)
    this.waiting.push({ ...folder, id })
    return { id, isNew: true }
  }

  async #load(db: Queries, parent: string): Promise<Map<string, string[]>> {
    const known = this.#inside.get(parent)
    if (known) return known
    const names = new Map<string, string[]>()
    if (!this.fresh.has(parent)) {
      const rows = await db
        .selectFrom('collections')
        .select(['id', 'name'])
        .where('parent_id', '=', parent)
        .where('trashed_by', 'is', null)
        .orderBy('position')
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      for (const row of rows) upsert(names, row.name, () => []).push(row.id)
    }
    this.#inside.set(parent, names)
    return names
  }

  /** Returns the collections created since the last call, to be written. */
  taken(): NewFolder[] {
    const made = this.waiting
    this.waiting = []
    return made
  }
}

/** Writes the collections created by a `FolderMap`, parents first. */
export async function writeFolders(
  tx: Tx,
  ownerId: string,
  made: readonly NewFolder[],
  now: number,
): Promise<void> {
  if (made.length === 0) return
  const rows = made.map(each => [
    each.id,
    ownerId,
    each.parent,
    each.name,
    foldText(each.name),
    each.desc,
    each.position,
    each.createdAt,
    now,
  ])
  await sql`insert into collections (id, owner_id, parent_id, name, name_key, descr, position, created_at, updated_at)
    ${newRows(tx, ['text', 'text', 'text', 'text', 'text', 'text', 'int', 'int', 'int'], rows)}`.execute(tx)
  const counts = new Map<string, number>()
  for (const { parent } of made) counts.set(parent, (counts.get(parent) ?? 0) + 1)
  await addToFolderCounts(tx, counts)
}

function upsert<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = make()))
  return value
}
