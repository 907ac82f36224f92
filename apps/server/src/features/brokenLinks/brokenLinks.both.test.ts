import * as contract from '@nestmark/contract/links/brokenLinks'
import { createCollection, trashCollections } from '@nestmark/contract/collections'
import { cancelJob } from '@nestmark/contract/jobs'
import { getLink, saveLink, trashLinks, updateLink } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { linksFilled, waitForEnd } from '../../test/support/jobs.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import {
  answers,
  checkAll,
  type CheckedSites,
  listShort,
  saveAddress,
  startSites,
  usualSites,
} from './sites.testing.ts'

const day = 86_400_000
let sites: CheckedSites
let ada: Person
let illStatus = 500
let holdSlow: Promise<void> | null = null

beforeAll(async () => {
  sites = await startSites({
    ...usualSites,
    'ill.test': (_request, response) => response.writeHead(illStatus).end(),
    'blocked.test': answers(403),
    'linked.test': answers(999),
    'robots.test': ({ url }, response) =>
      response.writeHead(200).end(url === '/robots.txt' ? 'User-agent: *\nDisallow: /' : ''),
    'slow.test': (_request, response) => void (holdSlow ?? Promise.resolve()).then(() => response.end()),
  })
})
beforeEach(async () => {
  ada = await signIn(sites.app, 'ada', 2)
  illStatus = 500
})
afterAll(() => sites.close())

const check = () => checkAll(ada)
const list = () => ada.call(contract.getBrokenLinks, {})
const shortList = () => listShort(ada)

describe('FIND-03 FIND-04 the check of all links', () => {
  test('lists what did not answer well, selects the dead, and changes no link', async () => {
    const addresses = [
      'http://good.test/',
      'http://missing.test/page',
      'http://nobody.test/',
      'http://ill.test/',
      'http://blocked.test/',
      'http://linked.test/in/ada',
      'http://robots.test/page',
      'http://moved.test/page',
      'http://10.0.0.1/router',
    ]
    const ids: string[] = []
    for (const address of addresses) ids.push(await saveAddress(ada, address))
    await ada.call(saveLink, { name: 'A note', desc: 'Words', category: 4 })
    await linksFilled(sites.app)
    const read = async () => {
      const found = []
      for (const link_id of ids) found.push((await ada.call(getLink, { link_id })).link)
      return found.map(({ link, name, version, update_date }) => ({ link, name, version, update_date }))
    }
    const before = await read()
    await check()
    expect(await shortList()).toEqual([
      ['http://nobody.test/', 'dead', 0, 1],
      ['http://missing.test/page', 'dead', 404, 1],
      ['http://moved.test/page', 'moved', 301, 0],
      ['http://ill.test/', 'unsure', 500, 0],
      ['http://robots.test/page', 'refused', 0, 0],
      ['http://linked.test/in/ada', 'refused', 999, 0],
      ['http://blocked.test/', 'refused', 403, 0],
    ])
    const [dead, , moved] = await list()
    expect(dead).toMatchObject({
      fault: 'noSite',
      checks: ['failed'],
      ignored: 0,
      since: sites.app.clock.now,
    })
    expect(moved).toMatchObject({ location: 'http://new.test/page', checks: ['moved'] })
    expect(await ada.call(contract.getLinkCheck, {})).toMatchObject({
      state: 'done',
      done: 8,
      total: 8,
      job: null,
    })
    expect(await read()).toEqual(before)
  })

  test('a server that finds no name at all takes no link for dead, until another one has answered', async () => {
    await saveAddress(ada, 'http://nobody.test/')
    await saveAddress(ada, 'http://nobody-else.test/')
    await check()
    expect(await shortList()).toEqual([
      ['http://nobody-else.test/', 'unsure', 0, 0],
      ['http://nobody.test/', 'unsure', 0, 0],
    ])
    const good = await saveAddress(ada, 'http://good.test/')
    await ada.call(contract.checkLink, { link_id: good })
    expect((await list()).map(({ state, selected }) => [state, selected])).toEqual([
      ['dead', 1],
      ['dead', 1],
    ])
  })

  test('runs once in a day, by the clock of the server', async () => {
    await saveAddress(ada, 'http://good.test/')
    expect(await ada.call(contract.getLinkCheck, {})).toMatchObject({ state: 'never', available_at: null })
    await check()
    sites.app.clock.now += day - 60_000
    await expect(ada.call(contract.checkLinkStatus, {})).rejects.toMatchObject({
      status: 429,
      code: 'brokenLinks.onceADay',
      message: 'This feature is available only once in a day!',
      retryAfter: 60,
    })
    expect((await ada.call(contract.getLinkCheck, {})).available_at).toBe(sites.app.clock.now + 60_000)
    sites.app.clock.now += 60_000
    expect((await ada.call(contract.getLinkCheck, {})).available_at).toBe(null)
    await check()
  })

  test('FIND-05 takes a server for dead that failed three times on two days, until it answers', async () => {
    await saveAddress(ada, 'http://ill.test/')
    for (const [state, selected] of [
      ['unsure', 0],
      ['unsure', 0],
      ['dead', 1],
    ] as const) {
      await check()
      expect(await shortList()).toEqual([['http://ill.test/', state, 500, selected]])
      sites.app.clock.now += day
    }
    illStatus = 200
    await check()
    expect(await list()).toEqual([])
  })

  test('FIND-05 leaves out the trash, and forgets what it knew of another address', async () => {
    const [stays, deleted] = [
      await saveAddress(ada, 'http://missing.test/1'),
      await saveAddress(ada, 'http://missing.test/2'),
    ]
    const folder = (await ada.call(createCollection, { name: 'Old' }))._id
    await saveAddress(ada, 'http://missing.test/3', { parent: folder })
    await check()
    expect(await list()).toHaveLength(3)
    await ada.call(trashLinks, { linkIdArr: [deleted], isTrash: 1 })
    await ada.call(trashCollections, { folderIdArr: [folder] })
    expect((await list()).map(link => link._id)).toEqual([stays])
    await ada.call(updateLink, { link_id: stays, link: 'http://good.test/' })
    expect(await list()).toEqual([])
    sites.app.clock.now += day
    await check()
    expect(await ada.call(contract.getLinkCheck, {})).toMatchObject({ done: 1, total: 1 })
  })
})

