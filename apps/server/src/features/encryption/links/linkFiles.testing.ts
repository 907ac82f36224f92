import { saveLink } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { expect } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import { toGif, uploadFile } from '../../../test/support/files.ts'
import { filesRead } from '../../../test/support/jobs.ts'
import { ada, app, encrypt, folder, key, read, sealLink, type TestKey } from '../fixture.testing.ts'
import { readChunks, sealUploads, uploadSealed } from './sealedFiles.testing.ts'

/** The files of links of Ada's in the collection of the fixture. */

export const gif = (text = 'GIF89a a picture of a bird on a branch') => toGif(text)
export const upload = (bytes: Buffer, parent = folder) =>
  uploadFile(app, ada, bytes, { parent, name: 'Heron.gif', type: 'image/gif' })

/** Saves a link in plain text with pictures. */
export async function savePictures(pictures: readonly Buffer[], parent = folder): Promise<Link> {
  const s3_key = await Promise.all(pictures.map(async bytes => ({ file: await upload(bytes, parent) })))
  const link = await ada.call(saveLink, { name: 'Herons', category: 1, parent, plain: 1, s3_key })
  await filesRead(app)
  return link
}

/** Returns the change that encrypts a link with these bytes as its files. */
export async function toSealed(id: string, files: readonly Buffer[], by: TestKey = key, parent = folder) {
  const uploads = await Promise.all(files.map(bytes => uploadSealed(app, ada, bytes, { parent })))
  const s3_key = await sealUploads(by, id, uploads)
  return { ...(await sealLink(by, id, { name: 'Herons' })), s3_key }
}

/** Saves a link with files in plain text, and encrypts it. */
export async function saveEncrypted(files: readonly Buffer[]): Promise<Link> {
  const { _id } = await savePictures(files)
  await encrypt([await toSealed(_id, files)])
  return read(_id)
}

export const toPlain = (_id: string, s3_key?: { file: string; thumb?: string }[]) => ({
  _id,
  enc: 0 as const,
  name: 'Herons',
  desc: 'Words',
  link: '',
  ...(s3_key && { s3_key }),
})
export const bytesOf = (link: Link, by: TestKey = key, index = 0) => readChunks(app, ada, by, { link, index })
export const statusOf = async (url: string) => (await fetch(app.origin + url)).status
export const inOrder = async () =>
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
