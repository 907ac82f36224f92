import { createCollection, listDashboardCollections } from '@nestmark/contract/collections'
import { assertDefined } from '@nestmark/core/assertDefined'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBatches } from '../../../jobs/batches.ts'
import { claim, requeueExpired } from '../../../jobs/claim.ts'
import { enqueue } from '../../../jobs/store.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { bookmarkText, importText } from '../files/files.testing.ts'
import { runImport } from '../importRun.ts'
import { storePart } from '../../../jobs/fileStore.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const link = (name: string) => `<DT><A HREF="https://example.org/${name}">${name}</A>\n`
const folder = (name: string, attributes: string, rows: string) =>
  `<DT><H3 ${attributes}>${name}</H3><DL><p>\n${rows}</DL><p>\n`

async function readDates(who: Person): Promise<Record<string, number>> {
  const rows = await app.services.db.read
    .selectFrom('collections')
    .select(['name', 'updated_at'])
    .where('owner_id', '=', who.id)
    .execute()
  return Object.fromEntries(rows.map(row => [row.name, row.updated_at]))
}

test('IO-02 new collections keep the last change of the file, also with links and sub-collections', async () => {
  const ada = await signIn(app, 'ada', 2)
  const inner = folder('Inner', 'LAST_MODIFIED="1500000001"', link('b'))
  const file = bookmarkText(
    folder('Outer', 'LAST_MODIFIED="1500000000"', link('a') + inner + link('c')) +
      folder('Exact', 'LAST_MODIFIED="1500000002" NM_CHANGED="1500000002345"', '') +
      folder('Future', `LAST_MODIFIED="1500000000" NM_CHANGED="${app.clock.now + 9e9}"`, link('d')) +
      folder('Unknown', 'LAST_MODIFIED="0"', link('e')),
  )
  const before = app.clock.now
  await importText(app, ada, file)
  const dates = await readDates(ada)
  expect(dates).toMatchObject({
    Outer: 1_500_000_000_000,
    Inner: 1_500_000_001_000,
    Exact: 1_500_000_002_345,
  })
  for (const name of ['Future', 'Unknown']) {
    // Each collection of the file is a millisecond earlier than the one before it.
    expect(dates[name]).toBeGreaterThanOrEqual(before - 10)
    expect(dates[name]).toBeLessThan(before + 60_000)
  }
})

test('IO-02 only new links change a collection that existed', async () => {
  const ada = await signIn(app, 'ada', 2)
  const created = app.clock.now
  for (const name of ['Same', 'Grows']) await ada.call(createCollection, { name })
  app.clock.now += 3_600_000
  const rows = folder('Same', 'LAST_MODIFIED="1500000000"', '')
  await importText(app, ada, bookmarkText(rows + folder('Grows', 'LAST_MODIFIED="1500000000"', link('g'))))
  const dates = await readDates(ada)
  expect(dates.Same).toBe(created)
  expect(dates.Grows).toBeGreaterThanOrEqual(created + 3_600_000 - 10)
})

test('IO-02 lists folders without a last change, or with the same second, as last changed in the order of the file', async () => {
  const ada = await signIn(app, 'ada', 2)
  const names = ['Elm', 'Ash', 'Yew', 'Oak', 'Fir', 'Bay']
  const same = names.map(name => folder(`${name} of one second`, 'LAST_MODIFIED="1500000000"', link(name)))
  const unknown = names.map(name => folder(name, '', link(`${name}-2`)))
  await importText(app, ada, bookmarkText([...same, ...unknown].join('')))
  const { folders } = await ada.call(listDashboardCollections, {})
  const imported = folders.map(each => each.name).filter(name => names.some(each => name.startsWith(each)))
  expect(imported).toEqual([...names, ...names.map(name => `${name} of one second`)])
})

test('F15 IO-02 an import that continues after a crash keeps the last change of its collections', async () => {
  const { db } = app.services
  const ada = await signIn(app, 'ada', 2)
  const many = Array.from({ length: 400 }, (_, n) => link(`many-${n}`)).join('')
  const kind = 'importOfChangeDates'
  await db.write(async tx => {
    // A separate kind, so that the app leaves it to this test.
    const payload = { parent: ada.rootId, rootId: ada.rootId }
    const id = await enqueue(tx, { ownerId: ada.id, kind, payload, now: 0 })
    await storePart(tx, id, 0, Buffer.from(bookmarkText(folder('Long', 'LAST_MODIFIED="1500000000"', many))))
  })
  const take = async (lease: string, now: number) => {
    await requeueExpired(db, [kind], now, [])
    const job = await claim(db, { queue: kind, perKey: 1, after: '', lease, now, leaseMs: 1000 })
    return assertDefined(job, 'job')
  }
  let batches = 0
  const stopped = runImport({ db, batches: createBatches(db) }, await take('one', 1), {
    isStopped: () => ++batches > 1,
  })
  await expect(stopped).rejects.toThrow('stopped')
  const job = await take('two', 5000)
  expect(job.done).toBe(100)
  await runImport({ db, batches: createBatches(db) }, job)
  expect((await readDates(ada)).Long).toBe(1_500_000_000_000)
})
