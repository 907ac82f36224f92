import { createCollection, getTree, moveCollections, trashCollections } from '@nestmark/contract/collections'
import { moveLinks, saveLink, trashLinks, updateLink } from '@nestmark/contract/links/links'
import { getUserData } from '@nestmark/contract/session'
import { deleteTrashedCollections, deleteTrashedLinks, emptyTrash } from '@nestmark/contract/trash'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setTimeout as pause } from 'node:timers/promises'
import { lockTree } from '../../../db/dialect.ts'
import { checkIntegrity } from '../../../db/integrity.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { type Person, signIn, toOutcome } from '../../support/people.ts'
import { bookmarkFile } from '../bookmarkFile.testing.ts'
import { visitor } from '../visitor.testing.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
})
afterAll(() => app.stop())

const actionsInAll = 300
const atOnce = 8

/** Returns a seeded pseudo-random number generator. */
function createRandom(seed: number): (sides: number) => number {
  let state = seed
  return sides => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

test('C02 C03 concurrent actions on one tree: rejections have a reason, no server error, and all invariants hold', async () => {
  const roll = createRandom(20_250_314)
  const collections = [ada.rootId]
  const links: string[] = []
  const one = (list: readonly string[]) => list[roll(list.length)] ?? 'nobody'
  const some = (list: readonly string[]) => [...new Set([one(list), one(list), one(list)])]
  let name = 0
  const title = () => `Item ${++name}`
  const actions: (() => Promise<unknown>)[] = [
    async () =>
      void collections.push(
        (await ada.call(createCollection, { name: title(), parent: one(collections) }))._id,
      ),
    async () => {
      const form = {
        name: title(),
        link: '',
        desc: 'Words',
        category: (roll(2) + 4) as 4,
        tags: [`t${roll(9)}`],
      }
      if (form.category === (5 as number)) form.link = `https://example.org/${name}`
      links.push((await ada.call(saveLink, { ...form, parent: one(collections) }))._id)
    },
    () => ada.call(moveCollections, { folders: some(collections), move_to: one(collections) }),
    () => ada.call(trashCollections, { folderIdArr: some(collections), isTrash: 1 }),
    () => ada.call(trashCollections, { folderIdArr: some(collections), isTrash: 0 }),
    () => ada.call(moveLinks, { links: some(links), move_to: one(collections) }),
    () => ada.call(trashLinks, { linkIdArr: some(links), isTrash: 1 }),
    () => ada.call(trashLinks, { linkIdArr: some(links), isTrash: 0 }),
    () => ada.call(updateLink, { link_id: one(links), category: (roll(3) + 3) as 3, tags: [`t${roll(9)}`] }),
    () => ada.call(updateLink, { link_id: one(links), parent: one(collections), thumbnail: '' }),
    () => ada.call(deleteTrashedLinks, { linkIdArr: [one(links)] }),
    () => ada.call(deleteTrashedCollections, { folderIdArr: [one(collections)] }),
  ]
  // Creating is more frequent than deleting, so that the actions conflict.
  const weights = [0, 0, 1, 1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
  const errors: unknown[] = []
  const refusals = new Set<string>()
  let left = actionsInAll
  const person = async () => {
    while (left-- > 0)
      try {
        await actions[weights[roll(weights.length)]!]!()
      } catch (error) {
        const { status, code } = error as { status: number; code: string }
        if (!(status >= 400 && status < 500)) errors.push(error)
        refusals.add(code)
      }
  }
  const importing = visitor(app.origin, ada.token).importFile(bookmarkFile(600).html)
  await Promise.all(Array.from({ length: atOnce }, person))
  expect(errors).toEqual([])
  expect(refusals.size).toBeGreaterThan(2)
  expect((await visitor(app.origin, ada.token).jobEnd(await importing)).state).toMatch(/done|failed/)
  await quiet()
  expect((await checkIntegrity(app.services.db)).findings).toEqual([])

  await ada.call(emptyTrash, { type: 1 })
  await ada.call(emptyTrash, { type: 2 })
  expect((await checkIntegrity(app.services.db)).findings).toEqual([])
  expect((await ada.call(getTree, {}))._id).toBe(ada.rootId)
})

/** Waits until no job is running. */
async function quiet(): Promise<void> {
  const open = () =>
    app.services.db.read.selectFrom('jobs').select('id').where('state', '=', 'running').executeTakeFirst()
  while (await open()) await pause(20)
}

test.runIf(process.env.NESTMARK_TEST_POSTGRES)(
  'F07 changes of one person that wait for a lock leave connections to everybody else',
  async () => {
    const { db } = app.services
    const owner = await signIn(app, 'owner', 2)
    const others = await Promise.all(['rosa', 'willem', 'xaver'].map(name => signIn(app, name, 2)))
    const locked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    // A long transaction, as that of a transfer of a large collection.
    const long = db.write(async tx => {
      await lockTree(tx, owner.id)
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const save = (person: Person, name: string) =>
      person.call(saveLink, { name, desc: 'Words', link: '', category: 4, parent: person.rootId })
    // More than the pool has connections. On a slow machine some are asked to try again.
    const waiting = Promise.all(Array.from({ length: 30 }, (_, n) => toOutcome(save(owner, `Waiting ${n}`))))
    await expect.poll(() => db.writes.waiting).toBeGreaterThan(30)
    try {
      for (const other of others) {
        await save(other, 'Not waiting')
        await other.call(getUserData, {})
      }
    } finally {
      release.resolve()
    }
    await long
    expect(['done', 'server.unavailable']).toEqual(expect.arrayContaining([...new Set(await waiting)]))
  },
)
