import { updateUserDetails } from '@nestmark/contract/accounts'
import { createCollection, updateCollection } from '@nestmark/contract/collections'
import { addKey } from '@nestmark/contract/apiKeys'
import { saveLink, saveLinks, updateLink } from '@nestmark/contract/links/links'
import type { Operation } from '@nestmark/contract/operation'
import { searchLibrary } from '@nestmark/contract/search/search'
import { changeTheme } from '@nestmark/contract/session'
import { setPermissions } from '@nestmark/contract/sharing/share'
import {
  addSuggestion,
  approveSuggestions,
  listReceivedSuggestions,
} from '@nestmark/contract/sharing/suggestions'
import { addTags } from '@nestmark/contract/tags'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { type Person, signIn } from '../support/people.ts'
import { type Answer, ask } from './ask.testing.ts'
import { freshKey } from './factory.testing.ts'

let app: TestApp
let ada: Person
let xaver: Person
beforeAll(async () => {
  app = await startApp({ planLimits: true })
  ada = await signIn(app, 'ada', 2)
  xaver = await signIn(app, 'xaver')
})
afterAll(() => app.stop())

const note = (name: string) => ({ name, desc: 'marmot', category: 4 as const })
const all = (table: 'collections' | 'links' | 'people' | 'shares' | 'suggestions' | 'tags' | 'api_keys') =>
  app.services.db.read.selectFrom(table).selectAll().execute()

describe('Z10 does not write fields outside the contract', () => {
  /** Returns a value for every column about ownership or permissions, under all names that a client could try. */
  const forged = () => {
    const asAda = 'owner owner_id ownerId person_id personId user_id userId suggester_id'.split(' ')
    const asForged = '_id id trashed_by hash request_key'.split(' ')
    const as1 = 'seq create_date created_at may_write closed_at is_public is_root trashed_at'.split(' ')
    const many = 'links_count n3'.split(' ')
    const named = (names: string[], value: unknown) => Object.fromEntries(names.map(each => [each, value]))
    return {
      ...named(asAda, ada.id),
      ...named(asForged, 'forged'),
      ...named(as1, 1),
      ...named(many, 99),
      actor: { personId: ada.id },
      recipient_id: xaver.id,
      collection_id: ada.rootId,
      root_id: ada.rootId,
      plan: 6,
      role: 'owner',
      can: { share: true },
      email: 'forged@example.org',
      read_level: 3,
      state: 'approved',
    }
  }

  test('Z10 no action changes owner, visibility, dates or counts through extra fields', async () => {
    const folder_id = (await xaver.call(createCollection, { name: 'own' }))._id
    const link_id = (await xaver.call(saveLink, { ...note('own'), parent: folder_id }))._id
    const open = (await ada.call(createCollection, { name: 'open' }))._id
    await ada.call(setPermissions, { folder_id: open, read: 3, write: 0, enable_sugg: 1 })
    const library = async () => ({
      collections: (await all('collections')).filter(
        row => (row as { owner_id: string }).owner_id === ada.id,
      ),
      people: (await all('people')).filter(row => (row as { id: string }).id === ada.id),
    })
    const before = await library()
    const attempts: [Operation, object][] = [
      [createCollection, { name: 'made' }],
      [updateCollection, { folder_id, name: 'renamed' }],
      [saveLink, note('made')],
      [updateLink, { link_id, name: 'renamed' }],
      [addTags, { tags: ['made'] }],
      [changeTheme, { theme: 1 }],
      [updateUserDetails, { first_name: 'Xaver' }],
      [addKey, { key: freshKey(), name: 'made' }],
      [setPermissions, { folder_id, read: 0, write: 0 }],
      [addSuggestion, { ...note('made'), parent: open }],
    ]
    for (const [op, input] of attempts) {
      const answer: Answer = await ask(app.origin, op, xaver.token, { ...forged(), ...input })
      expect([op.path, answer.status]).toEqual([op.path, 200])
    }
    expect(await library()).toEqual(before)
    expect(await all('people')).toContainEqual(
      expect.objectContaining({ id: xaver.id, plan: 1, root_id: xaver.rootId, closed_at: null }),
    )
    for (const table of ['collections', 'links', 'tags', 'api_keys'] as const)
      for (const row of (await all(table)) as unknown as Record<string, unknown>[])
        if (['made', 'renamed'].includes(String(row.name ?? row.title)))
          expect([table, row]).toEqual([table, expect.objectContaining({ owner_id: xaver.id })])
    const text = JSON.stringify([await all('collections'), await all('links'), await all('shares')])
    expect(text).not.toContain('forged')
    const links = (await all('links')) as unknown as Record<string, unknown>[]
    expect(links.filter(row => row.is_public === 1 || row.trashed_at !== null)).toEqual([])
    expect(await all('suggestions')).toEqual([
      expect.objectContaining({ recipient_id: ada.id, suggester_id: xaver.id, state: 'pending' }),
    ])
  })
})

describe('Z11 the server rejects features that the free plan does not include, regardless of the page', () => {
  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      (error: { code: string; status: number }) => `${error.status} ${error.code}`,
    )

  test('Z11 sharing with a team, accepting suggestions, and approving them', async () => {
    const folder_id = (await xaver.call(createCollection, { name: 'team' }))._id
    const share = (more: object) => xaver.call(setPermissions, { folder_id, read: 1, write: 1, ...more })
    expect(await refusal(share({ read_members: [ada.id] }))).toBe('402 plan.teamSharing')
    expect(await refusal(share({ write_members: [ada.id] }))).toBe('402 plan.teamSharing')
    expect(await refusal(share({ read: 3, write: 0, enable_sugg: 1 }))).toBe('402 plan.suggestions')
    expect(await refusal(xaver.call(listReceivedSuggestions, {}))).toBe('402 plan.suggestions')
    expect(await refusal(xaver.call(approveSuggestions, { sugg_arr: ['any'] }))).toBe('402 plan.suggestions')
    expect(await all('shares')).toEqual([])
    // Public sharing is free.
    expect(await refusal(share({ read: 3, write: 0 }))).toBe('done')
  })

  test('Z11 the 501st link, the 51st collection, and descriptions in a search', async () => {
    const zoe = await signIn(app, 'zoe')
    const hundred = { links: Array.from({ length: 100 }, (_, n) => note(`Number ${n}`)) }
    for (let n = 0; n < 5; n++) await zoe.call(saveLinks, hundred)
    expect(await refusal(zoe.call(saveLink, note('501')))).toBe('402 plan.links')
    // 'My First Folder' is the first collection.
    for (let n = 1; n < 50; n++) await zoe.call(createCollection, { name: `Number ${n}` })
    expect(await refusal(zoe.call(createCollection, { name: 'Number 51' }))).toBe('402 plan.collections')
    expect((await zoe.call(searchLibrary, { input: 'marmot' })).total).toBe(0)
    expect((await zoe.call(searchLibrary, { input: 'number' })).total).toBe(500)
  })
})
