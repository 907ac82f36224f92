import {
  createCollection,
  favouriteCollection,
  moveCollections,
  trashCollections,
} from '@nestmark/contract/collections'
import { addKey } from '@nestmark/contract/apiKeys'
import {
  deleteLinks,
  favouriteLink,
  listFavouriteLinks,
  listCollectionLinks,
  getLink,
  saveLink,
  trashLinks,
  updateLink,
} from '@nestmark/contract/links/links'
import { undo } from '@nestmark/contract/jobs'
import { searchLibrary } from '@nestmark/contract/search/search'
import {
  makeLinkPublic,
  leaveCollection,
  setPermissions,
  createShortLink,
  visitLink,
} from '@nestmark/contract/sharing/share'
import { addSuggestion } from '@nestmark/contract/sharing/suggestions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../db/newId.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { changed, listen } from '../support/listen.ts'
import { toOutcome, type Person, signIn } from '../support/people.ts'
import { type Hidden, nothing, readAccessible } from './reach.testing.ts'
import { freshKey } from './factory.testing.ts'

let app: TestApp
let ada: Person
let willem: Person
let rosa: Person
/** Private above > Shared > A > B > Deep, which contains a link. */
let above: string
let shared: string
let middle: string
let hidden: Hidden

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const make = async (name: string, parent?: string) =>
  (await ada.call(createCollection, { name, ...(parent && { parent }) }))._id
const note = (name: string, more: object = {}) => ({ name, desc: 'deep', category: 4 as const, ...more })
const share = (folder_id: string, change: object) =>
  ada.call(setPermissions, { folder_id, read: 1, write: 0, ...change })
const reach = (who: Person) => readAccessible(app, who, hidden)

/** Creates a link with a stored picture, without an address to fetch it from. */
async function pictured(who: Person, parent?: string): Promise<[link: string, picture: string]> {
  const { _id: link } = await who.call(saveLink, { ...note('deep link'), ...(parent && { parent }) })
  const picture = newId()
  const bytes = new Uint8Array([1])
  await app.services.db.write(async tx => {
    const size = { width: 1, height: 1, small: bytes, large: bytes }
    const row = { id: picture, owner_id: who.id, ...size, created_at: app.clock.now }
    await tx.insertInto('pictures').values(row).execute()
    await tx.updateTable('links').set({ picture_id: picture }).where('id', '=', link).execute()
  })
  return [link, picture]
}

beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
  willem = await signIn(app, 'willem', 2)
  rosa = await signIn(app, 'rosa', 2)
  above = await make('Above')
  shared = await make('Shared', above)
  middle = await make('A', shared)
  const deepest = await make('Deep', await make('B', middle))
  const [link, picture] = await pictured(ada, deepest)
  hidden = { deepest, link, picture }
  // A person's own pictures contain a token for picture addresses.
  for (const who of [willem, rosa]) await pictured(who)
})

const { notified: _notified, ...unreached } = nothing

const seenByReader = {
  role: 'read',
  way: ['Shared', 'A', 'B', 'Deep'],
  inside: 'done',
  links: 'done',
  filtered: 'done',
  listed: 'done',
  link: 'done',
  note: 'done',
  suggest: 'done',
  anybody: 'nothing',
  picture: 200,
  feed: 404,
  shared: ['Shared'],
  trees: ['Shared', 'A', 'B', 'Deep'],
  notified: ['Shared', 'Shared'],
  found: ['link', 'deepest', 'inside', 'counted'],
}
const reader = () => share(shared, { read_members: [rosa.id], enable_sugg: 1 })

