import { setTimeout as pause } from 'node:timers/promises'
import { createCollection, getTree, moveCollections, trashCollections } from '@nestmark/contract/collections'
import { listRunningJobs } from '@nestmark/contract/jobs'
import { moveLinks, trashLinks } from '@nestmark/contract/links/links'
import { deleteTrashedCollections } from '@nestmark/contract/trash'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookmarkFile } from '../bookmarkFile.testing.ts'
import type { ServerProcess } from '../serverProcess.testing.ts'
import { newFixture, type OwnFixture } from '../fixture.testing.ts'
import { signUp, type Visitor } from '../visitor.testing.ts'

const links = 800
let fixture: OwnFixture
let server: ServerProcess
let ada: Visitor
let target: string

beforeAll(async () => {
  fixture = await newFixture()
  server = await fixture.start()
  ada = await signUp(server.origin, 'ada')
  expect(await ada.jobEnd(await ada.importFile(bookmarkFile(links).html))).toMatchObject({ state: 'done' })
  target = (await ada.call(createCollection, { name: 'Another collection' }))._id
})
afterAll(() => fixture.remove())

/** Returns all data that the actions of this test could leave half done. */
const state = () =>
  fixture.look(async ({ read }) => ({
    collections: await read
      .selectFrom('collections')
      .select(['id', 'parent_id', 'trashed_by', 'trashed_at'])
      .where('id', '<>', target)
      .orderBy('id')
      .execute(),
    links: await read
      .selectFrom('links')
      .select(['seq', 'collection_id', 'trashed_at'])
      .orderBy('seq')
      .execute(),
  }))

/** Waits until all jobs have ended. They resume automatically after a kill. */
async function waitForJobs(): Promise<void> {
  const open = async () =>
    (await ada.call(listRunningJobs, {})).filter(({ state }) => state === 'queued' || state === 'running')
  await expect.poll(open).toEqual([])
}

/** Performs an action and waits for its jobs. */
async function performFully(action: Promise<unknown>): Promise<void> {
  await action
  await waitForJobs()
}

/** Starts an action, kills the server after the given milliseconds, and starts it again. */
async function killDuring(action: () => Promise<unknown>, after: number): Promise<boolean> {
  const done = action().then(
    () => true,
    () => false,
  )
  await pause(after)
  await server.end('SIGKILL')
  const acknowledged = await done
  server = await fixture.start()
  ada = ada.at(server.origin)
  expect(await fixture.wrong()).toEqual([])
  await fixture.leasesEnd()
  await waitForJobs()
  return acknowledged
}

/** Checks once per time of the kill: an acknowledged action is done, an unacknowledged one is done completely or not at all. */
async function expectAtomic(
  action: () => Promise<unknown>,
  undo: (() => Promise<unknown>) | null,
): Promise<void> {
  const before = await state()
  let done = before
  for (const after of [1, 20]) {
    const acknowledged = await killDuring(action, after)
    const now = await state()
    const same = JSON.stringify(now) === JSON.stringify(before)
    if (acknowledged) expect(same).toBe(false)
    if (!same) {
      done = now
      if (!undo) return
      await performFully(undo())
    }
  }
  if (done === before) await performFully(action())
}

test('F03 F19 kill -9 while the server moves, trashes or deletes collections and links: each is completely in the old or the new place', async () => {
  const [top, ...others] = (await ada.call(getTree, {})).children.filter(each => each._id !== target)
  const root = (await ada.call(getTree, {}))._id
  const all = [top!, ...others].map(each => each._id)

  await expectAtomic(
    () => ada.call(moveCollections, { folders: all, move_to: target }),
    () => ada.call(moveCollections, { folders: all, move_to: root }),
  )
  await performFully(ada.call(moveCollections, { folders: all, move_to: root }))
  await expectAtomic(
    () => ada.call(trashCollections, { folderIdArr: all, isTrash: 1 }),
    () => ada.call(trashCollections, { folderIdArr: all, isTrash: 0 }),
  )
  await performFully(ada.call(trashCollections, { folderIdArr: all, isTrash: 0 }))

  const rows = await fixture.look(({ read }) => read.selectFrom('links').select('id').limit(400).execute())
  const ids = rows.map(row => row.id)
  await expectAtomic(
    () => ada.call(trashLinks, { linkIdArr: ids, isTrash: 1 }),
    () => ada.call(trashLinks, { linkIdArr: ids, isTrash: 0 }),
  )
  await performFully(ada.call(trashLinks, { linkIdArr: ids, isTrash: 0 }))
  await killDuring(() => ada.call(moveLinks, { links: ids, move_to: target }), 10)

  await performFully(ada.call(trashCollections, { folderIdArr: all, isTrash: 1 }))
  await expectAtomic(() => ada.call(deleteTrashedCollections, { folderIdArr: all }), null)
  await performFully(ada.call(deleteTrashedCollections, { folderIdArr: all }).catch(() => undefined))
  expect(await fixture.wrong()).toEqual([])
})
