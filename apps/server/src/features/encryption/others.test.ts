import { copyCollection, getCollection } from '@nestmark/contract/collections'
import { archivePage } from '@nestmark/contract/reading/copies'
import {
  changeFolderKey,
  countEncryptedLinks,
  getFolderKeys,
  listEncryptedLinks,
  updateEnc,
} from '@nestmark/contract/encryption/encryption'
import { exportBookmarks } from '@nestmark/contract/transfer/importExport'
import { undo } from '@nestmark/contract/jobs'
import { exportLibrary } from '@nestmark/contract/transfer/libraryExport'
import { findSaved, getLink, listCollectionLinks, moveLinks } from '@nestmark/contract/links/links'
import { notifications } from '@nestmark/contract/notifications'
import { answerOffer, offerCollection } from '@nestmark/contract/sharing/ownershipTransfer'
import { urlToPdf } from '@nestmark/contract/transfer/pdf'
import { searchLibrary } from '@nestmark/contract/search/search'
import { setPermissions, shareLink } from '@nestmark/contract/sharing/share'
import {
  addSuggestion,
  approveSuggestions,
  listReceivedSuggestions,
  listSentSuggestions,
} from '@nestmark/contract/sharing/suggestions'
import { updateTag } from '@nestmark/contract/tags'
import { beforeEach, describe, expect, test } from 'vitest'
import { rebuildSearch } from '../../admin/rebuildSearch.ts'
import { saveFile, toAudio } from '../../test/support/files.ts'
import { waitForEnd } from '../../test/support/jobs.ts'
import { signIn, toOutcome } from '../../test/support/people.ts'
import { unzip } from '../../test/support/zip.ts'
import { readPublicContent } from '../links/publicContent.ts'
import { readLinkPreview } from '../share/publicLinks/readLinkPreview.ts'
import {
  ada,
  app,
  create,
  encrypt,
  folder,
  giveKey,
  key,
  linksOf,
  makeKey,
  openLink,
  read,
  save,
  sealField,
  sealLink,
  setUpFixture,
} from './fixture.testing.ts'

setUpFixture()

/** An encrypted link and one in plain text. */
let secret: string
let plain: string
const address = 'https://example.org/secret'

beforeEach(async () => {
  secret = await save({ name: 'Secret', link: address }, folder, { category: 3, tags: ['open'] })
  plain = await save({ name: 'Plain', link: 'https://example.org/plain' }, folder, { category: 3 })
  await encrypt([await sealLink(key, secret, { name: 'Secret', link: address })])
})

const publish = (read: 0 | 1 | 3, more: object = {}) =>
  ada.call(setPermissions, { folder_id: folder, read, write: 0, enable_sugg: 0, ...more })

/** Returns the text of a page for visitors. */
const visit = async (path: string) => (await fetch(app.origin + path, { redirect: 'follow' })).text()

describe('visitors', () => {
  test('E12 a public collection shows that a link is encrypted, and nothing of it', async () => {
    await publish(3)
    const visitor = app.as(null)
    const { links } = await visitor(listCollectionLinks, { folder_id: folder })
    const shown = links.find(link => link._id === secret)!
    expect(shown).toMatchObject({
      enc: 1,
      name: '',
      desc: '',
      link: '',
      thumbnail: '',
      embed: '',
      check_list: [],
    })
    expect((await visitor(getCollection, { folder_id: folder })).folder.enc_id).toBeUndefined()
    const xaver = await signIn(app, 'xaver')
    expect((await xaver.call(getLink, { link_id: secret })).link).toMatchObject({
      enc: 1,
      name: '',
      link: '',
    })
    expect(await toOutcome(xaver.call(getFolderKeys, { folder_id: folder }))).toBe('collections.readOnly')
    expect(await toOutcome(xaver.call(listEncryptedLinks, { folder_id: folder }))).toBe(
      'collections.readOnly',
    )
  })

  test('E12 feeds, pages without scripts, bookmark files, link previews and short addresses leave it out', async () => {
    await publish(3)
    for (const path of ['/feed.xml', '/feed.json', '/feed.json?include_sub=1', '/bookmarks.html']) {
      const text = await visit(`/c/${folder}${path}`)
      expect([path, text.includes('example.org/plain')]).toEqual([path, true])
      expect([path, /nm1\.|example\.org\/secret/.test(text)]).toEqual([path, false])
      expect([path, text.includes(secret)]).toEqual([path, false])
    }
    for (const path of ['', '/feed.xml', '?q=plain']) {
      const text = await visit(`/library/${folder}${path}`)
      expect([path, text.includes('example.org/plain')]).toEqual([path, true])
      expect([path, text.includes(secret)]).toEqual([path, false])
    }
    expect((await fetch(`${app.origin}/library/${folder}/l/${secret}`)).status).toBe(404)
    for (const query of ['', 'plain']) {
      const content = await readPublicContent(app.services, folder, { query, ip: '192.0.2.1' })
      expect(content!.links).toEqual([{ title: 'Plain', address: 'https://example.org/plain' }])
    }
    expect(await readLinkPreview(app.services, 'link', plain)).toMatchObject({ title: 'Plain' })
    expect(await readLinkPreview(app.services, 'link', secret)).toBeNull()
    await ada.call(shareLink, { link_id: secret })
    const answer = await fetch(`${app.origin}/api/l/${secret}`)
    expect(await answer.text()).not.toMatch(/nm1\./)
  })
})

