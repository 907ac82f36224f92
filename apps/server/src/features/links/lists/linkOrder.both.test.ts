import { createCollection } from '@nestmark/contract/collections'
import { mergeDuplicates } from '@nestmark/contract/links/duplicates'
import { undo } from '@nestmark/contract/jobs'
import { reorderLinks } from '@nestmark/contract/links/linkOrder'
import * as contract from '@nestmark/contract/links/links'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { stopIntact, waitForEnd } from '../../../test/support/jobs.ts'
import { type Person, signIn, toOutcome } from '../../../test/support/people.ts'

let app: TestApp
let ada: Person
let folder_id: string
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
  folder_id = await create('Birds')
})
afterAll(() => stopIntact(app))

const create = async (name: string) => (await ada.call(createCollection, { name }))._id

/** Saves links in one moment. Returns their ids. */
async function save(names: readonly string[], parent = folder_id): Promise<string[]> {
  app.clock.now += 1
  const forms = names.map(name => ({ name, category: 4, desc: name }))
  const { links } = await ada.call(contract.saveLinks, { links: forms, parent })
  return links.map(link => link._id)
}

/** Returns the ids of a collection's links in manual order, of all pages. */
async function read(parent = folder_id, who = ada): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const { links, total } = await who.call(contract.listCollectionLinks, {
      folder_id: parent,
      sort: 'hand',
      order: 2,
      page,
    })
    ids.push(...links.map(link => link._id))
    if (links.length === 0 || ids.length >= total) return ids
  }
}

type Move = { links: string[]; before?: string; after?: string }
const reorder = (move: Move, who = ada) => who.call(reorderLinks, move)

async function undoMove(key: string | undefined): Promise<void> {
  if (key === undefined) return
  const { job } = await ada.call(undo, { undo: key })
  if (job) await waitForEnd(ada, job)
}

test('LINK-11 manual order returns links first as the user saved them, then as a person moved them, new ones last', async () => {
  const [a, b, c] = (await save(['a', 'b', 'c'])) as [string, string, string]
  const [d] = (await save(['d'])) as [string]
  expect(await read()).toEqual([a, b, c, d])
  await reorder({ links: [d], before: b })
  expect(await read()).toEqual([a, d, b, c])
  await reorder({ links: [c, a], after: d })
  expect(await read()).toEqual([d, c, a, b])
  await reorder({ links: [d] })
  const [e] = (await save(['e'])) as [string]
  expect(await read()).toEqual([c, a, b, d, e])
  const reversed = await ada.call(contract.refreshCollectionLinks, {
    parent_id: folder_id,
    sort: 'hand',
    order: 1,
  })
  expect(reversed.links.map(link => link._id)).toEqual([e, d, b, a, c])
  // Several collections together have no manual order.
  const all = await ada.call(contract.listDashboardLinks, { sort: 'hand', order: 2 })
  expect(all.links.map(link => link._id)).toEqual([a, b, c, d, e])
})

test('LINK-11 an undo returns links to their places; the trash keeps them, and another collection has them last', async () => {
  const [a, b, c, d] = (await save(['a', 'b', 'c', 'd'])) as [string, string, string, string]
  const moved = await reorder({ links: [d], before: a })
  expect(await read()).toEqual([d, a, b, c])
  await ada.call(contract.trashLinks, { linkIdArr: [a] })
  await reorder({ links: [c], before: d })
  await ada.call(contract.trashLinks, { linkIdArr: [a], isTrash: 0 })
  expect(await read()).toEqual([c, d, a, b])
  await undoMove(moved.undo)
  expect(await read()).toEqual([c, a, b, d])
  const other = await create('Others')
  const [x] = (await save(['x'], other)) as [string]
  app.clock.now += 1
  const away = await ada.call(contract.moveLinks, { links: [a], move_to: other })
  expect(await read(other)).toEqual([x, a])
  await undoMove(away.undo!)
  expect(await read()).toEqual([c, a, b, d])
  await ada.call(contract.updateLink, { link_id: a, parent: other })
  expect(await read(other)).toEqual([x, a])
})

