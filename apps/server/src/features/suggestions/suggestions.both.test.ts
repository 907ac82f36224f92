import { getCollection } from '@nestmark/contract/collections'
import { listCollectionLinks, getLink, trashLinks } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import * as contract from '@nestmark/contract/sharing/suggestions'
import { describe, expect, test } from 'vitest'
import { changed, listen } from '../../test/support/listen.ts'
import { type Person } from '../../test/support/people.ts'
import {
  ada,
  app,
  byMe,
  code,
  rosa,
  setUpFixture,
  suggestLink,
  toMe,
  turf,
  xaver,
} from './fixture.testing.ts'

setUpFixture()

describe('SUG suggestions', () => {
  test("SUG-06 a reader suggests, the owner sees it with its fields, approves it, and it becomes the owner's link", async () => {
    const { sugg_id: id, claim } = await suggestLink('Sod roofs')
    expect(claim).toBeNull()
    const [asked] = await toMe()
    expect(asked).toMatchObject({
      _id: id,
      sugg_id: id,
      name: 'Sod roofs',
      link: 'http://slowtimber.example/Sod%20roofs',
      desc: 'Worth a look',
      category: 3,
      parent: turf,
      parent_name: 'Turf',
      state: 'pending',
      from: { username: 'rosa' },
      sugg_can: { approve: true, edit: true, remove: true },
    })
    expect(asked!.tags.map(tag => tag.name)).toEqual(['Roof', 'rain'])
    expect(await byMe()).toMatchObject([
      { sugg_id: id, state: 'pending', sugg_can: { approve: false, edit: true, remove: true } },
    ])
    expect(await ada.call(contract.countSuggestions, {})).toEqual({ to_me: 1, by_me: 0, enable_sugg: 1 })

    const { approved, links } = await ada.call(contract.approveSuggestions, { approveSuggLinkId: id })
    expect(approved).toBe(1)
    const { link } = await ada.call(getLink, { link_id: links[0]! })
    expect(link).toMatchObject({ name: 'Sod roofs', parent: turf, can: { edit: true, share: true } })
    expect(link.tags.map(tag => tag.name)).toEqual(['Roof', 'rain'])
    expect((await ada.call(getCollection, { folder_id: turf })).folder.links_count).toBe(1)
    expect(await toMe()).toEqual([])
    expect(await byMe()).toMatchObject([
      { state: 'approved', link_id: links[0], sugg_can: { approve: false, edit: false, remove: true } },
    ])
    expect(await code(ada.call(contract.approveSuggestions, { approveSuggLinkId: id }))).toBe(
      'suggestions.decided',
    )
  })

  test('SUG-02 SUG-03 approves or rejects many in one call, all or none, with a message to the suggester', async () => {
    const ids = []
    for (const name of ['One', 'Two', 'Three', 'Four']) ids.push((await suggestLink(name)).sugg_id)
    expect(
      await code(ada.call(contract.approveSuggestions, { sugg_arr: [...ids.slice(0, 2), 'nowhere'] })),
    ).toBe('suggestions.notFound')
    expect(await toMe()).toHaveLength(4)
    expect(await ada.call(contract.approveSuggestions, { sugg_arr: ids.slice(0, 2) })).toMatchObject({
      approved: 2,
    })
    await ada.call(contract.deleteSuggestions, {
      sugg_arr: ids.slice(2),
      type: 'to_me',
      word: ' Known already ',
    })
    expect(await toMe()).toEqual([])
    expect((await byMe()).map(each => [each.name, each.state, each.word])).toEqual([
      ['Four', 'rejected', 'Known already'],
      ['Three', 'rejected', 'Known already'],
      ['Two', 'approved', ''],
      ['One', 'approved', ''],
    ])
    const { links, total } = await ada.call(listCollectionLinks, { folder_id: turf })
    expect([total, ...links.map(link => link.name).sort()]).toEqual([2, 'One', 'Two'])
    expect(await code(ada.call(contract.approveSuggestions, { sugg_arr: [] }))).toBe('suggestions.noneChosen')
    // Removed from the suggester's list one by one.
    await rosa.call(contract.deleteSuggestions, { sugg_arr: ids, type: 'by_me' })
    expect(await byMe()).toEqual([])
    expect((await ada.call(listCollectionLinks, { folder_id: turf })).total).toBe(2)
  })

  test('SUG-06 SUG-08 the suggester edits and withdraws while it is pending; the server overwrites and approves nothing unseen', async () => {
    const { sugg_id: id } = await suggestLink('Thatch')
    const update = (who: Person, change: object) =>
      who.call(contract.updateSuggestion, { sugg_id: id, ...change })
    const seen = (await toMe())[0]!.version
    expect(await update(rosa, { name: 'Reed', version: seen })).toMatchObject({
      name: 'Reed',
      desc: 'Worth a look',
      version: seen + 1,
    })
    expect(await code(update(ada, { name: 'Straw', version: seen }))).toBe('suggestions.changedElsewhere')
    expect(await code(ada.call(contract.approveSuggestions, { sugg_arr: [id], versions: [seen] }))).toBe(
      'suggestions.changedElsewhere',
    )
    expect(await code(update(rosa, { link: 'javascript:alert(1)' }))).toBe('links.linkInvalid')
    expect(await code(update(xaver, { name: 'Mine' }))).toBe('suggestions.notFound')
    expect(await update(ada, { name: 'Reed roofs', tags: [] })).toMatchObject({
      name: 'Reed roofs',
      tags: [],
    })
    await ada.call(contract.approveSuggestions, { sugg_arr: [id], versions: [seen + 2] })
    expect(await code(update(rosa, { name: 'Late' }))).toBe('suggestions.decided')
    const back = (await suggestLink('Withdrawn')).sugg_id
    await rosa.call(contract.deleteSuggestions, { sugg_id: back, type: 'by_me' })
    expect(await toMe()).toEqual([])
  })

  test('SUG-04 Z15 only the owner approves: not the suggester, a member or another user; and the server validates the link again', async () => {
    const { sugg_id: id } = await suggestLink('Not by me')
    for (const who of [rosa, xaver])
      expect(await code(who.call(contract.approveSuggestions, { approveSuggLinkId: id }))).toBe(
        'suggestions.notFound',
      )
    expect(await code(xaver.call(contract.deleteSuggestions, { sugg_id: id, type: 'to_me' }))).toBe(
      'suggestions.notFound',
    )
    expect(await code(rosa.call(contract.deleteSuggestions, { sugg_id: id, type: 'to_me' }))).toBe(
      'suggestions.notFound',
    )
    expect(await code(ada.call(contract.deleteSuggestions, { sugg_id: id, type: 'by_me' }))).toBe(
      'suggestions.notFound',
    )
    // Invalid data in the row, however it got there, does not become a link.
    await app.services.db.write(tx =>
      tx
        .updateTable('suggestions')
        .set({
          form: JSON.stringify({ link: 'javascript:alert(1)', name: 'x', desc: '', category: 3, tags: [] }),
        })
        .where('id', '=', id)
        .execute(),
    )
    expect(await code(ada.call(contract.approveSuggestions, { approveSuggLinkId: id }))).toBe(
      'links.linkInvalid',
    )
    expect((await ada.call(listCollectionLinks, { folder_id: turf })).total).toBe(0)
  })

  test('SUG-06 two concurrent decisions on the same suggestion count once', async () => {
    const { sugg_id: id } = await suggestLink('Race')
    const codes = await Promise.all(
      [1, 2, 3].map(() => code(ada.call(contract.approveSuggestions, { sugg_arr: [id] }))),
    )
    expect(codes.sort()).toEqual([null, 'suggestions.decided', 'suggestions.decided'].sort())
    expect((await ada.call(listCollectionLinks, { folder_id: turf })).total).toBe(1)
  })

  test('SUG-06 notifies the owner of a suggestion immediately, the suggester of the decision, other users of nothing', async () => {
    const streams = await Promise.all([ada, rosa, xaver].map(who => listen(app.origin, who.token)))
    const [owner, reader, otherUser] = streams
    const { sugg_id: id } = await suggestLink('Live')
    await owner!.next(changed('suggestions'))
    await reader!.next(changed('suggestions'))
    await ada.call(contract.approveSuggestions, { sugg_arr: [id] })
    await reader!.next(changed('suggestions'))
    expect(otherUser!.received.filter(changed('suggestions'))).toEqual([])
    for (const stream of streams) stream.leave()
  })

  test('SUG-06 a suggester without access to the collection any longer gets no more information about it', async () => {
    const { sugg_id: id } = await suggestLink('Let out')
    const { links } = await ada.call(contract.approveSuggestions, { sugg_arr: [id] })
    await ada.call(setPermissions, { folder_id: turf, read: 0, write: 0 })
    expect(await byMe()).toMatchObject([{ state: 'approved', parent: '', parent_name: '', link_id: null }])
    await ada.call(trashLinks, { linkIdArr: links })
    expect(await byMe()).toMatchObject([{ state: 'approved' }])
  })
})
