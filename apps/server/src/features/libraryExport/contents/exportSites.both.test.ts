import { createCollection } from '@nestmark/contract/collections'
import { getDomain, setDomain } from '@nestmark/contract/sharing/domains'
import { exportLibrary } from '@nestmark/contract/transfer/libraryExport'
import { saveLink } from '@nestmark/contract/links/links'
import { searchLibrary } from '@nestmark/contract/search/search'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { getWhiteLabel, setWhiteLabel } from '@nestmark/contract/sharing/whiteLabels'
import { librarySchema } from '@nestmark/core/libraryFile/jsonSchema'
import type { LibraryFile } from '@nestmark/core/libraryFile/schema'
import { Ajv2020 } from 'ajv/dist/2020.js'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { stopIntact } from '../../../test/support/jobs.ts'
import { signIn } from '../../../test/support/people.ts'
import { unzip } from '../../../test/support/zip.ts'
import { importBytes } from '../../importExport/files/files.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => stopIntact(app))

test('IO-02 IO-03 PLAN-07 the export has domains and white labels; an import takes neither over and says so', async () => {
  const [ada, bob] = [await signIn(app, 'ada', 3), await signIn(app, 'bob', 3)]
  const { _id: folder_id } = await ada.call(createCollection, { name: 'Wooden boats' })
  await ada.call(setPermissions, { folder_id, read: 3, write: 0 })
  await ada.call(saveLink, { name: 'Tar', link: 'https://tar.example/', category: 3, parent: folder_id })
  await ada.call(setDomain, { folder_id, host: 'library.halden.example' })
  await ada.call(setWhiteLabel, { folder_id, name: 'Halden Boatyard', accent: '#8c2f24', paper: '' })
  const logo = await sharp({ create: { width: 8, height: 4, channels: 3, background: '#8c2f24' } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.set('folder_id', folder_id)
  body.set('file', new Blob([new Uint8Array(logo)]), 'logo.png')
  const headers = { authorization: `Bearer ${ada.token}` }
  expect((await fetch(`${app.origin}/api/white-label-logo`, { method: 'POST', headers, body })).status).toBe(
    200,
  )

  const answer = await fetch(app.origin + (await ada.call(exportLibrary, {})).url)
  const zip = Buffer.from(await answer.arrayBuffer())
  const data = JSON.parse((await unzip(zip)).get('nestmark.json')!.bytes.toString()) as LibraryFile
  expect(new Ajv2020().compile(librarySchema())(data)).toBe(true)
  const { sharing } = data.collections.find(each => each.name === 'Wooden boats')!
  expect(sharing).toMatchObject({
    public: true,
    domain: { host: 'library.halden.example', verified: false },
    look: { name: 'Halden Boatyard', accent: '#8c2f24', paper: '' },
  })
  const { format, width, height } = await sharp(Buffer.from(sharing!.look!.logo!, 'base64')).metadata()
  expect([format, width, height]).toEqual(['webp', 8, 4])

  const { report } = await importBytes(app, bob, zip)
  expect(report!.rows.map(({ title, reason }) => `${title}: ${reason}`)).toEqual([
    'library.halden.example: This domain was not imported. Set it in the Share dialog and verify it again',
    'Wooden boats: The name, logo and colours of this page were not imported',
  ])
  const his = (await bob.call(searchLibrary, { input: 'Tar' })).links[0]!.parent
  expect(await bob.call(getDomain, { folder_id: his })).toBeNull()
  expect(await bob.call(getWhiteLabel, { folder_id: his })).toBeNull()
  expect(await ada.call(getDomain, { folder_id })).toMatchObject({ host: 'library.halden.example' })
})
