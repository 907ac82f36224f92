import { saveHighlight } from '@nestmark/contract/reading/highlights'
import { createCollection, trashCollections } from '@nestmark/contract/collections'
import { favouriteLink, saveLink } from '@nestmark/contract/links/links'
import { setPermissions, createShortLink } from '@nestmark/contract/sharing/share'
import { addSuggestion } from '@nestmark/contract/sharing/suggestions'
import { createWebhook } from '@nestmark/contract/webhooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../test/support/app.ts'
import { saveFile, toAudio } from '../test/support/files.ts'
import { type Person, signIn } from '../test/support/people.ts'
import { type TableName, tables, tablesWhere } from './tables/allTables.ts'
import type { Tx } from './db.ts'
import { checkIntegrity, checks } from './integrity.ts'
import { insertRow } from './tables/rowOfEach.testing.ts'
import { previousTextDamages } from './integrity/encryption.testing.ts'

let app: TestApp
let ada: Person
let willem: Person
const at: Record<'outer' | 'inner' | 'trashed' | 'below' | 'link' | 'his', string> = {
  outer: '',
  inner: '',
  trashed: '',
  below: '',
  link: '',
  his: '',
}

beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
  willem = await signIn(app, 'willem')
  const collection = async (name: string, parent?: string) =>
    (await ada.call(createCollection, { name, parent }))._id
  at.outer = await collection('Outer')
  at.inner = await collection('Inner', at.outer)
  at.trashed = await collection('Trashed')
  at.below = await collection('Below', at.trashed)
  const note = { name: 'Note', link: '', desc: 'Words', category: 4 as const, tags: ['one'] }
  at.link = (await ada.call(saveLink, { ...note, parent: at.inner }))._id
  at.his = (await willem.call(saveLink, note))._id
  await ada.call(favouriteLink, { link_id: at.link, is_fav: 1 })
  await ada.call(trashCollections, { folderIdArr: [at.trashed], isTrash: 1 })
  const share = { read_members: [willem.id], enable_sugg: 1 as const }
  await ada.call(setPermissions, { folder_id: at.outer, read: 1, write: 0, ...share })
  await willem.call(addSuggestion, { ...note, parent: at.outer })
  await ada.call(saveLink, { ...note, parent: at.outer })
  await ada.call(createShortLink, { folder_id: at.outer })
  await ada.call(createWebhook, { address: 'https://hooks.example/' })
  await saveFile(app, ada, toAudio(100), { parent: at.outer })
  await ada.call(saveHighlight, { url: 'https://example.org/', text: 'A turf wall' })
  // Its event stays queued, because its due time is never reached.
  await ada.call(saveLink, note)
  const { db } = app.services
  await db.write(async tx => {
    await sql`insert into webhook_deliveries (id, webhook_id, events, state, created_at)
      select 'sent', id, '[]', 'delivered', 0 from webhooks`.execute(tx)
    const bytes = new Uint8Array([1])
    const picture = { owner_id: ada.id, width: 1, height: 1, large: bytes, small: bytes, created_at: 0 }
    await tx
      .insertInto('pictures')
      .values({ ...picture, id: 'shown' })
      .execute()
    await tx.updateTable('links').set({ picture_id: 'shown' }).where('id', '=', at.link).execute()
    await sql`insert into jobs (id, owner_id, kind, state, run_after, created_at, finished_at)
      values ('ended', ${ada.id}, 'x', 'done', 0, 0, 1), ('open', ${ada.id}, 'x', 'queued', 3000000000000, 0, null)`.execute(
      tx,
    )
  })
})
afterAll(() => app.stop())

test('a consistent library has no findings', async () => {
  expect((await checkIntegrity(app.services.db)).findings).toEqual([])
})

/**
 * Each check's message with the statements that trigger it. Some break references, which the database would
 * otherwise reject.
 */
