import {
  deleteCollection,
  moveCollections,
  trashCollections,
  updateCollection,
} from '@nestmark/contract/collections'
import { undo } from '@nestmark/contract/jobs'
import {
  deleteLinks,
  moveLinks,
  saveLink,
  saveLinks,
  tagLinks,
  trashLinks,
  updateLink,
} from '@nestmark/contract/links/links'
import { emptyTrash } from '@nestmark/contract/trash'
import * as hooks from '@nestmark/contract/webhooks'
import { describe, expect, test } from 'vitest'
import { waitForEnd } from '../../test/support/jobs.ts'
import { toOutcome } from '../../test/support/people.ts'
import { recordEvent } from '../../domainEvents/recordEvent.ts'
import { expectSigned, pass } from './receiver.testing.ts'
import { ada, app, folder, makeHook, note, receiver, setUpFixture } from './fixture.testing.ts'

setUpFixture()

describe('webhook events', () => {
  test('sends each event of links, with its content, signed with the secret that it showed once', async () => {
    const [from, to] = [await folder('From'), await folder('To')]
    const { secret, webhook } = await makeHook()
    const { _id, version } = await ada.call(saveLink, {
      ...note('Sourdough'),
      link: 'https://bread.example/',
      parent: from,
      tags: ['bread'],
    })
    await pass(app)
    const [created] = receiver.calls
    expectSigned(created!, secret)
    expect(created!.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'nestmark-event': 'link.created',
      'nestmark-delivery': created!.call.id,
    })
    expect(created!.call).toMatchObject({ webhook: webhook._id })
    expect(receiver.take()).toEqual([
      {
        type: 'link.created',
        at: app.clock.now - 1100,
        by: { _id: ada.id, name: 'ada' },
        count: 1,
        links: [
          {
            _id,
            name: 'Sourdough',
            parent: from,
            create_date: app.clock.now - 1100,
            link: 'https://bread.example/',
            desc: 'Words',
            category: 4,
            tags: ['bread'],
          },
        ],
      },
    ])
    const next = async (action: Promise<unknown>) => {
      await action
      await pass(app)
      return receiver.take().map(each => [each.type, each.links?.[0]?.parent, each.links?.[0]?.moved_from])
    }
    expect(await next(ada.call(updateLink, { link_id: _id, version, name: 'Rye' }))).toEqual([
      ['link.updated', from, undefined],
    ])
    expect(await next(ada.call(tagLinks, { links: [_id], added_tags_name: ['rye'] }))).toEqual([
      ['link.updated', from, undefined],
    ])
    expect(await next(ada.call(moveLinks, { links: [_id], move_to: to }))).toEqual([['link.moved', to, from]])
    expect(await next(ada.call(updateLink, { link_id: _id, parent: from }))).toEqual([
      ['link.moved', from, to],
    ])
    expect(await next(ada.call(trashLinks, { linkIdArr: [_id] }))).toEqual([
      ['link.trashed', from, undefined],
    ])
    expect(await next(ada.call(trashLinks, { linkIdArr: [_id], isTrash: 0 }))).toEqual([
      ['link.restored', from, undefined],
    ])
    await ada.call(deleteLinks, { linkIdArr: [_id] })
    await pass(app)
    expect(receiver.take()).toMatchObject([
      { type: 'link.deleted', count: 1, links: [{ _id, name: 'Rye', parent: from }] },
    ])
    const [lost] = (await ada.call(saveLinks, { links: [note('Lost')] })).links
    await ada.call(trashLinks, { linkIdArr: [lost!._id] })
    await ada.call(emptyTrash, { type: 2 })
    await pass(app)
    // Events within one second are sent in one call, in their order.
    expect(receiver.calls).toHaveLength(1)
    expect(receiver.take().map(each => [each.type, each.links![0]!.name])).toEqual([
      ['link.created', 'Lost'],
      ['link.trashed', 'Lost'],
      ['link.deleted', 'Lost'],
    ])
  })

  test('sends each event of collections; descendants have no separate events', async () => {
    const to = await folder('To')
    await makeHook()
    const id = await folder('Kitchen')
    await ada.call(saveLink, note('Inside', { parent: id }))
    await pass(app)
    expect(receiver.take().map(each => each.type)).toEqual(['collection.created', 'link.created'])
    const next = async (action: Promise<unknown>) => {
      await action
      await pass(app)
      return receiver
        .take()
        .map(each => [each.type, ...each.folders!.map(one => [one.name, one.parent, one.moved_from])])
    }
    const root = ada.rootId
    expect(await next(ada.call(updateCollection, { folder_id: id, name: 'Kitchens' }))).toEqual([
      ['collection.updated', ['Kitchens', root, undefined]],
    ])
    expect(await next(ada.call(moveCollections, { folders: [id], move_to: to }))).toEqual([
      ['collection.moved', ['Kitchens', to, root]],
    ])
    expect(await next(ada.call(trashCollections, { folderIdArr: [id] }))).toEqual([
      ['collection.trashed', ['Kitchens', to, undefined]],
    ])
    expect(await next(ada.call(trashCollections, { folderIdArr: [id], isTrash: 0 }))).toEqual([
      ['collection.restored', ['Kitchens', to, undefined]],
    ])
    expect(await next(ada.call(deleteCollection, { folder_id: id }))).toEqual([
      ['collection.trashed', ['Kitchens', to, undefined]],
      ['collection.deleted', ['Kitchens', to, undefined]],
    ])
  })

  test('an undone action sends the opposite event', async () => {
    const [from, to] = [await folder('From'), await folder('To')]
    const link = (await ada.call(saveLink, note('One', { parent: from })))._id
    await makeHook()
    const eventsOfUndo = async (key: string | undefined) => {
      await pass(app)
      receiver.take()
      await ada.call(undo, { undo: key! })
      await pass(app)
      return receiver.take().map(each => [each.type, (each.links ?? each.folders)![0]!.parent])
    }
    expect(await eventsOfUndo((await ada.call(moveLinks, { links: [link], move_to: to })).undo)).toEqual([
      ['link.moved', from],
    ])
    const trashing = await ada.call(trashLinks, { linkIdArr: [link] })
    expect(await eventsOfUndo(trashing.undo)).toEqual([['link.restored', from]])
    const tagged = await ada.call(tagLinks, { links: [link], added_tags_name: ['new'] })
    expect(await eventsOfUndo(tagged.undo)).toEqual([['link.updated', from]])
    const moved = await ada.call(moveCollections, { folders: [from], move_to: to })
    expect(await eventsOfUndo(moved.undo)).toEqual([['collection.moved', ada.rootId]])
    const trashed = await ada.call(trashCollections, { folderIdArr: [from] })
    expect(await eventsOfUndo(trashed.undo)).toEqual([['collection.restored', ada.rootId]])
    await ada.call(trashCollections, { folderIdArr: [from] })
    const back = await ada.call(trashCollections, { folderIdArr: [from], isTrash: 0 })
    expect(await eventsOfUndo(back.undo)).toEqual([['collection.trashed', ada.rootId]])
  })

  test('only the chosen events, and only of the chosen collection and its descendants', async () => {
    const [place, elsewhere] = [await folder('Place'), await folder('Elsewhere')]
    const child = await folder('Nested', place)
    await makeHook({
      folder_id: place,
      events: ['link.created', 'link.moved', 'collection.moved', 'collection.deleted'],
    })
    await ada.call(saveLink, note('Outside', { parent: elsewhere }))
    const inside = (await ada.call(saveLink, note('Inside', { parent: child })))._id
    await ada.call(updateLink, { link_id: inside, name: 'Renamed' })
    await pass(app)
    expect(receiver.take().map(each => [each.type, each.links![0]!._id])).toEqual([['link.created', inside]])
    // A move out of the collection is sent once, for its source.
    await ada.call(moveLinks, { links: [inside], move_to: elsewhere })
    await ada.call(moveCollections, { folders: [child], move_to: elsewhere })
    await pass(app)
    expect(receiver.take()).toMatchObject([
      { type: 'link.moved', links: [{ _id: inside, parent: elsewhere, moved_from: child }] },
      { type: 'collection.moved', folders: [{ _id: child, parent: elsewhere, moved_from: place }] },
    ])
    await ada.call(moveCollections, { folders: [place], move_to: elsewhere })
    await pass(app)
    expect(receiver.take()).toMatchObject([{ type: 'collection.moved', folders: [{ _id: place }] }])
    await ada.call(deleteCollection, { folder_id: place })
    await pass(app)
    expect(receiver.take()).toMatchObject([{ type: 'collection.deleted', folders: [{ _id: place }] }])
    const [hook] = await ada.call(hooks.listWebhooks, {})
    expect(hook).toMatchObject({ folder: null, folder_gone: true, is_active: true })
    // It does not become a webhook for all collections.
    await ada.call(saveLink, note('Later'))
    await pass(app)
    expect(receiver.take()).toEqual([])
  })

  test('sends many events of one action in one call with their number; a job sends its events when it has ended', async () => {
    const [from, to] = [await folder('From'), await folder('To')]
    await makeHook()
    for (let first = 0; first < 250; first += 50) {
      const links = Array.from({ length: 50 }, (_, n) => note(`Link ${first + n}`))
      await ada.call(saveLinks, { parent: from, links })
    }
    await pass(app)
    expect(receiver.calls.length).toBeLessThanOrEqual(3)
    expect(receiver.take().reduce((all, each) => all + each.count, 0)).toBe(250)
    const { job } = await ada.call(moveLinks, { every: { folder_id: from }, move_to: to })
    expect((await waitForEnd(ada, job)).state).toBe('done')
    await pass(app, 5000)
    expect(receiver.calls).toHaveLength(1)
    const [moved] = receiver.take()
    expect(moved).toMatchObject({ type: 'link.moved', count: 250 })
    expect(moved!.links).toHaveLength(100)
    expect(moved!.links![0]).toMatchObject({
      parent: to,
      moved_from: from,
      name: expect.stringContaining('Link'),
    })
  })

  test('an action that rolls back sends nothing', async () => {
    await makeHook()
    const event = { type: 'link.created', by: ada.id, at: app.clock.now } as const
    const subjects = [{ collectionId: ada.rootId, id: 'nothing', title: 'Nothing' }]
    await expect(
      app.services.db.write(async tx => {
        await recordEvent(tx, event, subjects)
        expect(await tx.selectFrom('webhook_events').selectAll().execute()).toHaveLength(1)
        throw new Error('turned back')
      }),
    ).rejects.toThrow('turned back')
    // Z04: a refused action on many items, which stops halfway.
    const one = (await ada.call(saveLink, note('One')))._id
    await pass(app)
    receiver.take()
    expect(await toOutcome(ada.call(trashLinks, { linkIdArr: [one, 'not there'] }))).toBe('links.notFound')
    await pass(app)
    expect(receiver.take()).toEqual([])
  })
})
