import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { program } from '../../../features/accounts/signIn/browser.testing.ts'
import { openMailServer } from '../../../email/mailServer.testing.ts'
import { startServer } from '../serverProcess.testing.ts'
import { newFixture, type OwnFixture } from '../fixture.testing.ts'

let fixture: OwnFixture
beforeAll(async () => {
  fixture = await newFixture()
})
afterAll(() => fixture.remove())

/** Starts a mail server that accepts connections and never responds, so that senders wait. */
async function silentPost() {
  const asked = Promise.withResolvers<void>()
  const server = createServer(socket => {
    asked.resolve()
    socket.on('error', () => undefined)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, asked: asked.promise, close: () => server.close() }
}

test('ACC-02 the next server sends an email once that was unsent when the server died', async () => {
  const silent = await silentPost()
  const ada = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' }
  const first = await startServer({ ...fixture, env: { SMTP_URL: silent.url } })
  expect((await program(first).post('/sign-up/email', ada)).status).toBe(200)
  await silent.asked
  await first.end('SIGKILL')
  silent.close()
  await fixture.leasesEnd()

  // The queued email must be useless to a reader of the database.
  await fixture.look(async db => {
    const emails = db.read.selectFrom('jobs').selectAll().where('kind', '=', 'sendEmail')
    const [job, ...others] = await emails.execute()
    expect([job!.finished_at, others]).toEqual([null, []])
    expect(job!.payload).not.toMatch(/ada@example|verify-email/)
  })

  const post = await openMailServer()
  const second = await startServer({ ...fixture, env: { SMTP_URL: post.url } })
  try {
    const count = async () => (await post.mails()).length
    await expect.poll(count).toBe(1)
    const [mail] = await post.mails()
    expect(mail?.to).toEqual([{ name: '', address: ada.email }])
    const token = /token=(\S+)/.exec(mail!.text!)![1]!
    expect((await program(second).get(`/verify-email?token=${token}`)).status).toBe(200)
    expect((await program(second).post('/sign-in/email', ada)).status).toBe(200)
    const { email } = ada
    expect((await program(second).post('/request-password-reset', { email })).status).toBe(200)
    await expect.poll(async () => (await post.mails()).at(-1)!.text).toContain('reset-password')
    expect(await count()).toBe(2)
  } finally {
    expect(await second.end('SIGTERM')).toMatchObject({ code: 0 })
    await post.close()
  }
})

test('ACC-02 retries a temporarily rejected email; an address without an account creates a row as well', async () => {
  let tries = 0
  const post = await openMailServer({
    onMailFrom(_address, _session, done) {
      tries += 1
      done(tries < 2 ? Object.assign(new Error('busy'), { responseCode: 451 }) : undefined)
    },
  })
  const server = await startServer({ ...fixture, env: { SMTP_URL: post.url } })
  try {
    for (const email of ['ada@example.org', 'nobody@example.org'])
      expect((await program(server).post('/request-password-reset', { email })).status).toBe(200)
    await expect.poll(() => tries).toBe(1)
    await expect
      .poll(async () => {
        await fixture.triesAreDue()
        return (await post.mails()).length
      })
      .toBe(1)
    expect([tries, (await post.mails()).map(mail => mail.to?.[0]?.address)]).toEqual([2, ['ada@example.org']])
    await fixture.look(async db => {
      const rows = await db.read.selectFrom('jobs').select('state').where('kind', '=', 'sendEmail').execute()
      expect(rows).toHaveLength(4)
    })
  } finally {
    await server.end('SIGTERM')
    await post.close()
  }
})
