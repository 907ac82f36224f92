import { createFolder, getFolderData, trashFolders } from '@nestmark/contract/collections'
import { getFolderLinks, getSingleLink, trashLinks } from '@nestmark/contract/links'
import { setFolderPermissions } from '@nestmark/contract/share'
import * as contract from '@nestmark/contract/suggestions'
import { limits } from '@nestmark/core/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changed, listen } from '../../testing/listen.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { type Person, signIn } from '../../testing/people.ts'

let app: TestApp
let ada: Person
let willem: Person
let rosa: Person
let xaver: Person
let turf: string

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const open = (read: 1 | 3, more: object = {}) =>
  ada.call(setFolderPermissions, {
    folder_id: turf,
    read,
    write: 0,
    enable_sugg: 1,
    read_members: [rosa.id],
    ...more,
  })
const form = (name: string) => ({
  link: `slowtimber.example/${encodeURIComponent(name)}`,
  name,
  desc: 'Worth a look',
  category: 3,
  tags: ['Roof', 'roof', 'rain'],
  parent: turf,
})
const code = (wait: Promise<unknown>) =>
  wait.then(
    () => null,
    error => error.code as string,
  )
const toMe = (who = ada) => who.call(contract.getSuggestedToMe, {})
const byMe = (who = rosa) => who.call(contract.getSuggestedByMe, {})
const suggest = (name: string, who: Pick<Person, 'call'> = rosa) =>
  who.call(contract.addSuggestion, form(name))
/** Every test is another stranger from another place: calls of visitors are counted by address. */
const visitor = { call: ((op, input) => app.as(null)(op, input)) as Person['call'] }

beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
  willem = await signIn(app, 'willem')
  rosa = await signIn(app, 'rosa', 2)
  xaver = await signIn(app, 'xaver', 2)
  turf = (await ada.call(createFolder, { name: 'Turf' }))._id
  await open(1)
})

