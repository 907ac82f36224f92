import { createCollection } from '@nestmark/contract/collections'
import { listActivity } from '@nestmark/contract/activity'
import { getCopy } from '@nestmark/contract/reading/copies'
import { updateEnc, updateEncFolders } from '@nestmark/contract/encryption/encryption'
import { jobStatus } from '@nestmark/contract/jobs'
import { getLink, moveLinks, saveLink, trashLinks, updateLink } from '@nestmark/contract/links/links'
import { notifications } from '@nestmark/contract/notifications'
import { searchLibrary } from '@nestmark/contract/search/search'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { removeStoredFiles } from '@nestmark/contract/storage'
import { addSuggestion, approveSuggestions } from '@nestmark/contract/sharing/suggestions'
import { createWebhook, hookEvents } from '@nestmark/contract/webhooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPostgres } from '../../../db/dialect.ts'
import { checkIntegrity } from '../../../db/integrity.ts'
import { serve, type TestServer } from '../../../fetching/testing/web.testing.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { linksFilled, passToRetry, waitForEnd } from '../../../test/support/jobs.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { textColumnsWhere } from '../../../test/support/textColumns.ts'
import { pass, type Receiver, startReceiver } from '../../webhooks/receiver.testing.ts'
import { giveKey, sealLink, type TestKey } from '../fixture.testing.ts'

/** A word in all plain texts of the links; nothing else has it. */
const word = 'quetzalcoatl'
const page = `<!doctype html><html lang="en"><title>${word} page</title><meta name="description" content="${word} described">
  <article><p>${`The ${word} stood in the shallow water and waited for the fish. `.repeat(40)}</p></article></html>`

let app: TestApp
let site: TestServer
/** Answers a request for a page that is held back. */
let held: (() => void) | null = null
let receiver: Receiver
let ada: Person
let rosa: Person

beforeAll(async () => {
  site = await serve((request, response) => {
    if (request.url === '/held') {
      held = () => response.writeHead(200, { 'content-type': 'text/html' }).end(page)
      return
    }
    if (request.url?.startsWith(`/${word}`))
      response.writeHead(200, { 'content-type': 'text/html' }).end(page)
    else response.writeHead(404).end()
  })
  receiver = await startReceiver()
  const fetchAllowPrivate = [site.hostPort, receiver.web.hostPort]
  app = await startApp({ copies: 'full', fetchAllowPrivate })
  ada = await signIn(app, 'ada', 2)
  rosa = await signIn(app, 'rosa', 2)
})
afterAll(async () => {
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
  await app.stop()
  await Promise.all([site.close(), receiver.web.close()])
})

/** Returns the columns that contain the word: of texts, and on PostgreSQL of search terms. */
async function columnsWithWord(): Promise<string[]> {
  const { read } = app.services.db
  const texts = await textColumnsWhere(read, column => sql`lower(${column}) like ${`%${word}%`}`)
  if (!isPostgres(read)) return texts.sort()
  const terms: string[] = []
  for (const table of ['links', 'page_texts']) {
    const { rows } =
      await sql`select 1 from ${sql.table(table)} where terms::text like ${`%${word}%`}`.execute(read)
    if (rows.length > 0) terms.push(`${table}.terms`)
  }
  return [...texts, ...terms].sort()
}

const count = async (
  table: 'pictures' | 'page_texts' | 'copies' | 'copy_versions' | 'files' | 'removed_files' | 'undo_edits',
) => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
    app.services.db.read,
  )
  return Number(rows[0]!.n)
}

/** Creates a shared collection with links whose words are everywhere. Returns the collection and the links. */
async function fill() {
  const folder_id = (await ada.call(createCollection, { name: 'Secrets' }))._id
  const other = (await ada.call(createCollection, { name: 'Other' }))._id
  for (const id of [folder_id, other])
    await ada.call(setPermissions, {
      folder_id: id,
      read: 1,
      write: 0,
      enable_sugg: 1,
      read_members: [rosa.id],
    })
  for (const who of [ada, rosa])
    await who.call(createWebhook, { address: receiver.address, events: [...hookEvents] })
  const saved = await ada.call(saveLink, {
    name: `${word} first`,
    category: 3,
    link: `${site.origin}/${word}/1`,
    parent: folder_id,
    plain: 1,
    is_placeholder: 1,
  })
  const note = await ada.call(saveLink, {
    name: `${word} note`,
    desc: `${word} text`,
    category: 4,
    parent: other,
    plain: 1,
  })
  const { sugg_id } = await rosa.call(addSuggestion, {
    name: `${word} suggested`,
    desc: word,
    category: 4,
    parent: folder_id,
    plain: 1,
  })
  const { links } = await ada.call(approveSuggestions, { approveSuggLinkId: sugg_id, plain: 1 })
  await linksFilled(app)
  await expect
    .poll(async () => {
      await passToRetry(app, saved._id)
      return (await ada.call(getCopy, { link_id: saved._id })).state
    })
    .toBe('kept')
  await ada.call(updateLink, { link_id: note._id, desc: `${word} changed` })
  await ada.call(updateLink, { link_id: saved._id, name: `${word} renamed` })
  await ada.call(moveLinks, { links: [note._id], move_to: folder_id, plain: 1 })
  await ada.call(trashLinks, { linkIdArr: [note._id] })
  await ada.call(trashLinks, { linkIdArr: [note._id], isTrash: 0, plain: 1 })
  await pass(app)
  await expect.poll(() => receiver.calls.length).toBeGreaterThan(0)
  return { folder_id, ids: [saved._id, note._id, ...links] }
}

