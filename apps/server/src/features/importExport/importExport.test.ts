import * as collections from '@nestmark/contract/collections'
import { cancelJob, type Job, jobStatus } from '@nestmark/contract/jobs'
import { listDashboardLinks, listCollectionLinks, saveLink, trashLinks } from '@nestmark/contract/links/links'
import { searchLibrary } from '@nestmark/contract/search/search'
import type { TreeNode } from '@nestmark/contract/shapes'
import { listTags } from '@nestmark/contract/tags'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { waitForEnd } from '../../test/support/jobs.ts'
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

const upload = (text: string | Blob, who = ada, fields: Record<string, string> = { type: 'html' }) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('file', text instanceof Blob ? text : new Blob([text]), 'bookmarks.html')
  const headers = { authorization: `Bearer ${who.token}` }
  return fetch(`${app.origin}/api/import-bookmarks`, { method: 'POST', headers, body })
}

async function importFile(text: string, who = ada, fields?: Record<string, string>): Promise<Job> {
  const answer = await upload(text, who, fields)
  expect(answer.status).toBe(202)
  const { data } = (await answer.json()) as { data: { job: string } }
  return ended(data.job, who)
}

async function ended(job: string, who = ada): Promise<Job> {
  return waitForEnd(who, job)
}

const exportFile = (who = ada) =>
  fetch(`${app.origin}/api/export-bookmarks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}` },
  })
const paths = (node: TreeNode): string[] => node.children.flatMap(child => [child.path, ...paths(child)])
const tree = async (who = ada) =>
  paths(await who.call(collections.getTree, {})).filter(path => path !== 'My First Folder')
const idOf = async (path: string, who = ada) => {
  const walk = (node: TreeNode): TreeNode | undefined =>
    node.path === path ? node : node.children.map(walk).find(Boolean)
  return walk(await who.call(collections.getTree, {}))!._id
}

const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
<DL><p>
  <DT><A HREF="https://example.org/top" ADD_DATE="1400000000">At the top</A>
  <DT><H3 ADD_DATE="1300000000">Küche &amp; Keller</H3>
  <DD>Was man kocht
  <DL><p>
    <DT><A HREF="https://example.org/bread" ADD_DATE="1500000000" TAGS="bread,Sauerteig">Brot &lt;backen&gt;</A>
    <DD>Ein Rezept &amp; mehr
    <DT><H3>東京</H3>
    <DL><p>
      <DT><A HREF="https://example.jp/喫茶">喫茶店</A>
    </DL><p>
    <DT><H3>東京</H3>
    <DL><p>
      <DT><A HREF="https://example.jp/2">二番目</A>
    </DL><p>
    <DT><A HREF="javascript:alert(1)">Bookmarklet</A>
    <DT><A HREF="place:sort=8">Recent</A>
    <DT><A HREF="">Nothing</A>
  </DL><p>
