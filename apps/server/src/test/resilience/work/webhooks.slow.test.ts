import { saveLink } from '@nestmark/contract/links/links'
import { createWebhook, listWebhooks, testWebhook } from '@nestmark/contract/webhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectSigned, type Receiver, startReceiver } from '../../../features/webhooks/receiver.testing.ts'
import { newFixture, type OwnFixture } from '../fixture.testing.ts'
import { signUp } from '../visitor.testing.ts'

let fixture: OwnFixture
let receiver: Receiver
beforeEach(async () => {
  receiver = await startReceiver()
  fixture = await newFixture()
})
afterEach(async () => {
  await fixture.remove()
  await receiver.web.close()
})

const note = (name: string) => ({ name, desc: 'Words', category: 4 as const })
const env = () => ({ FETCH_ALLOW_PRIVATE: receiver.web.hostPort })
const named = () =>
  receiver.calls.flatMap(({ call }) => call.events.flatMap(each => each.links!.map(link => link.name)))
// The next server takes a delivery over when the lease of the killed one has ended (`attempt.ts`).
const calls = (most: number) =>
  expect.poll(() => receiver.calls.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(most)

test(
  'F01 F15 the next server sends saves before a kill to webhooks, in any phase of the delivery',
  { timeout: 240_000 },
  async () => {
    const first = await fixture.start(env())
    const ada = await signUp(first.origin, 'ada')
    const { secret } = await ada.call(createWebhook, { address: receiver.address })
    // On a busy machine the first server may begin the delivery before it is killed.
    receiver.answer = () => undefined
    await ada.call(saveLink, note('Not sent yet'))
    await first.end('SIGKILL')
    await fixture.leasesEnd()
    const begun = receiver.calls.length

    // The server is killed again during a call, so the response is lost.
    const second = await fixture.start(env())
    await calls(begun + 1)
    await second.end('SIGKILL')
    await fixture.leasesEnd()
    const lost = receiver.calls.length

    receiver.answer = 200
    const third = await fixture.start(env())
    await calls(lost + 1)
    const [cutOff] = receiver.calls
    expect(new Set(receiver.calls.map(each => each.call.id))).toEqual(new Set([cutOff!.call.id]))
    expectSigned(receiver.calls.at(-1)!, secret)
    await ada.at(third.origin).call(saveLink, note('Afterwards'))
    await calls(lost + 2)
    await ada.at(third.origin).call(saveLink, note('At last'))
    await calls(lost + 3)
    // Only the interrupted delivery is repeated, with the same id.
    const repeated = Array.from({ length: lost + 1 }, () => 'Not sent yet')
    expect(named()).toEqual([...repeated, 'Afterwards', 'At last'])
    expect(await third.end('SIGTERM')).toMatchObject({ code: 0 })
    expect(await fixture.wrong()).toEqual([])
  },
)

test('S09 T02 no log line contains a secret, the query of an address or a receiver’s response, at any log level', async () => {
  const server = await fixture.start({ ...env(), LOG_LEVEL: 'trace' })
  const ada = await signUp(server.origin, 'ada')
  const { webhook, secret } = await ada.call(createWebhook, {
    address: `${receiver.address}?key=of-the-receiver`,
  })
  receiver.answer = response => response.writeHead(500).end('inside the receiver')
  // On a busy machine the receiver may answer too late once.
  const tryOnce = () => ada.call(testWebhook, { webhook_id: webhook._id })
  await expect.poll(tryOnce).toEqual({ ok: false, status: 500 })
  await ada.call(saveLink, note('Sent'))
  await calls(2)
  await expect.poll(async () => (await ada.call(listWebhooks, {}))[0]!.last).toBeTruthy()
  await server.end('SIGTERM')
  // The called operations are logged.
  expect(server.output()).toContain('/api/create-webhook')
  for (const said of [secret, secret.slice(4), 'of-the-receiver', 'inside the receiver'])
    expect(server.output()).not.toContain(said)
})