test('E02 what a user encrypts remains nowhere in the database', async () => {
  const { folder_id, ids } = await fill()
  const key: TestKey = await giveKey(ada, folder_id)
  const before = await columnsWithWord()
  for (const column of [
    'links.title',
    'links.descr',
    'links.address',
    'words.word',
    'undo_edits.old_value',
    'activities.subjects',
    'notifications.subject',
    'suggestions.form',
    'webhook_deliveries.events',
    'copy_versions.title',
  ])
    expect(before).toContain(column)
  expect(await count('page_texts')).toBe(1)
  // A link that stays in plain text keeps its words: they are in no other place.
  await ada.call(saveLink, { name: 'Plain', desc: 'Words', category: 4, parent: folder_id, plain: 1 })

  const sealed = await Promise.all(ids.map((id, at) => sealLink(key, id, { name: `Link ${at}` })))
  await ada.call(updateEnc, { links: sealed })
  expect(await columnsWithWord()).toEqual([])
  for (const table of ['page_texts', 'copies', 'copy_versions', 'files', 'undo_edits', 'pictures'] as const)
    expect([table, await count(table)]).toEqual([table, 0])
  for (const who of [ada, rosa]) {
    expect((await who.call(searchLibrary, { input: word })).links).toEqual([])
    expect(JSON.stringify(await who.call(notifications, {}))).not.toContain(word)
  }
  expect(JSON.stringify(await ada.call(listActivity, { folder_id }))).not.toContain(word)
  expect((await ada.call(searchLibrary, { input: 'plain' })).links).toHaveLength(1)

  // Later events name no title either, and jobs that run again find nothing to fetch.
  const requests = site.requests.length
  receiver.calls.length = 0
  await ada.call(trashLinks, { linkIdArr: [ids[0]!] })
  await pass(app)
  await expect.poll(() => receiver.calls.length).toBeGreaterThan(0)
  expect(JSON.stringify(receiver.calls.map(call => call.body))).not.toMatch(/nm1\.|quetzal/)
  await pass(app, 3_600_000)
  await linksFilled(app)
  expect(site.requests.length).toBe(requests)
  expect((await columnsWithWord()).filter(column => column !== 'jobs.payload')).toEqual([])
})

test('E02 the encryption deletes removed copies of a page, which a user could restore', async () => {
  const parent = (await ada.call(createCollection, { name: 'Copied' }))._id
  const key: TestKey = await giveKey(ada, parent)
  const link = `${site.origin}/${word}/copied`
  const { _id: link_id } = await ada.call(saveLink, { name: word, category: 3, link, parent, plain: 1 })
  const state = async () => {
    await passToRetry(app, link_id)
    return (await ada.call(getCopy, { link_id })).state
  }
  await expect.poll(state).toBe('kept')
  await ada.call(removeStoredFiles, { linkIdArr: [link_id] })
  expect(await columnsWithWord()).toContain('removed_files.version')
  await ada.call(updateEnc, { links: [await sealLink(key, link_id, { name: 'Secret' })] })
  expect(await columnsWithWord()).toEqual([])
  expect(await count('removed_files')).toBe(0)
})

