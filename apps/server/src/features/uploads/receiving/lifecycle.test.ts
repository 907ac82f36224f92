import { deleteAccount } from '@nestmark/contract/accounts'
import { copyCollection, createCollection, deleteCollection } from '@nestmark/contract/collections'
import { downloadUrl } from '@nestmark/contract/files'
import { undo } from '@nestmark/contract/jobs'
import { deleteLinks, listCollectionLinks, moveLinks, trashLinks } from '@nestmark/contract/links/links'
import { answerOffer, offerCollection } from '@nestmark/contract/sharing/ownershipTransfer'
import { getStorage } from '@nestmark/contract/session'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { emptyTrash } from '@nestmark/contract/trash'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enforceQuotas } from '../../../access/planQuotas.ts'
import { checkIntegrity } from '../../../db/integrity.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { beginUpload, saveFile, toAudio, uploadFile } from '../../../test/support/files.ts'
import { filesRead, waitForEnd } from '../../../test/support/jobs.ts'
import { type Person, signIn, toOutcome } from '../../../test/support/people.ts'

let app: TestApp
let ada: Person
let willem: Person
let shared: string
beforeAll(async () => {
  app = await startApp()
})
afterAll(async () => {
  await app.stop()
})
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
  willem = await signIn(app, 'willem', 2)
  shared = (await ada.call(createCollection, { name: 'Shared' }))._id
  await ada.call(setPermissions, { folder_id: shared, read: 1, write: 1, write_members: [willem.id] })
})

const used = async (person: Person) => {
  const { storage_used, storage_cat } = await person.call(getStorage, {})
  return [storage_used, storage_cat.listen]
}
async function inOrder(): Promise<void> {
  await filesRead(app)
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
}
const bytesOf = async (person: Person, link_id: string) => {
  const { url } = await person.call(downloadUrl, { link_id })
  const answer = await fetch(app.origin + url)
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : answer.status
}
const linksIn = async (person: Person, folder_id: string) =>
  (await person.call(listCollectionLinks, { folder_id, include_sub: 1 })).links

