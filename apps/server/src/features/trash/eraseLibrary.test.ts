import { deleteAccount } from '@nestmark/contract/accounts'
import { addKey } from '@nestmark/contract/apiKeys'
import {
  copyCollection,
  createCollection,
  favouriteCollection,
  listSubcollections,
  moveCollections,
} from '@nestmark/contract/collections'
import { favouriteLink, getLink, saveLink } from '@nestmark/contract/links/links'
import { makeLinkPublic, setPermissions, shareLink, visitLink } from '@nestmark/contract/sharing/share'
import { createWebhook } from '@nestmark/contract/webhooks'
import { finishUpload } from '@nestmark/contract/files'
import { generateApiKey } from '@nestmark/core/apiKey'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import { bookmarkFile } from '../../test/resilience/bookmarkFile.testing.ts'
import { visitor } from '../../test/resilience/visitor.testing.ts'
import { eraseBatch } from './eraseStore.ts'
import { sweep } from '../uploads/storage/sweepFiles.job.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { beginUpload, saveFile, sendParts, toAudio } from '../../test/support/files.ts'
import { filesRead } from '../../test/support/jobs.ts'
import { type Person, signIn, toOutcome } from '../../test/support/people.ts'
import { textColumnsWhere } from '../../test/support/textColumns.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** Returns every row of any table that still contains this person's id, as `table.column`. */
const tracesOf = (id: string) => textColumnsWhere(app.services.db.read, column => sql`${column} = ${id}`)

