import {
  createFolder,
  dashboardFolders,
  getFolderChain,
  getFolderData,
  getFolderFolders,
  moveFolders,
  trashFolders,
  updateFolder,
} from '@nestmark/contract/collections'
import {
  favLink,
  getFolderLinks,
  getSingleLink,
  moveLinks,
  saveLink,
  trashLinks,
  updateLink,
} from '@nestmark/contract/links'
import * as contract from '@nestmark/contract/share'
import { searchLinksFolders } from '@nestmark/contract/search'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { type Person, signIn } from '../../testing/people.ts'

let app: TestApp
let ada: Person
let willem: Person
let rosa: Person
let xaver: Person
/** Research > Turf > Deep, with a link in each. */
let research: string
let turf: string
let deep: string
const links: Record<string, string> = {}

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
  willem = await signIn(app, 'willem')
  rosa = await signIn(app, 'rosa')
  xaver = await signIn(app, 'xaver')
  const make = async (name: string, parent?: string) =>
    (await ada.call(createFolder, { name, ...(parent && { parent }) }))._id
  research = await make('Research')
  turf = await make('Turf', research)
  deep = await make('Deep', turf)
  for (const [name, parent] of [
    ['top', research],
    ['middle', turf],
    ['bottom', deep],
  ] as const)
    links[name] = (
      await ada.call(saveLink, {
        name,
        link: 'https://example.org/' + name,
        category: 3,
        parent,
        tags: ['mine'],
      })
    )._id
})

const share = (
  folder_id: string,
  change: Partial<Parameters<typeof ada.call<typeof contract.setFolderPermissions>>[1]>,
) => ada.call(contract.setFolderPermissions, { folder_id, read: 1, write: 0, ...change })
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

