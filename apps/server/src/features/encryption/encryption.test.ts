import * as contract from '@nestmark/contract/encryption/encryption'
import { getNote, saveNote } from '@nestmark/contract/links/linkNote'
import { deleteLinks, getLink, moveLinks, trashLinks, updateLink } from '@nestmark/contract/links/links'
import { makeLinkPublic } from '@nestmark/contract/sharing/share'
import { describe, expect, test } from 'vitest'
import { signIn, toOutcome } from '../../test/support/people.ts'
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
  newLinkId,
  openLink,
  read,
  save,
  sealField,
  sealLink,
  setUpFixture,
} from './fixture.testing.ts'

setUpFixture()

describe('encrypting and decrypting', () => {
  test('ENC-07 ENC-12 E01 encrypts links in one call and returns them as envelopes, which only the key opens', async () => {
    const texts = [
      { name: 'A title', desc: 'Ä description', link: 'https://example.org/a' },
      { name: 'Another', desc: 'Words', link: '' },
    ]
    const ids = [await save(texts[0]!, folder, { category: 3 }), await save(texts[1]!)]
    const sealed = await Promise.all(ids.map((id, at) => sealLink(key, id, texts[at]!)))
    const before = await read(ids[0]!)
    const done = await encrypt(sealed)
    expect(done).toEqual({
      changed: 2,
      links: ids.map(_id => ({ _id, version: before.version + 1 })),
    })
    const links = await linksOf(ada, folder)
    expect(links.map(link => [link._id, link.enc])).toEqual([
      [ids[1], 1],
      [ids[0], 1],
    ])
    expect(await openLink(key, links[1]!)).toEqual(texts[0])
    expect(links[1]).toMatchObject({
      embed: '',
      thumbnail: '',
      create_date: before.create_date,
      is_public: 0,
    })

    const plain = { _id: ids[0]!, enc: 0 as const, ...texts[0]! }
    expect(await encrypt([plain])).toMatchObject({ changed: 1 })
    expect(await read(ids[0]!)).toMatchObject({ ...texts[0], enc: 0 })
    const other = await makeKey(folder)
    await expect(openLink(other, links[0]!)).rejects.toThrow('This cannot be decrypted.')
  })

  test('ENC-08 E03 rejects links that are encrypted already, in plain text, mixed or no envelope, and changes nothing', async () => {
    const [one, two] = [await save({ name: 'One' }), await save({ name: 'Two' })]
    const sealed = await sealLink(key, one, { name: 'One' })
    const plain = { _id: two, enc: 0 as const, name: 'Two', desc: 'Words', link: '' }
    expect(await toOutcome(encrypt([plain]))).toBe('encryption.notEncrypted')
    expect(await toOutcome(encrypt([sealed, plain]))).toBe('encryption.mixed')
    expect(await toOutcome(encrypt([sealed, sealed]))).toBe('encryption.mixed')
    for (const field of ['name', 'desc', 'link'] as const)
      for (const text of ['in clear', '', sealed[field].slice(0, -1), `${sealed[field]}A`, 'nm1.a.b.c'])
        expect(await toOutcome(encrypt([{ ...sealed, [field]: text }]))).toBe('encryption.notAnEnvelope')
    expect(await toOutcome(encrypt([{ ...sealed, thumbnail: 'https://example.org/a.png' }]))).not.toBe('done')
    expect(await toOutcome(encrypt([]))).toBe('links.noneChosen')
    await encrypt([sealed])
    expect(await toOutcome(encrypt([sealed]))).toBe('encryption.alreadyEncrypted')
    const second = await sealLink(key, two, { name: 'Two' })
    expect(await toOutcome(encrypt([second, sealed]))).toBe('encryption.alreadyEncrypted')
    expect(await read(two)).toMatchObject({ name: 'Two', enc: 0, version: 1 })
  })

  test('E05 E10 rejects envelopes of another key than the collection’s, and a collection without a key', async () => {
    const other = await makeKey(folder)
    const id = await save({ name: 'One' })
    expect(await toOutcome(encrypt([await sealLink(other, id, { name: 'One' })]))).toBe('encryption.otherKey')
    const mixed = {
      ...(await sealLink(key, id, { name: 'One' })),
      desc: (await sealLink(other, id, { name: 'One' })).desc,
    }
    expect(await toOutcome(encrypt([mixed]))).toBe('encryption.mixed')
    const open = await create('Open')
    const there = await save({ name: 'Two' }, open)
    expect(await toOutcome(encrypt([await sealLink(key, there, { name: 'Two' })]))).toBe('encryption.noKey')
  })

  test('E09 does not overwrite a link that changed concurrently, and applies no part of the call', async () => {
    const [one, two] = [await save({ name: 'One' }), await save({ name: 'Two' })]
    await ada.call(updateLink, { link_id: two, name: 'Two, changed' })
    const sealed = [
      { ...(await sealLink(key, one, { name: 'One' })), version: 1 },
      { ...(await sealLink(key, two, { name: 'Two' })), version: 1 },
    ]
    expect(await toOutcome(encrypt(sealed))).toBe('links.changedElsewhere')
    expect((await linksOf(ada, folder)).map(link => [link.name, link.enc])).toEqual([
      ['Two, changed', 0],
      ['One', 0],
    ])
  })

  test('ENC-07 encrypts a checklist, a picture and the private note with the link', async () => {
    const items = [{ text: 'Milk', done: false }]
    const id = await save({ name: 'List' }, folder, { subCategory: 4, check_list: items })
    await ada.call(saveNote, { link_id: id, note: 'A note' })
    const sealed = {
      ...(await sealLink(key, id, { name: 'List', desc: 'Words' })),
      enc_check_list: await sealField(key, id, 'check_list', JSON.stringify(items)),
      thumbnail: await sealField(key, id, 'thumbnail', 'data:image/webp;base64,AAAA'),
    }
    expect(await toOutcome(encrypt([sealed]))).toBe('encryption.noteMissing')
    const note = await sealField(key, id, 'note', 'A note')
    await encrypt([{ ...sealed, note }])
    const { enc_check_list, thumbnail } = sealed
    expect(await read(id)).toMatchObject({ check_list: [], enc_check_list, thumbnail, subCategory: 4 })
    expect(await ada.call(getNote, { link_id: id })).toMatchObject({ note })
    expect(await toOutcome(ada.call(saveNote, { link_id: id, note: 'In clear' }))).toBe(
      'encryption.encrypted',
    )
    const changed = await sealField(key, id, 'note', 'Another note')
    await ada.call(saveNote, { link_id: id, note: changed })
    const plain = { _id: id, enc: 0 as const, name: 'List', desc: 'Words', link: '', check_list: items }
    await encrypt([{ ...plain, note: 'Another note' }])
    expect(await read(id)).toMatchObject({ check_list: items, thumbnail: '', enc: 0 })
    expect(await ada.call(getNote, { link_id: id })).toMatchObject({ note: 'Another note' })
  })

  test('ENC-10 an edit of an encrypted link takes envelopes of its key and leaves the address', async () => {
    const id = await save({ name: 'One' }, folder, { tags: ['stays'] })
    await encrypt([await sealLink(key, id, { name: 'One', link: 'https://example.org/' })])
    const before = await read(id)
    const { name, desc } = await sealLink(key, id, { name: 'One, changed', desc: 'New words' })
    await ada.call(updateLink, { link_id: id, name, desc, version: before.version, tags: ['stays', 'added'] })
    const after = await read(id)
    expect(await openLink(key, after)).toEqual({
      name: 'One, changed',
      desc: 'New words',
      link: 'https://example.org/',
    })
    expect(after.link).toBe(before.link)
    expect(after.tags.map(tag => tag.name)).toEqual(['stays', 'added'])
    const edit = (change: object) => toOutcome(ada.call(updateLink, { link_id: id, ...change }))
    expect(await edit({ name: 'In clear' })).toBe('encryption.encrypted')
    expect(await edit({ link: 'https://example.org/' })).toBe('encryption.encrypted')
    expect(await edit({ check_list: [] })).toBe('encryption.encrypted')
    const other = await sealLink(await makeKey(folder), id, { name: 'Theirs' })
    expect(await edit({ name: other.name })).toBe('encryption.otherKey')
    expect(await edit({ name: 'x'.repeat(501) })).toBe('links.titleTooLong')
    expect(await edit({ version: before.version, name })).toBe('links.changedElsewhere')
    const clear = await save({ name: 'Clear' })
    expect(
      await toOutcome(
        ada.call(updateLink, {
          link_id: clear,
          desc: (await sealLink(key, clear, { name: 'a', desc: 'b'.repeat(90_000) })).desc,
        }),
      ),
    ).toBe('encryption.mixed')
  })

  test('E05 accepts an older envelope of the same link, as an edit', async () => {
    const id = await save({ name: 'One' })
    const first = await sealLink(key, id, { name: 'One', link: 'https://example.org/' })
    await encrypt([first])
    const edit = async (name: string) =>
      ada.call(updateLink, { link_id: id, name, version: (await read(id)).version })
    await edit((await sealLink(key, id, { name: 'Two' })).name)
    const { version } = await read(id)
    await edit(first.name)
    const after = await read(id)
    expect(await openLink(key, after)).toMatchObject({ name: 'One' })
    expect(after.version).toBeGreaterThan(version)
  })

  test('ENC-07 saves a link encrypted with an id from the browser, and once for a repeated call', async () => {
    const id = newLinkId()
    const { enc: _, ...sealed } = await sealLink(key, id, { name: 'New', link: 'https://example.org/new' })
    const form = { ...sealed, category: 3, parent: folder, tags: ['open'] }
    const saved = await ada.call(contract.saveEncryptedLink, form)
    expect(saved).toMatchObject({ _id: id, enc: 1, category: 3, parent: folder })
    expect(await openLink(key, saved)).toEqual({ name: 'New', desc: '', link: 'https://example.org/new' })
    expect((await ada.call(contract.saveEncryptedLink, form)).version).toBe(saved.version)
    expect(await linksOf(ada, folder)).toHaveLength(1)
    const clear = await save({ name: 'Clear' })
    const taken = { ...form, _id: clear }
    expect(await toOutcome(ada.call(contract.saveEncryptedLink, taken))).toBe('encryption.idTaken')
    const willem = await signIn(app, 'willem')
    const theirs = await toOutcome(
      willem.call(contract.saveEncryptedLink, { ...form, parent: willem.rootId }),
    )
    expect(theirs).toBe('encryption.idTaken')
    const other = await sealLink(await makeKey(folder), newLinkId(), { name: 'New' })
    const { enc: __, ...withOther } = other
    expect(await toOutcome(ada.call(contract.saveEncryptedLink, { ...form, ...withOther }))).toBe(
      'encryption.otherKey',
    )
  })

  test('E12 encrypting makes a public link private, and an encrypted link cannot become public', async () => {
    const id = await save({ name: 'Public' })
    await ada.call(makeLinkPublic, { link_id: id, is_public: 1 })
    await encrypt([await sealLink(key, id, { name: 'Public' })])
    expect((await read(id)).is_public).toBe(0)
    expect(await toOutcome(ada.call(makeLinkPublic, { link_id: id, is_public: 1 }))).toBe(
      'encryption.encrypted',
    )
    expect(await toOutcome(app.as(null)(getLink, { link_id: id }))).toBe('session.noToken')
  })
})

