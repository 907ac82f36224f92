import { saveLink } from '@nestmark/contract/links/links'
import * as contract from '@nestmark/contract/search/search'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { fillLibrary } from '../../test/support/library.ts'
import { type Person, signIn } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
  await fillLibrary(app.services.db, ada, { links: 12_000, collections: 100, tags: 50 }, 'a')
})
afterAll(() => app.stop())

const find = (input: string, page = 1) => ada.call(contract.searchLibrary, { input, page })

test.each(['common', 'c', 'com'])(
  'SRCH-04 with more than 10,000 links "%s" returns a total of 10,000, marked as limited',
  async input => {
    const found = await find(input)
    expect([found.total, found.total_limited, found.links.length]).toEqual([10_000, 1, 50])
    const { category_counts } = await ada.call(contract.countSearchResults, { input })
    expect(category_counts[2]).toBe(10_001)
    // Pages continue, and no link appears twice.
    const next = await find(input, 2)
    expect(new Set([...found.links, ...next.links].map(link => link._id)).size).toBe(100)
  },
)

test('SRCH-04 with fewer links the total is exact', async () => {
  const found = await find('often3')
  expect([found.total, found.total_limited]).toEqual([600, 0])
  const alone = await find('own77')
  // own77, own770 to own779, own7700 to own7799, without those in the trash.
  expect([alone.total, alone.total_limited]).toEqual([110, 0])
  // PostgreSQL's rank does not distinguish complete words from prefixes.
  if (app.services.db.kind === 'sqlite') expect(alone.links[0]!.name).toBe('common often17 own77')
})

test('SRCH-07 ranks the newest of many matches, with a match in the title first', async () => {
  app.clock.now += 1000
  await ada.call(saveLink, { name: 'Something else', desc: 'common', category: 4 })
  app.clock.now += 1000
  await ada.call(saveLink, { name: 'Common ground', desc: 'x', category: 4 })
  const { links } = await find('common')
  expect(links[0]!.name).toBe('Common ground')
  expect(links.map(link => link.name)).not.toContain('Something else')
})