describe('SHR-08 who may do what', () => {
  test('SHR-01 SHR-08 a reader reads the collection and all beneath it, and nothing above', async () => {
    await share(turf, { read_members: [willem.id] })
    const seen = await willem.call(getFolderFolders, { folder_id: turf })
    expect(seen.folder).toMatchObject({ name: 'Turf', role: 'read', parent: null, read: 0 })
    expect(seen.folder.can).toEqual({
      suggest: false,
      edit: false,
      move: false,
      trash: false,
      favourite: true,
      share: false,
      add: false,
    })
    expect(seen.folders.map(each => each.name)).toEqual(['Deep'])
    expect(seen.breadcrumb.map(each => each.name)).toEqual(['Turf'])
    expect((await willem.call(getFolderLinks, { folder_id: deep })).links.map(link => link.name)).toEqual([
      'bottom',
    ])
    expect((await willem.call(getSingleLink, { link_id: links.bottom! })).link.can.edit).toBe(false)
    expect((await willem.call(getFolderData, { folder_id: deep })).breadcrumb.map(each => each.name)).toEqual(
      ['Turf', 'Deep'],
    )
    expect(await refusal(willem.call(getFolderData, { folder_id: research }))).toBe('collections.private')
    expect(await refusal(willem.call(getSingleLink, { link_id: links.top! }))).toBe('links.private')
    expect(JSON.stringify(seen)).not.toContain(research)
  })

  test('SHR-08 Z05 a reader changes nothing', async () => {
    await share(turf, { read_members: [willem.id] })
    const link = { name: 'x', link: 'https://example.org/x', category: 3 }
    expect(await refusal(willem.call(saveLink, { ...link, parent: deep }))).toBe('collections.readOnly')
    expect(await refusal(willem.call(createFolder, { name: 'x', parent: turf }))).toBe('collections.readOnly')
    expect(await refusal(willem.call(updateFolder, { folder_id: turf, name: 'x' }))).toBe(
      'collections.readOnly',
    )
    expect(await refusal(willem.call(updateLink, { link_id: links.bottom!, name: 'x' }))).toBe(
      'links.readOnly',
    )
    expect(await refusal(willem.call(trashLinks, { linkIdArr: [links.bottom!] }))).toBe('links.readOnly')
    expect(await refusal(willem.call(trashFolders, { folderIdArr: [deep] }))).toBe('collections.readOnly')
    await willem.call(favLink, { link_id: links.bottom!, is_fav: 1 })
  })

  test('SHR-08 a new collection is shared at once, and one that moves changes hands at once', async () => {
    await share(turf, { read_members: [willem.id] })
    const made = (await ada.call(createFolder, { name: 'Later', parent: deep }))._id
    expect((await willem.call(getFolderData, { folder_id: made })).folder.name).toBe('Later')
    await ada.call(moveFolders, { folders: [made], move_to: research })
    expect(await refusal(willem.call(getFolderData, { folder_id: made }))).toBe('collections.private')
    await ada.call(moveFolders, { folders: [made], move_to: turf })
    expect((await willem.call(getFolderData, { folder_id: made })).folder.role).toBe('read')
  })

  test('SHR-08 a collection beneath can let in further, and more people', async () => {
    await share(turf, { read_members: [willem.id] })
    await share(deep, { read: 0, write: 1, write_members: [willem.id, rosa.id] })
    const inside = await willem.call(getFolderFolders, { folder_id: turf })
    expect([inside.folder.role, inside.folders[0]!.role]).toEqual(['read', 'write'])
    expect(await refusal(rosa.call(getFolderData, { folder_id: turf }))).toBe('collections.private')
    expect((await rosa.call(getFolderData, { folder_id: deep })).breadcrumb.map(each => each.label)).toEqual([
      'Shared collections (with write access)',
    ])
  })

  test('C05 Z06 a request of a writer that comes again gets its link, and never one of the owner', async () => {
    await share(turf, { read: 0, write: 1, write_members: [rosa.id] })
    const form = { name: 'Once', link: 'https://example.org/once', category: 3 }
    const send = (who: Person, parent: string, idempotencyKey: string) =>
      who.call(saveLink, { ...form, parent }, { idempotencyKey })
    const [first, again] = [await send(rosa, deep, 'rosa-1'), await send(rosa, deep, 'rosa-1')]
    expect(again._id).toBe(first._id)
    expect(again.can).toEqual(first.can)
    expect(first.can).toMatchObject({ edit: true, share: false })
    // The same words of another are another request: what it makes is neither the owner's nor another member's.
    await share(turf, { read: 0, write: 1, write_members: [willem.id] })
    const all = [
      await send(ada, research, 'same'),
      await send(rosa, deep, 'same'),
      await send(willem, deep, 'same'),
    ]
    expect(new Set(all.map(link => link._id)).size).toBe(3)
    expect((await send(willem, turf, 'same'))._id).toBe(all[2]!._id)
    expect((await send(ada, deep, 'same'))._id).toBe(all[0]!._id)
    // Where the owner has put it since is nobody else's.
    await ada.call(moveLinks, { links: [all[2]!._id], move_to: research })
    expect(await refusal(send(willem, deep, 'same'))).toBe('links.notFound')
    expect((await send(rosa, deep, 'same'))._id).toBe(all[1]!._id)
  })

  test('SHR-06 Z06 a writer adds, changes and trashes, and neither shares nor moves away nor deletes the collection', async () => {
    await share(turf, { read: 0, write: 1, write_members: [rosa.id] })
    const saved = await rosa.call(saveLink, {
      name: 'Of Rosa',
      link: 'https://example.org/r',
      category: 3,
      parent: deep,
      tags: ['new'],
    })
    expect((await ada.call(getFolderLinks, { folder_id: deep })).links.map(link => link.name)).toContain(
      'Of Rosa',
    )
    await rosa.call(updateLink, { link_id: saved._id, name: 'Changed' })
    await rosa.call(createFolder, { name: 'By Rosa', parent: deep })
    await rosa.call(updateFolder, { folder_id: deep, name: 'Deeper' })
    expect(
      await refusal(rosa.call(contract.setFolderPermissions, { folder_id: turf, read: 3, write: 0 })),
    ).toBe('collections.readOnly')
    expect(await refusal(rosa.call(contract.getFolderPermissions, { folder_id: turf }))).toBe(
      'collections.readOnly',
    )
    expect(await refusal(rosa.call(contract.makeLinkPublic, { link_id: saved._id, is_public: 1 }))).toBe(
      'links.readOnly',
    )
    const own = (await rosa.call(createFolder, { name: 'Own' }))._id
    expect(await refusal(rosa.call(moveFolders, { folders: [deep], move_to: own }))).toBe(
      'collections.readOnly',
    )
    expect((await rosa.call(getSingleLink, { link_id: saved._id })).link.can).toMatchObject({
      edit: true,
      share: false,
    })
    expect((await rosa.call(updateLink, { link_id: saved._id, name: 'Changed' })).can.share).toBe(false)
    // What is somebody's stays theirs: a writer takes nothing out of the owner's library, by no way.
    expect(await refusal(rosa.call(updateLink, { link_id: saved._id, parent: own }))).toBe(
      'collections.otherOwner',
    )
    expect(await refusal(rosa.call(moveLinks, { links: [saved._id], move_to: own }))).toBe(
      'collections.otherOwner',
    )
    await rosa.call(moveLinks, { links: [saved._id], move_to: turf })
    await rosa.call(trashLinks, { linkIdArr: [saved._id] })
    await rosa.call(trashLinks, { linkIdArr: [saved._id], isTrash: 0 })
    expect((await ada.call(searchLinksFolders, { input: 'changed' })).total).toBe(1)
    expect((await rosa.call(searchLinksFolders, { input: 'mine', type: 'tag' })).total).toBe(0)
  })

  test('SHR-08 Z07 who is taken out, or leaves, sees nothing at the next call', async () => {
    await share(turf, { read: 1, write: 1, read_members: [willem.id], write_members: [rosa.id] })
    await share(turf, { read: 1, write: 1, read_members_remove: [willem.id] })
    expect(await refusal(willem.call(getFolderData, { folder_id: deep }))).toBe('collections.private')
    expect((await rosa.call(getFolderData, { folder_id: deep })).folder.role).toBe('write')
    await rosa.call(contract.removeSharedFolder, { folder_id: turf })
    expect(await refusal(rosa.call(getFolderData, { folder_id: deep }))).toBe('collections.private')
    expect(await refusal(rosa.call(contract.removeSharedFolder, { folder_id: turf }))).toBe(
      'collections.notFound',
    )
    await share(turf, { read_members: [willem.id] })
    await share(turf, { read: 0 })
    expect((await willem.call(contract.getSharedFolders, {})).length).toBe(0)
    expect(await refusal(willem.call(getSingleLink, { link_id: links.bottom! }))).toBe('links.private')
  })

  test("SHR-08 what is in the trash is nobody else's", async () => {
    await share(turf, { read: 3, read_members: [willem.id] })
    await ada.call(trashFolders, { folderIdArr: [deep], isTrash: 1 })
    expect(await refusal(willem.call(getFolderData, { folder_id: deep }))).toBe('collections.notFound')
    expect(await refusal(willem.call(getSingleLink, { link_id: links.bottom! }))).toBe('links.notFound')
    expect((await willem.call(getFolderFolders, { folder_id: turf })).folders).toEqual([])
  })
})

