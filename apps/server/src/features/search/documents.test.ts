import { copyCollection, createCollection } from '@nestmark/contract/collections'
import { dropCopy, getCopy } from '@nestmark/contract/reading/copies'
import { getLink, listCollectionLinks, saveLink } from '@nestmark/contract/links/links'
import { searchLibrary } from '@nestmark/contract/search/search'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { serve, type TestServer } from '../../fetching/testing/web.testing.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { saveFile } from '../../test/support/files.ts'
import { waitForEnd } from '../../test/support/jobs.ts'
import { createPdf } from '../../test/support/pdfSamples.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { waitForReading } from '../../test/support/reading.ts'

const words = ['The godwit returns', 'in early spring']
let app: TestApp
let site: TestServer
let ada: Person
let eve: Person

beforeAll(async () => {
  site = await serve((request, response) => {
    const body =
      request.url === '/locked.pdf'
        ? createPdf(words, { password: 'sesame' })
        : createPdf(words, { title: 'Birds' })
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(body)
  })
  app = await startApp({ copies: 'full', fetchAllowPrivate: [site.hostPort] })
  ada = await signIn(app, 'ada', 2)
  eve = await signIn(app, 'eve', 2)
})
afterAll(async () => {
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
  await app.stop()
  await site.close()
})

const find = async (who: Person, input: string) =>
  (await who.call(searchLibrary, { input })).links.map(link => link._id)
const get = async (link_id: string) => (await ada.call(getLink, { link_id })).link

/** Saves the address of a document, and returns its link when it is stored. */
async function keep(path: string): Promise<string> {
  const { _id } = await ada.call(saveLink, { name: path, category: 3, link: site.origin + path })
  await expect.poll(async () => (await ada.call(getCopy, { link_id: _id })).state).toBe('kept')
  return _id
}

test('a search finds an uploaded document by its words, in a copy of its collection too, and not for another person', async () => {
  const { _id: folder } = await ada.call(createCollection, { name: 'Papers' })
  const saved = await saveFile(app, ada, createPdf(words), { type: 'application/pdf', parent: folder })
  await waitForReading(ada, saved._id)
  expect(await find(ada, 'godwit')).toEqual([saved._id])
  expect(await find(ada, 'in:content "early spring"')).toEqual([saved._id])
  expect(await find(ada, '-in:content godwit')).toEqual([])
  // The two pages of the document are two words apart for a reader.
  const passages = await ada.call(searchLibrary, { input: 'in:content spring' })
  expect(passages.links[0]!.excerpt!.parts.join('')).toMatch(/returns +in early spring/)
  await ada.call(setPermissions, { folder_id: folder, read: 3, write: 0 })
  expect(await find(eve, 'godwit')).toEqual([])
  const copy = await eve.call(copyCollection, { folder_id: folder })
  await waitForEnd(eve, copy.job)
  const { links } = await eve.call(listCollectionLinks, { folder_id: copy.folder_id })
  expect(await find(eve, 'godwit')).toEqual(links.map(link => link._id))
  expect(links).toHaveLength(1)
})

test('stores a document at an address with its words, its title and its first page', async () => {
  const id = await keep('/birds.pdf')
  const { versions } = await ada.call(getCopy, { link_id: id })
  expect(versions).toMatchObject([{ kind: 'file', title: 'Birds', words: 6, reader: null }])
  expect(await find(ada, 'in:content spring')).toContain(id)
  expect(await get(id)).toMatchObject({ thumbnail_width: 640, thumbnail_height: 906 })
  await ada.call(dropCopy, { link_id: id })
  expect(await find(ada, 'in:content spring')).not.toContain(id)
})

test('stores a document with a password without words and without a picture', async () => {
  const id = await keep('/locked.pdf')
  const { versions } = await ada.call(getCopy, { link_id: id })
  expect(versions).toMatchObject([{ kind: 'file', title: '', words: 0 }])
  expect((await get(id)).thumbnail).toBe('')
})
