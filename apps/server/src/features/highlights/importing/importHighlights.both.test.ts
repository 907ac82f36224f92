import * as contract from '@nestmark/contract/reading/highlights'
import { listImports } from '@nestmark/contract/transfer/importExport'
import { jobStatus, undo } from '@nestmark/contract/jobs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { stopIntact, waitForEnd } from '../../../test/support/jobs.ts'
import { type Person, signIn, toOutcome } from '../../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp({ planLimits: true })
})
beforeEach(async () => {
  ada = await signIn(app, 'ada')
})
afterAll(() => stopIntact(app))

const item = (address: string, texts: readonly string[], title = 'Turf') =>
  `<item><title>${title}</title><link>${address}</link><pubDate>Mon, 02 Nov 2020 10:00:00 +0000</pubDate>
  <description><![CDATA[<ul>${texts.map(text => `<li>${text}</li>`).join('')}</ul>]]></description></item>`
const rss = (...items: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel>${items.join('')}</channel></rss>`

async function upload(file: string | Uint8Array<ArrayBuffer>, name = 'file') {
  const form = new FormData()
  form.set(name, new Blob([file]), 'diigo.xml')
  const answer = await fetch(`${app.origin}/api/import-highlights`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}` },
    body: form,
  })
  return (await answer.json()) as { status: number; code?: string; message: string; data: { job: string } }
}

/** Imports a file; returns its report. */
async function importFile(file: string | Uint8Array<ArrayBuffer>) {
  const { data } = await upload(file)
  return (await waitForEnd(ada, data.job)).highlights!
}

const all = () => ada.call(contract.allHighlights, {})

test('HL-04 the RSS export of Diigo adds its highlights once, with their dates, and reports them', async () => {
  await ada.call(contract.saveHighlight, { url: 'https://turf.example/', text: 'sod', comm: 'mine' })
  const file = rss(
    item('https://turf.example/#walls', ['sod', 'Two metres<ul><li>Check it - by ada</li></ul>']),
    item('https://bark.example/', ['Four layers'], ''),
    item('javascript:alert(1)', ['nothing']),
    item('https://empty.example/', []),
    item('nonsense', ['nothing']),
  )
  const report = await importFile(file)
  expect(report).toMatchObject({ pages: 1, highlights: 2, existing: 1, skipped: 3, no_room: 0, shortened: 0 })
  expect(report.rows.map(({ row, address }) => [row, address])).toEqual([
    [3, 'javascript:alert(1)'],
    [4, 'https://empty.example/'],
    [5, 'nonsense'],
  ])
  expect((await all()).map(each => [each.link, each.data.title, each.create_date])).toEqual([
    ['https://turf.example/', 'Turf', Date.UTC(2020, 10, 2, 10)],
    ['https://bark.example/', 'bark.example', Date.UTC(2020, 10, 2, 10)],
  ])
  expect((await all())[0]!.data.highlights.map(({ text, comm }) => [text, comm])).toEqual([
    ['sod', 'mine'],
    ['Two metres', 'Check it'],
  ])
  expect(await importFile(file)).toMatchObject({ pages: 0, highlights: 0, existing: 3 })
})

test('HL-04 IO-01 undo reverses an import for a week, except what was there before or has changed since', async () => {
  await ada.call(contract.saveHighlight, { url: 'https://turf.example/', text: 'mine' })
  const { data } = await upload(
    rss(
      item('https://turf.example/', ['mine', 'sod']),
      item('https://bark.example/', ['one', 'two', 'three']),
    ),
  )
  await waitForEnd(ada, data.job)
  const [bark] = (await all()).filter(each => each.link.includes('bark'))
  const [one] = bark!.data.highlights
  app.clock.now += 1000
  await ada.call(contract.saveHighlight, { highlight_id: one!._id, comm: 'Yes' })
  expect(await ada.call(listImports, {})).toMatchObject([{ job: data.job, links: 0, highlights: 4 }])
  const rosa = await signIn(app, 'rosa')
  expect(await toOutcome(rosa.call(undo, { undo: data.job }))).toBe('undo.expired')
  expect(await ada.call(undo, { undo: data.job })).toMatchObject({ changed: 3, left: 1 })
  const left = (await all()).map(each => [each.count, each.data.highlights.map(({ text }) => text)])
  expect(left.toSorted()).toEqual([
    [1, ['mine']],
    [1, [one!.text]],
  ])
  expect(await ada.call(listImports, {})).toMatchObject([{ job: data.job, highlights: 4, undone: true }])
  expect(await toOutcome(ada.call(undo, { undo: data.job }))).toBe('undo.expired')
})

