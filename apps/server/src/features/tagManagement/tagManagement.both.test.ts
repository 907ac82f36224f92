import { getLink, saveLink, saveLinks, trashLinks, updateLink } from '@nestmark/contract/links/links'
import { cancelJob, jobStatus } from '@nestmark/contract/jobs'
import { searchLibrary } from '@nestmark/contract/search/search'
import * as contract from '@nestmark/contract/tags'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
})
afterAll(() => app.stop())

const note = (name: string, tags: string[]) => ({ name, desc: name, category: 4 as const, tags })
const save = (name: string, tags: string[]) => ada.call(saveLink, note(name, tags))
const tagsOf = async (id: string) => (await ada.call(getLink, { link_id: id })).link.tags.map(tag => tag.name)
const counts = async () =>
  Object.fromEntries((await ada.call(contract.listTags, {})).map(tag => [tag.name, tag.links_count]))
const idOf = async (name: string) =>
  (await ada.call(contract.listTags, {})).find(tag => tag.name === name)!._id
const found = async (input: string) =>
  (await ada.call(searchLibrary, { input, type: 'tag' })).links.map(link => link.name).sort()
const inOrder = async () =>
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])

describe('get-links-of-tag', () => {
  test('TAG-03 returns exactly the live links with the tag, and nothing to other users', async () => {
    await save('One', ['art'])
    await save('Two', ['artists'])
    const deletedLink = await save('Three', ['art'])
    await ada.call(trashLinks, { linkIdArr: [deletedLink._id] })
    const tag_id = await idOf('art')
    const page = await ada.call(contract.listLinksOfTag, { tag_id })
    expect([page.links.map(link => link.name), page.total, page.page]).toEqual([['One'], 1, 1])
    const xaver = await signIn(app, 'xaver')
    for (const action of [
      () => xaver.call(contract.listLinksOfTag, { tag_id }),
      () => xaver.call(contract.updateTag, { tag_id, tag_name: 'mine' }),
      () => xaver.call(contract.deleteTags, { tags: [tag_id] }),
      () => xaver.call(contract.mergeTags, { tags: [tag_id], into: `${tag_id}x` }),
      () => xaver.call(contract.restoreTags, { tags: [tag_id] }),
    ])
      await expect(action()).rejects.toMatchObject({ status: 404, code: 'tags.notFound' })
    expect(await counts()).toEqual({ art: 1, artists: 1 })
  })
})

describe('update-tag', () => {
  test('TAG-03 renaming returns success 1, shows on links and in search, and the old name undoes it', async () => {
    const link = await save('One', ['trains', 'b'])
    const tag_id = await idOf('trains')
    expect(await ada.call(contract.updateTag, { tag_id, tag_name: ' #Railways ' })).toEqual({
      success: 1,
      tag: { _id: tag_id, name: 'Railways', links_count: 1 },
    })
    expect([await tagsOf(link._id), await found('railways'), await found('trains')]).toEqual([
      ['Railways', 'b'],
      ['One'],
      [],
    ])
    expect((await ada.call(contract.updateTag, { tag_id, tag_name: 'railways' })).tag.name).toBe('railways')
    await ada.call(contract.updateTag, { tag_id, tag_name: 'trains' })
    expect([await tagsOf(link._id), await found('trains')]).toEqual([['trains', 'b'], ['One']])
    await inOrder()
  })

  test('TAG-03 rejects the name of another tag with that tag, and changes nothing', async () => {
    await save('One', ['trains'])
    await save('Two', ['Railways'])
    const refusal = await ada
      .call(contract.updateTag, { tag_id: await idOf('trains'), tag_name: 'railways' })
      .catch((error: unknown) => error)
    expect(refusal).toMatchObject({
      status: 409,
      code: 'tags.nameTaken',
      data: { success: 0, tag: { name: 'Railways', links_count: 1 } },
    })
    expect(await counts()).toEqual({ trains: 1, Railways: 1 })
    for (const [tag_name, code] of [
      ['x'.repeat(33), 'tags.nameTooLong'],
      [' ', 'tags.nameRequired'],
    ] as const)
      await expect(
        ada.call(contract.updateTag, { tag_id: await idOf('trains'), tag_name }),
      ).rejects.toMatchObject({ status: 400, code })
  })
})

