import { getTree } from '@nestmark/contract/collections'
import type { Job } from '@nestmark/contract/jobs'
import { listDashboardLinks, saveLink } from '@nestmark/contract/links/links'
import { getProfile } from '@nestmark/contract/session'
import type { TreeNode } from '@nestmark/contract/shapes'
import { listTags } from '@nestmark/contract/tags'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkIntegrity } from '../../../db/integrity.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { waitForEnd } from '../../../test/support/jobs.ts'
import { toOutcome, type Person, signIn } from '../../../test/support/people.ts'
import { bookmarkText, importText } from '../files/files.testing.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp({ planLimits: true })
})
beforeEach(async () => {
  ada = await signIn(app, 'ada')
})
afterAll(async () => {
  expect((await checkIntegrity(app.services.db)).findings).toEqual([])
  await app.stop()
})

async function begin(body: string): Promise<string> {
  const form = new FormData()
  form.append('type', 'html')
  form.append('file', new Blob([`<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${body}</DL><p>`]), 'all.html')
  const headers = { authorization: `Bearer ${ada.token}` }
  const answer = await fetch(`${app.origin}/api/import-bookmarks`, { method: 'POST', headers, body: form })
  return ((await answer.json()) as { data: { job: string } }).data.job
}
async function ended(job: string): Promise<Job> {
  return waitForEnd(ada, job)
}
const links = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, n) => `<DT><A HREF="https://example.org/${from + n}" TAGS="t${from + n}">Number ${from + n}</A>\n`,
  ).join('')
const count = async () => Object.values((await ada.call(getProfile, {})).count).reduce((sum, n) => sum + n, 0)

describe('SAVE-20 an import over the limit', () => {
  test('SAVE-20 imports what fits in the order of the file, reports the rest, and does not even create its tags', async () => {
    const job = await ended(await begin(links(0, 620)))
    expect(job).toMatchObject({ state: 'done', report: { links: 500, skipped: 120, noRoom: 120 } })
    expect(job.report!.rows).toHaveLength(120)
    expect(job.report!.rows[0]).toEqual({
      row: 501,
      reason: 'There was no room for "Number 500"',
      title: 'Number 500',
      address: 'https://example.org/500',
    })
    expect(await count()).toBe(500)
    const tags = await ada.call(listTags, {})
    expect(tags.some(tag => tag.name === 't499')).toBe(true)
    expect(tags.some(tag => tag.name === 't500')).toBe(false)
    // A full library accepts nothing, and reports every row.
    const again = await ended(await begin(links(600, 640)))
    expect(again.report).toMatchObject({ links: 0, skipped: 40, noRoom: 40 })
  })

  test('SAVE-20 with concurrent saves the library never exceeds its limit, and loses nothing acknowledged', async () => {
    const job = await begin(links(0, 700))
    const ends: string[] = []
    const saving = (async () => {
      for (let n = 0; n < 60; n++)
        ends.push(await toOutcome(ada.call(saveLink, { name: `Saved ${n}`, desc: 'Beside', category: 4 })))
    })()
    const { report } = await ended(job)
    await saving
    const saved = ends.filter(end => end === 'done').length
    expect(new Set(ends)).toEqual(new Set(saved < 60 ? ['done', 'plan.links'] : ['done']))
    expect(report!.links + saved).toBe(500)
    expect(report!.links + report!.skipped).toBe(700)
    expect(await count()).toBe(500)
    expect((await ada.call(listDashboardLinks, {})).total).toBe(500)
  })

  test('COL-11 reports collections that do not fit, and puts their links into the parent collection', async () => {
    const folders = Array.from(
      { length: 60 },
      (_, n) => `<DT><H3>Folder ${n}</H3>\n<DL><p>\n${links(n, n + 1)}</DL><p>\n`,
    ).join('')
    const inner = `<DT><H3>Late</H3>\n<DL><p>\n<DT><H3>Later</H3>\n<DL><p>\n${links(900, 901)}</DL><p>\n</DL><p>\n`
    const { report } = await ended(await begin(folders + inner))
    // 'My First Folder' is the first of the fifty.
    expect(report).toMatchObject({ links: 61, folders: 49, skipped: 0 })
    expect(report!.rows).toHaveLength(13)
    expect(report!.rows[0]!.reason).toContain('no room for the collection "Folder 49"')
    const tree: TreeNode = await ada.call(getTree, {})
    expect(tree.children).toHaveLength(50)
    expect(tree.links_count).toBe(12)
    expect(await count()).toBe(61)
  })
})

test('IO-01 PLAN a preview says what does not fit into the plan', async () => {
  const { report } = await importText(app, ada, bookmarkText(links(0, 510)), { preview: '1' })
  expect(report?.links).toBe(510)
  expect(report?.preview?.over).toEqual({ links: 10, collections: 0 })
})
