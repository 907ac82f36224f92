import { saveLink } from '@nestmark/contract/links/links'
import * as hooks from '@nestmark/contract/webhooks'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { pass } from './receiver.testing.ts'
import { ada, app, deliveries, createHookId, note, receiver, save, setUpFixture } from './fixture.testing.ts'

setUpFixture()

const pause = () => new Promise(go => setTimeout(go, 20))
/** Waits until this many transactions are blocked by another one. */
async function waiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.services.db.read)
    if (rows[0]!.n >= count) return
    await pause()
  }
}

// SQLite has one writer at a time.
describe.runIf(process.env.NESTMARK_TEST_POSTGRES)('F15 the owner deletes a webhook while', () => {
  test('a call of it ends', async () => {
    const webhook_id = await createHookId()
    let answer!: () => void
    receiver.answer = response => void (answer = () => response.writeHead(200).end())
    await save('Sent')
    app.clock.now += 1100
    app.services.jobs.wake()
    while (receiver.calls.length === 0) await pause()
    const { db } = app.services
    let ends!: Promise<unknown>
    await db.write(async tx => {
      // Locks the delivery, so that the end of the call and the deletion collide in this order.
      await tx
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('webhook_id', '=', webhook_id)
        .forUpdate()
        .execute()
      answer()
      await waiting(1)
      ends = ada.call(hooks.deleteWebhook, { webhook_id })
      await waiting(2)
    })
    expect(await ends).toEqual({})
    await expect(deliveries(webhook_id)).rejects.toMatchObject({ code: 'webhooks.notFound' })
    // The job must not fail either: a failure would be logged and retried.
    await pass(app)
  })

  test('an event for it occurs: the action succeeds', async () => {
    const webhook_id = await createHookId()
    const { db } = app.services
    let saved!: Promise<{ _id: string }>
    await db.write(async tx => {
      await tx.deleteFrom('webhooks').where('id', '=', webhook_id).execute()
      saved = ada.call(saveLink, note('Saved')) as typeof saved
      await waiting(1)
    })
    expect((await saved)._id).toEqual(expect.any(String))
  })
})