describe('FIND-04 an interrupted check', () => {
  test('stops on request, keeps what it found, and goes on where it stopped', async () => {
    for (let n = 0; n < 3; n++) await saveAddress(ada, `http://missing.test/stop${n}`)
    await saveAddress(ada, 'http://slow.test/stop')
    await linksFilled(sites.app)
    const hold = Promise.withResolvers<void>()
    holdSlow = hold.promise
    const { job } = await ada.call(contract.checkLinkStatus, {})
    await expect.poll(async () => (await list()).length, { timeout: 20_000 }).toBe(3)
    await ada.call(cancelJob, { job })
    expect((await waitForEnd(ada, job)).state).toBe('cancelled')
    expect(await ada.call(contract.getLinkCheck, {})).toMatchObject({ state: 'stopped', done: 3, total: 4 })
    hold.resolve()
    const seen = sites.visits.length
    await check()
    expect(await ada.call(contract.getLinkCheck, {})).toMatchObject({ state: 'done', done: 4, total: 4 })
    expect(sites.visits.slice(seen)).toEqual(['HEAD slow.test/stop'])
  })
})

describe('FIND-04 the schedule', () => {
  test('starts a check each week, and none without a plan for it', async () => {
    await saveAddress(ada, 'http://missing.test/week')
    await check()
    const { next_at } = await ada.call(contract.setCheckSchedule, { schedule: 'weekly' })
    expect(next_at).toBe(sites.app.clock.now + 7 * day)
    const pass = async (schedule: object) => {
      sites.app.clock.now = (await ada.call(contract.getLinkCheck, {})).next_at!
      sites.app.services.jobs.wake()
      await expect
        .poll(() => ada.call(contract.getLinkCheck, {}), { timeout: 20_000 })
        .toMatchObject({ state: 'done', next_at: sites.app.clock.now + 7 * day, ...schedule })
    }
    await pass({ started_at: sites.app.clock.now + 7 * day })
    expect((await list())[0]!.checks).toEqual(['failed', 'failed'])
    const last = sites.app.clock.now
    const setPlan = (plan: number) =>
      sites.app.services.db.write(tx =>
        tx.updateTable('people').set({ plan }).where('id', '=', ada.id).execute(),
      )
    const due = (await ada.call(contract.getLinkCheck, {})).next_at!
    await setPlan(1)
    sites.app.clock.now = due
    sites.app.services.jobs.wake()
    const nextAt = async () =>
      (
        await sites.app.services.db.read
          .selectFrom('link_check_runs')
          .select('next_at')
          .where('person_id', '=', ada.id)
          .executeTakeFirstOrThrow()
      ).next_at
    await expect.poll(nextAt, { timeout: 20_000 }).toBe(due + 7 * day)
    await setPlan(2)
    expect((await ada.call(contract.getLinkCheck, {})).started_at).toBe(last)
    expect(await ada.call(contract.setCheckSchedule, { schedule: 'never' })).toMatchObject({ next_at: null })
  })
})
