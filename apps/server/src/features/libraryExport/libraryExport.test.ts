import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createCollection } from '@nestmark/contract/collections'
import { getCopy } from '@nestmark/contract/reading/copies'
import { exportBookmarks } from '@nestmark/contract/transfer/importExport'
import * as contract from '@nestmark/contract/transfer/libraryExport'
import { saveLink, trashLinks } from '@nestmark/contract/links/links'
import { logout } from '@nestmark/contract/session'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serve, type TestServer } from '../../fetching/testing/web.testing.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { saveFile, toAudio, toGif } from '../../test/support/files.ts'
import { type Person, signIn, toOutcome } from '../../test/support/people.ts'
import { changeSignature } from '../../test/support/signedAddress.ts'
import { unzip } from '../../test/support/zip.ts'
import { putObject } from '../../blobStorage/testing/putObject.testing.ts'

let app: TestApp
let site: TestServer
let ada: Person
let names = 0
const dataFiles = ['nestmark.html', 'nestmark.json', 'nestmark.csv', 'nestmark.md']
const article = 'The heron stood in the shallow water and waited for the fish. '.repeat(20)
const page = `<!doctype html><html lang="en"><title>Herons</title><article><p>${article}</p></article>`

beforeAll(async () => {
  site = await serve((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page))
  app = await startApp({ copies: 'full', fetchAllowPrivate: [site.hostPort] })
})
beforeEach(async () => {
  ada = await signIn(app, `ada${++names}`, 2)
})
afterAll(async () => {
  await app.stop()
  await site.close()
})

const begin = async (who = ada) => app.origin + (await who.call(contract.exportLibrary, {})).url
const state = async (who = ada) => (await who.call(contract.getLibraryExport, {})).state

/** Exports a library and returns the files of the ZIP. */
async function exportAll(who = ada) {
  const answer = await fetch(await begin(who))
  expect(answer.status).toBe(200)
  const files = await unzip(Buffer.from(await answer.arrayBuffer()))
  await expect.poll(() => state(who)).toBe('done')
  return files
}

const countRunning = () => app.services.exports.counts().running

/** Reads the rest of a download, and returns whether its connection was closed early. */
const isCut = (response: IncomingMessage) =>
  buffer(response).then(
    () => false,
    () => true,
  )

