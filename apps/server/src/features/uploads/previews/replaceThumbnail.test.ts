import { createCollection } from '@nestmark/contract/collections'
import { saveLink, updateLink } from '@nestmark/contract/links/links'
import { getStorage } from '@nestmark/contract/session'
import { setPermissions } from '@nestmark/contract/sharing/share'
import type { Link } from '@nestmark/contract/shapes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { saveFile, toAudio, uploadFile } from '../../../test/support/files.ts'
import { filesRead, stopIntact } from '../../../test/support/jobs.ts'
import { type Person, signIn, toOutcome } from '../../../test/support/people.ts'
import { drawHalves } from '../../../test/support/pictureSamples.ts'
import { readPicture, waitForReading } from '../../../test/support/reading.ts'
import { createFilm } from '../../../test/support/recordingSamples.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
})
afterAll(() => stopIntact(app))

/** Uploads a picture for a link. Its width distinguishes pictures. */
const sendPicture = async (who: Person, width: number, parent?: string) => {
  const bytes = await drawHalves(width, 100).jpeg().toBuffer()
  const type = 'image/jpeg'
  return {
    key: await uploadFile(app, who, bytes, { type, purpose: 'thumb', parent }),
    size: bytes.length,
  }
}
const saveFilm = async (who: Person, parent?: string): Promise<Link> => {
  const file = await uploadFile(app, who, await createFilm('mp4', {}), { type: 'video/mp4', parent })
  const { key: thumb } = await sendPicture(who, 300, parent)
  const saved = await who.call(saveLink, { name: 'Film', category: 2, parent, s3_key: [{ file, thumb }] })
  return waitForReading(who, saved._id)
}
const widthOf = async (who: Person, id: string) => {
  await filesRead(app)
  return (await readPicture(app, await waitForReading(who, id))).width
}

describe('UPL-07 the thumbnail of a stored video', () => {
  test('UPL-07 an uploaded picture takes the place of the thumbnail, and the previous one leaves the storage', async () => {
    const link = await saveFilm(ada)
    const used = async () => (await ada.call(getStorage, {})).storage_used
    const before = await used()
    const first = await sendPicture(ada, 400)
    const edit = { link_id: link._id, version: link.version, thumb: first.key, thumbnail: '' }
    const edited = await ada.call(updateLink, edit)
    // The previous picture is shown until the new one was read.
    expect(edited.thumbnail).toBe(link.thumbnail)
    expect(edited.s3_key[0]!.thumb).not.toBe(link.s3_key[0]!.thumb)
    expect(await widthOf(ada, link._id)).toBe(400)
    const second = await sendPicture(ada, 500)
    await ada.call(updateLink, { link_id: link._id, thumb: second.key })
    expect(await widthOf(ada, link._id)).toBe(500)
    const previous = await drawHalves(300, 100).jpeg().toBuffer()
    expect(await used()).toBe(before - previous.length + second.size)
  })

  test('UPL-07 it takes the place of a picture from an address, and of a removed one', async () => {
    const link = await saveFilm(ada)
    await ada.call(updateLink, { link_id: link._id, thumbnail: '' })
    await ada.call(updateLink, { link_id: link._id, thumbnail: 'https://example.com/picture.png' })
    const { key } = await sendPicture(ada, 420)
    await ada.call(updateLink, { link_id: link._id, thumb: key })
    expect(await widthOf(ada, link._id)).toBe(420)
  })

  test('U05 it is a finished picture of the same person and owner, once, for a link with a file', async () => {
    const [link, eve] = [await saveFilm(ada), await signIn(app, 'eve', 2)]
    const set = (thumb: string, id = link._id) => toOutcome(ada.call(updateLink, { link_id: id, thumb }))
    const plain = await ada.call(saveLink, { name: 'Page', category: 3, link: 'https://example.com' })
    const { key } = await sendPicture(ada, 440)
    expect(await set(key, plain._id)).toBe('files.notFound')
    expect(await set((await sendPicture(eve, 450)).key)).toBe('files.uploadNotFound')
    expect(await set('../../etc')).toBe('files.uploadNotFound')
    expect(await set(await uploadFile(app, ada, toAudio(100)))).toBe('files.categoryWrong')
    expect(await set(key)).toBe('done')
    expect(await set(key)).toBe('files.uploadNotFound')
  })

  test('Z05 a writer of a shared collection sets it, a reader does not', async () => {
    const [bob, rita] = [await signIn(app, 'bob', 2), await signIn(app, 'rita', 2)]
    const parent = (await ada.call(createCollection, { name: 'Films' }))._id
    await ada.call(setPermissions, {
      folder_id: parent,
      read: 1,
      write: 1,
      read_members: [rita.id],
      write_members: [bob.id],
    })
    const link = await saveFilm(ada, parent)
    const { key } = await sendPicture(bob, 460, parent)
    const thumb = (await sendPicture(rita, 470)).key
    expect(await toOutcome(rita.call(updateLink, { link_id: link._id, thumb }))).toBe('links.readOnly')
    expect(await toOutcome(bob.call(updateLink, { link_id: link._id, thumb: key }))).toBe('done')
    expect(await widthOf(rita, link._id)).toBe(460)
  })

  test('E03 gives the file of an encrypted link none in plain text', async () => {
    const link = await saveFile(app, ada, toAudio(500))
    const { key } = await sendPicture(ada, 480)
    await app.services.db.write(tx =>
      tx.updateTable('links').set({ key_id: 'k1' }).where('id', '=', link._id).execute(),
    )
    const outcome = await toOutcome(ada.call(updateLink, { link_id: link._id, thumb: key }))
    await app.services.db.write(tx =>
      tx.updateTable('links').set({ key_id: null }).where('id', '=', link._id).execute(),
    )
    expect(outcome).toBe('encryption.encrypted')
  })
})
