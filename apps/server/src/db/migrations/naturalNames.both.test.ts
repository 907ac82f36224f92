import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newFixture } from '../../test/resilience/fixture.testing.ts'
import { createBatches } from '../../jobs/batches.ts'
import { refillSortKeys } from '../../features/links/refillSortKeys.job.ts'
import { allMigrations, applyMigrations, migrate } from '../migrate.ts'

test('COL-04 TAG-03 LINK-11 existing collections, tags and links get their sort keys', async () => {
  const fixture = await newFixture({ isEmpty: true })
  try {
    await fixture.look(async db => {
      const before = allMigrations.filter(name => name < '031')
      await db.write(tx => applyMigrations(tx, db.kind, before))
      await db.write(async tx => {
        await sql`insert into people (id, plan, root_id, theme, view_links, view_folders, load_links, last_category, announcements, created_at)
          values ('p1', 2, 'c1', 1, 1, 1, 1, 1, '[]', 1)`.execute(tx)
        for (const [n, name] of ['Été', 'L10', 'L2'].entries()) {
          await sql`insert into collections (id, owner_id, name, name_key, descr, created_at, updated_at)
            values (${`c${n}`}, 'p1', ${name}, ${name.toLowerCase()}, '', 1, 1)`.execute(tx)
          await sql`insert into tags (id, owner_id, name, name_key, folded)
            values (${`t${n}`}, 'p1', ${name}, ${name}, ${name.toLowerCase()})`.execute(tx)
        }
      })
      const link = (
        id: string,
        title: string,
      ) => sql`insert into links (id, owner_id, collection_id, category, title, address,
          compare_key, title_key, host_key, descr, created_at, updated_at)
        values (${id}, 'p1', 'c1', 3, ${title}, '', '', ${title.toLowerCase()}, '~', '', 1, 1)`
      for (const [id, title] of [
        ['l1', 'Part 10'],
        ['l2', 'Part 2'],
      ] as const)
        await db.write(tx => link(id, title).execute(tx))
      await migrate(db)
      for (const table of ['collections', 'tags'] as const) {
        const rows = await db.read
          .selectFrom(table)
          .select(['name', 'sort_key'])
          .orderBy('sort_key')
          .execute()
        expect(rows.map(row => row.name)).toEqual(['Été', 'L2', 'L10'])
        expect(rows[0]!.sort_key).toBe('ete')
      }
      await db.write(tx => tx.updateTable('jobs').set({ lease_owner: 'test' }).execute())
      const job = await db.read
        .selectFrom('jobs')
        .selectAll()
        .where('kind', '=', 'refillSortKeys')
        .executeTakeFirstOrThrow()
      const kind = refillSortKeys({ db, batches: createBatches(db) })
      const slot = { isWanted: async () => false }
      await kind.run({ ...job, lease_owner: 'test' }, new AbortController().signal, slot)
      const links = await db.read.selectFrom('links').select('title').orderBy('title_key').execute()
      expect(links.map(row => row.title)).toEqual(['Part 2', 'Part 10'])
    })
  } finally {
    await fixture.remove()
  }
})
