import { trashCollections } from '@nestmark/contract/collections'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { type CompiledQuery, sql } from 'kysely'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../access/actor.ts'
import { isPostgres } from '../../db/dialect.ts'
import { termPrefix } from '../../db/searchText/ownerTerms.ts'
import { listWordUse } from '../../features/links/words/wordStore.ts'
import { isHeavy, type Route } from '../../calls/route.ts'
import { routes } from '../../routes.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { fillLibrary } from '../support/library.ts'
import { type Person, signIn } from '../support/people.ts'
import { postgresRows, recordStatements, sqlitePlan, type StatementRecorder } from '../support/statements.ts'

let app: TestApp
let ada: Person
let recorder: StatementRecorder
const size = { links: 6000, collections: 1200, tags: 300 }

beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
  const willem = await signIn(app, 'willem', 2)
  const { config, db, now, meter } = app.services
  // Most rows belong to other people.
  for (const [name, person] of [
    ['w', willem],
    ['a', ada],
  ] as const)
    await fillLibrary(db, person, size, name)
  for (let n = 0; n < 4; n++) await fillLibrary(db, await signIn(app, `other${n}`), size, `o${n}`)
  await willem.call(setPermissions, { folder_id: 'w-c-1', read: 1, write: 0, read_members: [ada.id] })
  await ada.call(trashCollections, { folderIdArr: ['a-c-115'] })
  // Otherwise the plans depend on when PostgreSQL last analyzed the tables automatically.
  if (isPostgres(db.read)) await sql`analyze`.execute(db.read)
  recorder = recordStatements({ config, db, now, meter })
})
afterAll(async () => {
  await recorder.db.close()
  await app.stop()
})