describe('UPL-09 the bytes of files follow their links', () => {
  test('UPL-09 a move, the trash and their undo change nothing, and a deletion frees the bytes immediately', async () => {
    const link = await saveFile(app, ada, toAudio(1000), { parent: shared })
    const other = (await ada.call(createCollection, { name: 'Other' }))._id
    await ada.call(moveLinks, { links: [link._id], move_to: other })
    const { undo: key } = await ada.call(trashLinks, { linkIdArr: [link._id] })
    expect(await used(ada)).toEqual([1000, 1000])
    await ada.call(undo, { undo: key! })
    expect(await used(ada)).toEqual([1000, 1000])
    await ada.call(trashLinks, { linkIdArr: [link._id] })
    await ada.call(deleteLinks, { linkIdArr: [link._id] })
    expect(await used(ada)).toEqual([0, 0])
    await inOrder()
  })

  test('UPL-09 keeps bytes of two links until the deletion of both, also with their collection and from the trash', async () => {
    const bytes = toAudio(1000)
    const inside = (await ada.call(createCollection, { name: 'Inside' }))._id
    await saveFile(app, ada, bytes, { parent: inside })
    const second = await saveFile(app, ada, bytes, { parent: shared })
    await ada.call(deleteCollection, { folder_id: inside })
    expect([await used(ada), await bytesOf(ada, second._id)]).toEqual([[1000, 1000], bytes])
    await ada.call(trashLinks, { linkIdArr: [second._id] })
    await ada.call(emptyTrash, { type: 2 })
    await expect.poll(() => used(ada)).toEqual([0, 0])
    await inOrder()
  })

  test('UPL-09 an ownership transfer includes the bytes, and copies those that the previous owner still has', async () => {
    const [moved, both, hers] = [toAudio(1000), toAudio(2000), toAudio(4000)]
    const first = await saveFile(app, ada, moved, { parent: shared })
    const second = await saveFile(app, ada, both, { parent: shared })
    const original = await saveFile(app, ada, both)
    const third = await saveFile(app, ada, hers, { parent: shared })
    await saveFile(app, willem, hers)
    await ada.call(offerCollection, { folder_id: shared, person_id: willem.id })
    await willem.call(answerOffer, { folder_id: shared, accept: 1 })
    app.services.jobs.wake()
    await expect.poll(() => used(willem)).toEqual([7000, 7000])
    expect(await used(ada)).toEqual([2000, 2000])
    expect(await bytesOf(willem, first._id)).toEqual(moved)
    expect(await bytesOf(willem, second._id)).toEqual(both)
    expect(await bytesOf(willem, third._id)).toEqual(hers)
    expect(await bytesOf(ada, original._id)).toEqual(both)
    await inOrder()
  })

  test('UPL-09 rejects a transfer when the new owner has no room', async () => {
    await saveFile(app, ada, toAudio(600_000), { parent: shared })
    await ada.call(offerCollection, { folder_id: shared, person_id: willem.id })
    await app.services.db.write(tx =>
      tx
        .updateTable('people')
        .set({ plan: 1, reserved_bytes: 99_500_000 })
        .where('id', '=', willem.id)
        .execute(),
    )
    enforceQuotas(true)
    try {
      expect(await toOutcome(willem.call(answerOffer, { folder_id: shared, accept: 1 }))).toBe('plan.storage')
    } finally {
      enforceQuotas(false)
    }
    await app.services.db.write(tx =>
      tx.updateTable('people').set({ reserved_bytes: 0 }).where('id', '=', willem.id).execute(),
    )
    expect([await used(ada), await used(willem)]).toEqual([
      [600_000, 600_000],
      [0, 0],
    ])
    await inOrder()
  })

  test('UPL-09 a copy of a collection shares its bytes in one library, and has its own in another', async () => {
    const bytes = toAudio(1000)
    await saveFile(app, ada, bytes, { parent: shared, name: 'song.mp3' })
    const own = await ada.call(copyCollection, { folder_id: shared, parent: null })
    await waitForEnd(ada, own.job)
    expect(await used(ada)).toEqual([1000, 1000])
    const [copied] = await linksIn(ada, own.folder_id)
    expect(copied).toMatchObject({ size: 1000, isFile: 1, media: { name: 'song.mp3' } })
    const his = await willem.call(copyCollection, { folder_id: shared, parent: null })
    await waitForEnd(willem, his.job)
    app.services.jobs.wake()
    await expect.poll(() => used(willem)).toEqual([1000, 1000])
    await ada.call(deleteCollection, { folder_id: shared })
    await ada.call(deleteCollection, { folder_id: own.folder_id })
    expect(await used(ada)).toEqual([0, 0])
    const [link] = await linksIn(willem, his.folder_id)
    expect(await bytesOf(willem, link!._id)).toEqual(bytes)
    await inOrder()
  })

  test('Z19 a deleted account frees what it uploads elsewhere, and the deletion removes its own bytes', async () => {
    await saveFile(app, willem, toAudio(500))
    await uploadFile(app, willem, toAudio(600))
    await beginUpload(willem, 700)
    await beginUpload(willem, 800, { parent: shared })
    const file = await saveFile(app, willem, toAudio(900), { parent: shared })
    await willem.call(deleteAccount, {})
    app.services.jobs.wake()
    const left = async () => [
      await app.services.db.read.selectFrom('people').select('id').where('id', '=', willem.id).execute(),
      await app.services.db.read
        .selectFrom('people')
        .select(['kept_bytes', 'reserved_bytes'])
        .where('id', '=', ada.id)
        .execute(),
    ]
    await expect.poll(left).toEqual([[], [{ kept_bytes: 900, reserved_bytes: 0 }]])
    expect((await linksIn(ada, shared)).map(link => link._id)).toEqual([file._id])
    await inOrder()
  })
})