/** Starts a download without reading its body. */
async function open(url: string): Promise<IncomingMessage> {
  const request = httpGet(url)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

const idOfBlob = async (linkId: string) => {
  const row = await app.services.db.read
    .selectFrom('files')
    .select('blob_id')
    .where('link_id', '=', linkId)
    .executeTakeFirstOrThrow()
  return row.blob_id
}

describe('IO-02 the export of everything', () => {
  test('IO-02 the ZIP has the bookmarks, the data, the files byte by byte and the copies of pages', async () => {
    const parent = (await ada.call(createCollection, { name: 'Birds' }))._id
    const song = toAudio(200_000)
    const gif = toGif('GIF89a a picture of a bird on a branch')
    await saveFile(app, ada, song, { name: 'Heron.mp3', parent })
    await saveFile(app, ada, gif, { name: 'Heron.gif', type: 'image/gif' })
    const saved = await ada.call(saveLink, {
      name: 'Herons',
      link: `${site.origin}/herons`,
      category: 3,
      parent,
      tags: ['water, birds'],
    } as never)
    await expect.poll(async () => (await ada.call(getCopy, { link_id: saved._id })).state).toBe('kept')

    const size = await ada.call(contract.getExportSize, {})
    expect(size).toMatchObject({ links: 3, files: 2, file_bytes: song.length + gif.length, pages: 2 })
    const files = await exportAll()
    const paths = [...files.keys()]
    expect(paths.slice(0, 4)).toEqual(dataFiles)
    const find = (pattern: RegExp) => paths.find(path => pattern.test(path))!
    const songPath = find(/^files\/Birds\/Heron ~[0-9a-f]{10}\.mp3$/)
    expect(files.get(songPath)).toEqual({ bytes: song, isStored: true })
    expect(files.get(find(/^files\/Heron ~[0-9a-f]{10}\.gif$/))).toEqual({ bytes: gif, isStored: true })
    const copy = files.get(find(/^pages\/Birds\/Herons \(copy \d{4}-\d\d-\d\d\) ~[0-9a-f]{10}\.html$/))!
    expect([copy.isStored, copy.bytes.toString().includes(article.trim())]).toEqual([false, true])
    // The response contains the stored copy without compression.
    const [version] = (await ada.call(getCopy, { link_id: saved._id })).versions
    const served = await fetch(app.origin + version!.copy)
    expect(copy.bytes).toEqual(Buffer.from(await served.arrayBuffer()))
    find(/^pages\/Birds\/Herons \(article /)
    expect(paths).toHaveLength(8)

    const data = JSON.parse(files.get('nestmark.json')!.bytes.toString())
    expect(data.format).toBe('nestmark-library')
    expect(data.collections).toContainEqual(
      expect.objectContaining({ id: parent, name: 'Birds', path: ['Birds'], parent: null }),
    )
    expect(data.links).toHaveLength(3)
    const heron = data.links.find((link: { title: string }) => link.title === 'Heron.mp3')
    expect(heron).toMatchObject({
      collection: parent,
      category: 5,
      files: [{ kind: 'file', path: songPath }],
    })
    const named = data.links.flatMap((link: { files: { path: string }[] }) =>
      link.files.map(each => each.path),
    )
    expect(named.toSorted()).toEqual(paths.slice(4).toSorted())
    for (const path of dataFiles) expect(files.get(path)!.bytes.toString()).toContain(`${site.origin}/herons`)
    expect(await ada.call(contract.getLibraryExport, {})).toMatchObject({
      files: 4,
      bytes: size.file_bytes + size.page_bytes,
      missing: 0,
    })
  })

  test('IO-02 keeps malicious names inside the ZIP, and gives equal names different paths', async () => {
    const parent = (await ada.call(createCollection, { name: '../..' }))._id
    const inner = (await ada.call(createCollection, { name: 'CON', parent } as never))._id
    const sounds = [toAudio(1000), toAudio(1001), toAudio(1002)]
    for (const [n, name] of ['..\\..\\evil\u202e3pm.exe', 'Same.mp3', 'SAME.mp3'].entries())
      await saveFile(app, ada, sounds[n]!, { name, parent: inner })
    const files = await exportAll()
    const media = [...files].filter(([path]) => path.startsWith('files/'))
    expect(media.map(([, file]) => file.bytes.length).toSorted()).toEqual([1000, 1001, 1002])
    for (const [path] of media)
      expect(path).toMatch(/^files\/(Unnamed\/)?_CON\/[^./\\][^/\\\u202e]* ~[0-9a-f]{10}\.mp3$/)
    expect(new Set(media.map(([path]) => path.toLowerCase())).size).toBe(3)
  })

  test('IO-02 omits the trash, and lists missing files', async () => {
    const trashed = await saveFile(app, ada, toAudio(900), { name: 'Trashed.mp3' })
    await ada.call(trashLinks, { linkIdArr: [trashed._id], isTrash: 1 } as never)
    const lost = await saveFile(app, ada, toAudio(901), { name: 'Lost.mp3' })
    await saveFile(app, ada, toAudio(902), { name: 'There.mp3' })
    await app.services.fileStore.remove([await idOfBlob(lost._id)])
    const files = await exportAll()
    const paths = [...files.keys()].map(path => path.replace(/ ~\w+/, ''))
    expect(paths).toEqual([...dataFiles, 'files/There.mp3', 'missing-files.txt'])
    expect(files.get('missing-files.txt')!.bytes.toString()).toMatch(
      /not in this ZIP.*\r\nfiles\/Lost ~\w+\.mp3: the file is lost\r\n$/,
    )
    expect((await ada.call(contract.getLibraryExport, {})).missing).toBe(1)
  })

  test('IO-02 lists an object of another size as incomplete', async () => {
    const cut = await saveFile(app, ada, toAudio(500), { name: 'Cut.mp3' })
    await putObject(app.services.fileStore, await idOfBlob(cut._id), toAudio(100))
    const files = await exportAll()
    expect(files.get('missing-files.txt')!.bytes.toString()).toContain('parts of the file are lost')
  })

  test('I08 readers of a shared collection export nothing of it', async () => {
    const willem = await signIn(app, `willem${names}`)
    const folder = (await ada.call(createCollection, { name: 'Shared' }))._id
    await saveFile(app, ada, toAudio(1000), { name: 'Hers.mp3', parent: folder })
    for (const write of [0, 1]) {
      await ada.call(setPermissions, {
        folder_id: folder,
        read: 1,
        write,
        [write ? 'write_members' : 'read_members']: [willem.id],
      } as never)
      expect(await willem.call(contract.getExportSize, {})).toMatchObject({ links: 0, files: 0 })
      expect([...(await exportAll(willem)).keys()]).toEqual(dataFiles)
      app.clock.now += 5 * 60_000
    }
  })

  test('I08 one export of each kind in five minutes, and one of everything at a time', async () => {
    await exportAll()
    app.clock.now += 60_000
    const refused = ada.call(contract.exportLibrary, {})
    await expect(refused).rejects.toMatchObject({ code: 'transfer.exportedRecently', retryAfter: 240 })
    expect(await ada.call(contract.getLibraryExport, {})).toMatchObject({ again_in: 240 })
    const headers = { authorization: `Bearer ${ada.token}` }
    const file = await fetch(`${app.origin}/api/export-bookmarks`, { method: 'POST', headers })
    expect(file.status).toBe(200)
    await file.text()
    expect(await toOutcome(ada.call(exportBookmarks, {}))).toBe('transfer.exportedRecently')
    app.clock.now += 4 * 60_000
    // The limit of the bookmark file is not that of the ZIP.
    expect(await toOutcome(ada.call(exportBookmarks, {}))).toBe('transfer.exportedRecently')
    await exportAll()
    app.clock.now += 5 * 60_000
    await saveFile(app, ada, toAudio(30_000_000))
    const running = await open(await begin())
    app.clock.now += 59_000
    await expect.poll(() => state()).toBe('running')
    app.clock.now += 5 * 60_000
    await expect
      .poll(() =>
        app.services.db.read
          .selectFrom('library_exports')
          .select('updated_at')
          .where('person_id', '=', ada.id)
          .executeTakeFirst(),
      )
      .toEqual({ updated_at: app.clock.now })
    expect(await toOutcome(ada.call(contract.exportLibrary, {}))).toBe('transfer.exportRunning')
    running.destroy()
    await expect.poll(() => state()).toBe('failed')
    await expect.poll(countRunning).toBe(0)
  })

  test('IO-02 an address works once, for its session and for five minutes', async () => {
    const url = await begin()
    expect((await fetch(changeSignature(url))).status).toBe(404)
    // A request for the headers does not use it up.
    await fetch(url, { method: 'HEAD' })
    expect((await unzip(Buffer.from(await (await fetch(url)).arrayBuffer()))).size).toBe(4)
    await expect.poll(countRunning).toBe(0)
    expect((await fetch(url)).status).toBe(404)
    app.clock.now += 5 * 60_000
    const late = await begin()
    app.clock.now += 5 * 60_000
    expect((await fetch(late)).status).toBe(404)
    expect(await state()).toBe('failed')
    const ended = await begin()
    await ada.call(logout, {})
    expect((await fetch(ended)).status).toBe(404)
  })

  test('IO-02 a running export ends when the user stops it or its session ends', async () => {
    await saveFile(app, ada, toAudio(30_000_000))
    const stopped = await open(await begin())
    await ada.call(contract.stopLibraryExport, {})
    await expect.poll(countRunning).toBe(0)
    expect(await isCut(stopped)).toBe(true)
    expect(await state()).toBe('stopped')
    // A stopped export does not count as the one of these five minutes.
    const left = await open(await begin())
    await ada.call(logout, {})
    await expect.poll(countRunning).toBe(0)
    expect(await isCut(left)).toBe(true)
  })
})
