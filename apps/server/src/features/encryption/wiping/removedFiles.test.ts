import { randomBytes } from 'node:crypto'
import { saveEncryptedLink } from '@nestmark/contract/encryption/encryption'
import { downloadUrl, finishUpload, startUpload } from '@nestmark/contract/files'
import { deleteLinks, moveLinks, trashLinks, updateLink } from '@nestmark/contract/links/links'
import { removeStoredFiles, restoreStoredFiles } from '@nestmark/contract/storage'
import { toSealedLength } from '@nestmark/core/sealedFile'
import { describe, expect, test } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import { filesRead } from '../../../test/support/jobs.ts'
import { sweep } from '../../uploads/storage/sweepFiles.job.ts'
import { toOutcome } from '../../../test/support/people.ts'
import {
  ada,
  app,
  create,
  encrypt,
  folder,
  giveKey,
  key,
  newLinkId,
  read,
  setUpFixture,
} from '../fixture.testing.ts'
import {
  bytesOf,
  gif,
  inOrder,
  saveEncrypted,
  savePictures,
  statusOf,
  toPlain,
  toSealed,
  upload,
} from '../links/linkFiles.testing.ts'
import { uploadSealed } from '../links/sealedFiles.testing.ts'

setUpFixture()

describe('removed files', () => {
  const remove = async (id: string, what: 'encrypted' | 'files' = 'encrypted') =>
    ada.call(removeStoredFiles, { linkIdArr: [id], what })

  test('PLAN-08 removes encrypted files and restores them with their envelopes', async () => {
    const link = await saveEncrypted([gif()])
    const plain = await savePictures([gif('GIF89a a picture that stays here.')])
    expect((await remove(plain._id)).undo).toBeNull()
    const { undo, bytes } = await remove(link._id)
    expect(bytes).toBe(toSealedLength(gif().length))
    expect(await read(link._id)).toMatchObject({ isFile: 0, s3_key: [] })
    await ada.call(restoreStoredFiles, { undo: undo! })
    expect((await bytesOf(await read(link._id))).equals(gif())).toBe(true)
    await inOrder()
  })

  test('E02 after the encryption, decryption or a new key of a link, does not restore the files removed from it', async () => {
    const { _id } = await savePictures([gif()])
    const fromClear = (await remove(_id, 'files')).undo!
    await encrypt([await toSealed(_id, [])])
    expect(await toOutcome(ada.call(restoreStoredFiles, { undo: fromClear }))).toBe('undo.expired')
    const link = await saveEncrypted([gif()])
    const sealed = (await remove(link._id)).undo!
    await encrypt([{ ...toPlain(link._id), link: 'https://example.org/heron' }])
    expect(await toOutcome(ada.call(restoreStoredFiles, { undo: sealed }))).toBe('undo.expired')
    await inOrder()
  })
})

const urlOf = async (link_id: string) => (await ada.call(downloadUrl, { link_id })).url

describe('a file that two links share', () => {
  test('E02 restores a removed one after the encryption of the other link and the deletion of the bytes', async () => {
    const [first, other] = [await savePictures([gif()]), await savePictures([gif()])]
    const { undo } = await ada.call(removeStoredFiles, { linkIdArr: [first._id], what: 'files' })
    await encrypt([await toSealed(other._id, [gif()])])
    await sweep(app.services)
    await ada.call(restoreStoredFiles, { undo: undo! })
    expect(await statusOf(await urlOf(first._id))).toBe(200)
    await inOrder()
  })

  test('E02 keeps it for a link in the trash when the user encrypts the other link', async () => {
    const [first, other] = [await savePictures([gif()]), await savePictures([gif()])]
    await ada.call(trashLinks, { linkIdArr: [first._id] })
    await encrypt([await toSealed(other._id, [gif()])])
    await sweep(app.services)
    await ada.call(trashLinks, { linkIdArr: [first._id], isTrash: 0, plain: 1 })
    expect(await statusOf(await urlOf(first._id))).toBe(200)
    await inOrder()
  })

  test('E02 deletes its bytes immediately after the encryption of the last link that can show it', async () => {
    const [first, second] = [await savePictures([gif()]), await savePictures([gif()])]
    const url = await urlOf(first._id)
    for (const { _id } of [first, second]) await encrypt([await toSealed(_id, [gif()])])
    await sweep(app.services)
    expect(await statusOf(url)).not.toBe(200)
    await inOrder()
  })
})

test('PLAN-08 the counters equal a recount after random actions', async () => {
  const twin = await create('Twin')
  await giveKey(ada, twin, key.raw)
  const ids: string[] = []
  const pick = () => ids[randomBytes(1)[0]! % ids.length]!
  const fresh = () => gif(`GIF89a ${randomBytes(20).toString('hex')}`)
  const actions = [
    async () => ids.push((await savePictures([fresh(), fresh()]))._id),
    async () => {
      const _id = newLinkId()
      const { enc: _, ...sealed } = await toSealed(_id, [fresh()])
      ids.push((await ada.call(saveEncryptedLink, { ...sealed, category: 4, parent: folder }))._id)
    },
    async (id: string) => {
      const link = await read(id)
      const files = link.s3_key.map(fresh)
      if (link.enc === 0) return encrypt([await toSealed(id, files)])
      return encrypt([
        toPlain(id, await Promise.all(files.map(async bytes => ({ file: await upload(bytes) })))),
      ])
    },
    async (id: string) => ada.call(removeStoredFiles, { linkIdArr: [id] }),
    async (id: string) => {
      const { undo } = await ada.call(removeStoredFiles, { linkIdArr: [id], what: 'files' })
      if (undo) await ada.call(restoreStoredFiles, { undo })
    },
    async (id: string) => ada.call(trashLinks, { linkIdArr: [id] }),
    async (id: string) => ada.call(updateLink, { link_id: id, category: 1 + (randomBytes(1)[0]! % 3) }),
    async (id: string) => ada.call(moveLinks, { links: [id], move_to: twin, plain: 1 }),
    async (id: string) =>
      ids.length > 3 && ada.call(deleteLinks, { linkIdArr: ids.splice(ids.indexOf(id), 1) }),
    // An upload that is not used, and one that is not finished.
    async () => uploadSealed(app, ada, fresh(), { parent: folder }),
    async () => {
      const form = { name: '', content_type: '', size: 1016, parent: folder, enc: 1 as const }
      const { upload_id } = await ada.call(startUpload, form)
      await toOutcome(ada.call(finishUpload, { upload_id }))
    },
  ]
  await actions[0]!('')
  const done: number[] = []
  for (let step = 0; step < 40; step++) {
    const at = step < actions.length ? step : randomBytes(1)[0]! % actions.length
    done.push(at)
    await toOutcome(Promise.resolve(actions[at]!(pick())))
    const { findings } = await checkIntegrity(app.services.db, app.clock.now)
    expect([done, findings]).toEqual([done, []])
  }
  await filesRead(app)
})
