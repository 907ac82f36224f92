import { createHmac } from 'node:crypto'
import type http from 'node:http'
import { type WebhookCall, webhookCall } from '@nestmark/contract/webhooks'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { settled } from '../../test/permissionMatrix/fixture.testing.ts'
import { serve, type TestServer } from '../../fetching/testing/web.testing.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'

export interface Received {
  headers: http.IncomingHttpHeaders
  body: string
  call: WebhookCall
}

/** A webhook receiver whose response can be changed. */
export interface Receiver {
  web: TestServer
  address: string
  /** The received calls, in order. */
  calls: Received[]
  /** The status of the next responses, or a function that handles them. */
  answer: number | ((response: http.ServerResponse) => void)
  /** Returns every event of the calls so far, and clears them. */
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

/** Starts an app that may call the receivers on this machine. */
export function appFor(...receivers: Receiver[]): Promise<TestApp> {
  return startApp({ fetchAllowPrivate: receivers.map(each => each.web.hostPort) })
}

/** Advances the clock, in milliseconds, and waits until everything due by then is done. */
export async function pass(app: TestApp, ms = 1100): Promise<void> {
  app.clock.now += ms
  app.services.jobs.wake()
  await settled(app)
}

/** Fails unless the call is signed with this secret, checked as documented for receivers. */
export function expectSigned({ headers, body }: Received, secret: string): void {
  const match = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['nestmark-signature']))
  expect(match).not.toBeNull()
  expect(createHmac('sha256', secret).update(`${match![1]}.${body}`).digest('hex')).toBe(match![2])
}