/** Every list of the contract with inputs that use different indexes. A new list must be added here. */
const inputs: Record<string, object[]> = {
  'get-folder-chain': [{}],
  'dashboard-folders': [{}, { sort: 'name' }, { sort: 'hand' }],
  'get-folder-folders-from-path': [{ folder_id: 'a-c-1' }, { folder_id: 'a-c-1', sort: 'hand' }],
  'get-fav-folders': [{}],
  'find-saved': [{ link: 'https://host7.example.org/page/7' }, { link: 'https://nobody.example/' }],
  'find-duplicates': [{}, { level: 5 }],
  'count-duplicates': [{}],
  'get-untidy-links': [{ group: 'untagged' }, { group: 'forgotten' }],
  'dashboard-links': [
    {},
    { order: 2 },
    { sort: 'title' },
    { sort: 'host' },
    { tag: 'a-t-3' },
    { favourite: 1 },
  ],
  'refresh-folder-links': [{ parent_id: 'a-c-1' }],
  'get-folder-links-from-path': [
    { folder_id: 'a-c-7' },
    { folder_id: 'a-c-7', sort: 'title' },
    { folder_id: 'a-c-7', sort: 'hand', order: 2 },
    { folder_id: 'a-c-1', include_sub: 1, sort: 'hand' },
    { folder_id: 'a-c-1', include_sub: 1 },
    { folder_id: 'a-c-7', input: 'common' },
  ],
  'get-all-favs': [{}],
  'get-all-keys': [{}],
  'list-webhooks': [{}],
  'webhook-deliveries': [],
  'get-all-tags': [{}, { page: 1, input: 'tag' }, { page: 1, sort: 'links' }],
  'category-count': [{}],
  'get-links-of-tag': [{ tag_id: 'a-t-3' }],
  'autofill-tags': [{ link: 'https://host7.example.org/', name: 'common', keywords: ['tag'], shared: 1 }],
  'search-links-folders': [{ input: 'own77' }, { input: 'often3' }, { input: 'site:host7.example.org' }],
  'search-counts': [{ input: 'often3' }],
  'search-spelling': [{ input: 'oftne' }],
  'pro-search': [
    { input: 'own77', type: 1 },
    { input: 'collection 7', type: 2 },
  ],
  'all-highlights': [{}, { order: 2 }, { enc: 1 }, { style: 3 }, { has_comment: 1 }, { page: 30 }],
  'search-highlights': [{ input: 'own77' }, { input: 'often3' }, { type: 1, input: 'host7.example.org' }],
  'count-highlights': [{}],
  'page-highlights': [{ url: 'https://host7.example.org/page/7' }, { url: 'https://nobody.example/' }],
  'get-broken-links': [{}],
  'get-link-check': [{}],
  'saved-searches': [{}],
  'count-saved-searches': [{}],
  rules: [{}],
  'test-rules': [
    { rules: [{ conditions: { tag: 'tag 3' }, actions: { favourite: 1 } }] },
    { rules: [{ conditions: { host: 'host7.example.org' }, actions: { tracking: 1 } }] },
  ],
  'get-feeds': [{}, { folder_id: 'a-c-7' }],
  'count-export': [{ folder_id: 'a-c-1', include_sub: 1 }, { every: { folder_id: 'a-c-7' } }],
  'get-shared-folders': [{}],
  'get-shared-chain': [{}],
  'get-offers': [{}],
  'get-suggested-to-me': [{}],
  'get-suggested-by-me': [{}],
  notifications: [{}],
  'get-folder-activity': [{ folder_id: 'a-c-1' }],
  'get-trashed-collections': [{}],
  'get-trashed-links': [{}],
  'count-trash': [{ every: { trash: 1 } }],
  'get-storage-details': [{}],
  'list-stored-links': [{}, { kind: 'copies' }, { folder_id: 'a-c-1' }],
  'running-jobs': [{}],
  'recent-imports': [{}],
  'get-enc-links': [
    {},
    { shared: 1 },
    { enc: 0 },
    { folder_id: 'a-c-7' },
    { folder_id: 'a-c-1', include_sub: 1, enc: 0 },
  ],
  'count-enc-links': [{}, { searched: 1 }],
  'get-folder-keys': [{ folder_id: 'a-c-7' }],
  'list-folder-keys': [{ folder_id: 'a-c-7' }, { folder_id: 'a-c-1', after: 'after.a-c-2' }],
  'get-member-keys': [{ folder_id: 'a-c-7' }],
  'get-given-keys': [{}],
  'get-passkey-keys': [{}],
  'get-key-pair': [{}],
  'user-data': [{}],
  'get-profile': [{}],
  'get-storage': [{}],
  'get-folder-data': [{ folder_id: 'a-c-7' }],
  'get-single-link': [{ link_id: 'a-l-7' }],
  'get-note': [{ link_id: 'a-l-7' }],
  'get-copy': [{ link_id: 'a-l-7' }],
  'get-reading-place': [{ link_id: 'a-l-7' }],
  'get-folder-permissions': [{ folder_id: 'a-c-7' }],
  'get-domain': [{ folder_id: 'a-c-7' }],
  'get-white-label': [{ folder_id: 'a-c-7' }],
  'who-can-see': [{ folder_id: 'a-c-7' }],
  'count-suggestions': [{}],
  'count-notifications': [{}],
}
/** Read by an id outside the library, or by a visitor. */
const others = ['profile', 'job-status', 'l/{link_id}']

const reading = routes.filter(({ op }) => op.reads.length > 0 && !others.includes(op.path))
const cases = reading.flatMap(route =>
  (inputs[route.op.path] ?? []).map(
    input => [`${route.op.path} ${JSON.stringify(input)}`, route, input] as const,
  ),
)

/**
 * Returns the lines of a plan in which SQLite scans an entire table or index of many people, without scans of
 * intermediate results.
 */
function wholeTables(plan: readonly string[]): string[] {
  const parts = new Set(plan.flatMap(line => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(line)?.[1] ?? []))
  return plan.filter(line => {
    const name = /^SCAN (\S+)/.exec(line)?.[1]
    return name !== undefined && !parts.has(name) && !harmless.test(line)
  })
}

/** Full text, constants, and the check for any webhook, which ends at the first row. */
const harmless = /VIRTUAL TABLE|^SCAN CONSTANT|^SCAN \d|^SCAN webhooks USING COVERING INDEX/

function parsed(route: Route, input: object): unknown {
  return z.parse(route.op.input, input)
}

describe('query plans', () => {
  test('every list of the contract is here', () => {
    expect(reading.map(({ op }) => op.path).sort()).toEqual(Object.keys(inputs).sort())
  })

  test.each(cases)('%s uses an index', async (_title, route, given) => {
    const input = parsed(route, given)
    const actor: Actor = { personId: ada.id, sessionId: 'none', rootId: ada.rootId, plan: 2 }
    const statements = await recorder.run(route, actor, input)
    if (recorder.db.kind === 'postgres') await expectFewRows(statements, isHeavy(route, input))
    else await expectIndexes(statements)
  })
})

