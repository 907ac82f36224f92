import { updateEncFolders } from '@nestmark/contract/encryption/encryption'
import * as contract from '@nestmark/contract/encryption/encryptedBatches'
import { getNote } from '@nestmark/contract/links/linkNote'
import { favouriteLinks, listCollectionLinks, trashLinks } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { limits } from '@nestmark/core/limits'
import type { CollectionKey } from '@nestmark/encryption/keys/collectionKey'
import { describe, expect, test } from 'vitest'
import { signIn, toOutcome } from '../../../test/support/people.ts'
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
} from '../fixture.testing.ts'

setUpFixture()

type NewLink = Input<typeof contract.saveEncryptedLinks>['links'][number]

/** Seals a new link as an import does. */
async function seal(name: string, more: Partial<NewLink> = {}, own: CollectionKey = key): Promise<NewLink> {
  const _id = more._id ?? newLinkId()
  const { enc: _, ...texts } = await sealLink(own, _id, { name, link: `https://${name}.example` })
  return { category: 3, parent: folder, ...texts, ...more, _id }
}
const saveAll = (links: NewLink[]) => ada.call(contract.saveEncryptedLinks, { links })

describe('ENC-12 keys of a collection with its descendants', () => {
  test('ENC-12 one call lists all descendants with current and previous keys and counts', async () => {
    const low = await create('Low', folder)
    const lowest = await create('Lowest', low)
    const lowKey = await giveKey(ada, low, key.raw)
    const one = await save({ name: 'One' })
    const two = await save({ name: 'Two' }, low)
    const three = await save({ name: 'Three' }, low)
    await encrypt([await sealLink(key, one, { name: 'One' })])
    await encrypt(await Promise.all([two, three].map(id => sealLink(key, id, { name: 'x' }))))
    await ada.call(trashLinks, { linkIdArr: [three], isTrash: 1 })
    const { folders, next } = await ada.call(contract.listFolderKeys, { folder_id: folder })
    expect(next).toBeNull()
    expect(folders.map(each => each._id)).toEqual([folder, low, lowest].sort())
    const find = (id: string) => folders.find(each => each._id === id)
    expect(find(folder)).toEqual({
      _id: folder,
      enc_id: key.enc_id,
      former_keys: [],
      links: [{ key_id: key.kid, count: 1, trashed: 0 }],
      hide_tags: 0,
    })
    expect(find(low)).toMatchObject({
      enc_id: lowKey.enc_id,
      links: [{ key_id: key.kid, count: 2, trashed: 1 }],
    })
    expect(find(lowest)).toEqual({ _id: lowest, enc_id: null, former_keys: [], links: [], hide_tags: 0 })
    expect((await ada.call(contract.listFolderKeys, { folder_id: low })).folders).toHaveLength(2)
  })

  test('ENC-12 a large tree comes in pages, each collection once; members read it and users without access do not', async () => {
    const ids: string[] = []
    while (ids.length < limits.foldersWithKeys + 1)
      ids.push(...(await Promise.all(Array.from({ length: 10 }, (_, at) => create(`Sub ${at}`, folder)))))
    const rosa = await signIn(app, 'rosa', 2)
    await ada.call(setPermissions, {
      folder_id: folder,
      read: 1,
      write: 0,
      enable_sugg: 0,
      read_members: [rosa.id],
    })
    const found: string[] = []
    let after: string | null | undefined
    let calls = 0
    while (after !== null) {
      const page: { folders: { _id: string }[]; next: string | null } = await rosa.call(
        contract.listFolderKeys,
        { folder_id: folder, ...(after !== undefined && { after }) },
      )
      found.push(...page.folders.map(each => each._id))
      after = page.next
      calls += 1
    }
    expect(calls).toBe(2)
    expect(found.toSorted()).toEqual([folder, ...ids].sort())
    const xaver = await signIn(app, 'xaver')
    expect(await toOutcome(xaver.call(contract.listFolderKeys, { folder_id: folder }))).toBe(
      'collections.notFound',
    )
  })
})