describe('suggestions', () => {
  test('ENC-07 E12 everyone who may suggest sees that the collection is encrypted and the suggestion is not', async () => {
    const rosa = await signIn(app, 'rosa', 2)
    await publish(3, { read_members: [rosa.id], enable_sugg: 1 })
    const xaver = await signIn(app, 'xaver')
    for (const [who, isMember] of [
      [rosa, true],
      [xaver, false],
    ] as const) {
      const { folder: seen } = await who.call(getCollection, { folder_id: folder })
      expect(seen).toMatchObject({ is_encrypted: 1, can: { suggest: true } })
      expect(seen.enc_id).toBe(isMember ? key.enc_id : undefined)
    }
    expect(
      (await ada.call(getCollection, { folder_id: await create('Plain') })).folder.is_encrypted,
    ).toBeUndefined()
    const { sugg_id } = await rosa.call(addSuggestion, {
      name: 'Suggested',
      link: 'https://reed.example',
      category: 3,
      parent: folder,
      plain: 1,
    })
    expect(await rosa.call(listSentSuggestions, {})).toMatchObject([{ sugg_id, parent_enc: 1 }])
    expect(await ada.call(listReceivedSuggestions, {})).toMatchObject([{ sugg_id, parent_enc: 1 }])
    const { links } = await ada.call(approveSuggestions, { approveSuggLinkId: sugg_id, plain: 1 })
    expect(await read(links[0]!)).toMatchObject({ enc: 0, name: 'Suggested' })
    await encrypt([await sealLink(key, links[0]!, { name: 'Suggested', link: 'https://reed.example' })])
    expect(JSON.stringify(await rosa.call(listSentSuggestions, {}))).not.toContain('reed')
    await ada.call(setPermissions, { folder_id: folder, read: 0, write: 0, enable_sugg: 0 })
    for (const each of await rosa.call(listSentSuggestions, {})) expect(each.parent_enc).toBeUndefined()
  })
})

describe('members', () => {
  test('ENC-07 a reader and a writer get the envelopes and the validation value', async () => {
    const rosa = await signIn(app, 'rosa', 2)
    await publish(1, { read_members: [rosa.id] })
    const link = (await linksOf(rosa, folder)).find(each => each._id === secret)!
    expect((await openLink(key, link)).name).toBe('Secret')
    expect((await rosa.call(getCollection, { folder_id: folder })).folder.enc_id).toBe(key.enc_id)
    expect((await rosa.call(listEncryptedLinks, { folder_id: folder })).links).toHaveLength(1)
    const sealed = await sealLink(key, plain, { name: 'Plain' })
    expect(await toOutcome(rosa.call(updateEnc, { links: [sealed] }))).toBe('links.readOnly')
    const willem = await signIn(app, 'willem', 2)
    await ada.call(setPermissions, {
      folder_id: folder,
      read: 1,
      write: 1,
      enable_sugg: 0,
      write_members: [willem.id],
    })
    await willem.call(updateEnc, { links: [sealed] })
    expect((await read(plain)).enc).toBe(1)
  })

  test('E02 notifications and activity of an encrypted link have no title', async () => {
    const rosa = await signIn(app, 'rosa', 2)
    const twin = await create('Twin')
    await giveKey(ada, twin, key.raw)
    for (const folder_id of [folder, twin])
      await ada.call(setPermissions, {
        folder_id,
        read: 1,
        write: 0,
        enable_sugg: 0,
        read_members: [rosa.id],
      })
    await ada.call(moveLinks, { links: [secret], move_to: twin })
    const seen = await rosa.call(notifications, {})
    expect(JSON.stringify(seen)).not.toMatch(/nm1\./)
    expect(seen.length).toBeGreaterThan(0)
  })
})

