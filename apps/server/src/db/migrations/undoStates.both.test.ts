import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newFixture } from '../../test/resilience/fixture.testing.ts'
import { allMigrations, migrate, applyMigrations } from '../migrate.ts'

test('LINK-13 undo records and queued undo jobs outlive the new names of their columns', async () => {
  const fixture = await newFixture({ isEmpty: true })
  try {
    await fixture.look(async db => {
      await db.write(tx =>
        applyMigrations(
          tx,
          db.kind,
          allMigrations.filter(name => name < '033'),
        ),
      )
      const title = String.raw`a title with "was": in it`
      const payload = {
        action: 'undo',
        undoing: { next: { link: 7, was: 'c0' } },
        addTags: [title],
        next: { place: 3 },
      }
      await db.write(async tx => {
        for (const insert of [
          sql`insert into people (id, plan, root_id, theme, view_links, view_folders, load_links, last_category, announcements, created_at)
            values ('p1', 2, 'c1', 1, 1, 1, 1, 1, '[]', 1)`,
          sql`insert into collections (id, owner_id, name, name_key, descr, created_at, updated_at)
            values ('c1', 'p1', 'Root', 'root', '', 1, 1)`,
          sql`insert into undo_records (id, person_id, kind, at, expires_at) values ('u1', 'p1', 'moveLinks', 1, 9)`,
          sql`insert into undo_collections (undo_id, collection_id, was, was_at) values ('u1', 'c1', 'c0', 5)`,
          sql`insert into undo_edits (undo_id, link_id, collection_id, was, became)
            values ('u1', null, 'c1', 'before', 'after')`,
          sql`insert into jobs (id, owner_id, kind, queue, queue_key, payload, state, done, total, attempts, cancel_wanted, run_after, created_at)
            values ('j1', 'p1', 'bulk', 'bulk', 'p1', ${JSON.stringify(payload)}, 'queued', 0, 1, 0, 0, 1, 1)`,
        ])
          await insert.execute(tx)
      })
      await migrate(db)

      const { read } = db
      expect(await read.selectFrom('undo_collections').selectAll().execute()).toEqual([
        { undo_id: 'u1', collection_id: 'c1', old_state: 'c0', old_at: 5 },
      ])
      expect(await read.selectFrom('undo_edits').select(['old_value', 'new_value']).execute()).toEqual([
        { old_value: 'before', new_value: 'after' },
      ])
      const [job] = await read.selectFrom('jobs').select('payload').execute()
      expect(JSON.parse(job!.payload)).toEqual({
        action: 'undo',
        undoing: { next: { link: 7, state: 'c0' } },
        addTags: [title],
        next: { position: 3 },
      })
    })
  } finally {
    await fixture.remove()
  }
})
