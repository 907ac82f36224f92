import { createCollection } from '@nestmark/contract/collections'
import { deleteLinks, saveLink, saveLinks, tagLinks, updateLink } from '@nestmark/contract/links/links'
import { searchLibrary } from '@nestmark/contract/search/search'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { deleteTags, listTags, updateTag } from '@nestmark/contract/tags'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rebuildSearch } from '../../../admin/rebuildSearch.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { stopIntact } from '../../../test/support/jobs.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { pass } from '../../webhooks/receiver.testing.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
})
afterAll(() => stopIntact(app))

async function words(): Promise<string[]> {
  const rows = await app.services.db.read
    .selectFrom('words')
    .select('word')
    .where('owner_id', '=', ada.id)
    .orderBy('word')
    .execute()
  return rows.map(row => row.word)
}
const save = async (name: string, more: object = {}) =>
  (await ada.call(saveLink, { name, desc: 'Words', category: 4, ...more }))._id

test('E02 a word leaves the library when no link has it any more', async () => {
  const id = await save('Quetzal heron')
  await save('Heron')
  expect(await words()).toEqual(['heron', 'quetzal', 'words'])
  await ada.call(updateLink, { link_id: id, name: 'Egret' })
  expect(await words()).toEqual(['egret', 'heron', 'words'])
  await ada.call(deleteLinks, { linkIdArr: [id] })
  expect(await words()).toEqual(['heron', 'words'])
  expect((await ada.call(searchLibrary, { input: 'ero' })).links).toHaveLength(1)
})

test('E02 a member who renames a link removes the word from the library of its owner', async () => {
  const rosa = await signIn(app, 'rosa', 2)
  const folder_id = (await ada.call(createCollection, { name: 'Shared' }))._id
  await ada.call(setPermissions, { folder_id, read: 1, write: 1, write_members: [rosa.id] })
  const id = await save('Quetzal', { parent: folder_id })
  await rosa.call(updateLink, { link_id: id, name: 'Heron' })
  expect(await words()).toEqual(['heron', 'words'])
})

test('E02 the words of tags leave the library with their last link, and after their renaming or deletion', async () => {
  const id = await save('Heron', { tags: ['quetzal', 'marabou', 'shoebill'] })
  const tags = await ada.call(listTags, {})
  const idOf = (name: string) => tags.find(tag => tag.name === name)!._id
  expect(await words()).toEqual(['heron', 'marabou', 'quetzal', 'shoebill', 'words'])
  await ada.call(updateTag, { tag_id: idOf('quetzal'), tag_name: 'egret' })
  await ada.call(deleteTags, { tags: [idOf('marabou')] })
  expect(await words()).toEqual(['egret', 'heron', 'shoebill', 'words'])
  await ada.call(tagLinks, { links: [id], deleted_tags: [idOf('shoebill')] })
  expect(await words()).toEqual(['egret', 'heron', 'words'])
})

test('E02 a rebuild of the index removes words that no link has', async () => {
  await save('Heron')
  await app.services.db.write(async tx => {
    await tx.insertInto('words').values({ owner_id: ada.id, word: 'quetzal' }).execute()
    await rebuildSearch(tx)
  })
  expect(await words()).toEqual(['heron', 'words'])
})

test('E02 a job removes the words of many deleted links', async () => {
  const forms = Array.from({ length: 60 }, (_, n) => ({
    name: `Quetzal ${n}`,
    desc: 'Words',
    category: 4,
    link: '',
  }))
  const { links } = await ada.call(saveLinks, { links: forms, parent: null })
  await save('Heron')
  await ada.call(deleteLinks, { linkIdArr: links.map(link => link._id) })
  await expect
    .poll(async () => {
      await pass(app, 61_000)
      return words()
    })
    .toEqual(['heron', 'words'])
})
