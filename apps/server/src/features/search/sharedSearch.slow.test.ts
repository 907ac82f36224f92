import * as collections from '@nestmark/contract/collections'
import { saveNote } from '@nestmark/contract/links/linkNote'
import { favouriteLink, moveLinks, saveLink, trashLinks, updateLink } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import { proSearch, countSearchResults, searchLibrary } from '@nestmark/contract/search/search'
import { searchTypeCodes, type SearchType } from '@nestmark/contract/search/searchTypes'
import { leaveCollection } from '@nestmark/contract/sharing/share'
import { jobStatus } from '@nestmark/contract/jobs'
import { describe, expect, test } from 'vitest'
import { newId } from '../../db/newId.ts'
import { bulkRows } from '../../db/statements/bulkRows.ts'
import { isPostgres } from '../../db/dialect.ts'
import {
  ada,
  app,
  deep,
  links,
  research,
  rosa,
  setUpFixture,
  share,
  turf,
  willem,
  xaver,
} from '../share/fixture.testing.ts'
import { settled } from '../../test/permissionMatrix/fixture.testing.ts'
import { toOutcome, type Person, touch } from '../../test/support/people.ts'
import { sql } from 'kysely'

setUpFixture()

const allTypes = (Object.keys(searchTypeCodes) as SearchType[]).filter(type => type !== 'category')
const none = { category_counts: [0, 0, 0, 0, 0] }
type Search = Partial<Input<typeof searchLibrary>>
const find = (who: Person, input: string, more: Search = {}) => who.call(searchLibrary, { input, ...more })
/** Returns the names of the links and of the collections found. */
const names = async (who: Person, input: string, more: Search = {}) => {
  const { links, folders } = await find(who, input, more)
  return [links.map(each => each.name).sort(), folders.map(each => each.name).sort()]
}
const toReader = () => share(turf, { read_members: [rosa.id] })