const erased = async () => {
  for (;;) {
    const open = await app.services.db.read
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'eraseLibrary')
      .where('finished_at', 'is', null)
      .execute()
    if (open.length === 0) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

/** Returns the uploads in the store that are not finished. */
async function listUnfinished(): Promise<string[]> {
  const found: string[] = []
  for await (const { uploadId } of app.services.fileStore.list()) if (uploadId) found.push(uploadId)
  return found
}

async function library(owner: Person, member: Person) {
  const top = await owner.call(createCollection, { name: 'Research' })
  const inner = await owner.call(createCollection, { name: 'Deeper', parent: top._id })
  const links = []
  for (const [n, parent] of [top._id, inner._id, inner._id].entries())
    links.push(
      await owner.call(saveLink, {
        name: `Link ${n}`,
        link: `https://example.org/${n}`,
        category: 3,
        parent,
        tags: ['one', 'two'],
      }),
    )
  await owner.call(favouriteLink, { link_id: links[0]!._id, is_fav: 1 })
  await owner.call(favouriteCollection, { folder_id: top._id, is_fav: 1 })
  await owner.call(makeLinkPublic, { link_id: links[0]!._id, is_public: 1 })
  await owner.call(setPermissions, { folder_id: top._id, read: 1, write: 0, read_members: [member.id] })
  const { short_link } = await owner.call(shareLink, { link_id: links[0]!._id })
  return { top, link: links[0]!, short: new URL(new URL(short_link).pathname, app.origin) }
}

test('SET-06 Z19 makes a deleted account inaccessible immediately, and leaves nothing of it in any table', async () => {
  const ada = await signIn(app, 'ada', 2)
  const rosa = await signIn(app, 'rosa', 2)
  const { top, link, short } = await library(ada, rosa)
  const unfinished = toAudio(900)
  await sendParts(app, ada, await beginUpload(ada, unfinished.length), unfinished)
  expect(await listUnfinished()).toHaveLength(1)
  const saved = await rosa.call(saveLink, { name: 'Mine', link: 'https://example.net', category: 3 })
  const visited = async () => (await app.as(null)(visitLink, { link_id: link._id })).link
  expect((await visited())?._id).toBe(link._id)
  expect((await rosa.call(listSubcollections, { folder_id: top._id })).folders.length).toBe(1)

  await ada.call(deleteAccount, {})
  expect(await visited()).toBeNull()
  await expect(rosa.call(getLink, { link_id: link._id })).rejects.toMatchObject({ name: 'Refusal' })
  await expect(rosa.call(listSubcollections, { folder_id: top._id })).rejects.toMatchObject({
    name: 'Refusal',
  })
  const shown = await fetch(short, { redirect: 'manual' })
  expect(shown.headers.get('location')).not.toContain(link._id)
  await expect(ada.call(getLink, { link_id: link._id })).rejects.toMatchObject({ status: 401 })

  await erased()
  expect(await tracesOf(ada.id)).toEqual([])
  expect(await tracesOf(top._id)).toEqual([])
  expect(await tracesOf(link._id)).toEqual([])
  // On SQLite the time of the thread has passed; that of the app has not.
  app.clock.now += 3_600_000
  app.services.jobs.wake()
  await expect.poll(listUnfinished).toEqual([])
  // Other people keep their data.
  expect((await rosa.call(getLink, { link_id: saved._id })).link._id).toBe(saved._id)
  expect((await tracesOf(rosa.id)).length).toBeGreaterThan(0)
})

test('Z19 C03 a deletion of an account in the middle of its calls and jobs leaves nothing behind', async () => {
  const refusals = new Set<string | undefined>()
  for (let round = 0; round < 2; round++) {
    const [ada, willem] = [await signIn(app, 'ada', 2), await signIn(app, 'willem', 2)]
    const { top, link } = await library(ada, willem)
    const shared = (await willem.call(createCollection, { name: 'Shared' }))._id
    await willem.call(setPermissions, { folder_id: shared, read: 1, write: 1, write_members: [ada.id] })
    await saveFile(app, ada, toAudio(900), { parent: top._id })
    const bytes = toAudio(700)
    const upload = async (parent: string) => {
      const begun = await beginUpload(ada, bytes.length, { parent })
      await sendParts(app, ada, begun, bytes)
      await ada.call(finishUpload, { upload_id: begun.upload_id })
    }
    const key = generateApiKey(each => crypto.getRandomValues(new Uint8Array(each)))
    const calls: (() => Promise<unknown>)[] = [
      () => visitor(app.origin, ada.token).importFile(bookmarkFile(300).html),
      () => ada.call(copyCollection, { folder_id: top._id }),
      () => willem.call(copyCollection, { folder_id: top._id }),
      () => upload(ada.rootId),
      () => upload(shared),
      () => ada.call(moveCollections, { folders: [top._id], move_to: shared }),
      () => ada.call(saveLink, { name: 'Late', link: '', desc: 'Words', category: 4, parent: shared }),
      () =>
        ada.call(saveLink, { name: 'Late', link: 'https://example.org/late', category: 3, tags: ['late'] }),
      () => ada.call(makeLinkPublic, { link_id: link._id, is_public: 1 }),
      () => ada.call(shareLink, { link_id: link._id }),
      () => ada.call(addKey, { type: 1, key, name: 'late', scope: 'read' }),
      () =>
        ada.call(createWebhook, {
          address: 'https://example.org/hook',
          desc: '',
          events: ['link.created'],
          folder_id: null,
        }),
      () => ada.call(createCollection, { name: 'Late' }),
      () => ada.call(favouriteLink, { link_id: link._id, is_fav: 0 }),
      () => ada.call(setPermissions, { folder_id: top._id, read: 1, write: 1, write_members: [willem.id] }),
      () => willem.call(setPermissions, { folder_id: shared, read: 1, write: 0, read_members: [ada.id] }),
    ]
    // A different half of them begins before the deletion in each round.
    const before = calls.filter((_, n) => n % 2 === round % 2)
    const after = calls.filter((_, n) => n % 2 !== round % 2)
    const outcomes = before.map(call => toOutcome(call()))
    const deletion = ada.call(deleteAccount, {})
    outcomes.push(...after.map(call => toOutcome(call())))
    await deletion
    for (const outcome of await Promise.all(outcomes)) refusals.add(outcome)
    await erased()
    expect(await tracesOf(ada.id)).toEqual([])
    await filesRead(app)
    expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
  }
  // An upload that was refused in between has no code.
  expect([...refusals].filter(code => /^(server|request)[.]/.test(code ?? ''))).toEqual([])
  for (let n = 0; n < 2; n++) {
    app.clock.now += 3_700_000
    await sweep(app.services)
  }
  const rows = await app.services.db.read.selectFrom('blobs').select('id').execute()
  const stored: string[] = []
  for await (const { key } of app.services.fileStore.list()) stored.push(key)
  expect(stored.toSorted()).toEqual(rows.map(row => row.id).toSorted())
})

test('Z19 also erases what a call writes during the erasure of its account', async () => {
  const [ada, willem] = [await signIn(app, 'ada', 2), await signIn(app, 'willem', 2)]
  const { db, batches } = app.services
  const shared = (await willem.call(createCollection, { name: 'Shared' }))._id
  await willem.call(setPermissions, { folder_id: shared, read: 1, write: 1, write_members: [ada.id] })
  await ada.call(saveLink, { name: 'Hers', link: '', desc: 'Words', category: 4, parent: shared })
  const { run } = batches
  batches.run = async (owner, work, options) => {
    const result = await run(owner, work, options)
    // The call passed its checks before the account was closed.
    if (owner === ada.id)
      await db.write(async tx => {
        await tx.updateTable('notifications').set({ subject: 'Hers' }).where('from_id', '=', ada.id).execute()
        await tx.updateTable('activities').set({ subjects: '["Hers"]' }).where('by_id', '=', ada.id).execute()
      })
    return result
  }
  try {
    await ada.call(deleteAccount, {})
    await erased()
  } finally {
    batches.run = run
  }
  expect(await tracesOf(ada.id)).toEqual([])
  expect((await checkIntegrity(db, app.clock.now)).findings).toEqual([])
})

test('Z19 erasing a library in parts causes no violation in between', async () => {
  const ada = await signIn(app, 'ada')
  const top = await ada.call(createCollection, { name: 'Research' })
  const inner = await ada.call(createCollection, { name: 'Deeper', parent: top._id })
  await ada.call(saveLink, { name: 'A', link: 'a.example', desc: 'Words', category: 1, parent: inner._id })
  const { db, batches } = app.services
  const { run } = batches
  const violations: string[] = []
  let parts = 0
  batches.run = async (owner, work, options) => {
    while (owner === ada.id && (await db.write(tx => eraseBatch(tx, owner, 1, app.clock.now)))) {
      parts++
      const { findings } = await checkIntegrity(db, app.clock.now)
      violations.push(...findings.map(each => each.violation))
    }
    return run(owner, work, options)
  }
  try {
    await ada.call(deleteAccount, {})
    await erased()
  } finally {
    batches.run = run
  }
  expect(parts).toBeGreaterThan(4)
  expect(violations).toEqual([])
})