describe('delete-tags', () => {
  test('TAG-03 deleted tags disappear from links, lists and search, and a restore returns them as they were', async () => {
    const [one, two] = [await save('One', ['a', 'b', 'c']), await save('Two', ['b'])]
    const [a, b] = [await idOf('a'), await idOf('b')]
    expect(await ada.call(contract.deleteTags, { tags: [a, b] })).toEqual({ changed: 2 })
    expect([await tagsOf(one._id), await tagsOf(two._id), await counts()]).toEqual([['c'], [], { c: 1 }])
    expect([await found('b'), (await ada.call(contract.autofillTags, { input: 'b' })).length]).toEqual([
      [],
      0,
    ])
    await expect(ada.call(contract.deleteTags, { tags: [a] })).rejects.toMatchObject({ status: 404 })
    await inOrder()
    // Editing a link in between loses no deleted tag, and the counters stay correct while it is deleted.
    await ada.call(updateLink, { link_id: one._id, tags: ['c', 'd'] })
    await ada.call(trashLinks, { linkIdArr: [two._id] })
    await inOrder()
    expect(await ada.call(contract.restoreTags, { tags: [a, b] })).toEqual({ changed: 2 })
    expect([(await tagsOf(one._id)).sort(), await tagsOf(two._id)]).toEqual([['a', 'b', 'c', 'd'], ['b']])
    expect([await counts(), await found('b')]).toEqual([{ a: 1, b: 1, c: 1, d: 1 }, ['One']])
    await inOrder()
  })

  test("TAG-03 a deleted tag's name is available immediately; a restore then gives the links the new tag of that name", async () => {
    const one = await save('One', ['a'])
    const old = await idOf('a')
    await ada.call(contract.deleteTags, { tags: [old] })
    const two = await save('Two', ['A'])
    expect(await counts()).toEqual({ A: 1 })
    await ada.call(contract.restoreTags, { tags: [old] })
    expect([await tagsOf(one._id), await tagsOf(two._id), await counts()]).toEqual([['A'], ['A'], { A: 2 }])
    expect(await found('a')).toEqual(['One', 'Two'])
    await inOrder()
  })

  test('TAG-03 rejects an empty list, and all tags when one is of another user', async () => {
    await save('One', ['a'])
    await expect(ada.call(contract.deleteTags, { tags: [] })).rejects.toMatchObject({
      code: 'tags.noneChosen',
    })
    const both = [await idOf('a'), 'unknown']
    await expect(ada.call(contract.deleteTags, { tags: both })).rejects.toMatchObject({ status: 404 })
    expect(await counts()).toEqual({ a: 1 })
  })

  test('TAG-03 permanently deletes tags deleted an hour ago, and only those', async () => {
    await save('One', ['a', 'b', 'c'])
    const [a, b] = [await idOf('a'), await idOf('b')]
    await ada.call(contract.deleteTags, { tags: [a, b] })
    await ada.call(contract.restoreTags, { tags: [b] })
    app.clock.now += 3_600_001
    app.services.jobs.wake()
    await expect.poll(() => rowsOf('tags')).toBe(2)
    expect(await rowsOf('link_tags')).toBe(2)
    expect(await counts()).toEqual({ b: 1, c: 1 })
    await expect(ada.call(contract.restoreTags, { tags: [a] })).rejects.toMatchObject({ status: 404 })
    await inOrder()
  })
})

async function rowsOf(table: 'tags' | 'link_tags'): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from ${sql.table(table)} where owner_id = ${ada.id}`.execute(app.services.db.read)
  return rows[0]!.n
}

describe('merge-tags', () => {
  test("TAG-03 every link has the merged tag once, at its position; undoing restores each link's own tags", async () => {
    const links = [
      await save('Both', ['x', 'trains', 'railways']),
      await save('One', ['trains', 'y']),
      await save('Two', ['trein']),
      await save('Into', ['railways']),
    ]
    const [trains, trein, into] = [await idOf('trains'), await idOf('trein'), await idOf('railways')]
    expect(await ada.call(contract.mergeTags, { tags: [trains, trein, into], into })).toEqual({
      changed: 2,
      tag: { _id: into, name: 'railways', links_count: 4 },
    })
    const tags = () => Promise.all(links.map(link => tagsOf(link._id)))
    expect(await tags()).toEqual([['x', 'railways'], ['railways', 'y'], ['railways'], ['railways']])
    expect(await counts()).toEqual({ railways: 4, x: 1, y: 1 })
    expect([await found('railways'), await found('trains'), await found('trein')]).toEqual([
      ['Both', 'Into', 'One', 'Two'],
      [],
      [],
    ])
    await inOrder()
    await ada.call(contract.restoreTags, { tags: [trains, trein] })
    expect(await tags()).toEqual([['x', 'trains', 'railways'], ['trains', 'y'], ['trein'], ['railways']])
    expect(await counts()).toEqual({ railways: 2, trains: 2, trein: 1, x: 1, y: 1 })
    expect([await found('railways'), await found('trein')]).toEqual([['Both', 'Into'], ['Two']])
    await inOrder()
    await expect(ada.call(contract.mergeTags, { tags: [into], into })).rejects.toMatchObject({
      code: 'tags.noneChosen',
    })
  })
})

describe('many links', () => {
  test('TAG-03 a job updates the search index when many links have a tag: with progress, an end, and also after an undo', async () => {
    const { a } = await ada.call(contract.addTags, { tags: ['a', 'b'] })
    for (let n = 0; n < 5; n++)
      await ada.call(saveLinks, {
        links: Array.from({ length: 50 }, (_, at) => note(`Link ${n} ${at}`, at === 0 ? ['a', 'b'] : ['a'])),
      })
    const { job, changed } = await ada.call(contract.deleteTags, { tags: [a!] })
    expect([changed, await counts()]).toEqual([1, { b: 5 }])
    // The job cannot be cancelled: a partial update would be wrong.
    await ada.call(cancelJob, { job: job! })
    await expect.poll(async () => (await ada.call(jobStatus, { job: job! })).state).toBe('done')
    expect(await ada.call(jobStatus, { job: job! })).toMatchObject({ done: 250, total: 250 })
    expect([await found('a'), (await found('b')).length]).toEqual([[], 5])
    const back = await ada.call(contract.restoreTags, { tags: [a!] })
    await expect.poll(async () => (await ada.call(jobStatus, { job: back.job! })).state).toBe('done')
    expect((await ada.call(searchLibrary, { input: 'a', type: 'tag' })).total).toBe(250)
    expect(await counts()).toEqual({ a: 250, b: 5 })
    await inOrder()
  })
})
