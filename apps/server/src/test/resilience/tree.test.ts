import { setTimeout as pause } from 'node:timers/promises'
import { createFolder, getFolderChain, moveFolders, trashFolders } from '@nestmark/contract/collections'
import { runningJobs } from '@nestmark/contract/jobs'
import { moveLinks, trashLinks } from '@nestmark/contract/links'
import { deleteTrashedCollections } from '@nestmark/contract/trash'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookmarkFile } from './bookmarkFile.testing.ts'
import type { ServerProcess } from './serverProcess.testing.ts'
import { newFixture, type OwnFixture } from './fixture.testing.ts'
import { signUp, type Visitor } from './visitor.testing.ts'

const links = 2000
let stage: OwnFixture
let server: ServerProcess
let ada: Visitor
let place: string

beforeAll(async () => {
  stage = await newFixture()
  server = await stage.start()
  ada = await signUp(server.origin, 'ada')
  expect(await ada.jobEnd(await ada.importFile(bookmarkFile(links).html))).toMatchObject({ state: 'done' })
  place = (await ada.call(createFolder, { name: 'Another place' }))._id
})
afterAll(() => stage.remove())

/** Everything that the deeds of this test could leave half done. */
const state = () =>
  stage.look(async ({ read }) => ({
    collections: await read
      .selectFrom('collections')
      .select(['id', 'parent_id', 'trashed_by', 'trashed_at'])
      .where('id', '<>', place)
      .orderBy('id')
      .execute(),
    links: await read
      .selectFrom('links')
      .select(['seq', 'collection_id', 'trashed_at'])
      .orderBy('seq')
      .execute(),
  }))

/** What was left to a job goes on after a kill by itself: waits until it has ended. */
async function settled(): Promise<void> {
  const open = async () =>
    (await ada.call(runningJobs, {})).filter(({ state }) => state === 'queued' || state === 'running')
  await expect.poll(open).toEqual([])
}

/** A deed with all that it leaves to a job. */
async function whole(deed: Promise<unknown>): Promise<void> {
  await deed
  await settled()
}

/** Begins a deed, kills the server so many milliseconds later, and starts it again. */
async function killDuring(deed: () => Promise<unknown>, after: number): Promise<boolean> {
  const done = deed().then(
    () => true,
    () => false,
  )
  await pause(after)
  await server.end('SIGKILL')
  const acknowledged = await done
  server = await stage.start()
  ada = ada.at(server.origin)
  expect(await stage.wrong()).toEqual([])
  await stage.leasesEnd()
  await settled()
  return acknowledged
}

/** Once per moment of the kill: what was acknowledged is done, what was not is wholly done or not at all. */
async function wholeOrNot(
  deed: () => Promise<unknown>,
  undo: (() => Promise<unknown>) | null,
): Promise<void> {
  const before = await state()
  let done = before
  for (const after of [1, 20]) {
    const acknowledged = await killDuring(deed, after)
    const now = await state()
    const same = JSON.stringify(now) === JSON.stringify(before)
    if (acknowledged) expect(same).toBe(false)
    if (!same) {
      done = now
      if (!undo) return
      await whole(undo())
    }
  }
  if (done === before) await whole(deed())
}

test('F03 kill -9 while collections and links are moved, trashed or deleted: each wholly at the old or the new place', async () => {
  const [top, ...others] = (await ada.call(getFolderChain, {})).children.filter(each => each._id !== place)
  const root = (await ada.call(getFolderChain, {}))._id
  const all = [top!, ...others].map(each => each._id)

  await wholeOrNot(
    () => ada.call(moveFolders, { folders: all, move_to: place }),
    () => ada.call(moveFolders, { folders: all, move_to: root }),
  )
  await whole(ada.call(moveFolders, { folders: all, move_to: root }))
  await wholeOrNot(
    () => ada.call(trashFolders, { folderIdArr: all, isTrash: 1 }),
    () => ada.call(trashFolders, { folderIdArr: all, isTrash: 0 }),
  )
  await whole(ada.call(trashFolders, { folderIdArr: all, isTrash: 0 }))

  const rows = await stage.look(({ read }) => read.selectFrom('links').select('id').limit(1000).execute())
  const ids = rows.map(row => row.id)
  await wholeOrNot(
    () => ada.call(trashLinks, { linkIdArr: ids, isTrash: 1 }),
    () => ada.call(trashLinks, { linkIdArr: ids, isTrash: 0 }),
  )
  await whole(ada.call(trashLinks, { linkIdArr: ids, isTrash: 0 }))
  await killDuring(() => ada.call(moveLinks, { links: ids, move_to: place }), 10)

  await whole(ada.call(trashFolders, { folderIdArr: all, isTrash: 1 }))
  await wholeOrNot(() => ada.call(deleteTrashedCollections, { folderIdArr: all }), null)
  await whole(ada.call(deleteTrashedCollections, { folderIdArr: all }).catch(() => undefined))
  expect(await stage.wrong()).toEqual([])
})
