import { exportLibrary, getLibraryExport } from '@nestmark/contract/transfer/libraryExport'
import { finishUpload, getUpload, startUpload } from '@nestmark/contract/files'
import { deleteLinks, saveLink } from '@nestmark/contract/links/links'
import { getStorage } from '@nestmark/contract/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storedPartBytes } from '../../../blobStorage/parts.ts'
import { sendPart, toAudio } from '../../support/files.ts'
import { newFixture, type OwnFixture } from '../fixture.testing.ts'
import { signUp } from '../visitor.testing.ts'

let fixture: OwnFixture
beforeAll(async () => {
  fixture = await newFixture()
})
afterAll(() => fixture.remove())

const partCount = 6

test('F16 kill -9 while parts arrive: keeps acknowledged parts, the client sends the rest, and the file is complete', async () => {
  let server = await fixture.start()
  let ada = await signUp(server.origin, 'ada')
  const bytes = toAudio((partCount - 1) * storedPartBytes + 100)
  const partOf = (n: number) => bytes.subarray((n - 1) * storedPartBytes, n * storedPartBytes)
  const form = { name: 'long.mp3', size: bytes.length, content_type: 'audio/mpeg' }
  const upload = await ada.call(startUpload, form)
  const acknowledged = new Set<number>()
  const sending = Array.from({ length: partCount }, async (_, at) => {
    const answer = await sendPart(server, ada, upload, at + 1, partOf(at + 1)).catch(() => null)
    if (answer?.status === 204) acknowledged.add(at + 1)
  })
  await expect.poll(() => acknowledged.size, { interval: 1 }).toBeGreaterThan(0)
  await server.end('SIGKILL')
  await Promise.all(sending)

  server = await fixture.start()
  ada = ada.at(server.origin)
  const { parts } = await ada.call(getUpload, { upload_id: upload.upload_id })
  expect(parts).toEqual(expect.arrayContaining([...acknowledged]))
  for (let n = 1; n <= partCount; n++)
    if (!parts.includes(n)) expect((await sendPart(server, ada, upload, n, partOf(n))).status).toBe(204)

  // A call whose answer is lost is repeated: the file is completed and counted once.
  const finishing = ada.call(finishUpload, { upload_id: upload.upload_id }).catch(() => null)
  await server.end('SIGKILL')
  await finishing
  server = await fixture.start()
  ada = ada.at(server.origin)
  const { key, size } = await ada.call(finishUpload, { upload_id: upload.upload_id })
  expect(size).toBe(bytes.length)
  const link = await ada.call(saveLink, { name: 'Long', category: 5, s3_key: [{ file: key }] })
  expect((await ada.call(getStorage, {})).storage_used).toBe(bytes.length)
  expect(await fixture.wrong()).toEqual([])

  // An export that ended with its server is shown as such, and can be started again at once.
  const { url } = await ada.call(exportLibrary, {})
  const unread = await fetch(server.origin + url, { headers: { authorization: `Bearer ${ada.token}` } })
  expect(await ada.call(getLibraryExport, {})).toMatchObject({ state: 'running' })
  await server.end('SIGKILL')
  await unread.body?.cancel().catch(() => undefined)
  await fixture.leasesEnd()
  server = await fixture.start()
  ada = ada.at(server.origin)
  expect(await ada.call(getLibraryExport, {})).toMatchObject({ state: 'failed' })
  await ada.call(exportLibrary, {})
  expect(await ada.call(getLibraryExport, {})).toMatchObject({ state: 'waiting' })

  await ada.call(deleteLinks, { linkIdArr: [link._id] })
  expect((await ada.call(getStorage, {})).storage_used).toBe(0)
  expect(await fixture.wrong()).toEqual([])
})
