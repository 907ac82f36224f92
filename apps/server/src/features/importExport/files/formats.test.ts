import { allHighlights } from '@nestmark/contract/reading/highlights'
import { getTree } from '@nestmark/contract/collections'
import { listDashboardLinks } from '@nestmark/contract/links/links'
import { listImports } from '@nestmark/contract/transfer/importExport'
import { undo } from '@nestmark/contract/jobs'
import { zip } from '@nestmark/core/bookmarkFormats/compressed.testing'
import { writers } from '@nestmark/core/bookmarkFormats/writers.testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { stopIntact, waitForEnd } from '../../../test/support/jobs.ts'
import { databaseFile, somePlaces } from '../places.testing.ts'
import { type Person, signIn } from '../../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp({ planLimits: true })
})
beforeEach(async () => {
  ada = await signIn(app, 'ada')
})
afterAll(() => stopIntact(app))

async function upload(file: string | Uint8Array<ArrayBuffer>, type?: string) {
  const body = new FormData()
  if (type !== undefined) body.append('type', type)
  body.append('file', new Blob([file]), 'a file')
  const headers = { authorization: `Bearer ${ada.token}` }
  const answer = await fetch(`${app.origin}/api/import-bookmarks`, { method: 'POST', headers, body })
  return (await answer.json()) as { status: number; message: string; data: { job: string } }
}

/** Imports a file; returns the report. */
async function importFile(file: string | Uint8Array<ArrayBuffer>, type?: string) {
  const { data } = await upload(file, type)
  const job = await waitForEnd(ada, data.job)
  expect(job).toMatchObject({ state: 'done' })
  return job.report!
}

test('IO-03 recognises a file by its content, and names what it cannot import', async () => {
  const file =
    'title,url,time_added,tags,status\nBread,https://bread.example/,1700000000,a|b,archive\nTurf,https://turf.example/,1,,unread\n' +
    'Js,javascript:alert(1),1,,\n"open,https://lost.example/,1,,\n'
  const report = await importFile(file)
  expect(report).toMatchObject({ format: 'pocketCsv', links: 2, skipped: 2 })
  expect(report.unsupported).toEqual([
    { what: 'archived', total: 1, rows: [1] },
    { what: 'toRead', total: 1, rows: [2] },
  ])
  expect(report.rows.map(({ row, reason }) => [row, reason])).toEqual([
    [3, 'Addresses with javascript: are not imported'],
    [4, 'The quotes in this row do not match'],
  ])
  expect(await importFile(file)).toMatchObject({ links: 0, existing: { total: 2 } })
})

test('IO-03 imports places.sqlite of Firefox, and names what another database is', async () => {
  expect(await importFile(databaseFile(somePlaces))).toMatchObject({
    format: 'firefoxPlaces',
    links: 3,
    folders: 4,
    skipped: 1,
    unsupported: [
      { what: 'keyword', total: 1 },
      { what: 'separator', total: 1 },
    ],
  })
  const bread = (await ada.call(listDashboardLinks, { input: 'bread' })).links[0]
  expect(bread).toMatchObject({ name: 'Bread', parent_name: 'Kitchen' })
  expect(bread?.tags.map(tag => tag.name)).toEqual(['food', 'two words'])
  const { data } = await upload(databaseFile('create table cookies (name text)', false))
  expect(await waitForEnd(ada, data.job)).toMatchObject({
    state: 'failed',
    error: 'This is a database file, not a bookmark file. Export your bookmarks as an HTML file.',
  })
})

test('IO-03 rows of one folder go to one collection, wherever the file has them', async () => {
  const rows = Array.from(
    { length: 400 },
    (_, n) => `https://bread.example/${n},n${n},${n % 2 ? 'Food / Slow' : 'Turf'}`,
  )
  const report = await importFile(`url,title,folder,note,created\n${rows.join(',,\n')},,\n${rows[7]},,\n`)
  expect(report).toMatchObject({ format: 'raindropCsv', links: 400, folders: 3, skipped: 1 })
  const { children } = await ada.call(getTree, {})
  const inside = children.map(each => [each.path, each.children.length])
  expect(inside.toSorted()).toEqual([
    ['Food', 1],
    ['My First Folder', 0],
    ['Turf', 0],
  ])
})

test('IO-03 takes the first of several lists of a link as its collection, and the others as its tags', async () => {
  const bookmark = {
    createdAt: 1,
    title: 'Bread',
    tags: ['a'],
    lists: ['1', '2'],
    content: { type: 'link', url: 'https://bread.example/' },
  }
  const lists = ['Food', 'Later'].map((name, n) => ({
    id: String(n + 1),
    name,
    type: 'manual',
    parentId: null,
  }))
  const report = await importFile(JSON.stringify({ bookmarks: [bookmark], lists }))
  expect(report).toMatchObject({ links: 1, unsupported: [{ what: 'otherFolders', total: 1, rows: [1] }] })
  const { links } = await ada.call(listDashboardLinks, {})
  expect(links.map(link => [link.name, link.tags.map(tag => tag.name).toSorted(), link.parent_name])).toEqual(
    [['Bread', ['Later', 'a'], 'Food']],
  )
})

