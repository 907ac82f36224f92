import { searchLibrary } from '@nestmark/contract/search'
import { saveLink } from '@nestmark/contract/links'
import { expect, test } from 'vitest'
import { indexEmoji } from './indexEmoji.job.ts'
import { createBatches } from '../../jobs/batches.ts'
import { sql } from 'kysely'
import { startApp } from '../../test/support/app.ts'
import { signIn } from '../../test/support/people.ts'

test('SRCH-07 the job adds the emoji of existing links to the search index', async () => {
  const app = await startApp()
  try {
    const ada = await signIn(app, 'ada')
    const save = (name: string, more: object = {}) =>
      ada.call(saveLink, { name, link: 'https://example.org', category: 3, ...more })
    await save('House 🏠')
    await save('Tagged', { tags: ['🏠 home'] })
    await save('Other ☕')
    const { db } = app.services
    // As an index that was written before emoji were in it.
    await db.write(async tx => {
      if (db.kind === 'postgres') await sql`update links set terms = ''::tsvector`.execute(tx)
      else await sql`delete from links_text`.execute(tx)
    })
    const find = async (input: string) =>
      (await ada.call(searchLibrary, { input })).links.map(link => link.name)
    // Another query, because its answer is cached.
    expect(await find('☕')).toEqual([])
    await db.write(tx =>
      sql`insert into jobs (id, owner_id, kind, queue, queue_key, payload, run_after, created_at, lease_owner)
        values ('j', null, 'indexEmoji', 'none', '', '{"after":0}', 0, 0, 'test')`.execute(tx),
    )
    const job = await db.read.selectFrom('jobs').selectAll().where('id', '=', 'j').executeTakeFirstOrThrow()
    await indexEmoji({ db, batches: createBatches(db) }).run(
      { ...job, lease_owner: 'test' },
      new AbortController().signal,
      { isWanted: async () => false },
    )
    expect((await find('🏠')).toSorted()).toEqual(['House 🏠', 'Tagged'])
    expect(await find('house 🏠')).toEqual(['House 🏠'])
    expect(await find('other ☕')).toEqual(['Other ☕'])
  } finally {
    await app.stop()
  }
})