describe('SRCH-07 SHR-08 a search includes what others share with the person', () => {
  test("Z01 from the shared collection down, with the person's rights and the owner's name", async () => {
    await toReader()
    expect(await names(rosa, 'example')).toEqual([['bottom', 'middle'], []])
    const { links: found, folders, total } = await find(rosa, 'middle')
    expect([total, found.map(each => [each.name, each.owner_name, each.parent_name])]).toEqual([
      1,
      [['middle', 'ada', 'Turf']],
    ])
    expect(found[0]!.can).toEqual({ edit: false, move: false, trash: false, favourite: true, share: false })
    expect(folders).toEqual([])
    const inside = (await find(rosa, 'deep', { type: 'collection' })).folders[0]!
    expect([inside.role, inside.owner_name, inside.parent]).toEqual(['read', 'ada', turf])
    expect(inside.breadcrumb.map(each => each.name)).toEqual(['Turf', 'Deep'])
    const top = (await find(rosa, 'turf', { type: 'collectionName' })).folders[0]!
    expect([top.parent, top.breadcrumb.map(each => each.parent)]).toEqual([null, [null]])
  })

  test('a writer finds what they may change, together with their own', async () => {
    await share(turf, { write: 1, write_members: [willem.id] })
    await willem.call(saveLink, { name: 'middle of mine', link: 'https://example.org', category: 2 })
    const { links: found } = await find(willem, 'middle')
    const marked = Object.fromEntries(found.map(each => [each.name, [each.owner_name, each.can.edit]]))
    expect(marked).toEqual({ middle: ['ada', true], 'middle of mine': [undefined, true] })
    await willem.call(updateLink, { link_id: links.middle!, name: 'renamed centre' })
    expect(await names(willem, 'centre')).toEqual([['renamed centre'], []])
    expect(await willem.call(countSearchResults, { input: 'example' })).toEqual({
      category_counts: [0, 1, 2, 0, 0],
    })
    // The count of each category equals its own search, whichever category is open.
    for (const input of ['watch', 'explore'])
      expect(await willem.call(countSearchResults, { input, type: 'category' })).toEqual({
        category_counts: await Promise.all(
          ['see', 'watch', 'explore', 'read', 'listen'].map(
            async tag => (await find(willem, tag, { type: 'category' })).total,
          ),
        ),
      })
    expect(await willem.call(countSearchResults, { input: 'nothing', type: 'category' })).toEqual(none)
    expect((await willem.call(proSearch, { input: 'deep', type: 2 })).folders.map(each => each.name)).toEqual(
      ['Deep'],
    )
  })

  test('SRCH-05 every type except the category, and every operator, includes it', async () => {
    await toReader()
    const found = async (input: string, type?: Search['type']) =>
      (await names(rosa, input, type ? { type } : {}))[0]
    const both = ['bottom', 'middle']
    expect(await found('bottom', 'linkTitle')).toEqual(['bottom'])
    expect(await found('example', 'linkUrl')).toEqual(both)
    expect(await found('mine', 'tag')).toEqual(both)
    // It agrees with the counts of the dashboard, which are the caller's own links.
    expect(await found('explore', 'category')).toEqual([])
    for (const input of [
      'tag:mine',
      'tag:mi',
      'in:turf',
      'site:example.org',
      'type:link',
      'after:2020',
      'example -zebra',
    ])
      expect([input, await found(input)]).toEqual([input, both])
    expect(await found('in:deep')).toEqual(['bottom'])
    expect(await found('example -in:deep')).toEqual(['middle'])
    expect(await found('example -tag:mine')).toEqual([])
    expect(await found('is:favourite')).toEqual([])
    await rosa.call(favouriteLink, { link_id: links.bottom!, is_fav: 1 })
    expect(await found('is:favourite')).toEqual(['bottom'])
    expect((await find(ada, 'is:favourite')).total).toBe(0)
    expect(await rosa.call(countSearchResults, { input: 'mine', type: 'tag' })).toEqual({
      category_counts: [0, 0, 2, 0, 0],
    })
  })

  test('pages continue through one common order', async () => {
    await toReader()
    for (let n = 0; n < 30; n++) {
      const form = { link: 'https://b.example.net', category: 3 as const }
      await ada.call(saveLink, { ...form, name: `Balafon ${n}`, parent: turf })
      await rosa.call(saveLink, { ...form, name: `Balafon ${n}` })
    }
    for (const order of [undefined, 1, 2] as const) {
      const page = (n: number) => find(rosa, 'balafon', { page: n, ...(order && { order }) })
      const [first, second] = [await page(1), await page(2)]
      expect([first.links.length, second.links.length, first.total]).toEqual([50, 10, 60])
      const all = [...first.links, ...second.links]
      expect(new Set(all.map(link => link._id)).size).toBe(60)
      const dates = all.map(link => link.create_date)
      if (order) expect(dates).toEqual(dates.toSorted((a, b) => (order === 1 ? b - a : a - b)))
    }
  })

  test('finds a link shared twice once', async () => {
    await toReader()
    await share(deep, { write: 1, write_members: [rosa.id] })
    const { links: found, total } = await find(rosa, 'bottom')
    expect([found.map(each => each.can.edit), total]).toEqual([[true], 1])
    expect(await names(rosa, 'deep')).toEqual([[], ['Deep']])
  })

  test('BULK everything that a search finds: of shared items, only those that the caller may change', async () => {
    await toReader()
    const own = await rosa.call(saveLink, { name: 'example of mine', desc: 'x', category: 4 })
    const done = async (job: string | undefined) =>
      expect.poll(async () => (await rosa.call(jobStatus, { job: job! })).state).toBe('done')
    const { _id: pile } = await rosa.call(collections.createCollection, { name: 'Pile' })
    await share(deep, { write: 1, write_members: [rosa.id] })
    const every = { search: { input: 'example' } }
    await done((await rosa.call(moveLinks, { every, move_to: pile })).job)
    const { links: lying } = await find(rosa, 'example')
    expect(lying.map(each => each.parent_name).sort()).toEqual(['Deep', 'Pile', 'Turf'])
    await share(deep, { read: 0, write: 0 })
    await done((await rosa.call(trashLinks, { every })).job)
    expect(await names(rosa, 'example')).toEqual([['bottom', 'middle'], []])
    expect(await names(ada, 'example')).toEqual([['bottom', 'middle', 'top'], []])
    expect(await toOutcome(rosa.call(trashLinks, { linkIdArr: [own._id], isTrash: 0 }))).toBe('done')
  })
})

