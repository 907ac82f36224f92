import { saveLink } from '@nestmark/contract/links'
import { createWebhook, listWebhooks, testWebhook } from '@nestmark/contract/webhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectSigned, type Receiver, startReceiver } from '../../features/webhooks/receiver.testing.ts'
import { newFixture, type OwnFixture } from './fixture.testing.ts'
import { signUp } from './visitor.testing.ts'

let stage: OwnFixture
let receiver: Receiver
beforeEach(async () => {
  receiver = await startReceiver()
  stage = await newFixture()
})
afterEach(async () => {
  await stage.remove()
  await receiver.web.close()
})

const note = (name: string) => ({ name, desc: 'Words', category: 4 as const })
const env = () => ({ FETCH_ALLOW_PRIVATE: receiver.web.hostPort })
const named = () =>
  receiver.calls.flatMap(({ call }) => call.events.flatMap(each => each.links!.map(link => link.name)))
const calls = (most: number) => expect.poll(() => receiver.calls.length).toBeGreaterThanOrEqual(most)

test('F01 F15 what was saved when the server was killed is told by the next one, whatever it was doing', async () => {
  const first = await stage.start(env())
  const ada = await signUp(first.origin, 'ada')
  const { secret } = await ada.call(createWebhook, { address: receiver.address })
  await ada.call(saveLink, note('Not told yet'))
  await first.end('SIGKILL')
  await stage.leasesEnd()
  expect(receiver.calls).toEqual([])

  // Killed once more in the middle of a call, whose answer nobody hears.
  receiver.answer = () => undefined
  const second = await stage.start(env())
  await calls(1)
  await second.end('SIGKILL')
  await stage.leasesEnd()
  const [cutOff] = receiver.calls
  expect(cutOff).toBeDefined()

  receiver.answer = 200
  const third = await stage.start(env())
  await calls(2)
  expect(receiver.calls.map(each => each.call.id)).toEqual([cutOff!.call.id, cutOff!.call.id])
  expectSigned(receiver.calls[1]!, secret)
  await ada.at(third.origin).call(saveLink, note('Afterwards'))
  await calls(3)
  await ada.at(third.origin).call(saveLink, note('At last'))
  await calls(4)
  // It is the same delivery twice, and nothing else comes again.
  expect(named()).toEqual(['Not told yet', 'Not told yet', 'Afterwards', 'At last'])
  expect(await third.end('SIGTERM')).toMatchObject({ code: 0 })
  expect(await stage.wrong()).toEqual([])
})

test('S09 T02 no log line holds a secret, an address’s query or what a receiver said, however much is logged', async () => {
  const server = await stage.start({ ...env(), LOG_LEVEL: 'trace' })
  const ada = await signUp(server.origin, 'ada')
  const { webhook, secret } = await ada.call(createWebhook, {
    address: `${receiver.address}?key=of-the-receiver`,
  })
  receiver.answer = response => response.writeHead(500).end('inside the receiver')
  expect(await ada.call(testWebhook, { webhook_id: webhook._id })).toEqual({ ok: false, status: 500 })
  await ada.call(saveLink, note('Told'))
  await calls(2)
  await expect.poll(async () => (await ada.call(listWebhooks, {}))[0]!.last).toBeTruthy()
  await server.end('SIGTERM')
  // It does log what is called.
  expect(server.output()).toContain('/api/create-webhook')
  for (const said of [secret, secret.slice(4), 'of-the-receiver', 'inside the receiver'])
    expect(server.output()).not.toContain(said)
})
