import { deleteAccount } from '@nestmark/contract/accounts'
import { copyCollection, createCollection } from '@nestmark/contract/collections'
import * as contract from '@nestmark/contract/reading/highlights'
import { saveLink, trashLinks } from '@nestmark/contract/links/links'
import { exportLibrary } from '@nestmark/contract/transfer/libraryExport'
import { answerOffer, offerCollection } from '@nestmark/contract/sharing/ownershipTransfer'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { countAccount } from '@nestmark/contract/accounts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { stopIntact, waitForEnd } from '../../test/support/jobs.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { unzip } from '../../test/support/zip.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
})
afterAll(() => stopIntact(app))

const url = 'https://turf.example/walls_(north)'
const highlight = (who: Person, text = 'A wall of sod', more: object = {}) =>
  who.call(contract.saveHighlight, { url, text, title: 'Turf [walls]', ...more })
const countOf = async (who: Person) => (await who.call(contract.countHighlights, {})).highlights

async function exported(format: 'markdown' | 'csv' | 'json') {
  const answer = await fetch(`${app.origin}/api/export-highlights`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ format }),
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toContain(
    `nestmark-highlights.${format === 'markdown' ? 'md' : format}`,
  )
  return Buffer.from(await answer.arrayBuffer()).toString()
}

test('HL-05 the export is Markdown, CSV that runs no formula, or JSON', async () => {
  await highlight(ada, '=1+1, "quoted"\nand more', { comm: 'Check it' })
  app.clock.now += 1000
  for (let n = 0; n < 45; n++) await highlight(ada, `words ${n}`, { url: `https://turf.example/${n}` })
  const day = new Date(app.clock.now).toISOString().slice(0, 10)
  const markdown = await exported('markdown')
  expect(markdown).toContain(
    `## [Turf \\[walls\\]](https://turf.example/walls_%28north%29)\n\n> =1+1, "quoted"\n> and more\n\nCheck it\n\n${day}\n`,
  )
  expect(markdown.match(/^## /gm)).toHaveLength(46)
  const csv = await exported('csv')
  expect(csv).toMatch(/^\ufeffHighlight,Title,Author,URL,Note,Location,Date,Color\r\n/)
  expect(csv).toContain(`"'=1+1, ""quoted""\nand more","Turf [walls]","","${url}","Check it","1","${day} `)
  const pages = JSON.parse(await exported('json')) as contract.HighlightPage[]
  expect(pages).toHaveLength(46)
  expect(pages.at(-1)).toMatchObject({ link: url, data: { highlights: [{ comm: 'Check it' }] } })
})

test('IO-02 the export of everything has the highlights', async () => {
  await highlight(ada, 'A wall of sod', { comm: 'Check it', style: 3 })
  const answer = await fetch(app.origin + (await ada.call(exportLibrary, {})).url)
  const files = await unzip(Buffer.from(await answer.arrayBuffer()))
  const { highlights } = JSON.parse(files.get('nestmark.json')!.bytes.toString())
  expect(highlights).toMatchObject([
    {
      address: url,
      title: 'Turf [walls]',
      highlights: [{ text: 'A wall of sod', comment: 'Check it', style: 3, anchor: null }],
    },
  ])
})

test('HL-01 highlights stay with who made them: in a shared, copied or transferred collection', async () => {
  const bo = await signIn(app, 'bo', 2)
  const folder_id = (await ada.call(createCollection, { name: 'Turf' }))._id
  await ada.call(setPermissions, { folder_id, read: 1, write: 0, read_members: [bo.id] })
  await ada.call(saveLink, { name: 'Walls', link: url, category: 3, parent: folder_id })
  await highlight(ada)
  expect(await bo.call(contract.pageHighlights, { url })).toBeNull()
  const { job } = await bo.call(copyCollection, { folder_id })
  if (job) await waitForEnd(bo, job)
  await ada.call(offerCollection, { folder_id, person_id: bo.id })
  const { job: transfer } = await bo.call(answerOffer, { folder_id, accept: 1 })
  if (transfer) await waitForEnd(bo, transfer)
  expect([await countOf(ada), await countOf(bo)]).toEqual([1, 0])
  expect((await ada.call(contract.pageHighlights, { url }))!.saved).toBeNull()
})

test('HL-01 Z01 the page of a file shows its link to those who may see it', async () => {
  const bo = await signIn(app, 'bo', 2)
  const folder_id = (await ada.call(createCollection, { name: 'Papers' }))._id
  const share = (read: 0 | 1) =>
    ada.call(setPermissions, { folder_id, read, write: 0, ...(read === 1 && { read_members: [bo.id] }) })
  await share(1)
  const link = { name: 'Paper', link: '', desc: 'Words', category: 4 as const, parent: folder_id }
  const { _id } = await ada.call(saveLink, link)
  const address = `${app.origin}/l/${_id}`
  const savedOf = async (who: Person) =>
    (await who.call(contract.saveHighlight, { url: address, text: 'Words' })) &&
    (await who.call(contract.pageHighlights, { url: address }))!.saved
  expect(await savedOf(ada)).toMatchObject({ _id, name: 'Paper', parent: folder_id, parent_name: 'Papers' })
  expect(await savedOf(bo)).toMatchObject({ _id, name: 'Paper', parent: '', parent_name: '' })
  await share(0)
  expect(await savedOf(bo)).toBeNull()
  await ada.call(trashLinks, { linkIdArr: [_id] })
  expect(await savedOf(ada)).toBeNull()
})

test('SET-06 Z19 the deletion of an account counts the highlights and erases them', async () => {
  await highlight(ada)
  await highlight(ada, 'Two metres')
  expect(await ada.call(countAccount, {})).toMatchObject({ highlights: 2 })
  await ada.call(deleteAccount, {})
  const left = async () => {
    const rows = await app.services.db.read
      .selectFrom('highlight_pages as p')
      .leftJoin('highlights as h', 'h.page_id', 'p.id')
      .select('p.id')
      .where('p.owner_id', '=', ada.id)
      .execute()
    return rows.length
  }
  await expect.poll(left, { timeout: 30_000 }).toBe(0)
})