describe('moves', () => {
  test('E10 an encrypted link does not move to another key, unless the same call has it encrypted again', async () => {
    const other = await create('Others')
    const otherKey = await giveKey(ada, other)
    const open = await create('Open')
    const id = await save({ name: 'Moving' })
    await encrypt([await sealLink(key, id, { name: 'Moving' })])
    for (const to of [other, open]) {
      expect(await toOutcome(ada.call(moveLinks, { links: [id], move_to: to }))).toBe('encryption.otherKey')
      expect(await toOutcome(ada.call(updateLink, { link_id: id, parent: to }))).toBe('encryption.otherKey')
    }
    const resealed = await sealLink(otherKey, id, { name: 'Moving' })
    expect(await toOutcome(encrypt([resealed], { from_key: otherKey.kid, move_to: other }))).toBe(
      'encryption.otherKey',
    )
    await encrypt([resealed], { from_key: key.kid, move_to: other })
    const moved = await read(id)
    expect(moved.parent).toBe(other)
    expect((await openLink(otherKey, moved)).name).toBe('Moving')
    // In clear, it may be anywhere.
    await encrypt([{ _id: id, enc: 0, name: 'Moving', desc: 'Words', link: '' }], { move_to: open })
    expect(await read(id)).toMatchObject({ parent: open, name: 'Moving', enc: 0 })
  })

  test('E10 collections with one key exchange links freely', async () => {
    const twin = await create('Twin')
    await giveKey(ada, twin, key.raw)
    const id = await save({ name: 'Moving' })
    await encrypt([await sealLink(key, id, { name: 'Moving' })])
    await ada.call(moveLinks, { links: [id], move_to: twin })
    expect((await openLink(key, await read(id))).name).toBe('Moving')
    await ada.call(updateLink, { link_id: id, parent: folder })
    expect((await read(id)).parent).toBe(folder)
  })

  test('E10 leaves those of many links that have another key where they are', async () => {
    const open = await create('Open')
    const ids: string[] = []
    for (let n = 0; n < 7; n++) ids.push(await save({ name: `Link ${n}` }))
    await encrypt([await sealLink(key, ids[0]!, { name: 'Link 0' })])
    await ada.call(moveLinks, { links: ids, move_to: open })
    await expect.poll(async () => (await linksOf(ada, open)).length).toBe(6)
    expect((await linksOf(ada, folder)).map(link => link._id)).toEqual([ids[0]])
  })

  test('ENC-07 the trash keeps encrypted links, and deletes them', async () => {
    const id = await save({ name: 'Going' })
    await encrypt([await sealLink(key, id, { name: 'Going' })])
    await ada.call(trashLinks, { linkIdArr: [id] })
    await ada.call(trashLinks, { linkIdArr: [id], isTrash: 0 })
    expect((await openLink(key, await read(id))).name).toBe('Going')
    await ada.call(deleteLinks, { linkIdArr: [id] })
    expect(await linksOf(ada, folder)).toEqual([])
  })
})
