import * as contract from '@nestmark/contract/encryption/encryption'
import { saveNote } from '@nestmark/contract/links/linkNote'
import { saveLinks, trashLinks } from '@nestmark/contract/links/links'
import { describe, expect, test } from 'vitest'
import { toOutcome } from '../../../test/support/people.ts'
import {
  type LinkChanges,
  ada,
  app,
  create,
  encrypt,
  folder,
  giveKey,
  key,
  makeKey,
  openLink,
  read,
  save,
  sealLink,
  setUpFixture,
} from '../fixture.testing.ts'

setUpFixture()

describe('keys of collections', () => {
  test('ENC-05 stores the first validation value, and compares later ones', async () => {
    const there = await create('New')
    const { enc_id } = await makeKey(there)
    const validate = (value: string) =>
      ada.call(contract.validateEncryptFolderKey, { folder_id: there, enc_id: value })
    expect(await validate(enc_id)).toEqual({ valid: true })
    expect(await validate(enc_id)).toEqual({ valid: true })
    expect(await validate((await makeKey(there)).enc_id)).toEqual({ valid: false })
    expect(await toOutcome(validate('nm1v.a.b.c'))).toBe('encryption.notAnEnvelope')
    expect(await ada.call(contract.getFolderKeys, { folder_id: there })).toEqual({
      enc_id,
      former_keys: [],
      links: [],
      hide_tags: 0,
      tagged: 0,
    })
  })

  test('ENC-12 gives a collection and all below it their keys and encrypts them, all or none', async () => {
    const top = await create('Top')
    const low = await create('Low', top)
    const raw = (await makeKey(top)).raw
    const [topKey, lowKey] = [await makeKey(top, raw), await makeKey(low, raw)]
    const [one, two] = [await save({ name: 'One' }, top), await save({ name: 'Two' }, low)]
    const folders = [
      { _id: top, enc_id: topKey.enc_id },
      { _id: low, enc_id: lowKey.enc_id },
    ]
    const first = await sealLink(topKey, one, { name: 'One' })
    const wrong = await sealLink(key, two, { name: 'Two' })
    const call = (links: object[]) =>
      ada.call(contract.updateEncFolders, { folders, links: links as LinkChanges })
    expect(await toOutcome(call([first, wrong]))).toBe('encryption.mixed')
    expect((await ada.call(contract.getFolderKeys, { folder_id: top })).enc_id).toBeNull()
    expect(await call([first, await sealLink(lowKey, two, { name: 'Two' })])).toMatchObject({ changed: 2 })
    // A repeated call finds the values there.
    expect(await toOutcome(call([]))).toBe('done')
    const others = [{ _id: top, enc_id: (await makeKey(top)).enc_id }]
    expect(await toOutcome(ada.call(contract.updateEncFolders, { folders: others }))).toBe(
      'encryption.keyChanged',
    )
    const none = folders.map(each => ({ ...each, enc_id: null }))
    expect(await toOutcome(ada.call(contract.updateEncFolders, { folders: none }))).toBe(
      'encryption.keyInUse',
    )
    const plain = (_id: string, name: string) => ({ _id, enc: 0 as const, name, desc: 'Words', link: '' })
    await ada.call(contract.updateEncFolders, {
      folders: none,
      links: [plain(one, 'One'), plain(two, 'Two')],
    })
    expect((await ada.call(contract.getFolderKeys, { folder_id: low })).enc_id).toBeNull()
  })

  test('E09 a changed secret replaces the value only where it is the one that the client read', async () => {
    const again = await makeKey(folder, key.raw)
    const change = (from: string, to: string) =>
      ada.call(contract.changeFolderKey, { folders: [{ _id: folder, from, to }] })
    const third = await makeKey(folder)
    expect(await toOutcome(change(again.enc_id, third.enc_id))).toBe('encryption.keyChanged')
    await change(key.enc_id, again.enc_id)
    // A repeated call, whose first answer was lost.
    await change(key.enc_id, again.enc_id)
    expect(await ada.call(contract.getFolderKeys, { folder_id: folder })).toMatchObject({
      enc_id: again.enc_id,
      former_keys: [],
    })
  })

  test('F04 E09 replaces a key in batches: the previous one stays known until no link needs it', async () => {
    const ids = [
      await save({ name: 'Link 0' }),
      await save({ name: 'Link 1' }),
      await save({ name: 'Link 2' }),
    ]
    for (const [n, id] of ids.entries()) await encrypt([await sealLink(key, id, { name: `Link ${n}` })])
    await ada.call(trashLinks, { linkIdArr: [ids[2]!] })
    const next = await makeKey(folder)
    await ada.call(contract.changeFolderKey, {
      folders: [{ _id: folder, from: key.enc_id, to: next.enc_id }],
    })
    const keys = () => ada.call(contract.getFolderKeys, { folder_id: folder })
    expect(await keys()).toMatchObject({
      enc_id: next.enc_id,
      former_keys: [{ key_id: key.kid, enc_id: key.enc_id }],
      links: [{ key_id: key.kid, count: 3, trashed: 1 }],
    })
    // Nothing new is encrypted with the previous key.
    const late = await save({ name: 'Late' })
    expect(await toOutcome(encrypt([await sealLink(key, late, { name: 'Late' })]))).toBe(
      'encryption.otherKey',
    )
    const list = (key_id: string) =>
      ada.call(contract.listEncryptedLinks, { folder_id: folder, key_id, trash: 1 })
    for (const [n, id] of ids.entries()) {
      const open = await list(key.kid)
      expect(open.links.map(link => link._id)).toEqual(ids.slice(n))
      await encrypt([await sealLink(next, id, { name: `Link ${n}` })], { from_key: key.kid })
    }
    expect(await list(key.kid)).toEqual({ links: [], next: null })
    const previous = app.services.db.read.selectFrom('former_keys').selectAll()
    expect(await previous.where('collection_id', '=', folder).execute()).toEqual([])
    expect(await keys()).toMatchObject({ former_keys: [], links: [{ key_id: next.kid, count: 3 }] })
    expect((await openLink(next, await read(ids[0]!))).name).toBe('Link 0')
    expect(await ada.call(contract.countEncryptedLinks, {})).toEqual({
      keys: [{ key_id: next.kid, count: 3 }],
    })
  })

  test('ENC-12 the browser gets all encrypted links in pages, to search them', async () => {
    const inner = await create('Inner', folder)
    await giveKey(ada, inner, key.raw)
    const ids = [await save({ name: 'One' }), await save({ name: 'Two' }, inner)]
    for (const id of ids) await encrypt([await sealLink(key, id, { name: id })])
    const clear = await save({ name: 'Clear' })
    const list = async (input: object) =>
      (await ada.call(contract.listEncryptedLinks, input)).links.map(link => link._id)
    expect(await list({})).toEqual(ids)
    expect(await list({ folder_id: folder })).toEqual([ids[0]])
    expect(await list({ folder_id: folder, include_sub: 1 })).toEqual(ids)
    expect(await list({ enc: 0 })).toEqual([clear])
    await ada.call(saveNote, { link_id: clear, note: 'A note' })
    const [noted] = (await ada.call(contract.listEncryptedLinks, { enc: 0, bare: 1 })).links
    expect(noted).toMatchObject({ note: 'A note', thumbnail: '' })
    expect(await list({ key_id: (await makeKey(folder)).kid })).toEqual([])
    await ada.call(trashLinks, { linkIdArr: [ids[0]!] })
    expect(await list({})).toEqual([ids[1]])
    expect(await list({ trash: 1 })).toEqual(ids)
    const cursor = async (input: object) =>
      (await ada.call(contract.listEncryptedLinks, input)).links.map(link => link._id)
    const { create_date } = await read(ids[1]!)
    expect(await cursor({ trash: 1, after: `${create_date}.${ids[0]}` })).toEqual([ids[1]])
    expect(await cursor({ trash: 1, after: `${create_date}.${ids[1]}` })).toEqual([])
    expect(await cursor({ trash: 1, after: `${create_date}.deleted` })).toEqual(ids)
  })

  test('ENC-12 pages of links follow each other, also when links leave the list between them', async () => {
    const form = (at: number) => ({ name: `Link ${at}`, desc: 'Words', category: 4 as const, link: '' })
    const ids: string[] = []
    // All of one call have the same time.
    for (const many of [100, 100, 10]) {
      const links = Array.from({ length: many }, (_, at) => form(at))
      const saved = await ada.call(saveLinks, { links, parent: folder, plain: 1 })
      ids.push(...saved.links.map(link => link._id))
    }
    const list = (after?: string) =>
      ada.call(contract.listEncryptedLinks, { folder_id: folder, enc: 0, ...(after && { after }) })
    const first = await list()
    expect(first.links.map(link => link._id)).toEqual(ids.slice(0, 200))
    const sealed = await Promise.all(
      first.links.slice(100).map(link => sealLink(key, link._id, { name: link.name })),
    )
    await encrypt(sealed)
    const second = await list(first.next!)
    expect(second).toMatchObject({ next: null })
    expect(second.links.map(link => link._id)).toEqual(ids.slice(200))
  })
})
