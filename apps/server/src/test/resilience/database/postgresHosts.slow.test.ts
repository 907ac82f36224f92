import { saveLink } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from '../serverProcess.testing.ts'
import { newFixture, type OwnFixture } from '../fixture.testing.ts'
import { type TcpProxy, tcpProxy } from '../tcpProxy.testing.ts'
import { signUp } from '../visitor.testing.ts'

const onPostgres = Boolean(process.env.NESTMARK_TEST_POSTGRES)
const patience = { timeout: 60_000, interval: 100 }

/** The proxies to each of two hosts. One of them is read-only. */
let one: TcpProxy
let two: TcpProxy
let onlyReads: 'one' | 'two' = 'one'
let fixture: OwnFixture
beforeAll(async () => {
  if (!onPostgres) return
  fixture = await newFixture()
  one = await tcpProxy(fixture.databaseUrl!, packet => (onlyReads === 'one' ? reading(packet) : packet))
  two = await tcpProxy(fixture.databaseUrl!, packet => (onlyReads === 'two' ? reading(packet) : packet))
})
afterAll(async () => {
  if (!onPostgres) return
  await fixture.remove()
  await one.close()
  await two.close()
})

/** Rewrites the start of a session to read-only, as on a standby. */
function reading(start: Buffer): Buffer {
  const added = Buffer.from('options\0-c default_transaction_read_only=on\0\0')
  const packet = Buffer.concat([start.subarray(0, -1), added])
  packet.writeInt32BE(packet.length, 0)
  return packet
}

const note = (n: number) => ({ name: `Note ${n}`, desc: 'Words', category: 4 as const, link: '' })

test.runIf(onPostgres)(
  'F09 of several hosts the server uses the writable one, and the other after a failover',
  async () => {
    const url = new URL(fixture.databaseUrl!)
    const credentials = `${url.username}:${url.password}`
    const hosts = [one, two].map(({ port }) => `127.0.0.1:${port}`).join(',')
    const databaseUrl = `postgres://${credentials}@${hosts}${url.pathname}?target_session_attrs=read-write`
    const server = await startServer({ ...fixture, databaseUrl })
    const ada = await signUp(server.origin, 'ada')
    const saves = (n: number) =>
      ada.call(saveLink, note(n)).then(
        () => true,
        () => false,
      )
    expect(await saves(1)).toBe(true)

    // A failover: the primary fails, the standby takes over.
    onlyReads = 'two'
    await two.set('refuse')
    await expect.poll(() => saves(2), patience).toBe(true)

    // And back, while the old primary runs on as a responding standby.
    onlyReads = 'one'
    await two.set('forward')
    await one.set('refuse')
    await one.set('forward')
    await expect.poll(() => saves(3), patience).toBe(true)
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null })
  },
)