test('LINK-11 Z04 links of other collections, other people and the trash have no place in the order', async () => {
  const [a, b] = (await save(['a', 'b'])) as [string, string]
  const [x] = (await save(['x'], await create('Others'))) as [string]
  const zoe = await signIn(app, 'zoe')
  expect(await toOutcome(reorder({ links: [a], before: x }))).toBe('links.otherCollection')
  expect(await toOutcome(reorder({ links: [a, x] }))).toBe('links.otherCollection')
  expect(await toOutcome(reorder({ links: [] }))).toBe('links.noneChosen')
  expect(await toOutcome(reorder({ links: [a], after: 'unknown' }))).toBe('links.notFound')
  expect(await toOutcome(reorder({ links: [a], before: b }, zoe))).toBe('links.notFound')
  expect(await toOutcome(reorder({ links: [a], before: b, after: b }))).toBe('request.invalid')
  await ada.call(contract.trashLinks, { linkIdArr: [b] })
  expect(await toOutcome(reorder({ links: [a], before: b }))).toBe('links.notFound')
  expect(await toOutcome(reorder({ links: [b] }))).toBe('links.notFound')
})

test('LINK-11 FIND-02 the link that stays of a merge keeps its place, although it gets an older date', async () => {
  const [[a], [b], [c]] = [await save(['a']), await save(['b']), await save(['c'])] as [
    string[],
    string[],
    string[],
  ]
  const { undo: key } = await ada.call(mergeDuplicates, { groups: [{ keep: c!, links: [a!] }] })
  expect(await read()).toEqual([b, c])
  await undoMove(key)
  expect(await read()).toEqual([a, b, c])
})

test('LINK-11 moves at the same time lose no link', async () => {
  const ids = await save(Array.from({ length: 12 }, (_, n) => `link ${n}`))
  await Promise.all(ids.map((id, n) => reorder({ links: [id], before: ids[(n * 5 + 1) % ids.length]! })))
  expect((await read()).toSorted()).toEqual(ids.toSorted())
})

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      links: fc.uniqueArray(fc.nat(60), { minLength: 1, maxLength: 4 }),
      anchor: fc.option(fc.nat(60)),
      side: fc.constantFrom('before', 'after'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('save' as const), count: fc.integer({ min: 1, max: 5 }) }),
  },
  // All at one place, until the gap is used up.
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crowd' as const), anchor: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
)

/** Returns the order after a move. */
function toMoved(order: readonly string[], { links, before, after }: Move): string[] {
  const anchor = before ?? after
  const from = anchor === undefined ? order.length : order.indexOf(anchor) + (before === undefined ? 1 : 0)
  const next = order.slice(from).find(id => !links.includes(id))
  const others = order.filter(id => !links.includes(id))
  const at = next === undefined ? others.length : others.indexOf(next)
  return [...others.slice(0, at), ...links, ...others.slice(at)]
}

test('LINK-11 after any moves, saves and undos the order is that of a model', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async steps => {
    folder_id = await create('Model')
    let order = await save(['first', 'second', 'third'])
    const move = async (one: Move) => {
      app.clock.now += 1
      const key = (await reorder(one)).undo
      const previous = order
      order = toMoved(order, one)
      return { key, previous }
    }
    let last: { key: string | undefined; previous: string[] } | undefined
    for (const each of steps) {
      const pick = (n: number) => order[n % order.length]!
      if (each.kind === 'save') {
        order = [...order, ...(await save(Array.from({ length: each.count }, (_, n) => `more ${n}`)))]
        last = undefined
      } else if (each.kind === 'undo') {
        if (last) {
          await undoMove(last.key)
          order = last.previous
        }
        last = undefined
      } else if (each.kind === 'crowd') {
        const anchor = pick(each.anchor)
        for (let n = 0; n < 12; n++) {
          const id =
            order.find(other => other !== anchor && n % 2 === 0) ?? order.findLast(other => other !== anchor)!
          last = await move({ links: [id], before: anchor })
        }
      } else {
        const links = [...new Set(each.links.map(pick))]
        const anchor = each.anchor === null ? {} : { [each.side]: pick(each.anchor) }
        last = await move({ links, ...anchor })
      }
      expect(await read()).toEqual(order)
    }
  })
  await fc.assert(property, { numRuns: 8 })
})