describe('what has no key', () => {
  test('ENC-12 the search of the server finds an encrypted link by its tags only', async () => {
    const search = async (input: string) =>
      (await ada.call(searchLibrary, { input })).links.map(link => link._id)
    expect(await search('secret')).toEqual([])
    expect(await search('nm1')).toEqual([])
    expect(await search(`"${key.kid.slice(0, 8)}"`)).toEqual([])
    expect(await search('open')).toEqual([secret])
    await app.services.db.write(tx => rebuildSearch(tx))
    expect(await search('secret')).toEqual([])
    const { tags } = await read(secret)
    await ada.call(updateTag, { tag_id: tags[0]!._id, tag_name: 'renamed' })
    expect(await search('renamed')).toEqual([secret])
    expect(await search('nm1')).toEqual([])
    expect(await ada.call(findSaved, { link: address })).toMatchObject({ links: [], total: 0 })
  })

  test('ENC-12 a copy of a collection, a bookmark file and a PDF leave encrypted links out', async () => {
    await publish(3)
    const willem = await signIn(app, 'willem', 2)
    const copy = await willem.call(copyCollection, { folder_id: folder })
    await waitForEnd(willem, copy.job)
    expect((await linksOf(willem, copy.folder_id)).map(link => link.name)).toEqual(['Plain'])
    const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' }
    const file = await fetch(`${app.origin}/api/${exportBookmarks.path}`, {
      method: 'POST',
      headers,
      body: '{}',
    })
    const text = await file.text()
    expect(text).toContain('example.org/plain')
    expect(text).not.toMatch(/nm1\.|example\.org\/secret/)
    expect(await toOutcome(ada.call(urlToPdf, { url: `/l/${secret}` }))).toMatch(/^pdf\./)
    expect(await toOutcome(ada.call(archivePage, { link_id: secret }))).toBe('copies.noAddress')
  })

  test('ENC-12 the export of everything carries envelopes and validation values, which the key opens', async () => {
    const note = await sealField(key, secret, 'check_list', '[]')
    expect(note).toMatch(/^nm1\./)
    const { url } = await ada.call(exportLibrary, {})
    const answer = await fetch(app.origin + url)
    const files = await unzip(Buffer.from(await answer.arrayBuffer()))
    const json = JSON.parse(files.get('nestmark.json')!.bytes.toString())
    const link = json.links.find((each: { id: string }) => each.id === secret)
    expect(link).toMatchObject({ encrypted_with: key.kid, tags: ['open'], checklist: [] })
    const texts = { ...(await read(secret)), name: link.title, desc: link.description, link: link.address }
    expect(await openLink(key, texts)).toEqual({ name: 'Secret', desc: '', link: address })
    expect(json.collections.find((each: { id: string }) => each.id === folder).enc_id).toBe(key.enc_id)
  })

  test('ENC-12 rejects a link with a file, with a reason, until its files are encrypted', async () => {
    const file = await saveFile(app, ada, toAudio(100), { parent: folder })
    const sealed = await sealLink(key, file._id, { name: 'Sound' })
    expect(await toOutcome(encrypt([sealed]))).toBe('encryption.filesMissing')
  })

  test('ENC-12 an ownership transfer gives the new owner a collection with its key, which opens it', async () => {
    const willem = await signIn(app, 'willem', 2)
    await publish(1, { read_members: [willem.id] })
    await ada.call(offerCollection, { folder_id: folder, person_id: willem.id })
    await willem.call(answerOffer, { folder_id: folder, accept: 1 })
    await expect
      .poll(async () => (await willem.call(getCollection, { folder_id: folder })).folder.role)
      .toBe('owner')
    await expect
      .poll(async () => (await willem.call(countEncryptedLinks, {})).keys)
      .toEqual([{ key_id: key.kid, count: 1 }])
    const link = await read(secret, willem)
    expect((await openLink(key, link)).name).toBe('Secret')
    expect(await willem.call(getFolderKeys, { folder_id: folder })).toMatchObject({ enc_id: key.enc_id })
    expect((await willem.call(searchLibrary, { input: 'open' })).links.map(each => each._id)).toEqual([
      secret,
    ])
  })

  test('E10 undo does not return links to a collection whose key the owner has replaced', async () => {
    const twin = await create('Twin')
    await giveKey(ada, twin, key.raw)
    const moved = await ada.call(moveLinks, { links: [secret, plain], move_to: twin, plain: 1 })
    const next = await makeKey(folder)
    await ada.call(changeFolderKey, { folders: [{ _id: folder, from: key.enc_id, to: next.enc_id }] })
    const undone = await ada.call(undo, { undo: moved.undo!, plain: 1 })
    expect(undone).toMatchObject({})
    expect((await read(plain)).parent).toBe(folder)
    expect((await read(secret)).parent).toBe(twin)
  })
})