describe('ENC-12 encrypted links of an import', () => {
  test('ENC-12 IO-03 they keep the order of the file, which is not that of their dates', async () => {
    const dates = [2015, 2012, 2018, 2011].map(year => Date.UTC(year, 4, 17))
    const file = await Promise.all(dates.map(created => seal('Heron', { created })))
    await saveAll(file.slice(0, 3))
    app.clock.now += 1
    await saveAll(file.slice(3))
    const { links } = await ada.call(listCollectionLinks, { folder_id: folder, sort: 'hand', order: 2 })
    expect(links.map(link => link._id)).toEqual(file.map(link => link._id))
  })

  test('ENC-12 saves up to 100 in one call with date, favourite and note, and none again for a repeated call', async () => {
    const low = await create('Low', folder)
    await giveKey(ada, low, key.raw)
    const created = Date.UTC(2015, 4, 17)
    const id = newLinkId()
    const links = [
      await seal('first', {
        _id: id,
        created,
        favourite: 1,
        tags: ['open'],
        note: await sealField(key, id, 'note', 'mine'),
      }),
      await seal('second', { parent: low }),
      await seal('third', { created: app.clock.now + 10 * 86_400_000 }),
      await seal('fourth', { created: 5 }),
    ]
    expect(await saveAll(links)).toEqual({ saved: 4, existing: 0, ids: links.map(({ _id }) => _id) })
    const first = await read(id)
    expect(first).toMatchObject({ enc: 1, create_date: created, favourite: 1, tags: [{ name: 'open' }] })
    expect((await openLink(key, first)).link).toBe('https://first.example')
    expect((await ada.call(getNote, { link_id: id }))!.note).toBe(links[0]!.note)
    expect((await linksOf(ada, low)).map(each => each._id)).toEqual([links[1]!._id])
    // A date that cannot be one becomes the present one.
    for (const each of links.slice(1)) expect((await read(each._id)).create_date).toBe(app.clock.now)

    // What was changed since stays.
    await ada.call(favouriteLinks, { links: [id], is_fav: 0 })
    const more = await seal('fifth')
    expect(await saveAll([...links, more, more])).toEqual({ saved: 1, existing: 4, ids: [more._id] })
    expect((await read(id)).favourite).toBe(0)
    expect(await linksOf(ada, folder)).toHaveLength(4)
    // Concurrent calls save each link once.
    const others = await Promise.all([seal('sixth'), seal('seventh')])
    const answers = await Promise.all([saveAll(others), saveAll(others), saveAll(others)])
    expect(answers.reduce((sum, { saved }) => sum + saved, 0)).toBe(2)
    expect(await linksOf(ada, folder)).toHaveLength(6)
  })

  test('E10 E12 saves nothing of a call when a link has another key, place or id', async () => {
    const good = await seal('good')
    const other = await makeKey(folder)
    const bare = await create('Bare')
    const taken = await save({ name: 'Plain' })
    const rosa = await signIn(app, 'rosa', 2)
    const noteId = newLinkId()
    for (const [wrong, code] of [
      [await seal('wrong', {}, other), 'encryption.otherKey'],
      [await seal('wrong', { parent: bare }), 'encryption.noKey'],
      [await seal('wrong', { parent: rosa.rootId }), 'collections.notFound'],
      [
        await seal('wrong', { _id: noteId, note: await sealField(other, noteId, 'note', 'x') }),
        'encryption.mixed',
      ],
    ] as const)
      expect(await toOutcome(saveAll([good, wrong]))).toBe(code)
    expect(await toOutcome(saveAll([good, { ...(await seal('wrong')), _id: taken.slice(0, 22) }]))).not.toBe(
      'done',
    )
    expect((await linksOf(ada, folder)).map(each => each._id)).toEqual([taken])
    const many = Array.from({ length: limits.encryptedPerCall + 1 }, () => good)
    expect(await toOutcome(saveAll(many))).toBe('request.invalid')
    await ada.call(updateEncFolders, { folders: [{ _id: folder, enc_id: null }] })
    expect(await toOutcome(saveAll([good]))).toBe('encryption.noKey')
  })
})
