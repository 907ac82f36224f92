import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newFixture } from '../../test/resilience/fixture.testing.ts'
import { allMigrations, migrate, applyMigrations } from '../migrate.ts'

const title = String.raw`"deed":"handOver" and \"things\":`

test('LINK-13 undo records, jobs, events and notifications outlive the new names of their columns', async () => {
  const fixture = await newFixture({ isEmpty: true })
  try {
    await fixture.look(async db => {
      const before = allMigrations.filter(name => name < '029')
      await db.write(tx => applyMigrations(tx, db.kind, before))
      const order = { deed: 'undo', undoing: { note: { deed: 'u1', inside: ['c1'] } }, addTags: [title] }
      const transfer = { deed: 'handOver', collections: ['c1'] }
      const event = { type: 'link.created', at: 1, by: null, count: 1, things: [{ _id: 'l1', name: title }] }
      await db.write(async tx => {
        for (const insert of [
          sql`insert into people (id, plan, root_id, theme, view_links, view_folders, load_links, last_category, announcements, created_at)
            values ('p1', 2, 'c1', 1, 1, 1, 1, 1, '[]', 1)`,
          sql`insert into collections (id, owner_id, name, name_key, descr, created_at, updated_at)
            values ('c1', 'p1', 'Root', 'root', '', 1, 1)`,
          sql`insert into deeds (id, person_id, kind, at, expires_at) values ('u1', 'p1', 'moveLinks', 1, 9)`,
          sql`insert into deed_collections (deed_id, collection_id, was, was_at) values ('u1', 'c1', 'c0', 5)`,
          sql`insert into activities (seq, id, owner_id, collection_id, kind, other_id, batch, deed_id, count, things, at)
            values (1, 'a1', 'p1', 'c1', 'move_links', '', 'u1', 'u1', 1, 'some', 1)`,
          sql`insert into notifications (id, person_id, action, collection_id, count, about, updated_at)
            values ('n1', 'p1', 'add_link', 'c1', 1, ${title}, 1)`,
          sql`insert into tags (id, owner_id, name, name_key, gone_at) values ('t1', 'p1', 'roof', '#t1', 7)`,
          sql`insert into webhooks (id, owner_id, address, descr, events, sealed, created_at)
            values ('w1', 'p1', 'https://example.org', '', '', '', 1)`,
          sql`insert into webhook_deliveries (id, webhook_id, events, state, created_at)
            values ('d1', 'w1', ${JSON.stringify([event])}, 'waiting', 1)`,
          ...[order, transfer].map(
            (payload, n) =>
              sql`insert into jobs (id, owner_id, kind, queue, queue_key, payload, state, done, total, report, attempts, cancel_wanted, run_after, created_at)
                values (${`j${n}`}, 'p1', 'bulk', 'bulk', 'p1', ${JSON.stringify(payload)}, 'queued', 0, 1,
                  ${JSON.stringify({ deed: payload.deed, changed: 1, left: 0 })}, 0, 0, 1, 1)`,
          ),
        ])
          await insert.execute(tx)
      })
      await migrate(db)

      const { read } = db
      expect(await read.selectFrom('undo_records').select(['id', 'kind']).execute()).toEqual([
        { id: 'u1', kind: 'moveLinks' },
      ])
      expect(await read.selectFrom('undo_collections').selectAll().execute()).toEqual([
        { undo_id: 'u1', collection_id: 'c1', old_state: 'c0', old_at: 5 },
      ])
      expect(await read.selectFrom('activities').select(['undo_id', 'subjects']).execute()).toEqual([
        { undo_id: 'u1', subjects: 'some' },
      ])
      expect(await read.selectFrom('notifications').select('subject').execute()).toEqual([{ subject: title }])
      expect(await read.selectFrom('tags').select('deleted_at').execute()).toEqual([{ deleted_at: 7 }])
      const [delivery] = await read.selectFrom('webhook_deliveries').select('events').execute()
      const { things, ...rest } = event
      expect(JSON.parse(delivery!.events)).toEqual([{ ...rest, subjects: things }])
      const jobs = await read.selectFrom('jobs').select(['payload', 'report']).orderBy('id').execute()
      expect(jobs.map(({ payload, report }) => [JSON.parse(payload), JSON.parse(report!).action])).toEqual([
        [{ action: 'undo', undoing: { note: { undo: 'u1', inside: ['c1'] } }, addTags: [title] }, 'undo'],
        [{ action: 'transferOwnership', collections: ['c1'] }, 'transferOwnership'],
      ])
      // The references follow the tables: the record takes its rows with it.
      await db.write(tx => tx.deleteFrom('undo_records').execute())
      expect(await read.selectFrom('undo_collections').selectAll().execute()).toEqual([])
    })
  } finally {
    await fixture.remove()
  }
})