test('HL-04 a job undoes a large import, and the undo ends after 30 days', async () => {
  ada = await signIn(app, 'ada', 2)
  const texts = Array.from({ length: 400 }, (_, n) => `words ${n}`)
  const many = rss(...['one', 'two', 'three'].map(name => item(`https://${name}.example/`, texts)))
  const first = (await upload(many)).data.job
  await waitForEnd(ada, first)
  const { job } = await ada.call(undo, { undo: first })
  expect((await waitForEnd(ada, job!)).bulk).toMatchObject({ changed: 1200, left: 0 })
  expect(await all()).toEqual([])
  const second = (await upload(rss(item('https://turf.example/', ['sod'])))).data.job
  await waitForEnd(ada, second)
  // A session is shorter than these 30 days.
  const isOver = { expires_at: app.clock.now }
  await app.services.db.write(tx =>
    tx.updateTable('undo_records').set(isOver).where('id', '=', second).execute(),
  )
  expect(await toOutcome(ada.call(undo, { undo: second }))).toBe('undo.expired')
})

test('HL-06 an import fills a page up to 5 on the free plan and reports the rest', async () => {
  const texts = Array.from({ length: 8 }, (_, n) => `words ${n}`)
  const report = await importFile(rss(item('https://turf.example/', texts)))
  expect(report).toMatchObject({ highlights: 5, skipped: 3, no_room: 3 })
  expect(report.rows).toMatchObject([{ row: 1, address: 'https://turf.example/' }])
  expect((await all())[0]).toMatchObject({ count: 5 })
})

test('HL-04 cuts and reports long texts, and imports many items in parts', async () => {
  const long = `<p>${'x'.repeat(6000)}</p>`
  const items = Array.from({ length: 70 }, (_, n) =>
    item(`https://turf.example/${n}`, [n === 3 ? long : 'sod']),
  )
  expect(await importFile(rss(...items))).toMatchObject({ pages: 70, highlights: 70, shortened: 1 })
})

test('HL-04 reads UTF-16', async () => {
  const bytes = Buffer.from(`\ufeff${rss(item('https://turf.example/', ['klömbruhnaus']))}`, 'utf16le')
  expect(await importFile(new Uint8Array(bytes))).toMatchObject({ highlights: 1 })
  expect((await all())[0]!.data.highlights[0]!.text).toBe('klömbruhnaus')
})

test.each([
  ['HTML', '<html><ul><li>x</li></ul></html>'],
  ['a bookmark file', '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>'],
  [
    'a document type',
    `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a SYSTEM "file:///etc/passwd">]>${rss().slice(39)}`,
  ],
  ['JSON', '{"rss":1}'],
  ['nothing', ''],
])('HL-04 I01 rejects %s', async (_name, file) => {
  expect(await upload(file)).toMatchObject({
    status: 400,
    code: 'highlights.onlyXml',
    message: 'Only xml file support',
  })
  expect(await upload('', 'other')).toMatchObject({ code: 'highlights.onlyXml' })
  expect(await all()).toEqual([])
})

test('I01 a document type behind the checked beginning fails the job; rejects a file above 10 MB', async () => {
  const { data } = await upload(
    `<rss>${' '.repeat(70_000)}<!DOCTYPE rss []>${item('https://turf.example/', ['sod'])}</rss>`,
  )
  const job = await waitForEnd(ada, data.job)
  expect(job).toMatchObject({ state: 'failed', error: 'Only xml file support' })
  expect(await ada.call(jobStatus, { job: data.job })).toMatchObject({ report: null })
  expect(await upload(`<rss>${' '.repeat(10_000_001)}`)).toMatchObject({
    status: 413,
    code: 'request.tooLarge',
  })
  expect(await all()).toEqual([])
})