describe('SHR-08 access through an ancestor', () => {
  test('SHR-08 Z01 a reader has access to all descendants through every operation, and to no ancestor', async () => {
    await reader()
    expect(await reach(rosa)).toEqual({ ...seenByReader, suggested: ['Deep'] })
    expect(await reach(willem)).toEqual(nothing)
  })

  test('SHR-08 Z07 a removed member loses access at the next call, through every operation', async () => {
    await reader()
    expect(await reach(rosa)).toMatchObject(seenByReader)
    await rosa.call(favouriteLink, { link_id: hidden.link, is_fav: 1 })
    await rosa.call(favouriteCollection, { folder_id: hidden.deepest, is_fav: 1 })
    const key = freshKey()
    await rosa.call(addKey, { key, name: 'Program' })
    const program = app.as(key)
    expect((await program(listCollectionLinks, { folder_id: hidden.deepest })).total).toBe(1)
    await share(shared, { read: 0 })
    expect(await reach(rosa)).toEqual(nothing)
    expect(await toOutcome(program(listCollectionLinks, { folder_id: hidden.deepest }))).toBe(
      'collections.private',
    )
    expect((await rosa.call(listFavouriteLinks, {})).links).toEqual([])
    expect((await rosa.call(searchLibrary, { input: 'deep' })).links.map(each => each._id)).not.toContain(
      hidden.link,
    )
    // After access is granted again, everything is as before.
    await reader()
    expect(await reach(rosa)).toMatchObject({ ...seenByReader, suggested: ['Deep'] })
  })

  test('SHR-08 Z07 leaving ends access to all descendants, and live updates', async () => {
    await reader()
    const stream = await listen(app.origin, rosa.token)
    await ada.call(createCollection, { name: 'Received', parent: hidden.deepest })
    await stream.next(changed('collections'))
    await rosa.call(leaveCollection, { folder_id: shared })
    expect(await reach(rosa)).toEqual(nothing)
    stream.received.length = 0
    await ada.call(createCollection, { name: 'Not received', parent: hidden.deepest })
    // A later event arrives, and the event of this call does not.
    await rosa.call(saveLink, note('own'))
    await stream.next(changed('links'))
    expect(stream.received.filter(changed('collections'))).toEqual([])
    stream.leave()
  })

  test('SHR-08 moving a collection changes access to its contents immediately', async () => {
    await reader()
    await share(above, { read: 0, write: 1, write_members: [willem.id] })
    const other = await make('Other')
    await share(other, { read_members: [willem.id] })
    expect(await reach(willem)).toMatchObject({ role: 'write', way: ['Above', 'Shared', 'A', 'B', 'Deep'] })
    await ada.call(moveCollections, { folders: [middle], move_to: other })
    const { notified, ...rest } = await reach(rosa)
    expect(rest).toMatchObject({ ...unreached, shared: ['Shared'], trees: ['Shared'] })
    // The move is reported in the previous collection, without its destination.
    expect(notified.filter(each => each === 'Deep' || each === 'Other')).toEqual([])
    expect(await reach(willem)).toMatchObject({ role: 'read', way: ['Other', 'A', 'B', 'Deep'] })
    const name = note('x', { parent: hidden.deepest })
    expect(await toOutcome(willem.call(saveLink, name))).toBe('collections.readOnly')
    expect(await toOutcome(willem.call(updateLink, { link_id: hidden.link, name: 'x' }))).toBe(
      'links.readOnly',
    )
    await ada.call(moveCollections, { folders: [middle], move_to: shared })
    expect(await toOutcome(willem.call(saveLink, name))).toBe('done')
    expect((await reach(rosa)).role).toBe('read')
  })

  test('SHR-08 Z06 a removed member cannot undo actions in the collection', async () => {
    await share(shared, { read: 0, write: 1, write_members: [willem.id] })
    const { undo: key } = await willem.call(trashLinks, { linkIdArr: [hidden.link] })
    await share(shared, { read: 0 })
    expect(await toOutcome(willem.call(undo, { undo: key! }))).toBe('undo.expired')
    expect((await ada.call(listCollectionLinks, { folder_id: hidden.deepest })).total).toBe(0)
  })

  test('SHR-08 Z06 restoring as a writer does not reveal ancestors', async () => {
    // Shared at both levels, because a writer may not restore the root of a share.
    for (const shared of [middle, hidden.deepest])
      await share(shared, { read: 0, write: 1, write_members: [willem.id] })
    await ada.call(trashCollections, { folderIdArr: [hidden.deepest] })
    await ada.call(trashCollections, { folderIdArr: [shared] })
    const { placed, changed } = await willem.call(trashCollections, {
      folderIdArr: [hidden.deepest],
      isTrash: 0,
    })
    expect([changed, placed]).toEqual([1, []])
    expect((await reach(willem)).way).toEqual(['Deep'])
    // The owner's response includes the destination.
    await ada.call(trashCollections, { folderIdArr: [hidden.deepest] })
    const back = await ada.call(trashCollections, { folderIdArr: [hidden.deepest], isTrash: 0 })
    expect(back.changed).toBe(1)
  })

  test('SHR-08 a trashed collection disappears from the lists of others', async () => {
    await reader()
    await rosa.call(addSuggestion, { ...note('mine'), parent: hidden.deepest })
    expect(await reach(rosa)).toMatchObject({ suggested: ['Deep'], trees: ['Shared', 'A', 'B', 'Deep'] })
    await ada.call(trashCollections, { folderIdArr: [hidden.deepest] })
    expect(await reach(rosa)).toMatchObject({ suggested: [], trees: ['Shared', 'A', 'B'] })
  })
})

