import { createCollection, getCollection } from '@nestmark/contract/collections'
import { offerCollection } from '@nestmark/contract/sharing/ownershipTransfer'
import { notifications } from '@nestmark/contract/notifications'
import { getUserData } from '@nestmark/contract/session'
import { proSearch } from '@nestmark/contract/search/search'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { listTags } from '@nestmark/contract/tags'
import { checkIntegrity } from '../../db/integrity.ts'
import { afterAll, beforeAll, expect } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'

export let app: TestApp

export function setUpFixture(): void {
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.stop())
}

export const note = (name: string, tags: string[] = []) => ({
  name,
  desc: `Words of ${name}`,
  category: 4 as const,
  tags,
})
export const folder = (who: Person, id: string) =>
  who.call(getCollection, { folder_id: id }).then(data => data.folder)
export const links = async (who: Person) =>
  Object.values((await who.call(getUserData, {})).count).reduce((sum, n) => sum + n, 0)
export const tags = async (who: Person) =>
  Object.fromEntries((await who.call(listTags, {})).map(tag => [tag.name, tag.links_count]))
/** Returns the names of search results: the person's own, or those that others share with the person. */
export const found = async (who: Person, input: string, of?: string) =>
  (await who.call(proSearch, { input, type: 1 })).links
    .filter(link => link.owner_name === of)
    .map(link => link.name)
export const actions = async (who: Person) => (await who.call(notifications, {})).map(each => each.action)
export const inOrder = async () => expect((await checkIntegrity(app.services.db)).findings).toEqual([])

/** Creates Ada's collection with a sub-collection, which Willem may read. */
export async function createOffered(write = 0) {
  const [ada, willem, rosa] = await Promise.all([
    signIn(app, 'ada', 2),
    signIn(app, 'willem', 2),
    signIn(app, 'rosa', 2),
  ])
  const outer = (await ada.call(createCollection, { name: 'Outer' }))._id
  const top = (await ada.call(createCollection, { name: 'Archive', parent: outer }))._id
  const room = (await ada.call(createCollection, { name: 'Room', parent: top }))._id
  const share = (folder_id: string, who: Person, may = 0) =>
    ada.call(setPermissions, {
      folder_id,
      read: 1,
      write: may ? 1 : 0,
      [may ? 'write_members' : 'read_members']: [who.id],
    })
  await share(top, willem, write)
  const offer = () => ada.call(offerCollection, { folder_id: top, person_id: willem.id })
  return { ada, willem, rosa, outer, top, room, share, offer }
}