describe('SHR the calls', () => {
  test('SHR-09 SHR-05 what others share, at the top of what is shared, and the way out', async () => {
    await share(research, { read_members: [willem.id] })
    await share(deep, { read_members: [willem.id] })
    const shared = await willem.call(contract.getSharedFolders, {})
    expect(shared.map(({ name, type, owner_name }) => ({ name, type, owner_name }))).toEqual([
      { name: 'Research', type: 'read', owner_name: 'ada' },
    ])
    await share(deep, { read: 0, write: 1, write_members: [willem.id] })
    expect((await willem.call(contract.getSharedFolders, {})).map(each => [each.name, each.type])).toEqual([
      ['Deep', 'write'],
      ['Research', 'read'],
    ])
    const answer = await fetch(`${app.origin}/api/get-shared-folders`, { method: 'POST' })
    expect(await answer.json()).toMatchObject({ status: 401, message: 'No Token Found!' })
    const trees = await willem.call(contract.getSharedChain, {})
    expect(trees.map(({ type, tree }) => [type, tree.folder_name, tree.children[0]?.folder_name])).toEqual([
      ['write', 'Deep', undefined],
      ['read', 'Research', 'Turf'],
    ])
    expect(trees[1]!.tree.children[0]!.children[0]).toMatchObject({
      path: 'Research / Turf / Deep',
      links_count: 1,
    })
    await willem.call(contract.removeSharedFolder, { folder_id: research })
    await willem.call(contract.removeSharedFolder, { folder_id: deep })
    expect(await willem.call(contract.getSharedFolders, {})).toEqual([])
  })

  test('SHR-02 people are found by e-mail', async () => {
    expect(await ada.call(contract.findMember, { email: ` ${willem.email.toUpperCase()} ` })).toEqual({
      _id: willem.id,
      email: willem.email,
    })
    expect(await refusal(ada.call(contract.findMember, { email: 'nobody@example.org' }))).toBe(
      'share.emailNotFound',
    )
    expect(await refusal(ada.call(contract.findMember, { email: ada.email }))).toBe('share.ownEmail')
    expect(await refusal(share(turf, { read_members: ['made-up'] }))).toBe('share.memberNotFound')
  })

  test('SHR-03 the free plan shares with anyone, and with no team', async () => {
    const own = (await xaver.call(createFolder, { name: 'Mine' }))._id
    const set = (more: object) =>
      refusal(xaver.call(contract.setFolderPermissions, { folder_id: own, read: 1, write: 0, ...more }))
    expect(await set({ read_members: [ada.id] })).toBe('plan.teamSharing')
    expect(await set({ read: 3, enable_sugg: 1 })).toBe('plan.suggestions')
    expect(await set({ read: 3 })).toBe('done')
    expect((await ada.call(getFolderData, { folder_id: own })).folder).toMatchObject({
      role: 'public',
      read: 3,
    })
  })

  test('SHR-01 the owner reads back what was set; suggestions end with the readers', async () => {
    await share(turf, { read: 1, read_members: [willem.id], enable_sugg: 1 })
    expect(await ada.call(contract.getFolderPermissions, { folder_id: turf })).toMatchObject({
      read: 1,
      write: 0,
      enable_sugg: 1,
      read_members: [{ email: willem.email }],
      write_members: [],
    })
    await share(turf, { read: 1, write: 1, write_members: [willem.id], enable_sugg: 1 })
    expect(await ada.call(contract.getFolderPermissions, { folder_id: turf })).toMatchObject({
      write: 1,
      enable_sugg: 0,
      read_members: [],
      write_members: [{ email: willem.email }],
    })
  })

  test('SHR-08 who can see this, and why', async () => {
    await share(research, {
      read: 1,
      write: 1,
      read_members: [willem.id, xaver.id],
      write_members: [rosa.id],
    })
    await share(deep, { read: 3, read_members: [rosa.id], write: 1, write_members: [willem.id] })
    const { people, public_through: open } = await ada.call(contract.whoCanSee, { folder_id: deep })
    expect(people.map(({ email, type, through }) => [email, type, through.name]).sort()).toEqual(
      [
        [ada.email, 'owner', 'Deep'],
        [willem.email, 'write', 'Deep'],
        [rosa.email, 'write', 'Research'],
        [xaver.email, 'read', 'Research'],
      ].sort(),
    )
    expect(open?.name).toBe('Deep')
  })
})