const damages: [wrong: RegExp | string, () => string | string[] | ((tx: Tx) => Promise<void>)][] = [
  ...tablesWhere(table => table.orphans !== undefined).map(toOrphanDamage),
  [/webhooks of people that were deleted/, () => `update webhooks set off_reason = 'gone'`],
  [/events for webhooks that were deleted/, () => `update webhook_events set event = 'link.read'`],
  [/deliveries of webhooks that were deleted/, () => `update webhook_deliveries set state = 'waiting'`],
  [/people whose root collection/, () => `update people set root_id = '${at.outer}' where id = '${ada.id}'`],
  [
    /collections without a path/,
    () => `update collections set parent_id = '${at.inner}' where id = '${at.outer}'`,
  ],
  [
    /collections without a path/,
    () => `update collections set parent_id = 'nowhere' where id = '${at.outer}'`,
  ],
  [
    /inside a collection of another owner/,
    () => `update collections set parent_id = '${willem.rootId}' where id = '${at.outer}'`,
  ],
  [
    /links without a collection of their owner/,
    () => `update links set collection_id = 'nowhere' where id = '${at.link}'`,
  ],
  [/links of a category/, () => `update links set category = 6 where id = '${at.link}'`],
  [
    /live collections inside a trashed one/,
    () => `update collections set trashed_by = null where id = '${at.below}'`,
  ],
  [
    /top of the trash and do not hide/,
    () => `update collections set trashed_at = null where id = '${at.trashed}'`,
  ],
  [
    /hidden collections that are not inside/,
    () => `update collections set trashed_by = '${at.outer}' where id = '${at.below}'`,
  ],
  [/collections that count other links/, () => `update collections set n4 = 2 where id = '${at.inner}'`],
  [
    /collections that count other collections/,
    () => `update collections set folder_count = 9 where id = '${at.outer}'`,
  ],
  [/tags that count other links/, () => `update tags set links = 7 where owner_id = '${ada.id}'`],
  [/tags that were deleted/, () => `update tags set deleted_at = 1 where owner_id = '${ada.id}'`],
  [/people whose library counts/, () => `update people set n3 = 1 where id = '${ada.id}'`],
  [/libraries without an account/, () => `delete from "user" where id = '${willem.id}'`],
  [/tags on links/, () => `update link_tags set owner_id = '${willem.id}' where owner_id = '${ada.id}'`],
  [
    /checks of links that were deleted/,
    () =>
      `insert into link_checks (link_id, owner_id, run, address, state, status, fault, marks, failures, since, checked_at) values ('nowhere', '${ada.id}', '', '', 'dead', 404, '', 'x', 1, 0, 0)`,
  ],
  [/pages that count other highlights/, () => `update highlight_pages set count = 9`],
  [/highlights of another owner/, () => `update highlights set owner_id = '${willem.id}'`],
  [/white labels/, () => `insert into white_labels values ('c', 'p', '', '', '', 'logo', null, null, null)`],
  [
    /customers that were deleted/,
    () => `insert into customers values ('nobody', 'cus', 0, 0, null, 0, 0, 0)`,
  ],
  [
    /links whose picture was deleted/,
    () => `update links set picture_id = 'nowhere' where id = '${at.link}'`,
  ],
  [/encrypted links with something/, () => `update links set key_id = 'key' where id = '${at.link}'`],
  [/files in clear, or copies of the pages, of enc/, () => `update links set key_id = 'key'`],
  [/encrypted files of links in clear/, () => `update files set sealed = 'nm1.key'`],
  [
    /keys that were given/,
    () =>
      `insert into given_keys values ('${at.outer}', 'key', '${willem.id}', '${ada.id}', 'hers', 'his', 'wrapped', 0)`,
  ],
  [/pictures that no link shows/, () => `update links set picture_id = null where id = '${at.link}'`],
  [/pictures that more than one link claims/, () => `update links set picture_id = 'shown'`],
  [
    /jobs that are marked as running/,
    () => `update jobs set state = 'running', lease_owner = 'x', lease_until = 1 where id = 'open'`,
  ],
  [/jobs that have ended and are not marked/, () => `update jobs set finished_at = 1 where id = 'open'`],
  [/files of jobs that have ended/, () => `insert into job_files values ('ended', 0, '')`],
  [/shares of collections or people/, () => `update shares set owner_id = person_id`],
  [
    /invitations to collections/,
    () => `insert into invitations values ('i', '${at.outer}', '${willem.id}', 'otto@example.org', 0, 1, 2)`,
  ],
  [/take suggestions and are shown/, () => `update collections set read_level = 0 where id = '${at.outer}'`],
  [/short addresses of nothing/, () => `update short_links set owner_id = '${willem.id}'`],
  [/suggestions for collections/, () => `update suggestions set recipient_id = suggester_id`],
  [/suggestions that are decided/, () => `update suggestions set state = 'approved'`],
  [/can still be claimed/, () => `update suggestions set claim_hash = 'x'`],
  [/notifications of collections/, () => `update notifications set count = 0`],
  [/activity in collections/, () => `update activities set owner_id = '${willem.id}'`],
  [
    /names in notifications/,
    () => `update notifications set from_id = null, subject = 'Lost' where action <> 'sugg_new'`,
  ],
  [/names in activity/, () => `update activities set by_id = null`],
  [/events and deliveries that name/, () => `update webhook_events set by_id = 'nobody'`],
  [
    /events and deliveries that name/,
    () => `update webhook_deliveries set events = '[{"by":{"_id":"nobody","name":"Nobody"},"subjects":[]}]'`,
  ],
  [/activity that should have been deleted/, () => `update activities set at = 1`],
  [/whose storage counts other bytes/, () => `update people set kept_bytes = 1 where id = '${ada.id}'`],
  [/whose storage counts other bytes/, () => `update people set reserved_bytes = 1 where id = '${ada.id}'`],
  [/whose storage counts other bytes/, () => `update blobs set size = size + 1`],
  [/files of another owner/, () => `update files set owner_id = '${willem.id}'`],
  [/files of another owner/, () => `update blobs set state = 'deleting'`],
  [/show another size/, () => `update links set file_bytes = 1 where id = '${at.link}'`],
  [/stored bytes that no file/, () => `delete from files`],
  [/counted in another category/, () => `update blobs set category = 2`],
  [/previews without their picture/, () => `update blobs set preview_of = 'missing'`],
  [/should have been deleted a day ago/, () => `update blobs set state = 'deleting', deleting_at = 1`],
  [/uploads that are ready without/, () => `update uploads set state = 'ready', blob_id = null`],
  [/uploads that are ready without/, () => `update uploads set state = 'open', expires_at = 1`],
  [/versions of pages whose files/, () => insertVersion()],
  [
    /whose state says that there are none/,
    () => [`insert into copies (link_id, state) values ('${at.link}', 'none')`, insertVersion()],
  ],
  [/uploads that were cut off/, () => `update jobs set run_after = 8000000000000000 where id = 'open'`],
]
const sqliteOnly: typeof damages = [
  [
    /links that search cannot find/,
    () => `delete from links_text where rowid = (select seq from links where id = '${at.link}')`,
  ],
  [
    /entries of the search index without/,
    () => `insert into links_text (rowid, owner, title) values (99, 'off', 'lost')`,
  ],
  [
    /people who search through other links/,
    () =>
      `update links_text set owner = 'off', title = '', address = '', descr = '', tags = '' where rowid = (select seq from links where id = '${at.link}')`,
  ],
  [/highlights that search cannot find/, () => `delete from highlight_terms`],
  [
    /search through other highlights/,
    () => `update highlight_terms set owner = 'off', title = '', address = '', descr = '', tags = ''`,
  ],
  [
    /texts of pages that search cannot find/,
    () => `insert into page_texts (link_seq, text) select seq, '' from links where id = '${at.link}'`,
  ],
  [
    /search through the pages of other links/,
    () => `insert into page_terms (rowid, owner, text) values (99, 'o' || lower(hex('${ada.id}')), 'lost')`,
  ],
]
const postgresOnly: typeof damages = [
  [
    /texts of pages that search cannot find/,
    () => `insert into page_texts (link_seq, text) select seq, '' from links where id = '${at.link}'`,
  ],
  [/highlights that search cannot find/, () => `update highlights set terms = null`],
  [/links that search cannot find/, () => `update links set terms = null where id = '${at.link}'`],
  [
    /finds for another owner/,
    () => `update links set terms = (select terms from links where id = '${at.his}') where id = '${at.link}'`,
  ],
]

