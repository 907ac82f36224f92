import { createCollection, trashCollections } from '@nestmark/contract/collections'
import { saveNote } from '@nestmark/contract/links/linkNote'
import { favouriteLink, saveLink, tagLinks, trashLinks, updateLink } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import { saveReadingPlace } from '@nestmark/contract/reading/readingPlace'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { deleteTags } from '@nestmark/contract/tags'
import * as contract from '@nestmark/contract/tidy'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn, toOutcome } from '../../test/support/people.ts'

const day = 86_400_000

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
})
afterAll(async () => {
  expect((await checkIntegrity(app.services.db)).findings).toEqual([])
  await app.stop()
})

/** Saves a link a second after the one before; returns its id. */
async function save(name: string, more: Partial<Input<typeof saveLink>> = {}, who = ada): Promise<string> {
  app.clock.now += 1000
  const link = `https://example.org/${name}`
  return (await who.call(saveLink, { link, name, category: 3, ...more }))._id
}
/** Returns the titles of a group, and checks their number. */
async function list(group: contract.UntidyGroup, who = ada): Promise<string[]> {
  const { links, total } = await who.call(contract.listUntidyLinks, { group })
  expect(total).toBe(links.length)
  return links.map(link => link.name)
}
/** Moves the clock. The sessions stay valid. */
async function skip(days: number): Promise<void> {
  app.clock.now += days * day
  await app.services.db.write(tx =>
    tx
      .updateTable('session')
      .set({ expiresAt: app.clock.now + 30 * day })
      .execute(),
  )
}
const keep = (links: string[], group: contract.UntidyGroup, isTidy: 0 | 1 = 1, who = ada) =>
  who.call(contract.dismissUntidyLinks, { links, group, kept: isTidy })

test('FIND-06 lists links without tags, the newest first, until the user tags, trashes or marks them as tidy', async () => {
  const parent = (await ada.call(createCollection, { name: 'Trashed' }))._id
  const [first, second, third] = [await save('first'), await save('second'), await save('third')]
  await save('tagged', { tags: ['baking'] })
  await save('inside', { parent })
  expect(await list('untagged')).toEqual(['inside', 'third', 'second', 'first'])
  await ada.call(trashCollections, { folderIdArr: [parent] })
  await ada.call(trashLinks, { linkIdArr: [third] })
  await ada.call(tagLinks, { links: [first], added_tags_name: ['bread'] })
  expect(await list('untagged')).toEqual(['second'])
  expect(await keep([second], 'untagged')).toEqual({ changed: 1 })
  expect(await list('untagged')).toEqual([])
  expect(await keep([second], 'untagged', 0)).toEqual({ changed: 1 })
  expect(await list('untagged')).toEqual(['second'])
})

test('FIND-06 a deleted tag counts no more, though its rows stay for a while', async () => {
  await save('tagged', { tags: ['baking'] })
  expect(await list('untagged')).toEqual([])
  const tags = await app.services.db.read
    .selectFrom('tags')
    .select('id')
    .where('owner_id', '=', ada.id)
    .execute()
  await ada.call(deleteTags, { tags: tags.map(tag => tag.id) })
  expect(await list('untagged')).toEqual(['tagged'])
})

test('FIND-06 lists links without a use for a year as forgotten, the oldest first; a use or Keep remembers them', async () => {
  const names = ['idle', 'older', 'noted', 'read', 'edited', 'favourite'] as const
  const ids: Record<string, string> = {}
  for (const name of names) ids[name] = await save(name)
  expect(await list('forgotten')).toEqual([])
  await skip(364)
  await save('new')
  expect(await list('forgotten')).toEqual([])
  await ada.call(saveNote, { link_id: ids.noted!, note: 'Still good' })
  await ada.call(saveReadingPlace, { link_id: ids.read!, version: 1, offset: 5 })
  await ada.call(updateLink, { link_id: ids.edited!, desc: 'Another' })
  await ada.call(favouriteLink, { link_id: ids.favourite!, is_fav: 1 })
  await skip(2)
  expect(await list('forgotten')).toEqual(['idle', 'older'])

  await keep([ids.idle!], 'forgotten')
  expect(await list('forgotten')).toEqual(['older'])
  await keep([ids.idle!], 'forgotten', 0)
  expect(await list('forgotten')).toEqual(['idle', 'older'])
  await keep([ids.idle!], 'forgotten')
  await skip(364)
  expect(await list('forgotten')).toEqual(['older', 'noted', 'read', 'edited', 'new'])
  await skip(2)
  expect(await list('forgotten')).toEqual(['idle', 'older', 'noted', 'read', 'edited', 'new'])
})

test('FIND-06 lists and marks only own links, also in a collection that others write to', async () => {
  const willem = await signIn(app, 'willem')
  const parent = (await ada.call(createCollection, { name: 'Shared' }))._id
  await ada.call(setPermissions, { folder_id: parent, read: 1, write: 1, write_members: [willem.id] })
  const theirs = await save('by willem', { parent }, willem)
  expect(await list('untagged', willem)).toEqual([])
  expect(await list('untagged')).toEqual(['by willem'])
  expect(await keep([theirs], 'untagged', 1, willem)).toEqual({ changed: 0 })
  expect(await list('untagged')).toEqual(['by willem'])
  expect(await toOutcome(keep([], 'untagged'))).toBe('links.noneChosen')
})

test('FIND-06 keeping a link does not change it', async () => {
  const link = await save('plain')
  const read = () =>
    app.services.db.read
      .selectFrom('links')
      .select(['version', 'updated_at'])
      .where('id', '=', link)
      .execute()
  const before = await read()
  await keep([link], 'untagged')
  expect(await read()).toEqual(before)
})