describe('Z01 Z07 SHR-08 finds nothing else', () => {
  test('not ancestors or siblings, nor their names, tags, notes and counts', async () => {
    const form = { link: 'https://hidden.example.org', category: 3 as const }
    await ada.call(saveLink, { ...form, name: 'Secret zebra', tags: ['mine', 'mining'], parent: research })
    await ada.call(saveNote, { link_id: links.middle!, note: 'quagga' })
    await toReader()
    for (const input of [
      'zebra',
      'secret',
      'top',
      'hidden',
      'research',
      'quagga',
      'tag:mining',
      'in:research',
      'in:uncategorized',
    ])
      for (const type of allTypes) {
        expect([input, type, await names(rosa, input, { type })]).toEqual([input, type, [[], []]])
        expect(await rosa.call(countSearchResults, { input, type })).toEqual(none)
      }
    const responses = JSON.stringify([
      await find(rosa, 'example'),
      await find(rosa, 'deep'),
      await find(rosa, 'turf'),
    ])
    for (const secret of ['Research', research, ada.rootId, ada.email, 'zebra', 'quagga'])
      expect([secret, responses.includes(secret)]).toEqual([secret, false])
  })

  test('a tag that only hidden links have does not match instead of a visible one', async () => {
    await toReader()
    await ada.call(saveLink, { name: 'hidden', desc: 'x', category: 4, tags: ['mi'], parent: research })
    // The owner's search matches the tag of exactly this name; for the reader no such tag exists.
    expect((await names(ada, 'tag:mi'))[0]).toEqual(['hidden'])
    expect((await names(rosa, 'tag:mi'))[0]).toEqual(['bottom', 'middle'])
    expect((await names(rosa, 'mi', { type: 'tag' }))[0]).toEqual(['bottom', 'middle'])
  })

  test('not items of another user, a previous member or the owner of a public collection', async () => {
    await toReader()
    await share(turf, { read: 3, read_members: [rosa.id] })
    expect(await names(xaver, 'example')).toEqual([[], []])
    expect(await names(rosa, 'example')).toEqual([['bottom', 'middle'], []])
    await share(turf, { read: 1, read_members_remove: [rosa.id] })
    expect(await names(rosa, 'example')).toEqual([[], []])
    expect(await names(rosa, 'deep')).toEqual([[], []])
    expect(await rosa.call(countSearchResults, { input: 'example' })).toEqual(none)
    await toReader()
    await rosa.call(leaveCollection, { folder_id: turf })
    expect(await names(rosa, 'example')).toEqual([[], []])
  })

  test('not the trash, individually, with its collection or with an ancestor; moves in and out apply immediately', async () => {
    await toReader()
    await ada.call(trashLinks, { linkIdArr: [links.middle!] })
    expect((await names(rosa, 'example'))[0]).toEqual(['bottom'])
    await ada.call(collections.trashCollections, { folderIdArr: [deep] })
    expect(await names(rosa, 'example')).toEqual([[], []])
    expect(await names(rosa, 'deep')).toEqual([[], []])
    await ada.call(collections.trashCollections, { folderIdArr: [deep], isTrash: 0 })
    expect((await names(rosa, 'example'))[0]).toEqual(['bottom'])
    await ada.call(collections.trashCollections, { folderIdArr: [research] })
    expect(await names(rosa, 'example')).toEqual([[], []])
    await ada.call(collections.trashCollections, { folderIdArr: [research], isTrash: 0 })
    await ada.call(collections.moveCollections, { folders: [deep], move_to: research })
    expect(await names(rosa, 'example')).toEqual([[], []])
  })
})

describe('SHR-06 a thousand shared collections', () => {
  test('from as many people, a search needs no more statements than with one', async () => {
    const many = 1000
    const count = async (input: string, type?: Search['type']) => {
      await touch(app, rosa)
      // No concurrent job may add statements.
      await settled(app)
      // Searches run in reader threads; statements of the request thread are not theirs.
      const { readers } = app.services
      const before = readers.statements
      const answer = await find(rosa, input, type ? { type } : {})
      return { spent: readers.statements - before, answer }
    }
    const asked = [
      ['example'],
      ['deep'],
      ['tag:mine example'],
      ['in:turf'],
      ['mine', 'tag'],
      ['explore', 'category'],
    ] as const
    const spentOn = async () => {
      const counts: number[] = []
      for (const [input, type] of asked) {
        const tries: number[] = []
        // The minimum of several runs: each reader thread caches the context separately.
        for (let n = 0; n < 4; n++) tries.push((await count(input, type)).spent)
        counts.push(Math.min(...tries))
      }
      return counts
    }
    await toReader()
    await rosa.call(collections.favouriteCollection, { folder_id: turf, is_fav: 1 })
    const few = await spentOn()
    await shareMany(many)
    expect(await spentOn()).toEqual(few)
    const { answer } = await count('archive')
    expect([answer.total_folders, answer.folders.length, answer.folders[0]!.role]).toEqual([many, 50, 'read'])
    await ada.call(collections.createCollection, { name: 'Archive unseen' })
    expect((await count('archive')).answer.total_folders).toBe(many)
    expect((await count('example')).answer.links.map(each => each.name).sort()).toEqual(['bottom', 'middle'])
  })
})

/** Creates this many people, each with a collection that the reader is a member of. */
async function shareMany(many: number): Promise<void> {
  const ids = Array.from({ length: many }, () => [newId(), newId()] as const)
  await app.services.db.write(async tx => {
    const people = bulkRows(tx, ['text', 'text'], ids)
    await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
      with r(id, place) as (${people}) select id, 'one', id || '@example.net', 1, 0, 0 from r`.execute(tx)
    await sql`insert into people (id, root_id, created_at) with r(id, place) as (${people}) select id, id, 0 from r`.execute(
      tx,
    )
    await sql`insert into collections (id, owner_id, parent_id, name, name_key, created_at, updated_at)
      with r(id, place) as (${people}) select id, id, null, 'Uncategorized', 'uncategorized', 0, 0 from r`.execute(
      tx,
    )
    await sql`insert into collections (id, owner_id, parent_id, name, name_key, created_at, updated_at)
      with r(id, place) as (${people}) select place, id, id, 'Archive', 'archive', 0, 0 from r`.execute(tx)
    await sql`insert into shares (collection_id, person_id, owner_id, may_write, created_at)
      with r(id, place) as (${people}) select place, ${rosa.id}, id, 0, 0 from r`.execute(tx)
  })
  // PostgreSQL's autovacuum runs too late for rows that were inserted by one statement.
  if (isPostgres(app.services.db.read)) await sql`analyze`.execute(app.services.db.read)
}