test('every check reports a violation of its invariant', async () => {
  const { db } = app.services
  const all = [
    ...damages,
    ...previousTextDamages(at.link, ada.id),
    ...(db.kind === 'sqlite' ? sqliteOnly : postgresOnly),
  ]
  const reported: string[] = []
  for (const [wrong, damage] of all) {
    const undone = new Error('undone')
    const seen: string[] = []
    const steps = [damage()].flat()
    // Breaks the data inside a transaction that is always rolled back, and checks it from within.
    await withoutReferences(async tx => {
      for (const step of steps) await (typeof step === 'string' ? sql.raw(step).execute(tx) : step(tx))
      const { findings } = await checkIntegrity({ ...db, read: tx, statements: 0 })
      seen.push(...findings.map(finding => finding.violation))
      throw undone
    }).catch((error: unknown) => {
      if (error !== undone) throw error
    })
    expect([steps, seen]).toEqual([steps, expect.arrayContaining([expect.stringMatching(wrong)])])
    reported.push(...seen)
  }
  const asked = checks.filter(check => (check.only ?? db.kind) === db.kind).map(check => check.violation)
  expect(asked.filter(wrong => !reported.includes(wrong))).toEqual([])
  expect((await checkIntegrity(db)).findings).toEqual([])
})

/** Runs a transaction without foreign key checks. */
function withoutReferences(work: Parameters<TestApp['services']['db']['write']>[0]): Promise<unknown> {
  return app.services.db.write(async tx => {
    if (app.services.db.kind === 'sqlite') await sql`pragma defer_foreign_keys = on`.execute(tx)
    else await sql`set local session_replication_role = replica`.execute(tx)
    return work(tx)
  })
}

/** Returns a violation, and what inserts a row of the table that references nothing. */
function toOrphanDamage(name: TableName): (typeof damages)[number] {
  const nowhere = { personId: 'nowhere', collectionId: 'nowhere', link: { id: 'nowhere', seq: -1 } }
  return [tables[name].orphans ?? '', () => tx => insertRow(tx, name, nowhere)]
}

/** Returns a statement that stores a version of a page whose files are missing. */
function insertVersion(): string {
  return `insert into copy_versions (link_id, number, kept_at, mode, kind, digest, title, byline, site_name, lang, dir,
    words, pictures_wanted, pictures_kept, size)
    values ('${at.link}', 1, 0, 'reader', 'text', '', '', '', '', '', 'ltr', 0, 0, 0, 0)`
}