</DL><p>`

describe('IO-01 import', () => {
  test('IO-01 reports already saved links with their collection, and imports them, too', async () => {
    const archive = await ada.call(collections.createCollection, { name: 'Archive' })
    const bread = await ada.call(saveLink, {
      name: 'My bread',
      link: 'http://www.example.org/bread/?utm_source=x#crust',
      category: 3,
      parent: archive._id,
    })
    const trashed = await ada.call(saveLink, { name: 'Top', link: 'https://example.org/top', category: 3 })
    await ada.call(trashLinks, { linkIdArr: [trashed._id] })
    const bob = await signIn(app, 'bob')
    await bob.call(saveLink, { name: 'Two', link: 'https://example.jp/2', category: 3 })
    const first = (await importFile(file)).report!
    expect(first).toMatchObject({
      links: 4,
      existing: {
        total: 1,
        links: [{ row: 2, _id: bread._id, name: 'My bread', parent: archive._id, parent_name: 'Archive' }],
      },
    })
    // A second import of the file adds nothing; each link is reported with the newest one that has its address.
    const again = (await importFile(file)).report!
    expect(again).toMatchObject({ links: 0, folders: 0, skipped: 7, existing: { total: 4 } })
    expect(again.existing!.links.map(({ row, name }) => [row, name])).toEqual([
      [1, 'At the top'],
      [2, 'Brot <backen>'],
      [3, '喫茶店'],
      [4, '二番目'],
    ])
    // An empty library has nothing to report, and neither has a file that contains an address twice.
    const eve = await signIn(app, 'eve')
    const twice = '<DL><DT><A HREF="https://a.org/">One</A><DT><A HREF="https://a.org">Two</A></DL>'
    const other = (await importFile(`<!DOCTYPE NETSCAPE-Bookmark-file-1>${twice}`, eve)).report!
    expect([other.links, other.existing]).toEqual([2, undefined])
  })

  test('IO-01 folders become nested collections with dates, tags and notes; skips and reports rows that are not links', async () => {
    const job = await importFile(file)
    expect(job).toMatchObject({ state: 'done', report: { links: 4, folders: 3, skipped: 3, shortened: 0 } })
    expect(job.report!.rows.map(row => row.reason)).toEqual([
      'Addresses with javascript: are not imported',
      'Addresses with place: are not imported',
      'There is no address',
    ])
    expect(await tree()).toEqual(['Küche & Keller', 'Küche & Keller / 東京', 'Küche & Keller / 東京'])
    const { links } = await ada.call(listCollectionLinks, { folder_id: await idOf('Küche & Keller') })
    expect(links[0]).toMatchObject({
      name: 'Brot <backen>',
      desc: 'Ein Rezept & mehr',
      create_date: 1_500_000_000_000,
      tags: [{ name: 'bread' }, { name: 'Sauerteig' }],
    })
    const { folder } = await ada.call(collections.getCollection, { folder_id: await idOf('Küche & Keller') })
    expect(folder).toMatchObject({
      desc: 'Was man kocht',
      create_date: 1_300_000_000_000,
      folder_count: 2,
      links_count: 1,
    })
    expect((await ada.call(searchLibrary, { input: '喫茶' })).total).toBe(1)
    expect((await ada.call(listDashboardLinks, {})).total).toBe(4)
  })

  test('I03 the same file twice adds nothing', async () => {
    await importFile(file)
    const { total } = await ada.call(listDashboardLinks, {})
    const before = [await tree(), total, await ada.call(listTags, {})]
    const again = await importFile(file)
    expect(again.report).toMatchObject({ links: 0, folders: 0, skipped: 7 })
    expect([
      await tree(),
      (await ada.call(listDashboardLinks, {})).total,
      await ada.call(listTags, {}),
    ]).toEqual(before)
  })

  test('IO-01 joins tags of a file that are equal after normalisation, in any spelling', async () => {
    const job = await importFile(`<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>
      <DT><A HREF="https://example.org/1" TAGS="Bread,# bread,#BREAD,#,soup">One</A>
      <DT><A HREF="https://example.org/2" TAGS="# soup, ,bread">Two</A></DL><p>`)
    expect(job).toMatchObject({ state: 'done', report: { links: 2 } })
    expect((await ada.call(listTags, {})).map(tag => tag.name).sort()).toEqual(['#', 'Bread', 'soup'])
    const { links } = await ada.call(listDashboardLinks, {})
    const tagsOf = (name: string) => links.find(link => link.name === name)!.tags.map(tag => tag.name)
    expect([tagsOf('One'), tagsOf('Two')]).toEqual([
      ['Bread', '#', 'soup'],
      ['soup', 'Bread'],
    ])
    expect((await ada.call(searchLibrary, { input: 'BREAD' })).total).toBe(2)
  })

  test('I02 I06 shortens and reports names over the limits; lists bad rows and imports good ones', async () => {
    const long = 'Ein sehr langer Name für eine Sammlung von Rezepten aus aller Welt'
    const tags = Array.from({ length: 40 }, (_, n) => `t${n}`).join(',')
    const job = await importFile(`<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>${long}</H3><DL><p>
      <DT><A HREF="https://example.org" TAGS="${tags},${'x'.repeat(40)}">${'T'.repeat(600)}</A>
      <DT><A HREF="not an address">Bad</A></DL><p></DL><p>`)
    expect(job.report).toMatchObject({ links: 1, folders: 1, skipped: 1, shortened: 4 })
    const [path] = await tree()
    expect(path).toHaveLength(50)
    expect(path!.endsWith('…')).toBe(true)
    const { links } = await ada.call(listCollectionLinks, { folder_id: await idOf(path!) })
    expect([links[0]!.name.length, links[0]!.tags.length]).toEqual([500, 30])
  })

  test('IO-03 rejects a file that is not a bookmark file with its message and changes nothing', async () => {
    for (const text of ['<html><body><p>Hello</p></body></html>', '\u0000\u0001\u0002', 'just text']) {
      const answer = await upload(text)
      expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
        400,
        'This is not a bookmark file. Export your bookmarks as an HTML file.',
      ])
    }
    expect((await upload('')).status).toBe(400)
    expect(await tree()).toEqual([])
  })

  test('I02 refuses a compressed file above 50 MB during the upload, with the limit', async () => {
    const answer = await upload(new Blob(['PK\u0003\u0004', 'x'.repeat(51_000_000)]))
    expect(answer.status).toBe(413)
    expect(((await answer.json()) as { message: string }).message).toMatch(/^A ZIP file can be up to 50 MB/)
    expect((await ada.call(listDashboardLinks, {})).total).toBe(0)
    expect((await importFile(file)).state).toBe('done')
  })

  test('after a large import the database has current planner statistics', async () => {
    const { db } = app.services
    const many = Array.from({ length: 1200 }, (_, n) => `<DT><A HREF="https://example.org/${n}">n${n}</A>\n`)
    await importFile(`<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>${many.join('')}`)
    const known = sql<{ n: number }>`select reltuples as n from pg_class where oid = 'links'::regclass`
    // SQLite plans by its indexes alone.
    if (db.kind === 'postgres') expect((await known.execute(db.read)).rows[0]!.n).toBeGreaterThanOrEqual(1200)
  })

  test('I02 nests folders up to 1,000 levels deep, flattens and reports deeper ones, and loses nothing', async () => {
    const deep = Array.from(
      { length: 1003 },
      (_, n) => `<DT><H3>L${n}</H3><DL><p><DT><A HREF="https://example.org/${n}">n${n}</A>`,
    )
    const job = await importFile(`<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>${deep.join('\n')}`)
    expect(job.report).toMatchObject({ links: 1003, folders: 1000 })
    expect(job.report!.rows.slice(0, 3).map(row => row.reason)).toEqual(
      ['L1000', 'L1001', 'L1002'].map(name => `"${name}" is too deep; its links went one level up`),
    )
    expect((await tree()).length).toBe(1000)
    // And exported again, to a separate file.
    const eve = await signIn(app, 'eve', 2)
    const again = await importFile(await (await exportFile()).text(), eve)
    expect(again.report).toMatchObject({ links: 1003, folders: 1000, rows: [] })
  })

  test('IO-01 into a chosen collection, and never into another person’s', async () => {
    const place = await ada.call(collections.createCollection, { name: 'Imported' })
    await importFile(file, ada, { type: 'html', parent: place._id })
    expect(await tree()).toContain('Imported / Küche & Keller')
    const xaver = await signIn(app, 'xaver', 2)
    expect((await upload(file, xaver, { parent: place._id })).status).toBe(404)
    expect((await importFile(file, xaver)).state).toBe('done')
  })

  test('I08 shows a job to its owner only', async () => {
    const { job } = await importFile(file)
    const xaver = await signIn(app, 'xaver', 2)
    for (const op of [jobStatus, cancelJob])
      await expect(xaver.call(op, { job })).rejects.toMatchObject({ status: 404 })
  })

  test('IO-01 the user can cancel a running import; completed batches remain, and the report counts them', async () => {
    const rows = Array.from(
      { length: 12_000 },
      (_, n) => `<DT><A HREF="https://example.org/${n}">Number ${n}</A>`,
    )
    const answer = await upload(`<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>${rows.join('\n')}</DL><p>`)
    const { job } = ((await answer.json()) as { data: { job: string } }).data
    await expect.poll(async () => (await ada.call(jobStatus, { job })).done).toBeGreaterThan(0)
    await ada.call(cancelJob, { job })
    const end = await ended(job)
    expect(end.state).toBe('cancelled')
    expect(end.report!.links).toBeGreaterThan(0)
    expect(end.report!.links).toBeLessThan(12_000)
    expect((await ada.call(listDashboardLinks, {})).total).toBe(end.report!.links)
  })
})

describe('IO-02 export', () => {
  test('IO-02 I04 the file makes a lossless round trip: nesting, order, dates, tags, notes, categories', async () => {
    await importFile(file)
    const answer = await exportFile()
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="nestmark.html"')
    const exported = await answer.text()
    const zoe = await signIn(app, 'zoe', 2)
    expect((await importFile(exported, zoe)).report).toMatchObject({ links: 4, skipped: 0, shortened: 0 })
    expect(await tree(zoe)).toEqual(await tree())
    const view = async (who: Person) =>
      (await who.call(listDashboardLinks, {})).links.map(
        ({ name, desc, link, create_date, category, tags }) => ({
          name,
          desc,
          link,
          create_date,
          category,
          tags: tags.map(tag => tag.name),
        }),
      )
    expect(await view(zoe)).toEqual(await view(ada))
  })

  test("IO-02 I08 once in five minutes, by the server's clock", async () => {
    expect((await exportFile()).status).toBe(200)
    const second = await exportFile()
    expect([second.status, ((await second.json()) as { message: string }).message]).toEqual([
      429,
      'You recently exported your personal data. Please check your downloads folder or wait for 5 minutes to export the data again.',
    ])
    app.clock.now += 5 * 60_000
    expect((await exportFile()).status).toBe(200)
  })
})
