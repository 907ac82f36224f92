import { createCollection } from '@nestmark/contract/collections'
import { getLink, saveLink } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFixture, type OwnFixture } from '../fixture.testing.ts'
import { signUp, type Visitor } from '../visitor.testing.ts'

let fixture: OwnFixture
beforeAll(async () => {
  fixture = await newFixture()
})
afterAll(() => fixture.remove())

const savers = 6

test('F01 kill -9 during a stream of saves: every acknowledged save exists exactly once, and saving continues', async () => {
  let server = await fixture.start()
  let ada = await signUp(server.origin, 'ada')
  const collections = await Promise.all(
    ['Reading pile', 'Kitchen', 'Soundscapes'].map(name => ada.call(createCollection, { name })),
  )
  const form = (n: number) => ({
    link: `https://example.org/${n}`,
    name: `Saved ${n}`,
    category: ((n % 5) + 1) as 1,
    desc: 'Words of a note',
    tags: [`tag ${n % 7}`, 'all'],
    parent: collections[n % 3]!._id,
  })
  const acknowledged = new Set<number>()
  const open = new Set<number>()
  let next = 0
  const saveUntilKilled = async (who: Visitor) => {
    for (;;) {
      const n = next++
      open.add(n)
      try {
        await who.call(saveLink, form(n), { idempotencyKey: `save-${n}` })
      } catch {
        return
      }
      open.delete(n)
      acknowledged.add(n)
    }
  }

  for (const most of [5, 12, 30]) {
    const before = acknowledged.size
    const stream = Array.from({ length: savers }, () => saveUntilKilled(ada))
    // Independent of the speed of the machine, the kill happens during the stream, not before it.
    await expect.poll(() => acknowledged.size, { interval: 5 }).toBeGreaterThanOrEqual(before + most)
    await server.end('SIGKILL')
    await Promise.all(stream)

    server = await fixture.start()
    ada = ada.at(server.origin)
    expect(await fixture.wrong()).toEqual([])
    const times = await timesSaved()
    expect([...acknowledged].filter(n => times.get(n) !== 1)).toEqual([])
    expect([...times].filter(([n, count]) => count !== 1 || !(acknowledged.has(n) || open.has(n)))).toEqual(
      [],
    )
    // Clients without a response send the same call again, and the link exists once.
    for (const n of open) {
      const { _id } = await ada.call(saveLink, form(n), { idempotencyKey: `save-${n}` })
      expect((await ada.call(getLink, { link_id: _id })).link.tags.map(tag => tag.name)).toEqual(form(n).tags)
      acknowledged.add(n)
    }
    open.clear()
    expect((await timesSaved()).size).toBe(acknowledged.size)
  }
  expect(await fixture.wrong()).toEqual([])
})

/** Returns for each number how often its link exists. */
async function timesSaved(): Promise<Map<number, number>> {
  const rows = await fixture.look(db => db.read.selectFrom('links').select('title').execute())
  const times = new Map<number, number>()
  for (const { title } of rows) {
    const n = Number(title.slice('Saved '.length))
    times.set(n, (times.get(n) ?? 0) + 1)
  }
  return times
}