test('E02 a page that the server reads during the encryption of its link leaves nothing', async () => {
  const dora = await signIn(app, 'dora', 2)
  const folder_id = (await dora.call(createCollection, { name: 'Secrets' }))._id
  const key = await giveKey(dora, folder_id)
  const link = `${site.origin}/held`
  const form = { name: 'A placeholder', link, category: 3, parent: folder_id }
  const { _id } = await dora.call(saveLink, { ...form, is_placeholder: 1, plain: 1 })
  await expect.poll(() => held).not.toBeNull()
  await dora.call(updateEnc, { links: [await sealLink(key, _id, { name: 'Secret', link })] })
  const version = (await dora.call(getLink, { link_id: _id })).link.version
  held!()
  await linksFilled(app)
  await pass(app)
  const after = (await dora.call(getLink, { link_id: _id })).link
  expect(after).toMatchObject({ enc: 1, version, thumbnail: '' })
  expect(after.name).toMatch(/^nm1\./)
  expect(await columnsWithWord()).toEqual([])
  const texts = await textColumnsWhere(app.services.db.read, column => sql`${column} like ${'%/held%'}`)
  expect(texts).toEqual([])
  for (const table of ['page_texts', 'copies', 'copy_versions'] as const) {
    const rows = app.services.db.read.selectFrom('links').select('seq').where('id', '=', _id)
    const link = await rows.executeTakeFirstOrThrow()
    const { rows: found } = await sql`select 1 from ${sql.table(table)}
      where ${table === 'page_texts' ? sql`link_seq = ${link.seq}` : sql`link_id = ${_id}`}`.execute(
      app.services.db.read,
    )
    expect([table, found]).toEqual([table, []])
  }
})

test('E02 reports of imports do not name an encrypted link', async () => {
  const bert = await signIn(app, 'bert', 2)
  const folder_id = (await bert.call(createCollection, { name: 'Secrets' }))._id
  const key = await giveKey(bert, folder_id)
  const link = 'https://jackdaw.example/nest'
  const { _id } = await bert.call(saveLink, {
    name: 'Jackdaw nest',
    link,
    category: 3,
    parent: folder_id,
    plain: 1,
  })
  const body = new FormData()
  body.append('type', 'html')
  body.append('file', new Blob([`<DL><p><DT><A HREF="${link}">Other title</A></DL><p>`]), 'bookmarks.html')
  const headers = { authorization: `Bearer ${bert.token}` }
  const answer = await fetch(`${app.origin}/api/import-bookmarks`, { method: 'POST', headers, body })
  const { data } = (await answer.json()) as { data: { job: string } }
  await waitForEnd(bert, data.job)
  const report = async () => JSON.stringify(await bert.call(jobStatus, { job: data.job }))
  expect(await report()).toContain('Jackdaw nest')
  await bert.call(updateEnc, { links: [await sealLink(key, _id, { name: 'Jackdaw nest', link })] })
  expect(await report()).not.toMatch(/jackdaw/i)
  expect(await report()).toContain(_id)
})

test('E02 removes words of a very long text immediately, and restores those of other links', async () => {
  const carl = await signIn(app, 'carl', 2)
  const folder_id = (await carl.call(createCollection, { name: 'Long' }))._id
  const key = await giveKey(carl, folder_id)
  const save = async (name: string, desc: string) =>
    (await carl.call(saveLink, { name, desc, category: 4, parent: folder_id, plain: 1 }))._id
  await save('Stays', 'wordnumber7 tagged')
  const long = await save('Long', Array.from({ length: 6000 }, (_, at) => `wordnumber${at}`).join(' '))
  await carl.call(updateEnc, { links: [await sealLink(key, long, { name: 'Long' })] })
  const words = async () => {
    const rows = await app.services.db.read
      .selectFrom('words')
      .select('word')
      .where('owner_id', '=', carl.id)
      .where('word', 'like', 'wordnumber%')
      .execute()
    return rows.map(row => row.word)
  }
  await expect.poll(words).toEqual(['wordnumber7'])
  expect((await carl.call(searchLibrary, { input: 'number7' })).links).toHaveLength(1)
})

test('E02 still finds words of links that stay in plain text', async () => {
  const folder_id = (await ada.call(createCollection, { name: 'Shared words' }))._id
  const key = await giveKey(ada, folder_id)
  const save = async (name: string) =>
    (await ada.call(saveLink, { name, desc: 'Words', category: 4, parent: folder_id, plain: 1 }))._id
  const [secret] = [await save('Marvellous heronries'), await save('Plain heronries')]
  const words = async () => {
    const rows = await app.services.db.read
      .selectFrom('words')
      .select('word')
      .where('owner_id', '=', ada.id)
      .execute()
    return rows.map(row => row.word)
  }
  expect(await words()).toEqual(expect.arrayContaining(['marvellous', 'heronries', 'plain']))
  await ada.call(updateEncFolders, { folders: [], links: [await sealLink(key, secret!, { name: 'Secret' })] })
  const after = await words()
  expect(after).toEqual(expect.arrayContaining(['heronries', 'plain', 'words']))
  expect(after).not.toContain('marvellous')
  expect((await ada.call(searchLibrary, { input: 'heronr' })).links).toHaveLength(1)
})