describe('LINK-04 LINK-05 LINK-07 COL-01 what anyone may see', () => {
  const visit = async (path: string, init?: RequestInit) => {
    const answer = await fetch(app.origin + path, { redirect: 'manual', ...init })
    return {
      status: answer.status,
      location: answer.headers.get('location'),
      body: await answer.json().catch(() => null),
    }
  }
  const post = (path: string, body: object) =>
    visit(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('LINK-04 LINK-05 a link is private until it is made public, and again when it is taken back', async () => {
    const id = links.top!
    expect(await visit(`/api/l/${id}`)).toMatchObject({
      status: 203,
      body: { message: 'Private Link!', data: { link: null } },
    })
    expect(await visit('/api/l/nowhere')).toMatchObject({ status: 203, body: { message: 'invalid linkid' } })
    expect(await post('/api/get-single-link', { link_id: id })).toMatchObject({
      status: 401,
      body: { message: 'No Token Found!' },
    })
    expect(await refusal(xaver.call(getSingleLink, { link_id: id }))).toBe('links.private')
    await ada.call(contract.makeLinkPublic, { link_id: id, is_public: 1 })
    const { body } = await visit(`/api/l/${id}`)
    expect(body.data.link).toMatchObject({ name: 'top', is_public: 1, parent: '', favourite: 0 })
    expect(JSON.stringify(body)).not.toContain('Research')
    expect(Object.values(body.data.link.can)).not.toContain(true)
    expect((await xaver.call(getSingleLink, { link_id: id })).link.can.edit).toBe(false)
    await ada.call(contract.makeLinkPublic, { link_id: id, is_public: 0 })
    expect((await visit(`/api/l/${id}`)).status).toBe(203)
    expect(await refusal(xaver.call(contract.makeLinkPublic, { link_id: id, is_public: 1 }))).toBe(
      'links.notFound',
    )
  })

  test('Z13 a public link that is trashed is gone at once', async () => {
    await ada.call(contract.makeLinkPublic, { link_id: links.top!, is_public: 1 })
    await ada.call(trashLinks, { linkIdArr: [links.top!] })
    expect(await visit(`/api/l/${links.top}`)).toMatchObject({
      status: 203,
      body: { message: 'invalid linkid' },
    })
  })

  test('LINK-05 COL-14 Z12 short addresses lead on, always the same, and to nothing when made up', async () => {
    const { short_link: link } = await ada.call(contract.shareLink, { link_id: links.top! })
    expect(await ada.call(contract.shareLink, { link_id: links.top! })).toEqual({ short_link: link })
    const path = (address: string) => new URL(address).pathname
    expect(await visit(path(link))).toMatchObject({ status: 302, location: `/l/${links.top}` })
    const { short_link: folder } = await ada.call(contract.shareFolder, { folder_id: turf })
    expect(await visit(path(folder))).toMatchObject({ status: 302, location: `/c/${turf}` })
    expect(path(folder).length).toBeGreaterThanOrEqual('/s/'.length + 16)
    expect((await visit('/s/made-up')).location).toBe('/c/unknown')
    expect(await refusal(xaver.call(contract.shareLink, { link_id: links.top! }))).toBe('links.notFound')
  })

  test('COL-01 LINK-07 visitors read a public collection and all beneath it, without notes, members or what lies above', async () => {
    await share(turf, { read: 3, read_members: [willem.id] })
    const { body } = await post('/api/get-folder-folders-from-path', { folder_id: turf })
    expect(body.data.folder).toMatchObject({ role: 'public', read: 3, parent: null })
    expect(JSON.stringify(body)).not.toMatch(/Research|willem|ada@/)
    expect(Object.values(body.data.folder.can)).not.toContain(true)
    const inside = await post('/api/get-folder-links-from-path', { folder_id: deep })
    expect(inside.body.data.links.map((link: { name: string }) => link.name)).toEqual(['bottom'])
    expect((await visit(`/api/l/${links.bottom}`)).body.data.link).toMatchObject({ parent: deep })
    expect((await post('/api/get-folder-data', { folder_id: research })).body).toMatchObject({
      status: 403,
      message: 'Private Folder!',
    })
    expect((await post('/api/get-folder-data', { folder_id: 'nowhere' })).body).toMatchObject({
      status: 404,
      message: 'No Folder Found!',
    })
    await share(turf, { read: 0 })
    expect((await post('/api/get-folder-data', { folder_id: deep })).status).toBe(403)
  })

  test('SHR-08 the dashboard and the tree of others show nothing of it', async () => {
    await share(turf, { read: 3, read_members: [willem.id] })
    expect(JSON.stringify(await willem.call(dashboardFolders, {}))).not.toContain(turf)
    expect(JSON.stringify(await willem.call(getFolderChain, {}))).not.toContain(turf)
  })
})

test('SHR-08 C05 many write into one collection at once, and its counts are true', async () => {
  await share(turf, { read: 0, write: 1, write_members: [rosa.id, willem.id] })
  const save = (person: Person, n: number) =>
    person.call(saveLink, {
      name: `Of many ${n}`,
      link: 'https://example.org/m',
      category: 3,
      parent: deep,
      tags: ['many'],
    })
  const saved = await Promise.all(Array.from({ length: 24 }, (_, n) => save([ada, rosa, willem][n % 3]!, n)))
  const done = await Promise.allSettled([
    ...saved
      .slice(0, 8)
      .map((link, n) => [ada, rosa, willem][n % 3]!.call(trashLinks, { linkIdArr: [link._id] })),
    ...saved
      .slice(8, 16)
      .map((link, n) => [willem, ada, rosa][n % 3]!.call(moveLinks, { links: [link._id], move_to: turf })),
    ...saved
      .slice(16)
      .map((link, n) => [rosa, willem, ada][n % 3]!.call(updateLink, { link_id: link._id, category: 2 })),
  ])
  expect(done.filter(each => each.status === 'rejected')).toEqual([])
  const [inDeep, inTurf] = [
    (await ada.call(getFolderData, { folder_id: deep })).folder,
    (await ada.call(getFolderData, { folder_id: turf })).folder,
  ]
  expect([inDeep.category_counts, inTurf.links_count]).toEqual([[0, 8, 1, 0, 0], 9])
  expect((await checkIntegrity(app.services.db)).findings).toEqual([])
})
