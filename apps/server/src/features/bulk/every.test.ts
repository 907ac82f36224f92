import * as collections from '@nestmark/contract/collections'
import { undo as undoAction } from '@nestmark/contract/jobs'
import * as links from '@nestmark/contract/links/links'
import { searchLibrary } from '@nestmark/contract/search/search'
import {
  deleteTrashedCollections,
  deleteTrashedLinks,
  listTrashedCollections,
  listTrashedLinks,
} from '@nestmark/contract/trash'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { enqueueJobs } from '../../jobs/store.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { waitForEnd } from '../../test/support/jobs.ts'
import { type Person, signIn, toOutcome } from '../../test/support/people.ts'
import { maxWaitingActions } from '../../undo/bulkActions.ts'

let app: TestApp
let ada: Person
let bob: Person
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  ;[ada, bob] = [await signIn(app, 'ada', 2), await signIn(app, 'bob', 2)]
})
afterAll(async () => {
  expect((await checkIntegrity(app.services.db)).findings).toEqual([])
  await app.stop()
})

const create = (name: string) => ada.call(collections.createCollection, { name })
const found = async (input: string) => (await ada.call(searchLibrary, { input })).total
const trashed = async (who = ada) => (await who.call(listTrashedLinks, {})).total
const trashedTops = async (who = ada) => (await who.call(listTrashedCollections, {})).total
const library = async (who = ada) => (await who.call(links.listDashboardLinks, {})).total
const undo = async (key: string | undefined) => {
  const { job } = await ada.call(undoAction, { undo: key! })
  if (job) await waitForEnd(ada, job)
}

async function fill(who: Person, count: number, name: string, parent?: string): Promise<string[]> {
  const ids: string[] = []
  for (let from = 0; from < count; from += 100) {
    const some = Array.from({ length: Math.min(100, count - from) }, (_, n) => ({
      name: `${name} ${from + n}`,
      desc: 'Words',
      category: 4,
    }))
    const { links: saved } = await who.call(links.saveLinks, { links: some, ...(parent && { parent }) })
    ids.push(...saved.map(link => link._id))
  }
  return ids
}
async function trashAll(who: Person, ids: string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += 1000)
    await waitForEnd(who, (await who.call(links.trashLinks, { linkIdArr: ids.slice(from, from + 1000) })).job)
}

test('SRCH-06 LINK-12 LINK-13 an action on all search results includes links that the page has not loaded, and excludes later ones', async () => {
  const to = await create('To')
  const [apart] = await fill(ada, 1040, 'kestrel')
  await fill(ada, 7, 'heron')
  await fill(bob, 6, 'kestrel')
  const search = { input: 'kestrel -12', type: 'linkTitle' as const }
  const matching = (await ada.call(searchLibrary, search)).total
  expect(matching).toBeGreaterThan(1000)
  const { moved, job } = await ada.call(links.moveLinks, {
    every: { search },
    except: [apart!],
    move_to: to._id,
  })
  expect(moved).toBe(matching - 1)
  const [late] = await fill(ada, 1, 'kestrel late')
  expect((await waitForEnd(ada, job)).bulk).toMatchObject({ changed: matching - 1, left: 0 })
  const inside = await ada.call(links.listCollectionLinks, { folder_id: to._id })
  expect(inside.total).toBe(matching - 1)
  expect(inside.links.map(link => link._id)).not.toContain(late)
  await undo(job)
  expect((await ada.call(links.listCollectionLinks, { folder_id: to._id })).total).toBe(0)

  // Each batch shrinks the result set; no link is skipped because of it.
  const deletion = await ada.call(links.trashLinks, { every: { search: { input: 'kestrel' } } })
  expect(deletion.changed).toBe(1041)
  await waitForEnd(ada, deletion.job)
  expect([await found('kestrel'), await library(), await library(bob)]).toEqual([0, 7, 6])
  await undo(deletion.job)
  expect(await found('kestrel')).toBe(1041)
})

test('SRCH-06 a search combines with a category, for every type of search; rejects an empty result', async () => {
  await ada.call(links.saveLinks, {
    links: Array.from({ length: 12 }, (_, n) => ({
      name: `Swift ${n}`,
      desc: 'x',
      link: `https://birds.example/${n}`,
      category: n % 2 ? 3 : 4,
      tags: n < 8 ? ['fast'] : [],
    })),
  })
  const star = async (every: object) => {
    const { changed, job } = await ada.call(links.favouriteLinks, { every, is_fav: 1 })
    await waitForEnd(ada, job)
    return changed
  }
  expect(await star({ search: { input: 'swift' }, category: 3 })).toBe(6)
  expect(await star({ search: { input: 'birds.example', type: 'linkUrl' } })).toBe(12)
  expect(await star({ search: { input: 'fast', type: 'tag' } })).toBe(8)
  expect(await star({ search: { input: 'is:favourite tag:fast' } })).toBe(8)
  await expect(star({ search: { input: 'nothing at all like it' } })).rejects.toMatchObject({
    code: 'links.noneChosen',
  })
  // Unknown or conflicting fields are refused: ignoring them would select the entire library.
  for (const every of [
    { serach: { input: 'x' } },
    { search: { input: 'x' }, favourite: 1 },
    { trash: 1, input: 'x' },
  ])
    await expect(star(every)).rejects.toMatchObject({ status: 400 })
})

