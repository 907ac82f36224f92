import { listDashboardLinks, saveLink } from '@nestmark/contract/links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueue } from '../../jobs/store.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { signIn } from '../../test/support/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('LINK-11 the job of the migration brings links into the order of their numbers', async () => {
  const ada = await signIn(app, 'ada')
  for (const name of ['Part 10', 'Part 2', 'Part 1'])
    await ada.call(saveLink, { name, desc: 'Words', category: 4 })
  const titles = async () =>
    (await ada.call(listDashboardLinks, { sort: 'title', order: 1 })).links.map(link => link.name)
  expect((await titles()).toSorted()).toEqual(['Part 1', 'Part 10', 'Part 2'])
  const inOrder = await titles()
  const { db, jobs } = app.services
  await db.write(async tx => {
    await tx.updateTable('links').set({ title_key: 'part' }).where('title', '=', 'Part 10').execute()
    await enqueue(tx, { ownerId: null, kind: 'refillSortKeys', payload: { after: 0 }, now: app.clock.now })
  })
  expect(await titles()).not.toEqual(inOrder)
  jobs.wake()
  await expect.poll(titles, { timeout: 10_000 }).toEqual(inOrder)
  expect([inOrder, inOrder.toReversed()]).toContainEqual(['Part 1', 'Part 2', 'Part 10'])
})
