import * as contract from '@nestmark/contract/links/brokenLinks'
import { createCollection } from '@nestmark/contract/collections'
import { deleteDuplicateBroken } from '@nestmark/contract/links/duplicates'
import { undo } from '@nestmark/contract/jobs'
import { getLink, updateLink } from '@nestmark/contract/links/links'
import { answerOffer, offerCollection } from '@nestmark/contract/sharing/ownershipTransfer'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { waitForEnd } from '../../test/support/jobs.ts'
import { type Person, signIn, toOutcome } from '../../test/support/people.ts'
import {
  checkAll,
  type CheckedSites,
  listShort,
  saveAddress,
  startSites,
  usualSites,
} from './sites.testing.ts'

let sites: CheckedSites
let ada: Person
let illStatus = 500

beforeAll(async () => {
  sites = await startSites({
    ...usualSites,
    'ill.test': (_request, response) => response.writeHead(illStatus).end(),
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
const addressOf = async (link_id: string) => (await ada.call(getLink, { link_id })).link.link

describe('FIND-03 what people do about broken links', () => {
  test('updates a few addresses at once, and undo restores them', async () => {
    const moved = await saveAddress(ada, 'http://moved.test/one')
    const missing = await saveAddress(ada, 'http://missing.test/one')
    await check()
    const { changed, undo: key } = await ada.call(contract.updateAddresses, { links: [moved, missing] })
    expect(changed).toBe(1)
    expect([await addressOf(moved), await addressOf(missing)]).toEqual([
      'http://new.test/one',
      'http://missing.test/one',
    ])
    expect(await shortList()).toEqual([['http://missing.test/one', 'dead', 404, 1]])
    expect(await ada.call(undo, { undo: key! })).toMatchObject({ changed: 1, left: 0 })
    expect(await addressOf(moved)).toBe('http://moved.test/one')
    expect((await list()).find(link => link._id === moved)).toMatchObject({ location: 'http://new.test/one' })
  })

  test('a job updates many, and an undo leaves alone what has changed since', async () => {
    const ids: string[] = []
    for (let n = 0; n < 7; n++) ids.push(await saveAddress(ada, `http://moved.test/${n}`))
    await check()
    const { job } = await ada.call(contract.updateAddresses, { links: ids })
    const { bulk } = await waitForEnd(ada, job)
    expect(bulk).toMatchObject({ action: 'updateAddresses', changed: 7, left: 0 })
    expect(await Promise.all(ids.map(addressOf))).toEqual(ids.map((_, n) => `http://new.test/${n}`))
    await ada.call(updateLink, { link_id: ids[3]!, link: 'http://good.test/mine' })
    const undone = await ada.call(undo, { undo: bulk!.undo! })
    const result = (await waitForEnd(ada, undone.job)).bulk
    expect(result).toMatchObject({ changed: 6, left: 1 })
    expect(await addressOf(ids[3]!)).toBe('http://good.test/mine')
    expect(await addressOf(ids[0]!)).toBe('http://moved.test/0')
  })

  test('deletes them, and finds them again after an undo', async () => {
    const ids = [
      await saveAddress(ada, 'http://missing.test/a'),
      await saveAddress(ada, 'http://missing.test/b'),
    ]
    await check()
    const links = (await list()).map(({ _id, tags }) => ({ _id, tags }))
    const answer = await ada.call(deleteDuplicateBroken, { links })
    expect(answer.deleted).toBe(2)
    expect(await list()).toEqual([])
    await ada.call(undo, { undo: answer.undo! })
    expect((await list()).map(link => link._id).sort()).toEqual(ids.sort())
  })

  test('ignores links until they answer, and checks them one by one', async () => {
    const id = await saveAddress(ada, 'http://ill.test/ignored')
    await check()
    expect(await ada.call(contract.ignoreBrokenLinks, { links: [id], ignored: 1 })).toEqual({ changed: 1 })
    expect(await list()).toMatchObject([{ _id: id, ignored: 1, selected: 0 }])
    illStatus = 503
    const { link } = await ada.call(contract.checkLink, { link_id: id })
    expect(link).toMatchObject({ status: 503, state: 'unsure', ignored: 1, checks: ['failed', 'failed'] })
    illStatus = 200
    expect((await ada.call(contract.checkLink, { link_id: id })).link).toMatchObject({
      state: 'answered',
      ignored: 0,
    })
    expect(await list()).toEqual([])
    const inside = await saveAddress(ada, 'http://192.168.1.1/')
    expect(await toOutcome(ada.call(contract.checkLink, { link_id: inside }))).toBe('brokenLinks.notChecked')
  })
})

test('FIND-04 the results of checks stay with the person who owned the links', async () => {
  const willem = await signIn(sites.app, 'willem', 2)
  const folder_id = (await ada.call(createCollection, { name: 'Given' }))._id
  const id = await saveAddress(ada, 'http://missing.test/given', { parent: folder_id })
  await check()
  await ada.call(setPermissions, { folder_id, read: 1, write: 0, read_members: [willem.id] })
  await ada.call(offerCollection, { folder_id, person_id: willem.id })
  await willem.call(answerOffer, { folder_id, accept: 1 })
  expect((await willem.call(getLink, { link_id: id })).link.link).toBe('http://missing.test/given')
  expect([await list(), await willem.call(contract.getBrokenLinks, {})]).toEqual([[], []])
})

test('FIND-01 the free plan gets no check of links', async () => {
  const free = await signIn(sites.app, 'free')
  const id = await saveAddress(free, 'http://missing.test/free')
  const calls = [
    () => free.call(contract.checkLinkStatus, {}),
    () => free.call(contract.getBrokenLinks, {}),
    () => free.call(contract.getLinkCheck, {}),
    () => free.call(contract.setCheckSchedule, { schedule: 'weekly' }),
    () => free.call(contract.checkLink, { link_id: id }),
    () => free.call(contract.ignoreBrokenLinks, { links: [id], ignored: 1 }),
    () => free.call(contract.updateAddresses, { links: [id] }),
  ]
  for (const call of calls)
    await expect(call()).rejects.toMatchObject({
      status: 402,
      code: 'plan.brokenLinks',
      message: 'Upgrade to PRO',
    })
})