test('TRSH-01 TRSH-03 a job restores everything in the links trash except some, with an undo', async () => {
  const place = await create('Place')
  const ids = await fill(ada, 1040, 'old', place._id)
  await trashAll(ada, ids)
  await trashAll(bob, await fill(bob, 6, 'old'))
  const back = await ada.call(links.trashLinks, { every: { trash: 1 }, except: [ids[3]!], isTrash: 0 })
  expect(back.changed).toBe(1039)
  expect((await waitForEnd(ada, back.job)).bulk).toMatchObject({
    action: 'restoreLinks',
    changed: 1039,
    left: 0,
  })
  expect([await trashed(), await library(), await trashed(bob)]).toEqual([1, 1039, 6])
  await undo(back.job)
  expect([await trashed(), await library()]).toEqual([1040, 0])
})

test('TRSH-01 TRSH-03 a job permanently deletes everything in the links trash except some, and nothing outside the trash', async () => {
  const ids = await fill(ada, 1040, 'old')
  await fill(ada, 3, 'stored')
  await trashAll(ada, ids)
  await trashAll(bob, await fill(bob, 6, 'old'))
  const deletion = await ada.call(deleteTrashedLinks, { every: { trash: 1 }, except: [ids[7]!] })
  expect(deletion.changed).toBe(1039)
  expect((await waitForEnd(ada, deletion.job)).bulk).toMatchObject({
    action: 'deleteLinks',
    changed: 1039,
    left: 0,
  })
  expect([await trashed(), await library(), await trashed(bob)]).toEqual([1, 3, 6])
  const nothing = { every: { trash: 1 as const }, except: [ids[7]!] }
  await expect(ada.call(deleteTrashedLinks, nothing)).rejects.toMatchObject({ code: 'links.noneChosen' })
})

test('TRSH-01 TRSH-03 restores every trashed collection except some, or permanently deletes them', async () => {
  const ids: string[] = []
  for (let n = 0; n < 60; n++) ids.push((await create(`C ${n}`))._id)
  const every = { trash: 1 as const }
  await waitForEnd(ada, (await ada.call(collections.trashCollections, { folderIdArr: ids })).job)
  const other = await bob.call(collections.createCollection, { name: 'Other' })
  await bob.call(collections.trashCollections, { folderIdArr: [other._id] })

  const back = await ada.call(collections.trashCollections, { every, except: [ids[0]!], isTrash: 0 })
  expect(back.changed).toBe(59)
  await waitForEnd(ada, back.job)
  expect([await trashedTops(), await trashedTops(bob)]).toEqual([1, 1])
  await undo(back.job)
  expect(await trashedTops()).toBe(60)

  const deletion = await ada.call(deleteTrashedCollections, { every, except: [ids[5]!, ids[6]!] })
  expect(deletion.changed).toBe(58)
  if (deletion.job) await waitForEnd(ada, deletion.job)
  expect((await ada.call(listTrashedCollections, {})).folders.map(one => one._id).sort()).toEqual(
    [ids[5]!, ids[6]!].sort(),
  )
  expect(await trashedTops(bob)).toBe(1)
})

test('F26 a person with many waiting actions starts no further one until some have ended', async () => {
  const [one] = await fill(ada, 6, 'Hers')
  await fill(bob, 6, 'His')
  const later = app.clock.now + 86_400_000
  const waiting = Array.from({ length: maxWaitingActions }, () => ({
    ownerId: ada.id,
    kind: 'bulk',
    payload: {},
    now: app.clock.now,
    runAfter: later,
  }))
  const { db } = app.services
  await db.write(tx => enqueueJobs(tx, waiting).execute(tx))
  const tagAll = (who: Person) => toOutcome(who.call(links.tagLinks, { every: {}, added_tags_name: ['t'] }))
  expect(await tagAll(ada)).toBe('request.tooMany')
  expect(await tagAll(bob)).toBe('done')
  // What needs no job is not limited.
  await ada.call(links.tagLinks, { links: [one!], added_tags_name: ['t'] })
  await db.write(tx => tx.deleteFrom('jobs').where('run_after', '=', later).execute())
  expect(await tagAll(ada)).toBe('done')
})
