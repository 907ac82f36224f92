import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as contract from '@nestmark/contract/reading/highlights'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '../../db/openDb.ts'
import { selectMatchingHighlights } from '../../db/searchText/highlightText.ts'
import { admin } from '../../test/support/admin.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { signIn } from '../../test/support/people.ts'
import { sql } from 'kysely'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await startApp()
  folder = mkdtempSync(join(tmpdir(), 'nestmark-highlights-'))
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true })
})

test('F24 a restored backup has the highlights, and a search finds them', async () => {
  const ada = await signIn(app, 'ada', 2)
  await ada.call(contract.saveHighlight, { url: 'https://turf.example/', text: 'A wall of sod', style: 2 })
  const file = join(folder, 'nestmark.backup')
  expect((await admin(app.services.config, 'backup', file)).code).toBe(0)
  const dataDir = join(folder, 'restored')
  expect((await admin({ dataDir }, 'restore', file)).code).toBe(0)
  expect(await admin({ dataDir }, 'integrity')).toMatchObject({ code: 0 })
  const db = openDb({ dataDir, databaseUrl: null })
  const text = {
    ownerIds: [ada.id],
    fields: ['descr'] as const,
    all: [{ term: { terms: ['sod'], prefix: false }, words: [] }],
  }
  const { rows } = await sql`select text, style from highlights
    where seq in (select seq from (${selectMatchingHighlights(db.read, text)}) m)`.execute(db.read)
  await db.close()
  expect(rows).toEqual([{ text: 'A wall of sod', style: 2 }])
})
