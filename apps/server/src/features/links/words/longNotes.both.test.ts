import { getLink, listDashboardLinks, saveLink, updateLink } from '@nestmark/contract/links/links'
import { createCollection } from '@nestmark/contract/collections'
import { searchLibrary } from '@nestmark/contract/search/search'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { addSuggestion } from '@nestmark/contract/sharing/suggestions'
import { limits } from '@nestmark/core/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { waitForEnd } from '../../../test/support/jobs.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { textTerms } from '../../../db/searchText/linkTerms.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
})
afterAll(() => app.stop())

/** Returns a text of this length in which no word repeats. */
function write(length: number, last = ''): string {
  let text = ''
  for (let n = 0; text.length < length; n++) text += `word${n.toString(36)} `
  return text.slice(0, length - last.length - 1) + ' ' + last
}
const note = (desc: string, category = 4) =>
  ada.call(saveLink, { name: 'An article', link: 'https://example.org/article', desc, category })
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'saved',
    (error: { code: string }) => error.code,
  )

test('SAVE-06 accepts a note of up to 100,000 characters and other descriptions of up to 5,000, and rejects more', async () => {
  const long = write(limits.noteDesc)
  const { _id } = await note(long)
  const { link } = await ada.call(getLink, { link_id: _id })
  expect(link.desc).toBe(long.trim())
  expect(await code(note(`${long}x`))).toBe('links.noteDescTooLong')
  expect(await code(note('x'.repeat(limits.desc), 3))).toBe('saved')
  expect(await code(note('x'.repeat(limits.desc + 1), 3))).toBe('links.descTooLong')
  // A long note cannot become a link that would lose its text.
  expect(await code(ada.call(updateLink, { link_id: _id, category: 3 }))).toBe('links.descTooLong')
  expect(await code(ada.call(updateLink, { link_id: _id, name: 'Renamed' }))).toBe('saved')
})

test('SAVE-06 SRCH-07 a search finds a long note by words at its end, and its index entry stays bounded', async () => {
  const names = async (input: string) =>
    (await ada.call(searchLibrary, { input })).links.map(link => link.name)
  await ada.call(saveLink, { name: 'Long', desc: write(limits.noteDesc, 'zygote'), category: 4 })
  expect(await names('zygote')).toEqual(['Long'])
  // Each pair of characters is a separate term here: PostgreSQL would refuse an entry with all of them.
  const sign = (n: number) =>
    n % 50 === 49 ? '。' : String.fromCodePoint(0x4e00 + ((Math.imul(n, 2_654_435_761) >>> 8) % 20_000))
  const signs = Array.from({ length: limits.noteDesc }, (_, n) => sign(n)).join('')
  await ada.call(saveLink, { name: 'Signs', desc: signs, category: 4 })
  const entry = { ownerId: ada.id, category: 4, title: '', address: '', tags: [] }
  expect(textTerms({ ...entry, descr: signs }).descr.split(' ').length).toBeLessThanOrEqual(26_000)
  // One character that folds to eighteen.
  expect(textTerms({ ...entry, descr: '\ufdfa '.repeat(50_000) }).descr.length).toBeLessThanOrEqual(200_000)
  expect(await names(signs.slice(0, 4))).toEqual(['Signs'])
})

test('SUG-01 Z16 rejects a suggested note that is too long instead of truncating it', async () => {
  const rosa = await signIn(app, 'rosa')
  const { _id: parent } = await ada.call(createCollection, { name: 'Open' })
  await ada.call(setPermissions, {
    folder_id: parent,
    read: 1,
    write: 0,
    enable_sugg: 1,
    read_members: [rosa.id],
  })
  const suggest = (length: number, category = 4) =>
    code(
      rosa.call(addSuggestion, {
        name: 'Note',
        desc: 'x'.repeat(length),
        category,
        parent,
        link: 'a.example',
      }),
    )
  expect(await suggest(30_000)).toBe('saved')
  expect(await suggest(50_000)).toBe('request.tooLarge')
  expect(await suggest(limits.desc + 1, 3)).toBe('links.descTooLong')
})

test('IO-03 SAVE-06 an import stores long notes, and reports truncated ones', async () => {
  const body = new FormData()
  const row = (attributes: string, length: number) =>
    `<DT><A ${attributes} ADD_DATE="1500000000">Row ${length}</A>\n<DD>${'x'.repeat(length)}\n`
  const rows = [
    row('HREF="https://a.example/" NM_CATEGORY="4"', 90_000),
    row('HREF="https://b.example/" NM_CATEGORY="4"', 250_000),
    row('HREF="https://c.example/"', 9_000),
  ]
  body.append('type', 'html')
  body.append('file', new Blob([`<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>${rows.join('')}</DL>`]), 'a.html')
  const eve = await signIn(app, 'eve', 2)
  const answer = await fetch(`${app.origin}/api/import-bookmarks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${eve.token}` },
    body,
  })
  const { data } = (await answer.json()) as { data: { job: string } }
  const { report } = await waitForEnd(eve, data.job)
  expect(report!.rows).toEqual([
    { row: 2, title: 'Row 250000', address: 'https://b.example/', reason: 'The description was shortened' },
    { row: 3, title: 'Row 9000', address: 'https://c.example/', reason: 'The description was shortened' },
  ])
  const { links } = await eve.call(listDashboardLinks, {})
  expect(Object.fromEntries(links.map(link => [link.name, link.desc.length]))).toMatchObject({
    'Row 90000': 90_000,
    'Row 250000': limits.noteDesc,
    'Row 9000': limits.desc,
  })
})
