import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newFixture } from '../../test/resilience/fixture.testing.ts'
import { allMigrations, applyMigrations, migrate } from '../migrate.ts'

test('NAV-04 an existing library gets the times of its newest links, without those in the trash', async () => {
  const fixture = await newFixture({ isEmpty: true })
  try {
    await fixture.look(async db => {
      await db.write(tx =>
        applyMigrations(
          tx,
          db.kind,
          allMigrations.filter(name => name < '036'),
        ),
      )
      await db.write(async tx => {
        for (const person of ['p1', 'p2'])
          await sql`insert into people (id, plan, root_id, theme, view_links, view_folders, load_links, last_category, announcements, created_at)
            values (${person}, 2, 'c1', 1, 1, 1, 1, 1, '[]', 1)`.execute(tx)
        await sql`insert into collections (id, owner_id, name, name_key, descr, created_at, updated_at)
          values ('c1', 'p1', 'Root', 'root', '', 1, 1)`.execute(tx)
        for (const [id, category, updatedAt, trashedAt] of [
          ['l1', 3, 100, null],
          ['l2', 3, 200, null],
          ['l3', 3, 300, 301],
          ['l4', 5, 50, null],
        ])
          await sql`insert into links (id, owner_id, collection_id, category, title, address, compare_key, descr, created_at, updated_at, trashed_at)
            values (${id}, 'p1', 'c1', ${category}, 'A link', '', '', '', 1, ${updatedAt}, ${trashedAt})`.execute(
            tx,
          )
      })
      await migrate(db)
      const people = db.read
        .selectFrom('people')
        .select(['changed1', 'changed2', 'changed3', 'changed4', 'changed5'])
      const none = { changed1: 0, changed2: 0, changed3: 0, changed4: 0, changed5: 0 }
      expect(await people.orderBy('id').execute()).toEqual([{ ...none, changed3: 200, changed5: 50 }, none])
    })
  } finally {
    await fixture.remove()
  }
})