describe('SUG suggestions', () => {
  test('SUG-06 a reader suggests, the owner finds it with its fields, approves it, and it is a link of the owner', async () => {
    const { sugg_id: id, claim } = await suggest('Sod roofs')
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
    expect(await ada.call(contract.countSuggestions, {})).toEqual({ to_me: 1, by_me: 0 })

    const { approved, links } = await ada.call(contract.approveSuggestions, { approveSuggLinkId: id })
    expect(approved).toBe(1)
    const { link } = await ada.call(getSingleLink, { link_id: links[0]! })
    expect(link).toMatchObject({ name: 'Sod roofs', parent: turf, can: { edit: true, share: true } })
    expect(link.tags.map(tag => tag.name)).toEqual(['Roof', 'rain'])
    expect((await ada.call(getFolderData, { folder_id: turf })).folder.links_count).toBe(1)
    expect(await toMe()).toEqual([])
    expect(await byMe()).toMatchObject([
      { state: 'approved', link_id: links[0], sugg_can: { approve: false, edit: false, remove: true } },
    ])
    expect(await code(ada.call(contract.approveSuggestions, { approveSuggLinkId: id }))).toBe(
      'suggestions.decided',
    )
  })

  test('SUG-02 SUG-03 many are approved or rejected at once, all or none, with a word to whoever suggested', async () => {
    const ids = []
    for (const name of ['One', 'Two', 'Three', 'Four']) ids.push((await suggest(name)).sugg_id)
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
    const { links, total } = await ada.call(getFolderLinks, { folder_id: turf })
    expect([total, ...links.map(link => link.name).sort()]).toEqual([2, 'One', 'Two'])
    expect(await code(ada.call(contract.approveSuggestions, { sugg_arr: [] }))).toBe('suggestions.noneChosen')
    // Off the suggester's list, one by one.
    await rosa.call(contract.deleteSuggestions, { sugg_arr: ids, type: 'by_me' })
    expect(await byMe()).toEqual([])
    expect((await ada.call(getFolderLinks, { folder_id: turf })).total).toBe(2)
  })

  test('SUG-06 SUG-08 the suggester edits and takes back while it is pending; nobody is overwritten or approved unseen', async () => {
    const { sugg_id: id } = await suggest('Thatch')
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
    const back = (await suggest('Taken back')).sugg_id
    await rosa.call(contract.deleteSuggestions, { sugg_id: back, type: 'by_me' })
    expect(await toMe()).toEqual([])
  })

  test('SUG-04 Z15 nobody but the owner approves: not the suggester, a member, a stranger; and the link is checked again', async () => {
    const { sugg_id: id } = await suggest('Not by me')
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
    // Whatever came into the row by another way does not become a link.
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
    expect((await ada.call(getFolderLinks, { folder_id: turf })).total).toBe(0)
  })

  test('SUG-06 suggestions are taken where they are welcome alone', async () => {
    expect(await code(suggest('Stranger', xaver))).toBe('collections.notFound')
    expect(await code(suggest('Owner', ada))).toBe('suggestions.closed')
    expect(await code(suggest('Visitor', visitor))).toBe('collections.notFound')
    expect(await code(rosa.call(contract.addSuggestion, { ...form('Bad'), link: 'nothing' }))).toBe(
      'links.linkInvalid',
    )
    const can = async (who: Person) => (await who.call(getFolderData, { folder_id: turf })).folder.can.suggest
    expect([await can(rosa), await can(ada)]).toEqual([true, false])
    await ada.call(setFolderPermissions, { folder_id: turf, read: 1, write: 0, enable_sugg: 0 })
    expect(await code(suggest('Closed'))).toBe('suggestions.closed')
    expect(await can(rosa)).toBe(false)
    await open(1)
    // It is open beneath as well, and what lies in the trash takes nothing.
    const deep = (await ada.call(createFolder, { name: 'Deep', parent: turf }))._id
    await rosa.call(contract.addSuggestion, { ...form('Deep'), parent: deep })
    await ada.call(trashFolders, { folderIdArr: [turf] })
    expect(await code(suggest('Trashed'))).toBe('collections.notFound')
    expect(await toMe()).toEqual([])
    expect(await ada.call(contract.countSuggestions, {})).toEqual({ to_me: 0, by_me: 0 })
    await ada.call(trashFolders, { folderIdArr: [turf], isTrash: 0 })
    expect(await toMe()).toHaveLength(1)
  })

  test('SUG-07 on the free plan the list of what waits is refused, and so is approving; rejecting is not', async () => {
    const { sugg_id: id } = await suggest('Free')
    await app.services.db.write(tx =>
      tx.updateTable('people').set({ plan: 1 }).where('id', '=', ada.id).execute(),
    )
    expect(await code(toMe())).toBe('plan.suggestions')
    expect(await code(ada.call(contract.approveSuggestions, { sugg_arr: [id] }))).toBe('plan.suggestions')
    await expect(toMe()).rejects.toThrow('Suggested link is a PRO feature')
    await ada.call(contract.deleteSuggestions, { sugg_id: id, type: 'to_me' })
  })

  test('SUG-05 Z14 a visitor suggests, and claims it after sign-in by the secret alone, once', async () => {
    await open(3)
    const { sugg_id: id, claim } = await suggest('By a visitor', visitor)
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

  test('Z16 only so many suggestions wait for a collection, fewer of visitors, and none of any size', async () => {
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
    expect(await code(suggest('One more', visitor))).toBe('suggestions.tooMany')
    await suggest('A member')
    await fill(limits.suggestionsWaiting - limits.visitorSuggestionsWaiting - 1, rosa.id)
    expect(await code(suggest('Another'))).toBe('suggestions.tooMany')
    const items = Array.from({ length: 200 }, () => ({ text: 'x'.repeat(400) }))
    expect(
      await code(rosa.call(contract.addSuggestion, { ...form('Big'), category: 4, check_list: items })),
    ).toBe('request.tooLarge')
    expect(await toMe()).toHaveLength(limits.pageSize)
  })

  test('Z16 visitors are counted by address', async () => {
    await open(3)
    const codes = []
    for (let n = 0; n < 14; n++) codes.push(await code(suggest(`Flood ${n}`, visitor)))
    expect(codes.at(-1)).toBe('request.tooMany')
    expect(codes.filter(each => each === null).length).toBeLessThanOrEqual(10)
    await suggest('A member is not held up')
  })

  test('SUG-06 two who decide at once on the same decide once', async () => {
    const { sugg_id: id } = await suggest('Race')
    const codes = await Promise.all(
      [1, 2, 3].map(() => code(ada.call(contract.approveSuggestions, { sugg_arr: [id] }))),
    )
    expect(codes.sort()).toEqual([null, 'suggestions.decided', 'suggestions.decided'].sort())
    expect((await ada.call(getFolderLinks, { folder_id: turf })).total).toBe(1)
  })

  test('SUG-06 the owner hears of a suggestion at once, the suggester of the decision, strangers of nothing', async () => {
    const ears = await Promise.all([ada, rosa, xaver].map(who => listen(app.origin, who.token)))
    const [owner, reader, stranger] = ears
    const { sugg_id: id } = await suggest('Live')
    await owner!.next(changed('suggestions'))
    await reader!.next(changed('suggestions'))
    await ada.call(contract.approveSuggestions, { sugg_arr: [id] })
    await reader!.next(changed('suggestions'))
    expect(stranger!.heard.filter(changed('suggestions'))).toEqual([])
    for (const ear of ears) ear.leave()
  })

  test('SUG-06 who was let out of the collection learns nothing more of it', async () => {
    const { sugg_id: id } = await suggest('Let out')
    const { links } = await ada.call(contract.approveSuggestions, { sugg_arr: [id] })
    await ada.call(setFolderPermissions, { folder_id: turf, read: 0, write: 0 })
    expect(await byMe()).toMatchObject([{ state: 'approved', parent: '', parent_name: '', link_id: null }])
    await ada.call(trashLinks, { linkIdArr: links })
    expect(await byMe()).toMatchObject([{ state: 'approved' }])
  })
})