test('IO-03 HL-04 highlights of a file become those of its pages, up to the limit of the plan', async () => {
  const quotes = Array.from({ length: 8 }, (_, n) => `> words ${n}\n\n`).join('')
  const row = (slug: string) => ({
    slug,
    url: `https://${slug}.example/`,
    title: slug,
    state: 'Active',
    labels: [],
  })
  const file = zip({
    'metadata_0_to_20.json': JSON.stringify([row('bread'), row('turf')]),
    'highlights/bread.md': quotes,
    'highlights/turf.md': '> sod\n\nmine\n',
    'content/bread.html': '<p>words</p>',
  }) as Uint8Array<ArrayBuffer>
  const report = await importFile(file)
  expect(report).toMatchObject({ format: 'omnivoreJson', links: 2, highlights: 6, skipped: 0 })
  expect(report.rows.map(({ row, title, reason }) => [row, title, reason])).toEqual([
    [0, 'content/', 'This file in the ZIP is not imported'],
    [1, 'bread', '3 highlights were left out: this page can have up to 5.'],
  ])
  const pages = await ada.call(allHighlights, {})
  expect(pages.map(page => [page.link, page.count]).toSorted()).toEqual([
    ['https://bread.example/', 5],
    ['https://turf.example/', 1],
  ])
  expect(await importFile(file)).toMatchObject({ links: 0, existing: { total: 2 } })
  expect(await ada.call(allHighlights, {})).toHaveLength(2)
  // The undo of the import removes them.
  const [first] = (await ada.call(listImports, {})).filter(each => each.links > 0)
  expect(first).toMatchObject({ links: 2, highlights: 6 })
  const { job } = await ada.call(undo, { undo: first!.job })
  expect((await waitForEnd(ada, job!)).bulk).toMatchObject({ changed: 8, left: 0 })
  expect(await ada.call(allHighlights, {})).toEqual([])
})

test('IO-03 the caller may name the format; rejects a file of no format and names what it is', async () => {
  expect(await importFile('https://bread.example/\n', 'addressList')).toMatchObject({ links: 1 })
  const messages = []
  for (const [file, type] of [
    ['name,url,username,password\nBank,https://bank.example/,a,b\n', undefined],
    ['{"some":"json"}', undefined],
    ['%PDF-1.7 …', ''],
    ['title,url\nBread,https://bread.example/\n', 'html'],
  ] as const)
    messages.push((await upload(file, type)).message)
  const sentence = (what: string) =>
    `This is ${what}, not a bookmark file. Export your bookmarks as an HTML file.`
  expect(messages).toEqual(['a list of passwords', 'a JSON file', 'a PDF file', 'a CSV file'].map(sentence))
})

test('IO-03 F06 names the place where a file breaks off', async () => {
  const report = await importFile(
    '[{"href":"https://bread.example/","description":"Bread","time":"2023-11-14T22:13:20Z"},\n{"href":"https://tu',
  )
  expect(report).toMatchObject({ format: 'pinboardJson', links: 1, skipped: 1 })
  expect(report.rows.map(({ row, reason }) => [row, reason])).toEqual([
    [2, 'This row is damaged'],
    [2, 'The file breaks off here; links may be missing after this one'],
  ])
})

test.each(['pocketCsv', 'karakeepJson', 'xbel', 'elinks', 'zip'] as const)(
  'IO-03 %s: rows of the file = links added + links that were here + rows that the report names',
  async format => {
    const addresses = ['javascript:x', '', 'not an address', `https://bread.example/${'x'.repeat(9000)}`]
    const rows = Array.from({ length: 40 }, (_, n) => ({
      // Each fifth row is one that is here already.
      address: addresses[n % 9] ?? `https://bread.example/${n % 5 === 0 ? 0 : n}`,
      title: n % 5 === 0 ? 'Bread' : `Bread ${n}`,
      note: '',
      tag: 'a',
      added: 1_700_000_000 + n,
    }))
    const file = writers[format](rows) as string | Uint8Array<ArrayBuffer>
    const report = await importFile(file)
    expect(report.links).toBeGreaterThan(15)
    expect(report.links + report.skipped).toBe(rows.length)
    const named = new Set(report.rows.filter(({ row }) => row > 0).map(({ row }) => row))
    expect(named.size).toBe(report.skipped)
    expect(await importFile(file)).toMatchObject({ links: 0, skipped: rows.length })
  },
)