async function expectIndexes(statements: readonly CompiledQuery[]): Promise<void> {
  for (const statement of statements) {
    const plan = await sqlitePlan(recorder.db, statement)
    expect(wholeTables(plan), statement.sql).toEqual([])
  }
}

/** A page has 50 rows, each with tags, favourite flag and collection. */
const pageRows = 1500

/** Calls on the request thread read about a page of rows; calls on other threads, only the caller's library. */
async function expectFewRows(statements: readonly CompiledQuery[], heavy: boolean): Promise<void> {
  for (const statement of statements) {
    const rows = await postgresRows(recorder.db, statement)
    expect(rows, statement.sql).toBeLessThan(heavy ? size.links * 3 : pageRows)
  }
}

test('SAVE-11 looks up an address by its index and not by the date index', async () => {
  const route = reading.find(({ op }) => op.path === 'find-saved')!
  const actor: Actor = { personId: ada.id, sessionId: 'none', rootId: ada.rootId, plan: 2 }
  const statements = await recorder.run(route, actor, parsed(route, { link: 'https://nobody.example/' }))
  for (const statement of statements)
    if (recorder.db.kind === 'postgres') expect(await postgresRows(recorder.db, statement)).toBeLessThan(10)
    else expect((await sqlitePlan(recorder.db, statement)).join('\n')).toContain('INDEX links_by_address')
})

test('HL-01 looks up the saved links of pages with highlights by their addresses', async () => {
  const route = reading.find(({ op }) => op.path === 'all-highlights')!
  const actor: Actor = { personId: ada.id, sessionId: 'none', rootId: ada.rootId, plan: 2 }
  const statements = await recorder.run(route, actor, parsed(route, {}))
  const lookups = statements.filter(statement => statement.sql.includes('compare_key'))
  expect(lookups).toHaveLength(1)
  if (recorder.db.kind === 'postgres') expect(await postgresRows(recorder.db, lookups[0]!)).toBeLessThan(400)
  else expect((await sqlitePlan(recorder.db, lookups[0]!)).join('\n')).toContain('INDEX links_by_address')
})

test.each([
  ['get-folder-keys', { folder_id: 'a-c-7' }],
  ['list-folder-keys', { folder_id: 'a-c-1' }],
  ['get-enc-links', { shared: 1, key_id: 'A'.repeat(22) }],
  ['count-enc-links', { searched: 1 }],
])('ENC-12 %s reads the encrypted links of a collection and not its others', async (path, given) => {
  const route = reading.find(({ op }) => op.path === path)!
  const actor: Actor = { personId: ada.id, sessionId: 'none', rootId: ada.rootId, plan: 2 }
  const statements = await recorder.run(route, actor, parsed(route, given))
  const links = statements.filter(statement => statement.sql.includes('key_id is not null'))
  expect(links.length).toBeGreaterThan(0)
  for (const statement of links)
    if (recorder.db.kind === 'postgres')
      expect(await postgresRows(recorder.db, statement)).toBeLessThan(pageRows)
    else
      expect((await sqlitePlan(recorder.db, statement)).join('\n')).toContain('INDEX links_encrypted_inside')
})

test('E02 reads few links to find out whether words are in use', async () => {
  await app.services.db.write(async tx => {
    // A word of many links that are neither the newest nor the oldest.
    await sql`insert into words (owner_id, word) values (${ada.id}, 'amid')`.execute(tx)
    if (isPostgres(tx))
      await sql`update links set terms = terms || ${`'${termPrefix(ada.id)}amid':4A`}::tsvector
        where owner_id = ${ada.id} and created_at between 2000000 and 4000000`.execute(tx)
  })
  const statements = await recorder.record(db => listWordUse(db.read, ada.id, ''))
  expect(statements).toHaveLength(1)
  // 200 words, most of them of one link.
  if (recorder.db.kind === 'postgres')
    for (const scans of ['on', 'off'] as const)
      expect(await postgresRows(recorder.db, statements[0]!, scans)).toBeLessThan(800)
  else await expectIndexes(statements)
})
