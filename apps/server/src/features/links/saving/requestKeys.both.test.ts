import { createCollection, listDashboardCollections, trashCollections } from '@nestmark/contract/collections'
import { listDashboardLinks, oneClickSave, saveLink, saveLinks } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteExpiredIdempotencyKeys, idempotencyKeyMs } from '../../../access/idempotencyKeys.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { toOutcome, type Person, signIn } from '../../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
})

const note = (name: string, more: object = {}) => ({ name, desc: 'x', category: 4 as const, ...more })
const key = { idempotencyKey: 'form-1' }
const links = async (who = ada) => (await who.call(listDashboardLinks, {})).links.map(link => link.name)

describe('C05 F17 an idempotency key belongs to one call', () => {
  test('C05 returns the same result for the same call, and rejects the same key with another body', async () => {
    const first = await ada.call(saveLink, note('One'), key)
    expect((await ada.call(saveLink, note('One'), key))._id).toBe(first._id)
    // An omitted field and its explicit default are the same call.
    expect((await ada.call(saveLink, note('One', { tags: [] }), key))._id).toBe(first._id)
    await expect(ada.call(saveLink, note('Two'), key)).rejects.toMatchObject({
      code: 'request.keyReused',
      status: 409,
    })
    expect(await links()).toEqual(['One'])
    expect((await ada.call(saveLink, note('Two'), { idempotencyKey: 'form-2' })).name).toBe('Two')
  })

  test('C05 every operation that takes a key refuses one that another operation has used', async () => {
    const url = 'http://127.0.0.1:9/'
    const calls = [
      () => ada.call(saveLink, note('One'), key),
      () => ada.call(oneClickSave, { url }, key),
      () => ada.call(saveLinks, { links: [note('Of a list')] }, key),
      () => ada.call(createCollection, { name: 'Place' }, key),
    ]
    for (const first of calls) {
      ada = await signIn(app, 'ada')
      await first()
      for (const other of calls)
        expect(await toOutcome(other())).toBe(other === first ? 'done' : 'request.keyReused')
    }
    const { total } = await ada.call(listDashboardCollections, {})
    expect([await links(), total]).toEqual([[], 2])
  })

  test('C05 saves a list of links once, by its owner and by a member', async () => {
    const willem = await signIn(app, 'willem')
    const place = (await ada.call(createCollection, { name: 'Place' }))._id
    await ada.call(setPermissions, { folder_id: place, read: 1, write: 1, write_members: [willem.id] })
    for (const who of [ada, willem]) {
      const list = { parent: place, links: ['A', 'B', 'C'].map(name => note(`${name} of ${who.id}`)) }
      const first = await who.call(saveLinks, list, key)
      expect(await who.call(saveLinks, list, key)).toEqual(first)
      const fewer = { ...list, links: list.links.slice(0, 2) }
      expect(await toOutcome(who.call(saveLinks, fewer, key))).toBe('request.keyReused')
    }
    expect(await links()).toHaveLength(6)
  })

  test('C05 collections: another body, and another parent', async () => {
    const made = await ada.call(createCollection, { name: 'Place' }, key)
    expect((await ada.call(createCollection, { name: 'Place' }, key))._id).toBe(made._id)
    for (const input of [{ name: 'Other' }, { name: 'Place', parent: made._id }])
      expect(await toOutcome(ada.call(createCollection, input, key))).toBe('request.keyReused')
  })

  test('C05 concurrently: one of two different calls succeeds, and two identical calls get one result', async () => {
    const ends = await Promise.all(
      ['One', 'Two', 'One', 'Two'].map(name => toOutcome(ada.call(saveLink, note(name), key))),
    )
    expect(ends.filter(end => end === 'done')).toHaveLength(2)
    expect(ends.filter(end => end === 'request.keyReused')).toHaveLength(2)
    expect(await links()).toHaveLength(1)
  })

  test('C05 a refused call does not use up its key; a key stays known after the deletion of its collection', async () => {
    expect(await toOutcome(ada.call(saveLink, note('One', { parent: 'nowhere' }), key))).toBe(
      'collections.notFound',
    )
    const place = (await ada.call(createCollection, { name: 'Place' }))._id
    const saved = await ada.call(saveLink, note('One', { parent: place }), key)
    await ada.call(trashCollections, { folderIdArr: [place] })
    expect((await ada.call(saveLink, note('One', { parent: place }), key))._id).toBe(saved._id)
    expect(await toOutcome(ada.call(saveLink, note('Two', { parent: place }), key))).toBe('request.keyReused')
  })

  test('C05 Z18 separates keys per person, in shared collections too', async () => {
    const willem = await signIn(app, 'willem')
    const place = (await ada.call(createCollection, { name: 'Place' }))._id
    await ada.call(setPermissions, { folder_id: place, read: 1, write: 1, write_members: [willem.id] })
    await ada.call(saveLink, note('Of Ada', { parent: place }), key)
    const theirs = await willem.call(saveLink, note('Of Willem', { parent: place }), key)
    expect((await willem.call(saveLink, note('Of Willem', { parent: place }), key))._id).toBe(theirs._id)
    expect(await toOutcome(willem.call(saveLink, note('Of Ada', { parent: place }), key))).toBe(
      'request.keyReused',
    )
  })

  test('C05 T02 stores neither the key nor the body in plain text, and the record expires', async () => {
    await ada.call(saveLink, note('Very secret words'), { idempotencyKey: 'a-key-of-a-form' })
    const storedKeys = () => app.services.db.read.selectFrom('request_keys').selectAll().execute()
    const rows = (await storedKeys()).filter(row => row.person_id === ada.id)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/secret|a-key-of/)
    const { db } = app.services
    expect(await db.write(tx => deleteExpiredIdempotencyKeys(tx, app.clock.now + idempotencyKeyMs + 1))).toBe(
      false,
    )
    expect(await storedKeys()).toEqual([])
  })
})
