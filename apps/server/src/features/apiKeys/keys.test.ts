import { deleteAccount } from '@nestmark/contract/accounts'
import { addKey, deleteKey, listKeys } from '@nestmark/contract/apiKeys'
import { getTree } from '@nestmark/contract/collections'
import { listDashboardLinks, favouriteLink, saveLink } from '@nestmark/contract/links/links'
import { changeTheme, getUserData } from '@nestmark/contract/session'
import { shareLink } from '@nestmark/contract/sharing/share'
import { exportBookmarks } from '@nestmark/contract/transfer/importExport'
import { generateApiKey } from '@nestmark/core/apiKey'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../routes.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { toOutcome, type Person, signIn } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
let xaver: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada')
  xaver = await signIn(app, 'xaver')
})
afterAll(() => app.stop())

const fresh = () => generateApiKey(bytes => crypto.getRandomValues(new Uint8Array(bytes)))
const note = { name: 'By a program', desc: 'Hello', category: 4 as const }

describe('KEY-01 creates, names and deletes keys', () => {
  test('KEY-01 add-key with type 1 creates, with type 2 renames; the list masks keys; delete-key deletes', async () => {
    const key = fresh()
    const made = await ada.call(addKey, { key, name: 'Zapier', type: 1 })
    expect(made).toMatchObject({ name: 'Zapier', scope: 'write', last_used: null, created: app.clock.now })
    expect(await ada.call(addKey, { key: made._id, name: ' My script ', type: 2 })).toMatchObject({
      _id: made._id,
      name: 'My script',
    })
    expect((await ada.call(addKey, { key, name: 'By the key itself', type: 2 }))._id).toBe(made._id)
    const second = await ada.call(addKey, { key: fresh(), name: 'Reader', scope: 'read' })
    const list = await ada.call(listKeys, {})
    expect(list.map(each => [each.name, each.scope])).toEqual(
      expect.arrayContaining([
        ['By the key itself', 'write'],
        ['Reader', 'read'],
      ]),
    )
    expect(JSON.stringify(list)).not.toContain(key)
    expect(list.find(each => each._id === made._id)!.key).toBe(`${'•'.repeat(20)}${key.slice(-4)}`)
    await ada.call(deleteKey, { key: second._id })
    await ada.call(deleteKey, { key })
    expect(await ada.call(listKeys, {})).toEqual([])
  })

  test('T02 T12 stores only the hash, and rejects weak, short and used keys and empty names', async () => {
    const key = fresh()
    await ada.call(addKey, { key, name: 'Stored as a hash' })
    const rows = await app.services.db.read.selectFrom('api_keys').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(key)
    expect(rows[0]!.hash).toHaveLength(43)
    for (const weak of ['short', 'a'.repeat(24), 'abababababababababababab', fresh().slice(1) + '-'])
      expect(await toOutcome(ada.call(addKey, { key: weak, name: 'Weak' }))).toBe('keys.weak')
    // Guessing does not even reveal the owner.
    expect(await toOutcome(xaver.call(addKey, { key, name: 'Taken' }))).toBe('keys.taken')
    expect(await toOutcome(ada.call(addKey, { key: fresh(), name: '  ' }))).toBe('keys.nameRequired')
    expect(await toOutcome(ada.call(addKey, { key: fresh(), name: 'n'.repeat(51) }))).toBe('keys.nameTooLong')
    await ada.call(deleteKey, { key })
  })

  test("Z18 does not list, rename or delete other people's keys", async () => {
    const { _id } = await ada.call(addKey, { key: fresh(), name: 'Of ada' })
    expect(await xaver.call(listKeys, {})).toEqual([])
    expect(await toOutcome(xaver.call(addKey, { key: _id, name: 'Mine', type: 2 }))).toBe('keys.notFound')
    expect(await toOutcome(xaver.call(deleteKey, { key: _id }))).toBe('keys.notFound')
    expect((await ada.call(listKeys, {})).map(each => each.name)).toEqual(['Of ada'])
    await ada.call(deleteKey, { key: _id })
  })

  test('KEY-01 at most fifty keys, also when created concurrently', async () => {
    const zoe = await signIn(app, 'zoe')
    const ends = await Promise.all(
      Array.from({ length: 55 }, (_, n) => toOutcome(zoe.call(addKey, { key: fresh(), name: `Key ${n}` }))),
    )
    expect(ends.filter(end => end === 'done')).toHaveLength(50)
    expect(new Set(ends)).toEqual(new Set(['done', 'keys.tooMany']))
  })
})

