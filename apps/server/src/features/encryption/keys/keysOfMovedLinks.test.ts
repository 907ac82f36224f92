import { trashCollections } from '@nestmark/contract/collections'
import { getFolderKeys } from '@nestmark/contract/encryption/encryption'
import { undo } from '@nestmark/contract/jobs'
import { moveLinks, trashLinks } from '@nestmark/contract/links/links'
import { deleteTrashedCollections } from '@nestmark/contract/trash'
import { describe, expect, test } from 'vitest'
import {
  ada,
  create,
  encrypt,
  folder,
  giveKey,
  key,
  linksOf,
  read,
  save,
  sealLink,
  setUpFixture,
} from '../fixture.testing.ts'

setUpFixture()

async function saveEncrypted(parent: string): Promise<string> {
  const id = await save({ name: 'Moving' }, parent)
  await encrypt([await sealLink(key, id, { name: 'Moving' })])
  return id
}
const trash = (id: string, isTrash: 0 | 1) => ada.call(trashLinks, { linkIdArr: [id], isTrash })
const trashCollection = (id: string) => ada.call(trashCollections, { folderIdArr: [id], isTrash: 1 })

/** Returns the previous keys of a collection, and the keys that its links need. */
async function readKeys(folder_id: string) {
  const { former_keys, links } = await ada.call(getFolderKeys, { folder_id })
  return { previous: former_keys.map(each => each.key_id), needed: links.map(each => each.key_id) }
}

describe('E10 links that return to other collections than they left', () => {
  test.each(['no key', 'another key'])('undo does not return links to a collection with %s', async above => {
    const parent = await create('Parent')
    if (above === 'another key') await giveKey(ada, parent)
    const [from, to] = [await create('From', parent), await create('To', parent)]
    await giveKey(ada, from, key.raw)
    await giveKey(ada, to, key.raw)
    const id = await saveEncrypted(from)
    const moved = await ada.call(moveLinks, { links: [id], move_to: to })
    await trashCollection(from)
    expect(await ada.call(undo, { undo: moved.undo! })).toMatchObject({ changed: 0, left: 1 })
    expect((await read(id)).parent).toBe(to)
    expect(await linksOf(ada, parent)).toEqual([])
  })

  test('knows the key of a restored link after the deletion of its collection', async () => {
    const id = await saveEncrypted(folder)
    await trash(id, 1)
    await trashCollection(folder)
    await trash(id, 0)
    expect((await read(id)).parent).toBe(ada.rootId)
    await ada.call(deleteTrashedCollections, { folderIdArr: [folder] })
    expect(await readKeys(ada.rootId)).toEqual({ previous: [key.kid], needed: [key.kid] })
  })

  test('knows the key of a link where the undo of its trashing puts it', async () => {
    const sub = await create('Sub', folder)
    const subKey = await giveKey(ada, sub)
    const id = await save({ name: 'Moving' }, sub)
    await encrypt([await sealLink(subKey, id, { name: 'Moving' })])
    const trashed = await trash(id, 1)
    await trashCollection(sub)
    await ada.call(undo, { undo: trashed.undo! })
    expect((await read(id)).parent).toBe(folder)
    await ada.call(deleteTrashedCollections, { folderIdArr: [sub] })
    expect(await readKeys(folder)).toEqual({ previous: [subKey.kid], needed: [subKey.kid] })
  })
})
