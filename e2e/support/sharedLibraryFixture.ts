import { favouriteCollection, trashCollections } from '@nestmark/contract/collections'
import { favouriteLink, saveLink, trashLinks } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { addSuggestion } from '@nestmark/contract/sharing/suggestions'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection } from './collectionFixture.ts'
import { addHighlights } from '../highlights/highlightFixture.ts'
import type { TestEnvironment } from './testEnvironment.ts'

/** A library that has content on every page. Its collection "Archive" is public and shared with two members. */
export interface SharedLibrary {
  /** The owner. */
  ada: Person
  /** The writer. */
  willem: Person
  /** The reader. */
  rosa: Person
  /** The ID of the shared collection. */
  collection: string
  /** The ID of a collection five levels below it. */
  deepest: string
  /** The ID of a link in the shared collection. */
  link: string
}

/** Creates three users and the library of one of them. */
export async function createSharedLibrary(env: TestEnvironment): Promise<SharedLibrary> {
  const [ada, willem, rosa] = [
    await env.signIn('ada', 2),
    await env.signIn('willem', 2),
    await env.signIn('rosa', 2),
  ]
  const create = (name: string, parent?: string) => addCollection(ada, name, parent)
  const save = async (name: string, parent?: string, category = 3) =>
    (await ada.call(saveLink, { name, link: `https://example.org/${name}`, desc: 'x', category, parent }))._id
  const collection = await create('Archive')
  for (const name of ['Timber', 'Turf']) await create(name, collection)
  let deepest = collection
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) deepest = await create(name, deepest)
  const link = await save('Turf houses', collection)
  for (const category of [4, 5]) await save(`Kind ${category}`, collection, category)
  for (const name of ['Old link', 'Older link']) {
    const trashed = await save(name)
    await ada.call(trashLinks, { linkIdArr: [trashed], isTrash: 1 })
  }
  for (const name of ['Old place', 'Older place'])
    await ada.call(trashCollections, { folderIdArr: [await create(name)], isTrash: 1 })
  await ada.call(saveLink, {
    name: 'Tagged',
    link: 'https://example.org/t',
    category: 3,
    tags: ['roof', 'sod'],
  })
  await ada.call(setPermissions, {
    folder_id: collection,
    read: 3,
    write: 1,
    read_members: [rosa.id],
    write_members: [willem.id],
  })
  for (const person of [ada, willem, rosa]) {
    await person.call(favouriteCollection, { folder_id: collection, is_fav: 1 })
    await person.call(favouriteLink, { link_id: link, is_fav: 1 })
  }
  const suggestion = { link: 'https://example.org/s', desc: 'x', category: 3 }
  const open = await create('Open to ideas')
  await ada.call(setPermissions, { folder_id: open, read: 3, write: 0, enable_sugg: 1 })
  for (const name of ['Reeds', 'Sods']) await rosa.call(addSuggestion, { ...suggestion, name, parent: open })
  for (const person of [ada, willem, rosa])
    await addHighlights(person, 'https://example.org/highlights', 'Highlighted', [
      ['Two skins of sod', { comm: 'Check' }],
      ['A core of earth', { style: 2 }],
    ])
  const other = await addCollection(willem, 'Of Willem')
  await willem.call(setPermissions, { folder_id: other, read: 3, write: 0, enable_sugg: 1 })
  await ada.call(addSuggestion, { ...suggestion, name: 'Planks', parent: other })
  return { ada, willem, rosa, collection, deepest, link }
}