describe('KEY-02 a key authenticates calls of the public API', () => {
  test('KEY-02 a key acts as its owner, records its use, and becomes invalid as soon as its owner deletes it', async () => {
    const key = fresh()
    const { _id } = await ada.call(addKey, { key, name: 'Program' })
    const program = app.as(key)
    const link = await program(saveLink, note)
    expect((await ada.call(listDashboardLinks, {})).links[0]!._id).toBe(link._id)
    expect((await program(getUserData, {})).user_id).toBe(ada.id)
    const used = async () => (await ada.call(listKeys, {})).find(each => each._id === _id)!.last_used
    const first = app.clock.now
    expect(await used()).toBe(first)
    app.clock.now += 90_000
    await program(getTree, {})
    expect(await used()).toBe(first + 90_000)
    await ada.call(deleteKey, { key: _id })
    expect(await toOutcome(program(getTree, {}))).toBe('session.expired')
    expect(await toOutcome(program(saveLink, note))).toBe('session.expired')
  })

  test('T13 a key of any scope cannot call account operations', async () => {
    const key = fresh()
    await ada.call(addKey, { key, name: 'Wants more' })
    const account = routes.filter(({ op }) => op.access === 'account').map(({ op }) => op.path)
    expect(account).toEqual(
      expect.arrayContaining(['add-key', 'delete-key', 'get-all-keys', 'logout', 'set-folder-permissions']),
    )
    for (const { op } of routes.filter(each => each.op.access === 'account')) {
      const answer = await fetch(`${app.origin}/api/${op.path}`, {
        method: op.method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(op.method === 'POST' ? { body: '{}' } : {}),
      })
      expect([op.path, answer.status, (await answer.json()).code]).toEqual([op.path, 403, 'keys.notAllowed'])
    }
    // The sign-in site does not accept it either.
    const session = await fetch(`${app.origin}/api/auth/get-session`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(await session.json()).toBeNull()
    expect((await ada.call(listKeys, {})).some(each => each.name === 'Wants more')).toBe(true)
    await ada.call(deleteKey, { key })
  })

  test('T13 a key with scope read reads everything and changes nothing', async () => {
    const key = fresh()
    const { _id: linkId } = await ada.call(saveLink, note)
    await ada.call(addKey, { key, name: 'Reader', scope: 'read' })
    const reader = app.as(key)
    expect((await reader(listDashboardLinks, {})).links.map(link => link._id)).toContain(linkId)
    expect(await toOutcome(reader(saveLink, note))).toBe('keys.readOnly')
    expect(await toOutcome(reader(favouriteLink, { link_id: linkId, is_fav: 1 }))).toBe('keys.readOnly')
    expect(await toOutcome(reader(changeTheme, { theme: 1 }))).toBe('keys.readOnly')
    expect(await toOutcome(reader(shareLink, { link_id: linkId }))).toBe('keys.notAllowed')
    const file = await fetch(`${app.origin}/api/${exportBookmarks.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
    })
    expect([file.status, (await file.text()).includes('By a program')]).toEqual([200, true])
    for (const { op } of routes.filter(({ op }) => op.access === 'person' && op.touches.length > 0)) {
      const answer = await fetch(`${app.origin}/api/${op.path}`, {
        method: op.method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: '{}',
      })
      expect([op.path, answer.status]).toEqual([op.path, 403])
    }
  })

  test('KEY-02 never serves a response for one key to another', async () => {
    const [mine, theirs] = [fresh(), fresh()]
    await ada.call(addKey, { key: mine, name: 'Mine' })
    await xaver.call(addKey, { key: theirs, name: 'Theirs' })
    await ada.call(saveLink, note)
    for (let n = 0; n < 2; n++) {
      expect((await app.as(mine)(listDashboardLinks, {})).total).toBeGreaterThan(0)
      expect((await app.as(theirs)(listDashboardLinks, {})).total).toBe(0)
    }
  })

  test('Z19 a deleted account leaves no key behind', async () => {
    const zoe = await signIn(app, 'zoe')
    const key = fresh()
    await zoe.call(addKey, { key, name: 'Deleted with it' })
    expect(await toOutcome(app.as(key)(getUserData, {}))).toBe('done')
    await zoe.call(deleteAccount, {})
    expect(await toOutcome(app.as(key)(getUserData, {}))).toBe('session.expired')
  })

  test('T11 rate-limits key guesses; a valid key keeps working', async () => {
    const key = fresh()
    await ada.call(addKey, { key, name: 'Works' })
    const ends: string[] = []
    for (let n = 0; n < 40; n++) ends.push(await toOutcome(app.as(fresh())(getUserData, {})))
    expect(ends[0]).toBe('session.expired')
    expect(ends.at(-1)).toBe('request.tooMany')
    expect(await toOutcome(app.as(key)(getUserData, {}))).toBe('done')
  })
})
