import { saveLink } from '@nestmark/contract/links/links'
import * as hooks from '@nestmark/contract/webhooks'
import { importBookmarks } from '@nestmark/contract/transfer/importExport'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { openDb } from '../../db/openDb.ts'
import { waitForEnd } from '../../test/support/jobs.ts'
import { signIn } from '../../test/support/people.ts'
import { deleteOldDeliveries, maxWaitingEvents } from './deliveries/deliveryStore.ts'
import { appFor, pass, startReceiver } from './receiver.testing.ts'
import {
  ada,
  app,
  day,
  deliveries,
  createHookId,
  note,
  receiver,
  save,
  setUpFixture,
} from './fixture.testing.ts'

setUpFixture()

describe('loses no event', () => {
  test('F01 sends events left by a stopped server after the next start', async () => {
    const [there, other] = [await startReceiver(), await startReceiver()]
    const first = await appFor(there, other)
    const zoe = await signIn(first, 'zoe')
    await zoe.call(hooks.createWebhook, { address: there.address })
    await zoe.call(saveLink, note('Saved'))
    const { db, config, now } = first.services
    // The state after a kill: the one-second delay has not passed.
    await first.close()
    const again = await createApp(config, openDb(db.location), () => now() + 2000)
    again.services.jobs.wake()
    await expect.poll(() => there.calls.length).toBe(1)
    expect(there.take()).toMatchObject([{ type: 'link.created', links: [{ name: 'Saved' }] }])
    await again.close()
    await there.web.close()
    await other.web.close()
  })

  test('repeats a call interrupted by a stop, and does not count it as failed', async () => {
    const there = await startReceiver()
    there.answer = () => undefined
    const first = await appFor(there)
    const zoe = await signIn(first, 'zoe')
    await zoe.call(hooks.createWebhook, { address: there.address })
    await zoe.call(saveLink, note('Cut off'))
    first.clock.now += 1100
    first.services.jobs.wake()
    await expect.poll(() => there.calls.length).toBe(1)
    const { db, config, now } = first.services
    await first.close()
    there.answer = 200
    const again = await createApp(config, openDb(db.location), now)
    again.services.jobs.wake()
    await expect.poll(() => there.calls.length).toBe(2)
    expect(there.calls.map(each => each.call.id)).toEqual([there.calls[0]!.call.id, there.calls[0]!.call.id])
    const rows = () => again.services.db.read.selectFrom('webhook_deliveries').selectAll().execute()
    await expect.poll(rows).toMatchObject([{ state: 'delivered', tries: 1 }])
    await again.close()
    await there.web.close()
  })

  test.runIf(process.env.NESTMARK_TEST_POSTGRES)(
    'F07 F15 two servers on one database send every event once',
    async () => {
      const there = await startReceiver()
      const first = await appFor(there)
      const { db, config, now } = first.services
      const second = await createApp(config, openDb(db.location), now)
      second.services.jobs.wake()
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
      const received = there.take().flatMap(each => each.links!.map(link => link.name))
      expect(received.sort()).toEqual(names.sort())
      await second.close()
      await first.stop()
      await there.web.close()
    },
  )

  test('IMP sends one call for an import with its counts, at its end', async () => {
    await createHookId()
    const links = Array.from(
      { length: 300 },
      (_, n) => `<DT><A HREF="https://a.example/${n}">Number ${n}</A>`,
    )
    const file = `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p><DT><H3>Archive</H3><DL><p>${links.join('\n')}</DL></DL>`
    const form = new FormData()
    form.append('type', 'html')
    form.append('file', new Blob([file], { type: 'text/html' }), 'bookmarks.html')
    const answer = await fetch(`${app.origin}/api/${importBookmarks.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}` },
      body: form,
    })
    const { data } = (await answer.json()) as { data: { job: string } }
    expect((await waitForEnd(ada, data.job)).state).toBe('done')
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

  test('a receiver that does not answer keeps a limited number of events, the newest ones', async () => {
    const id = await createHookId()
    receiver.answer = 500
    await save('First')
    await pass(app)
    const event = {
      webhook_id: id,
      event: 'link.created',
      batch: null,
      by_id: ada.id,
      count: 1,
      subjects: JSON.stringify([{ id: 'deleted', name: 'Deleted' }]),
      at: app.clock.now,
    }
    const { db } = app.services
    await db.write(async tx => {
      for (let n = 0; n < maxWaitingEvents; n += 500)
        await tx
          .insertInto('webhook_events')
          .values(Array.from({ length: 500 }, () => event))
          .execute()
    })
    const listWaiting = () =>
      db.read
        .selectFrom('webhook_events')
        .select('subjects')
        .where('webhook_id', '=', id)
        .orderBy('seq')
        .execute()
    await save('Last')
    await pass(app)
    const waiting = await listWaiting()
    expect(waiting).toHaveLength(maxWaitingEvents)
    expect(waiting.at(-1)!.subjects).toContain('Last')
  })

  test('deletes old deliveries, and stores at most the last fifty', async () => {
    const id = await createHookId()
    for (let n = 0; n < 55; n++) {
      await save(`Number ${n}`)
      await pass(app)
    }
    const remaining = await deliveries(id)
    expect(remaining).toHaveLength(50)
    const { db } = app.services
    const rows = () =>
      db.read.selectFrom('webhook_deliveries').select('id').where('webhook_id', '=', id).execute()
    expect((await rows()).length).toBe(50)
    await deleteOldDeliveries(db, app.clock.now + 31 * day)
    expect(await rows()).toEqual([])
  })
})
