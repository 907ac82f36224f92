import { type CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { bulkRows } from '../../db/statements/bulkRows.ts'
import type { Tx } from '../../db/db.ts'
import { openReadDb } from '../../db/openDb.ts'
import { isPostgres } from '../../db/dialect.ts'
import { newId } from '../../db/newId.ts'
import { startApp } from '../../test/support/app.ts'
import { signIn } from '../../test/support/people.ts'
import { postgresRows, sqlitePlan } from '../../test/support/statements.ts'
import { addToCounts } from './countersStore.ts'

test('COL-15 LINK-12 the cost of counting grows linearly with the number of collections', async () => {
  const app = await startApp()
  const sent: CompiledQuery[] = []
  const recorder = openReadDb(app.services.db.location, query => sent.push(query))
  try {
    const { db } = app.services
    const ada = await signIn(app, 'ada', 2)
    const rows = Array.from({ length: 4000 }, () => [newId(), ada.id, ada.rootId])
    await db.write(tx =>
      sql`insert into collections (id, owner_id, parent_id, name, name_key, created_at, updated_at)
        select d.a, d.b, d.c, 'Planted', 'planted', 1, 1 from
        (with d(a, b, c) as (${bulkRows(tx, ['text', 'text', 'text'], rows)}) select * from d) d`.execute(tx),
    )
    // PostgreSQL's autovacuum runs too late for rows that were inserted by one statement; SQLite needs no
    // statistics here.
    if (isPostgres(db.read)) await sql`analyze`.execute(db.read)
    /** Returns the statement that moves this many counts from one half of the collections to the other. */
    const statementFor = async (count: number) => {
      sent.length = 0
      const changes = rows
        .slice(0, count)
        .map(([id], n) => ({ collectionId: id!, category: 3, by: n % 2 ? 1 : -1 }))
      // On SQLite this connection is read-only: it is enough that the statement is sent.
      await addToCounts(recorder.read as Tx, ada.id, changes, 1).catch(() => undefined)
      expect(sent).toHaveLength(1)
      return sent[0]!
    }
    for (const count of [50, 1000]) {
      const statement = await statementFor(count)
      if (isPostgres(db.read)) expect(await postgresRows(recorder, statement)).toBeLessThanOrEqual(count * 2)
      else
        expect((await sqlitePlan(recorder, statement)).slice(0, 2)).toEqual([
          expect.stringContaining('SCAN json_each'),
          expect.stringMatching(/^SEARCH collections .*\(id=\?\)$/),
        ])
    }
  } finally {
    await recorder.close()
    await app.stop()
  }
})
