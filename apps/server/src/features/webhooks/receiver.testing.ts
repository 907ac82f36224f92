import { createHmac } from 'node:crypto'
import type http from 'node:http'
import { type WebhookCall, webhookCall } from '@nestmark/contract/webhooks'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { settled } from '../../test/permissionMatrix/fixture.testing.ts'
import { serve, type Web } from '../../fetching/testing/web.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'

export interface Received {
  headers: http.IncomingHttpHeaders
  body: string
  call: WebhookCall
}

/** Somebody's server that takes calls; what it answers can be changed. */
export interface Receiver {
  web: Web
  address: string
  /** What came, in order. */
  calls: Received[]
  /** The status of the next answers, or what is done instead of an answer. */
  answer: number | ((response: http.ServerResponse) => void)
  /** Every event of every call so far, and forgets them. */
  take(): WebhookCall['events']
}

export async function startReceiver(): Promise<Receiver> {
  const calls: Received[] = []
  const web = await serve((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      calls.push({
        headers: request.headers,
        body,
        call: z.parse(z.strictObject(webhookCall.shape), JSON.parse(body)),
      })
      if (typeof receiver.answer === 'number') response.writeHead(receiver.answer).end('thanks')
      else receiver.answer(response)
    })
  })
  const receiver: Receiver = {
    web,
    address: `${web.origin}/hook`,
    calls,
    answer: 200,
    take: () => calls.splice(0).flatMap(each => each.call.events),
  }
  return receiver
}

/** An app that may call the receivers on this machine. */
export function appFor(...receivers: Receiver[]): Promise<TestApp> {
  return startApp({ fetchAllowPrivate: receivers.map(each => each.web.hostPort) })
}

/** Lets time pass, in milliseconds, and waits until all that is due by then was done. */
export async function pass(app: TestApp, ms = 1100): Promise<void> {
  app.clock.now += ms
  app.services.jobs.wake()
  await settled(app)
}

/** Fails unless the call was signed with this secret, as the documentation says that a receiver checks it. */
export function expectSigned({ headers, body }: Received, secret: string): void {
  const match = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['nestmark-signature']))
  expect(match).not.toBeNull()
  expect(createHmac('sha256', secret).update(`${match![1]}.${body}`).digest('hex')).toBe(match![2])
}
