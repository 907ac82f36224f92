import { createCollection, getCollection, trashCollections } from '@nestmark/contract/collections'
import { setPermissions } from '@nestmark/contract/sharing/share'
import * as contract from '@nestmark/contract/sharing/suggestions'
import { limits } from '@nestmark/core/limits'
import { describe, expect, test } from 'vitest'
import { type Person } from '../../test/support/people.ts'
import {
  ada,
  app,
  byMe,
  code,
  form,
  open,
  rosa,
  setUpFixture,
  suggestLink,
  toMe,
  turf,
  visitor,
  willem,
  xaver,
} from './fixture.testing.ts'

setUpFixture()

describe('SUG where, by whom and how many', () => {
  test('SUG-06 accepts suggestions only where the owner enables them', async () => {
    expect(await code(suggestLink('Stranger', xaver))).toBe('collections.notFound')
    expect(await code(suggestLink('Owner', ada))).toBe('suggestions.closed')
    expect(await code(suggestLink('Visitor', visitor))).toBe('collections.notFound')
    expect(await code(rosa.call(contract.addSuggestion, { ...form('Bad'), link: 'nothing' }))).toBe(
      'links.linkInvalid',
    )
    const can = async (who: Person) => (await who.call(getCollection, { folder_id: turf })).folder.can.suggest
    expect([await can(rosa), await can(ada)]).toEqual([true, false])
    await ada.call(setPermissions, { folder_id: turf, read: 1, write: 0, enable_sugg: 0 })
    expect(await code(suggestLink('Closed'))).toBe('suggestions.closed')
    expect(await can(rosa)).toBe(false)
    await open(1)
    // Sub-collections accept them too; a trashed collection does not.
    const deep = (await ada.call(createCollection, { name: 'Deep', parent: turf }))._id
    await rosa.call(contract.addSuggestion, { ...form('Deep'), parent: deep })
    await ada.call(trashCollections, { folderIdArr: [turf] })
    expect(await code(suggestLink('Trashed'))).toBe('collections.notFound')
    expect(await toMe()).toEqual([])
    expect(await ada.call(contract.countSuggestions, {})).toEqual({ to_me: 0, by_me: 0, enable_sugg: 0 })
    await ada.call(trashCollections, { folderIdArr: [turf], isTrash: 0 })
    expect(await toMe()).toHaveLength(1)
  })

  test('SUG-07 on the free plan rejects listing received suggestions and approving, but not rejecting', async () => {
    const { sugg_id: id } = await suggestLink('Free')
    await app.services.db.write(tx =>
      tx.updateTable('people').set({ plan: 1 }).where('id', '=', ada.id).execute(),
    )
    expect(await code(toMe())).toBe('plan.suggestions')
    expect(await code(ada.call(contract.approveSuggestions, { sugg_arr: [id] }))).toBe('plan.suggestions')
    await expect(toMe()).rejects.toThrow('Suggested link is a PRO feature')
    await ada.call(contract.deleteSuggestions, { sugg_id: id, type: 'to_me' })
  })

  test('SUG-04 SUG-06 SUG-07 on the free plan suggesters see, edit and withdraw their own, and decide on none', async () => {
    await app.services.db.write(tx =>
      tx.updateTable('people').set({ plan: 1 }).where('id', '=', rosa.id).execute(),
    )
    const [{ sugg_id: id }, { sugg_id: other }] = [await suggestLink('Free'), await suggestLink('Second')]
    await rosa.call(contract.updateSuggestion, { sugg_id: id, name: 'Freely' })
    expect((await byMe()).map(each => [each.name, each.state, each.sugg_can])).toEqual([
      ['Second', 'pending', { approve: false, edit: true, remove: true }],
      ['Freely', 'pending', { approve: false, edit: true, remove: true }],
    ])
    expect(await code(toMe(rosa))).toBe('plan.suggestions')
    expect(await code(rosa.call(contract.approveSuggestions, { sugg_arr: [id] }))).toBe('plan.suggestions')
    expect(await code(rosa.call(contract.deleteSuggestions, { sugg_id: id, type: 'to_me' }))).toBe(
      'suggestions.notFound',
    )
    await rosa.call(contract.deleteSuggestions, { sugg_id: id, type: 'by_me' })
    expect((await toMe()).map(each => each.sugg_id)).toEqual([other])
    await ada.call(contract.approveSuggestions, { sugg_arr: [other] })
    expect(await byMe()).toMatchObject([{ sugg_id: other, state: 'approved' }])
  })

  test('SUG-05 Z14 a visitor suggests, and claims it after sign-in by the secret only, once', async () => {
    await open(3)
    const { sugg_id: id, claim } = await suggestLink('By a visitor', visitor)
    expect(claim).toMatch(/^[\w-]{32}$/)
    expect(await toMe()).toMatchObject([{ sugg_id: id, from: null }])
    const row = await app.services.db.read
      .selectFrom('suggestions')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(claim)
    const claiming = (who: Person, secret: string) =>
      who.call(contract.claimSuggestions, { suggestions: [{ sugg_id: id, claim: secret }] })
    expect(await claiming(xaver, 'a guess')).toEqual({ claimed: [] })
    expect(await claiming(ada, claim!)).toEqual({ claimed: [] })
    expect(await claiming(willem, claim!)).toEqual({ claimed: [id] })
    expect(await claiming(xaver, claim!)).toEqual({ claimed: [] })
    expect(await byMe(willem)).toMatchObject([{ sugg_id: id, state: 'pending' }])
    expect(await byMe(xaver)).toEqual([])
    expect(await toMe()).toMatchObject([{ from: { username: 'willem' } }])
    await willem.call(contract.updateSuggestion, { sugg_id: id, name: 'Mine now' })
    await ada.call(contract.approveSuggestions, { sugg_arr: [id] })
    expect(await byMe(willem)).toMatchObject([{ state: 'approved', name: 'Mine now' }])
  })

  test('Z16 limits the number of pending suggestions per collection, lower for visitors, and their size', async () => {
    await open(3)
    const fill = (n: number, suggester: string | null) =>
      app.services.db.write(async tx => {
        for (let at = 0; at < n; at++)
          await tx
            .insertInto('suggestions')
            .values({
              id: `${turf} ${suggester} ${at}`,
              collection_id: turf,
              recipient_id: ada.id,
              suggester_id: suggester,
              claim_hash: null,
              form: JSON.stringify({ ...form('Filled'), parent: undefined }),
              state: 'pending',
              word: '',
              link_id: null,
              version: 1,
              created_at: 0,
              updated_at: 0,
              decided_at: null,
            })
            .execute()
      })
    await fill(limits.visitorSuggestionsWaiting, null)
    expect(await code(suggestLink('One more', visitor))).toBe('suggestions.tooMany')
    await suggestLink('A member')
    await fill(limits.suggestionsWaiting - limits.visitorSuggestionsWaiting - 1, rosa.id)
    expect(await code(suggestLink('Another'))).toBe('suggestions.tooMany')
    const items = Array.from({ length: 200 }, () => ({ text: 'x'.repeat(400) }))
    expect(
      await code(rosa.call(contract.addSuggestion, { ...form('Big'), category: 4, check_list: items })),
    ).toBe('request.tooLarge')
    expect(await toMe()).toHaveLength(limits.pageSize)
  })

  test('Z16 counts visitors by IP address', async () => {
    await open(3)
    const codes = []
    for (let n = 0; n < 14; n++) codes.push(await code(suggestLink(`Flood ${n}`, visitor)))
    expect(codes.at(-1)).toBe('request.tooMany')
    expect(codes.filter(each => each === null).length).toBeLessThanOrEqual(10)
    await suggestLink('A member is not delayed')
  })
})
