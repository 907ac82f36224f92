import { createCollection, trashCollections } from '@nestmark/contract/collections'
import { saveLink, updateLink } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import { searchLibrary } from '@nestmark/contract/search/search'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
let willem: Person
beforeAll(async () => void (app = await startApp()))
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
  willem = await signIn(app, 'willem', 2)
})
afterAll(() => app.stop())

const save = (who: Person, name: string, parent?: string) =>
  who.call(saveLink, { name, desc: 'Words', category: 4, parent })
const folder = async (who: Person, name: string) => (await who.call(createCollection, { name }))._id
const find = async (input: string) => {
  const { links, total } = await ada.call(searchLibrary, { input })
  expect(total).toBe(links.length)
  return links.map(link => link.name).sort()
}

// On PostgreSQL the remembered context of the last searches may be outdated until the database has confirmed it.
describe('SRCH-07 a search returns current results, regardless of the context of the last ones', () => {
  test('a user saved a word that contains the part in between', async () => {
    await save(ada, 'Zwiebel')
    expect(await find('zwie')).toEqual(['Zwiebel'])
    await save(ada, 'Rotzwiebel')
    expect(await find('zwie')).toEqual(['Rotzwiebel', 'Zwiebel'])
    expect(await find('zwieb')).toEqual(['Rotzwiebel', 'Zwiebel'])
    const { _id } = await save(ada, 'Zwieback')
    await ada.call(updateLink, { link_id: _id, name: 'Knäckebrot und Nachtzwieback' })
    expect(await find('zwieb')).toEqual(['Knäckebrot und Nachtzwieback', 'Rotzwiebel', 'Zwiebel'])
    expect(await find('zwieba')).toEqual(['Knäckebrot und Nachtzwieback'])
  })

  test('a user saved a word that begins with the part in between', async () => {
    await save(ada, 'Zwiebel')
    expect(await find('zwie')).toEqual(['Zwiebel'])
    await save(ada, 'Zwieback')
    expect(await find('zwie')).toEqual(['Zwieback', 'Zwiebel'])
    expect(await find('zwieb')).toEqual(['Zwieback', 'Zwiebel'])
    expect(await find('zwieba')).toEqual(['Zwieback'])
    await save(ada, 'Zwiebackbrei')
    expect(await find('zwieback')).toEqual(['Zwieback', 'Zwiebackbrei'])
  })

  test('a user trashed an item in between', async () => {
    const place = await folder(ada, 'Towers')
    await save(ada, 'Turmbau', place)
    expect(await find('turm')).toEqual(['Turmbau'])
    await ada.call(trashCollections, { folderIdArr: [place] })
    expect(await find('turm')).toEqual([])
    expect(await find('turmb')).toEqual([])
  })

  test('others started sharing in between, and stopped', async () => {
    const place = await folder(willem, 'Towers')
    await save(willem, 'Turm von Willem', place)
    await save(ada, 'Turmbau')
    expect(await find('turm')).toEqual(['Turmbau'])
    const share = (more: Partial<Input<typeof setPermissions>>) =>
      willem.call(setPermissions, { folder_id: place, read: 1, write: 0, ...more })
    await share({ read_members: [ada.id] })
    expect(await find('turm')).toEqual(['Turm von Willem', 'Turmbau'])
    await share({ read_members_remove: [ada.id] })
    expect(await find('turm')).toEqual(['Turmbau'])
  })

  test('two concurrent searches, one of which finds a word that the other does not expect', async () => {
    await save(ada, 'Kornblume')
    expect(await find('blum')).toEqual(['Kornblume'])
    expect(await Promise.all(['korn', 'blum', 'ornb', 'lum korn'].map(find))).toEqual(
      Array.from({ length: 4 }, () => ['Kornblume']),
    )
  })
})
