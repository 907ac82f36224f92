import { createCollection } from '@nestmark/contract/collections'
import * as domains from '@nestmark/contract/sharing/domains'
import { setPermissions } from '@nestmark/contract/sharing/share'
import * as labels from '@nestmark/contract/sharing/whiteLabels'
import sharp from 'sharp'
import type { TestApp } from '../support/app.ts'
import { signIn } from '../support/people.ts'
import type { Recorder } from './record.testing.ts'

/** The TXT records of the resolver of the app, by name. */
export const textRecords = new Map<string, string>()

/** Gives a public collection a custom domain and look, and removes both. */
export async function tourOfDomains(app: TestApp, to: Recorder): Promise<void> {
  const paula = await signIn(app, 'paula', 3)
  const { _id: folder_id } = await paula.call(createCollection, { name: 'The bakery' })
  await paula.call(setPermissions, { folder_id, read: 3, write: 0 })
  const { record } = await to.call<domains.Domain>(domains.setDomain, paula, {
    folder_id,
    host: 'library.bread.example',
  })
  textRecords.set(record.name, record.value)
  await to.call(domains.verifyDomain, paula, { folder_id })
  await to.call(domains.getDomain, paula, { folder_id })
  await to.call(domains.deleteDomain, paula, { folder_id })
  await to.call(labels.setWhiteLabel, paula, {
    folder_id,
    name: 'Bread & butter',
    accent: '#8c2f24',
    paper: '#fbf7ef',
  })
  const logo = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#8c2f24' } })
    .png()
    .toBuffer()
  await to.call(labels.uploadLogo, paula, { folder_id, file: new Blob([new Uint8Array(logo)]) })
  await to.call(labels.getWhiteLabel, paula, { folder_id })
  await to.call(labels.deleteWhiteLabel, paula, { folder_id })
}
