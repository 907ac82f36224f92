import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../../db/db.ts'
import { indexLinks } from '../../db/fullText.ts'
import { migrate } from '../../db/migrate.ts'
import { createBatches } from '../../jobs/batches.ts'
import { enqueue } from '../../jobs/store.ts'
import { newFixture } from '../../test/resilience/fixture.testing.ts'
import { textColumnsWhere } from '../../test/support/textColumns.ts'
import { clearPreviousTexts } from './clearPreviousTexts.job.ts'
import { sweepWords } from './sweepWords.job.ts'

const events = JSON.stringify([
  {
    type: 'link.updated',
    by: { _id: 'p2', name: 'Willem' },
    subjects: [
      { _id: 'secret', name: 'Quetzal', link: 'https://quetzal.example/', desc: 'quetzal' },
      { _id: 'plain', name: 'Heron' },
    ],
  },
])

/** Writes a library of an earlier version: an encrypted link was renamed before, and came from Willem. */
async function writeLibrary(db: Db): Promise<void> {
  await db.write(async tx => {
    const link = (id: string, title: string, key: string | null) =>
      sql`insert into links (id, owner_id, collection_id, category, title, address, compare_key, title_key, host_key, descr,
        created_at, updated_at, key_id) values (${id}, 'p1', 'c1', 4, ${title}, '', '', '', '~', '', 1, 1, ${key})`
    const notification = (id: string, action: string, subject: string) =>
      sql`insert into notifications (id, person_id, action, collection_id, from_id, count, subject, updated_at, read_at)
        values (${id}, 'p1', ${action}, 'c1', 'p2', 1, ${subject}, 1, 1)`
    for (const insert of [
      ...['p1', 'p2'].map(
        id => sql`insert into people (id, plan, root_id, theme, view_links, view_folders, load_links, last_category,
          announcements, created_at) values (${id}, 2, 'c1', 1, 1, 1, 1, 1, '[]', 1)`,
      ),
      ...['c1', 'c2'].map(
        (id, at) => sql`insert into collections (id, owner_id, name, name_key, descr, created_at, updated_at)
          values (${id}, ${`p${at + 1}`}, 'Room', 'room', '', 1, 1)`,
      ),
      link('secret', 'nm1.key', 'key'),
      link('plain', 'Heron', null),
      ...['quetzal', 'heron'].map(
        word => sql`insert into words (owner_id, word) values ('p1', ${word}), ('p2', ${word})`,
      ),
      notification('n1', 'update_link', 'Quetzal'),
      notification('n2', 'new_shared', 'Room'),
      sql`insert into activities (id, owner_id, collection_id, by_id, kind, other_id, batch, count, subjects, at)
        values ('a1', 'p2', 'c2', 'p1', 'change_link', '', 'b', 2, ${'["secret","Quetzal"]\n["plain","Heron"]\n'}, 1)`,
      sql`insert into webhooks (id, owner_id, address, descr, events, sealed, created_at)
        values ('w1', 'p2', 'https://hooks.example/', '', 'link.updated', '', 1)`,
      sql`insert into webhook_deliveries (id, webhook_id, events, state, created_at)
        values ('d1', 'w1', ${events}, 'delivered', 1)`,
    ])
      await insert.execute(tx)
    const { seq } = await tx
      .selectFrom('links')
      .select('seq')
      .where('id', '=', 'plain')
      .executeTakeFirstOrThrow()
    const texts = { title: 'heron', address: '', descr: '', tags: '' }
    await indexLinks(tx, [{ ...texts, seq, ownerId: 'p1', category: 4 }])
  })
}

test('E02 former texts of links that an earlier version encrypted are removed', async () => {
  const fixture = await newFixture({ isEmpty: true })
  try {
    await fixture.look(async db => {
      await migrate(db)
      await writeLibrary(db)
      await db.write(async tx => {
        const payload = { table: 0, after: '' }
        await enqueue(tx, { ownerId: null, kind: 'clearFormerTexts', payload, now: 0 })
        for (const ownerId of ['p1', 'p2'])
          await enqueue(tx, { ownerId, kind: 'sweepWords', payload: {}, now: 0 })
      })
      const find = () => textColumnsWhere(db.read, column => sql`lower(${column}) like '%quetzal%'`)
      expect((await find()).toSorted()).toEqual([
        'activities.subjects',
        'notifications.subject',
        'webhook_deliveries.events',
        'words.word',
      ])
      await db.write(tx => tx.updateTable('jobs').set({ lease_owner: 'test' }).execute())
      const services = { db, batches: createBatches(db), now: () => 1 }
      const kinds = [clearPreviousTexts(services), sweepWords(services)]
      const slot = { isWanted: async () => false }
      const all = await db.read.selectFrom('jobs').selectAll().execute()
      const jobs = all.filter(job => kinds.some(({ kind }) => kind === job.kind))
      expect(jobs.map(job => `${job.kind} ${job.owner_id}`).toSorted()).toEqual([
        'clearFormerTexts null',
        'sweepWords p1',
        'sweepWords p2',
      ])
      for (const job of jobs)
        await kinds
          .find(each => each.kind === job.kind)!
          .run({ ...job, lease_owner: 'test' }, new AbortController().signal, slot)

      expect(await find()).toEqual([])
      expect(await db.read.selectFrom('words').selectAll().execute()).toEqual([
        { owner_id: 'p1', word: 'heron' },
      ])
      const subjects = await db.read.selectFrom('notifications').select('subject').orderBy('id').execute()
      expect(subjects.map(row => row.subject)).toEqual(['', 'Room'])
      const [activity] = await db.read.selectFrom('activities').select('subjects').execute()
      expect(activity!.subjects).toBe('["secret",""]\n["plain","Heron"]\n')
      // A link that is encrypted later is looked for in the lists and webhooks of the same people.
      expect(await db.read.selectFrom('text_holders').selectAll().execute()).toEqual([
        { owner_id: 'p1', person_id: 'p2' },
      ])
    })
  } finally {
    await fixture.remove()
  }
})
