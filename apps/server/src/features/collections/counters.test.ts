import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bulkRows } from '../../db/bulk.ts'
import { isPostgres } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import { startApp } from '../../testing/app.ts'
import { signIn } from '../../testing/people.ts'
import { addToCounts } from './counters.ts'

test('COL-15 LINK-12 what counting costs grows with the collections that are counted, and not faster', async () => {
  const app = await startApp()
  try {
    const { db } = app.services
    const ada = await signIn(app, 'ada', 2)
    const rows = Array.from({ length: 4000 }, () => [newId(), ada.id, ada.rootId])
    await db.write(tx =>
      sql`insert into collections (id, owner_id, parent_id, name, name_key, created_at, updated_at)
        select d.a, d.b, d.c, 'Planted', 'planted', 1, 1 from
        (with d(a, b, c) as (${bulkRows(tx, ['text', 'text', 'text'], rows)}) select * from d) d`.execute(tx),
    )
    // PostgreSQL's own housekeeping comes too late for rows that were planted all at once; SQLite has none.
    if (isPostgres(db.read)) await sql`analyze`.execute(db.read)
    const quickest = async (count: number) => {
      const times: number[] = []
      for (let turn = 0; turn < 5; turn++)
        await db.write(async tx => {
          const changes = rows.slice(0, count).map(([id]) => ({ collectionId: id!, category: 3, by: 1 }))
          const begun = performance.now()
          await addToCounts(tx, ada.id, changes, turn)
          times.push(performance.now() - begun)
        })
      return Math.min(...times)
    }
    expect(await quickest(1000)).toBeLessThan(20 + 40 * (await quickest(50)))
  } finally {
    await app.stop()
  }
})
