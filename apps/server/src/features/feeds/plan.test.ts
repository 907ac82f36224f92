import { addFeed, listFeeds } from '@nestmark/contract/feeds'
import { saveLinks } from '@nestmark/contract/links/links'
import { expect, test } from 'vitest'
import { toOutcome } from '../../test/support/people.ts'
import {
  ada,
  add,
  app,
  find,
  folder,
  names,
  publish,
  range,
  readNext,
  setUpFixture,
  site,
} from './fixture.testing.ts'

setUpFixture({ planLimits: true }, 1)

const setPlan = (plan: number) =>
  app.services.db.write(tx => tx.updateTable('people').set({ plan }).where('id', '=', ada.id).execute())

test('PLAN-01 saves entries as far as the plan of the owner allows, and the rest when there is room', async () => {
  for (let n = 0; n < 5; n++) {
    const links = range(1, n === 4 ? 97 : 100).map(at => ({
      name: `Note ${at}`,
      desc: 'Words',
      category: 4 as const,
    }))
    await ada.call(saveLinks, { links })
  }
  publish('/rss', range(1, 5), { headers: { etag: '"1"' } })
  const feed = await add('/rss')
  expect(feed).toMatchObject({ state: 'failing', reason: 'full' })
  expect(await names()).toEqual(['Entry 3', 'Entry 2', 'Entry 1'])
  await setPlan(2)
  await readNext(feed)
  expect(await find(feed._id)).toMatchObject({ state: 'ok', reason: null })
  expect(await names()).toEqual(
    range(1, 5)
      .toReversed()
      .map(n => `Entry ${n}`),
  )
})

test('PLAN-01 a free library has 20 feeds, another one 200', async () => {
  const more = (n: number) =>
    ada.call(addFeed, { folder_id: folder, address: `${site.origin}/feed/${n}`, with_newest: 0 })
  for (const n of range(1, 20)) await more(n)
  expect(await toOutcome(more(21))).toBe('feeds.tooMany')
  await setPlan(2)
  app.clock.now += 3_600_000
  expect(await toOutcome(more(21))).toBe('done')
  expect(await ada.call(listFeeds, {})).toHaveLength(21)
})
