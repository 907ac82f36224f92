import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deleteAccount } from '@nestmark/contract/accounts'
import { getFolderActivity, undoActivity } from '@nestmark/contract/activity'
import { createFolder, moveFolders, trashFolders, updateFolder } from '@nestmark/contract/collections'
import { answerOffer, offerCollection } from '@nestmark/contract/handover'
import { saveLink, updateLink } from '@nestmark/contract/links'
import { setFolderPermissions } from '@nestmark/contract/share'
import * as hooks from '@nestmark/contract/webhooks'
import { importBookmarks } from '@nestmark/contract/transfer'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { openDb } from '../../db/db.ts'
import { checkIntegrity } from '../../db/integrity.ts'
import { mailsSent, type TestApp } from '../../testing/app.ts'
import { endOf } from '../../testing/jobs.ts'
import { type Person, signIn } from '../../testing/people.ts'
import { tidyDeliveries } from './deliveryStore.ts'
import { appFor, expectSigned, pass, type Receiver, startReceiver } from './receiver.testing.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let app: TestApp
let receiver: Receiver
let ada: Person
beforeAll(async () => {
  receiver = await startReceiver()
  app = await appFor(receiver)
})
beforeEach(async () => {
  receiver.answer = 200
  receiver.take()
  ada = await signIn(app, 'ada', 2)
})
afterAll(async () => {
  expect((await checkIntegrity(app.services.db, app.clock.now)).findings).toEqual([])
  await app.stop()
  await receiver.web.close()
})

const note = (name: string, more: object = {}) => ({ name, desc: 'Words', category: 4, ...more })
const make = async (who = ada) =>
  (await who.call(hooks.createWebhook, { address: receiver.address })).webhook._id
const save = (name: string) => ada.call(saveLink, note(name))
const deliveries = (webhook_id: string, who = ada) => who.call(hooks.webhookDeliveries, { webhook_id })
const own = async () => (await ada.call(hooks.listWebhooks, {}))[0]!
const code = (deed: Promise<unknown>) =>
  deed.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

