import { createCollection } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import * as hooks from '@nestmark/contract/webhooks'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { checkIntegrity } from '../../db/integrity.ts'
import type { TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'
import { appFor, type Receiver, startReceiver } from './receiver.testing.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

export let app: TestApp
export let receiver: Receiver
export let ada: Person

/**
 * Starts one server and one receiver per file; resets them for each test, with another Ada and a receiver that
 * answers 200.
 */
export function setUpFixture(): void {
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
}

export const note = (name: string, more: object = {}) => ({ name, desc: 'Words', category: 4, ...more })
export const save = (name: string) => ada.call(saveLink, note(name))
export const folder = async (name: string, parent?: string) =>
  (await ada.call(createCollection, { name, parent }))._id

/** Creates a webhook to the receiver, with its secret. */
export const makeHook = (more: Partial<Input<typeof hooks.createWebhook>> = {}, who = ada) =>
  who.call(hooks.createWebhook, { address: receiver.address, ...more })
/** Creates a webhook to the receiver and returns its id. */
export const createHookId = async (who = ada) => (await makeHook({}, who)).webhook._id
export const deliveries = (webhook_id: string, who = ada) => who.call(hooks.listDeliveries, { webhook_id })
