import { deleteAccount } from '@nestmark/contract/accounts'
import { listActivity, undoActivity } from '@nestmark/contract/activity'
import {
  createCollection,
  moveCollections,
  trashCollections,
  updateCollection,
} from '@nestmark/contract/collections'
import { answerOffer, offerCollection } from '@nestmark/contract/sharing/ownershipTransfer'
import { saveLink, updateLink } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import * as hooks from '@nestmark/contract/webhooks'
import { describe, expect, test } from 'vitest'
import { signIn } from '../../test/support/people.ts'
import { pass } from './receiver.testing.ts'
import {
  ada,
  app,
  deliveries,
  createHookId,
  hour,
  minute,
  note,
  receiver,
  save,
  setUpFixture,
} from './fixture.testing.ts'

setUpFixture()

describe('shared collections', () => {
  /** Creates a collection of Ada's that Willem has a webhook for. */
  async function shared() {
    const willem = await signIn(app, 'willem', 2)
    const parent = (await ada.call(createCollection, { name: 'Around' }))._id
    const place = (await ada.call(createCollection, { name: 'Place', parent }))._id
    const other = (await ada.call(createCollection, { name: 'Other' }))._id
    const share = (read: 0 | 1) =>
      ada.call(setPermissions, {
        folder_id: place,
        read,
        write: 0,
        read_members: read ? [willem.id] : [],
      })
    await share(1)
    const hook = await createHookId(willem)
    return { willem, parent, place, other, share, hook }
  }

  test('Z07 a member receives events of shared collections, and none after the share ends', async () => {
    const { willem, place, other, share, hook } = await shared()
    await save('Ada’s own')
    await ada.call(saveLink, note('Seen', { parent: place }))
    await pass(app)
    expect(receiver.take()).toMatchObject([
      { type: 'link.created', by: { name: 'ada' }, links: [{ name: 'Seen', parent: place, desc: 'Words' }] },
    ])
    // The target of a move is omitted when the member cannot see it.
    await ada.call(moveCollections, { folders: [place], move_to: other })
    await pass(app)
    const [moved] = receiver.take()
    expect(moved).toMatchObject({ type: 'collection.moved', folders: [{ _id: place, parent: null }] })
    expect(JSON.stringify(moved)).not.toContain(other)
    await ada.call(trashCollections, { folderIdArr: [place] })
    await ada.call(trashCollections, { folderIdArr: [place], isTrash: 0 })
    await pass(app)
    expect(receiver.take().map(each => each.type)).toEqual(['collection.trashed', 'collection.restored'])

    // One event queued in the second before the share ended, one failed before: neither is sent.
    receiver.answer = 500
    await ada.call(saveLink, note('Failed', { parent: place }))
    await pass(app)
    await ada.call(saveLink, note('Waiting', { parent: place }))
    receiver.take()
    receiver.answer = 200
    await share(0)
    await pass(app, 3 * minute)
    await ada.call(saveLink, note('Afterwards', { parent: place }))
    await pass(app, 3 * minute)
    expect(receiver.calls).toEqual([])
    expect((await deliveries(hook, willem)).map(each => each.state)).toEqual(
      expect.arrayContaining(['dropped', 'delivered']),
    )
    const [failed] = (await deliveries(hook, willem)).filter(each => each.state === 'dropped')
    await willem.call(hooks.redeliver, { delivery_id: failed!._id })
    await pass(app)
    expect(receiver.calls).toEqual([])
  })

  test('an undo from the activity list sends the opposite event too', async () => {
    const { place } = await shared()
    const room = (await ada.call(createCollection, { name: 'Room', parent: place }))._id
    const link = await ada.call(saveLink, note('One', { parent: place }))
    app.clock.now += hour
    await ada.call(updateLink, { link_id: link._id, name: 'Two' })
    await ada.call(updateCollection, { folder_id: room, name: 'Rooms' })
    await createHookId()
    await pass(app)
    receiver.take()
    const undone = async (kind: string) => {
      const list = await ada.call(listActivity, { folder_id: place })
      await ada.call(undoActivity, {
        activity_id: list.find(each => each.kind === kind && each.can_undo)!._id,
      })
      await pass(app)
      const received = receiver.take().map(each => [each.type, (each.links ?? each.folders)![0]!.name])
      // Ada's own webhook and Willem's.
      expect(received).toHaveLength(2)
      expect(received[1]).toEqual(received[0])
      return received[0]
    }
    expect(await undone('change_link')).toEqual(['link.updated', 'One'])
    expect(await undone('change_folder')).toEqual(['collection.updated', 'Room'])
    expect((await undone('add_links'))![0]).toBe('link.trashed')
    expect((await undone('add_folders'))![0]).toBe('collection.trashed')
  })

  test('sends an ownership transfer to both as a move', async () => {
    const { willem, parent, place } = await shared()
    await createHookId()
    await ada.call(offerCollection, { folder_id: place, person_id: willem.id })
    await willem.call(answerOffer, { folder_id: place, accept: 1 })
    await pass(app)
    const received = receiver
      .take()
      .map(each => [each.type, each.folders![0]!.parent, each.folders![0]!.moved_from])
    expect(received).toHaveLength(2)
    expect(received).toEqual(
      expect.arrayContaining([
        ['collection.moved', willem.rootId, undefined],
        ['collection.moved', null, parent],
      ]),
    )
  })

  test('Z19 webhooks and their deliveries end immediately with their account', async () => {
    const { willem, place, hook } = await shared()
    await ada.call(saveLink, note('Waiting', { parent: place }))
    await willem.call(deleteAccount, {})
    await pass(app)
    expect(receiver.calls).toEqual([])
    const { read } = app.services.db
    expect(await read.selectFrom('webhooks').select('id').where('id', '=', hook).execute()).toEqual([])
    expect(
      await read.selectFrom('webhook_events').select('seq').where('webhook_id', '=', hook).execute(),
    ).toEqual([])
  })
})