test('the receiver of the documentation takes what is sent, and nothing that was changed or is old', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../../docs/webhooks.md'), 'utf8')
  const [, code] = /```js\n([\s\S]*?)```/.exec(text)!
  const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(code!)}`)) as {
    isGenuine: (body: string, header: string, secret: string, now: number) => boolean
  }
  const { secret } = await ada.call(hooks.createWebhook, { address: receiver.address })
  await save('Crème brûlée')
  await pass(app)
  const { body, headers } = receiver.calls[0]!
  const signature = String(headers['nestmark-signature'])
  const now = app.clock.now
  expect(isGenuine(body, signature, secret, now)).toBe(true)
  expect(isGenuine(`${body} `, signature, secret, now)).toBe(false)
  expect(isGenuine(body, signature, `${secret}x`, now)).toBe(false)
  expect(isGenuine(body, signature.replace('t=1', 't=2'), secret, now)).toBe(false)
  expect(isGenuine(body, signature, secret, now + 6 * minute)).toBe(false)
})

describe('a delivery is tried until it is taken', () => {
  test('F15 after a failure it comes again, later each time, with the same id and signed anew', async () => {
    const { secret, webhook } = await ada.call(hooks.createWebhook, { address: receiver.address })
    receiver.answer = 500
    await save('One')
    await pass(app)
    expect(receiver.calls).toHaveLength(1)
    expect(await own()).toMatchObject({ last: { ok: false, status: 500 }, failures: 0, is_active: true })
    const [waiting] = await deliveries(webhook._id)
    expect(waiting).toMatchObject({
      state: 'waiting',
      status: 500,
      tries: 1,
      count: 1,
      events: ['link.created'],
    })
    expect(waiting!.next! - app.clock.now).toBeGreaterThan(40_000)
    expect(waiting!.next! - app.clock.now).toBeLessThan(75_000)
    await pass(app, 30_000)
    expect(receiver.calls).toHaveLength(1)
    await pass(app, minute)
    expect(receiver.calls).toHaveLength(2)
    receiver.answer = 204
    await pass(app, 12 * minute)
    expect(receiver.calls).toHaveLength(3)
    expect(new Set(receiver.calls.map(each => each.headers['nestmark-delivery']))).toEqual(
      new Set([waiting!._id]),
    )
    expect(new Set(receiver.calls.map(each => each.headers['nestmark-signature'])).size).toBe(3)
    for (const call of receiver.calls) expectSigned(call, secret)
    expect((await deliveries(webhook._id))[0]).toMatchObject({
      state: 'delivered',
      status: 204,
      tries: 3,
      next: null,
    })
    expect(await own()).toMatchObject({ last: { ok: true, status: 204 }, failures: 0 })
    await pass(app, day)
    expect(receiver.calls).toHaveLength(3)
  })

  test('it is given up after six tries within about a day, and can be sent again', async () => {
    const id = await make()
    receiver.answer = 503
    const begun = app.clock.now
    await save('One')
    for (const wait of [1100, 2 * minute, 15 * minute, 90 * minute, 5 * hour, 22 * hour])
      await pass(app, wait)
    expect(receiver.calls).toHaveLength(6)
    expect(app.clock.now - begun).toBeLessThan(30 * hour)
    const [given] = await deliveries(id)
    expect(given).toMatchObject({ state: 'failed', status: 503, tries: 6, next: null })
    expect(await own()).toMatchObject({ failures: 1, is_active: true })
    receiver.answer = 200
    await ada.call(hooks.redeliverWebhook, { delivery_id: given!._id })
    await pass(app, 0)
    expect(receiver.calls).toHaveLength(7)
    expect(receiver.calls[6]!.call).toEqual(receiver.calls[0]!.call)
    expect((await deliveries(id))[0]).toMatchObject({ _id: given!._id, state: 'delivered', tries: 1 })
    expect((await own()).failures).toBe(0)
  })

  test('while a receiver fails it is not called for each save, and gets them together when it is back', async () => {
    const id = await make()
    receiver.answer = 500
    await save('First')
    await pass(app)
    for (let n = 0; n < 12; n++) {
      await save(`More ${n}`)
      await pass(app, 1500)
    }
    expect(receiver.calls).toHaveLength(1)
    receiver.answer = 200
    await pass(app, 2 * minute)
    expect(receiver.calls).toHaveLength(3)
    const names = receiver.calls
      .slice(1)
      .flatMap(each => each.call.events.map(event => event.links![0]!.name))
    expect(names.sort()).toEqual(['First', ...Array.from({ length: 12 }, (_, n) => `More ${n}`)].sort())
    expect(await deliveries(id)).toHaveLength(2)
  })

  test('410 switches it off at once, twenty that were given up do, and the owner is told by mail', async () => {
    const outbox = join(app.services.config.dataDir, 'outbox')
    const mails = async () => {
      await mailsSent(app)
      return readdirSync(outbox)
        .map(name => readFileSync(join(outbox, name), 'utf8'))
        .filter(text => text.includes(`To: ${ada.email}`) && text.includes('webhook'))
    }
    const id = await make()
    receiver.answer = 410
    await save('One')
    await pass(app)
    expect(await own()).toMatchObject({
      is_active: false,
      off_reason: 'gone',
      last: { ok: false, status: 410 },
    })
    expect(await mails()).toEqual([expect.stringContaining('it is gone (410)')])
    expect((await deliveries(id))[0]).toMatchObject({ state: 'failed' })
    expect(
      await code(ada.call(hooks.redeliverWebhook, { delivery_id: (await deliveries(id))[0]!._id })),
    ).toBe('webhooks.off')
    await save('Two')
    await pass(app)
    expect(receiver.calls).toHaveLength(1)

    expect(await ada.call(hooks.updateWebhook, { webhook_id: id, is_active: 1 })).toMatchObject({
      is_active: true,
      off_reason: null,
      failures: 0,
    })
    receiver.answer = 500
    const begun = app.clock.now
    for (let n = 0; n < 400 && (await own()).is_active; n++) {
      await save(`Number ${n}`)
      await pass(app, 15 * minute)
    }
    expect(app.clock.now - begun).toBeGreaterThan(day)
    expect(await own()).toMatchObject({ is_active: false, off_reason: 'failing', failures: 20 })
    expect(await mails()).toHaveLength(2)
    expect((await deliveries(id)).map(each => each.state)).not.toContain('waiting')
  }, 60_000)

  test('with another SECRET nothing is sent unsigned: it is off until it has a new secret', async () => {
    const id = await make()
    await app.services.db.write(tx =>
      tx.updateTable('webhooks').set({ sealed: 'of another secret' }).where('id', '=', id).execute(),
    )
    expect(await code(ada.call(hooks.testWebhook, { webhook_id: id }))).toBe('webhooks.newSecretNeeded')
    await save('One')
    await pass(app)
    expect(receiver.calls).toEqual([])
    expect(await own()).toMatchObject({ is_active: false, off_reason: 'secret' })
    expect(await code(ada.call(hooks.updateWebhook, { webhook_id: id, is_active: 1 }))).toBe(
      'webhooks.newSecretNeeded',
    )
    await ada.call(hooks.newWebhookSecret, { webhook_id: id })
    await ada.call(hooks.updateWebhook, { webhook_id: id, is_active: 1 })
    await save('Two')
    await pass(app)
    expect(receiver.calls).toHaveLength(1)
  })
})

describe('what others share', () => {
  /** A collection of Ada's that Willem has a webhook for. */
  async function shared() {
    const willem = await signIn(app, 'willem', 2)
    const around = (await ada.call(createFolder, { name: 'Around' }))._id
    const place = (await ada.call(createFolder, { name: 'Place', parent: around }))._id
    const other = (await ada.call(createFolder, { name: 'Other' }))._id
    const share = (read: 0 | 1) =>
      ada.call(setFolderPermissions, {
        folder_id: place,
        read,
        write: 0,
        read_members: read ? [willem.id] : [],
      })
    await share(1)
    const hook = await make(willem)
    return { willem, around, place, other, share, hook }
  }

  test('Z07 a member is told of what is shared, and of nothing more once the share is taken away', async () => {
    const { willem, place, other, share, hook } = await shared()
    await save('Ada’s own')
    await ada.call(saveLink, note('Seen', { parent: place }))
    await pass(app)
    expect(receiver.take()).toMatchObject([
      { type: 'link.created', by: { name: 'ada' }, links: [{ name: 'Seen', parent: place, desc: 'Words' }] },
    ])
    // Where something goes that they may not see is not told.
    await ada.call(moveFolders, { folders: [place], move_to: other })
    await pass(app)
    const [moved] = receiver.take()
    expect(moved).toMatchObject({ type: 'collection.moved', folders: [{ _id: place, parent: null }] })
    expect(JSON.stringify(moved)).not.toContain(other)
    await ada.call(trashFolders, { folderIdArr: [place] })
    await ada.call(trashFolders, { folderIdArr: [place], isTrash: 0 })
    await pass(app)
    expect(receiver.take().map(each => each.type)).toEqual(['collection.trashed', 'collection.restored'])

    // Left in the second before the share went, and failed before it went: neither is sent any more.
    receiver.answer = 500
    await ada.call(saveLink, note('Failed', { parent: place }))
    await pass(app)
    await ada.call(saveLink, note('Waiting', { parent: place }))
    receiver.take()
    receiver.answer = 200
    await share(0)
    await pass(app, 3 * minute)
    await ada.call(saveLink, note('Afterwards', { parent: place }))
    await pass(app, 3 * minute)
    expect(receiver.calls).toEqual([])
    expect((await deliveries(hook, willem)).map(each => each.state)).toEqual(
      expect.arrayContaining(['dropped', 'delivered']),
    )
    const [failed] = (await deliveries(hook, willem)).filter(each => each.state === 'dropped')
    await willem.call(hooks.redeliverWebhook, { delivery_id: failed!._id })
    await pass(app)
    expect(receiver.calls).toEqual([])
  })

  test('what is taken back from the activity list is told as the opposite, too', async () => {
    const { place } = await shared()
    const room = (await ada.call(createFolder, { name: 'Room', parent: place }))._id
    const link = await ada.call(saveLink, note('One', { parent: place }))
    app.clock.now += hour
    await ada.call(updateLink, { link_id: link._id, name: 'Two' })
    await ada.call(updateFolder, { folder_id: room, name: 'Rooms' })
    await make()
    await pass(app)
    receiver.take()
    const undone = async (kind: string) => {
      const list = await ada.call(getFolderActivity, { folder_id: place })
      await ada.call(undoActivity, {
        activity_id: list.find(each => each.kind === kind && each.can_undo)!._id,
      })
      await pass(app)
      const told = receiver.take().map(each => [each.type, (each.links ?? each.folders)![0]!.name])
      // Ada's own webhook and Willem's.
      expect(told).toHaveLength(2)
      expect(told[1]).toEqual(told[0])
      return told[0]
    }
    expect(await undone('change_link')).toEqual(['link.updated', 'One'])
    expect(await undone('change_folder')).toEqual(['collection.updated', 'Room'])
    expect((await undone('add_links'))![0]).toBe('link.trashed')
    expect((await undone('add_folders'))![0]).toBe('collection.trashed')
  })

  test('a hand-over is told to both as a move', async () => {
    const { willem, around, place } = await shared()
    await make()
    await ada.call(offerCollection, { folder_id: place, person_id: willem.id })
    await willem.call(answerOffer, { folder_id: place, accept: 1 })
    await pass(app)
    const told = receiver
      .take()
      .map(each => [each.type, each.folders![0]!.parent, each.folders![0]!.moved_from])
    expect(told).toHaveLength(2)
    expect(told).toEqual(
      expect.arrayContaining([
        ['collection.moved', willem.rootId, undefined],
        ['collection.moved', null, around],
      ]),
    )
  })

  test('Z19 with the account its webhooks end at once, and deliveries with them', async () => {
    const { willem, place, hook } = await shared()
    await ada.call(saveLink, note('Waiting', { parent: place }))
    await willem.call(deleteAccount, {})
    await pass(app)
    expect(receiver.calls).toEqual([])
    const { read } = app.services.db
    expect(await read.selectFrom('webhooks').select('id').where('id', '=', hook).execute()).toEqual([])
    expect(
      await read.selectFrom('webhook_events').select('seq').where('webhook_id', '=', hook).execute(),
    ).toEqual([])
  })
})

describe('nothing is lost', () => {
  test('F01 what was left when the server stopped is sent after the next start', async () => {
    const [there, other] = [await startReceiver(), await startReceiver()]
    const first = await appFor(there, other)
    const zoe = await signIn(first, 'zoe')
    await zoe.call(hooks.createWebhook, { address: there.address })
    await zoe.call(saveLink, note('Kept'))
    const { db, config, now } = first.services
    // As a kill leaves it: nothing of the second that was waited for has happened.
    await first.close()
    const again = await createApp(config, openDb(db.place), () => now() + 2000)
    for (const end = Date.now() + 8000; there.calls.length === 0 && Date.now() < end;)
      await new Promise(go => setTimeout(go, 20))
    expect(there.take()).toMatchObject([{ type: 'link.created', links: [{ name: 'Kept' }] }])
    await again.close()
    await there.web.close()
    await other.web.close()
  })

  test('a call that a stop cuts off is made again and does not count as failed', async () => {
    const there = await startReceiver()
    there.answer = () => undefined
    const first = await appFor(there)
    const zoe = await signIn(first, 'zoe')
    await zoe.call(hooks.createWebhook, { address: there.address })
    await zoe.call(saveLink, note('Cut off'))
    first.clock.now += 1100
    first.services.jobs.wake()
    while (there.calls.length === 0) await new Promise(go => setTimeout(go, 10))
    const { db, config, now } = first.services
    await first.close()
    there.answer = 200
    const again = await createApp(config, openDb(db.place), now)
    for (const end = Date.now() + 8000; there.calls.length < 2 && Date.now() < end;)
      await new Promise(go => setTimeout(go, 20))
    expect(there.calls.map(each => each.call.id)).toEqual([there.calls[0]!.call.id, there.calls[0]!.call.id])
    for (const end = Date.now() + 4000; Date.now() < end;) {
      const [row] = await again.services.db.read.selectFrom('webhook_deliveries').selectAll().execute()
      if (row?.state === 'delivered') break
      await new Promise(go => setTimeout(go, 20))
    }
    const [row] = await again.services.db.read.selectFrom('webhook_deliveries').selectAll().execute()
    expect(row).toMatchObject({ state: 'delivered', tries: 1 })
    await again.close()
    await there.web.close()
  })

  test.runIf(process.env.NESTMARK_TEST_POSTGRES)(
    'F07 F15 two servers on one database tell everything once',
    async () => {
      const there = await startReceiver()
      const first = await appFor(there)
      const { db, config, now } = first.services
      const second = await createApp(config, openDb(db.place), now)
      const zoe = await signIn(first, 'zoe')
      await zoe.call(hooks.createWebhook, { address: there.address })
      const names: string[] = []
      for (let round = 0; round < 12; round++) {
        const some = Array.from({ length: 4 }, (_, n) => `Number ${round}.${n}`)
        await Promise.all(some.map(name => zoe.call(saveLink, note(name))))
        names.push(...some)
        second.services.jobs.wake()
        await pass(first)
      }
      await pass(first, 5000)
      const told = there.take().flatMap(each => each.links!.map(link => link.name))
      expect(told.sort()).toEqual(names.sort())
      await second.close()
      await first.stop()
      await there.web.close()
    },
  )

  test('IMP an import is one call with its counts, when it has ended', async () => {
    await make()
    const links = Array.from(
      { length: 300 },
      (_, n) => `<DT><A HREF="https://a.example/${n}">Number ${n}</A>`,
    )
    const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><H3>Shelf</H3><DL><p>${links.join('\n')}</DL></DL>`
    const form = new FormData()
    form.append('type', 'html')
    form.append('file', new Blob([file], { type: 'text/html' }), 'bookmarks.html')
    const answer = await fetch(`${app.origin}/api/${importBookmarks.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}` },
      body: form,
    })
    const { data } = (await answer.json()) as { data: { job: string } }
    expect((await endOf(ada, data.job)).state).toBe('done')
    app.clock.now = Math.max(app.clock.now, Date.now())
    await pass(app, 5000)
    expect(receiver.calls).toHaveLength(1)
    const events = receiver.take()
    expect(events.map(each => [each.type, each.count])).toEqual([
      ['collection.created', 1],
      ['link.created', 300],
    ])
    expect(events[1]!.links!.length).toBeLessThanOrEqual(100)
  })

  test('old deliveries are forgotten, and of many the last fifty are kept', async () => {
    const id = await make()
    for (let n = 0; n < 55; n++) {
      await save(`Number ${n}`)
      await pass(app)
    }
    const kept = await deliveries(id)
    expect(kept).toHaveLength(50)
    const { db } = app.services
    const rows = () =>
      db.read.selectFrom('webhook_deliveries').select('id').where('webhook_id', '=', id).execute()
    expect((await rows()).length).toBe(50)
    await tidyDeliveries(db, app.clock.now + 31 * day)
    expect(await rows()).toEqual([])
  })
})