describe('Z13 after public access ends', () => {
  const visit = async () => {
    const short = (await ada.call(createShortLink, { folder_id: hidden.deepest })).short_link
    const leads = await fetch(app.origin + new URL(short).pathname, { redirect: 'manual' })
    const get = async (path: string) => (await fetch(app.origin + path)).status
    return {
      link: await toOutcome(app.as(null)(listCollectionLinks, { folder_id: hidden.deepest })),
      one: (await app.as(null)(visitLink, { link_id: hidden.link })).link?._id ?? null,
      feeds: [await get(`/c/${hidden.deepest}/feed.json`), await get(`/c/${hidden.deepest}/feed.xml`)],
      picture: await get(`/pictures/${hidden.picture}`),
      // Redirects to a page that checks access, and is never cached.
      short: [leads.headers.get('location'), leads.headers.get('cache-control')],
    }
  }
  const short = () => [`/c/${hidden.deepest}`, 'no-store']
  const shown = () => ({
    link: 'done',
    one: hidden.link,
    feeds: [200, 200],
    picture: 200,
    short: short(),
  })
  const dark = () => ({
    link: 'collections.private',
    one: null,
    feeds: [404, 404],
    picture: 404,
    short: short(),
  })

  test('Z13 making an ancestor private hides all descendants immediately', async () => {
    await share(shared, { read: 3 })
    expect(await visit()).toEqual(shown())
    // Called twice: no response is cached beyond its validity.
    expect(await visit()).toEqual(shown())
    await share(shared, { read: 0 })
    expect(await visit()).toEqual(dark())
  })

  test('Z13 trashing and moving away do the same', async () => {
    await share(shared, { read: 3 })
    expect(await visit()).toEqual(shown())
    await ada.call(moveCollections, { folders: [middle], move_to: above })
    expect(await visit()).toEqual(dark())
    await ada.call(moveCollections, { folders: [middle], move_to: shared })
    expect(await visit()).toEqual(shown())
    await ada.call(trashCollections, { folderIdArr: [middle] })
    expect(await visit()).toEqual({ ...dark(), link: 'collections.notFound' })
  })

  test('Z13 a public link does not reveal its collection, and becomes private again immediately', async () => {
    await ada.call(makeLinkPublic, { link_id: hidden.link, is_public: 1 })
    const { link } = await app.as(null)(visitLink, { link_id: hidden.link })
    expect(link).toMatchObject({ _id: hidden.link, parent: '', parent_name: '' })
    expect((await rosa.call(getLink, { link_id: hidden.link })).link.parent).toBe('')
    expect(await visit()).toEqual({ ...dark(), one: hidden.link, picture: 200 })
    await ada.call(makeLinkPublic, { link_id: hidden.link, is_public: 0 })
    expect(await visit()).toEqual(dark())
    await ada.call(makeLinkPublic, { link_id: hidden.link, is_public: 1 })
    await ada.call(deleteLinks, { linkIdArr: [hidden.link] })
    expect((await visit()).one).toBeNull()
  })
})
