import tls from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createFetcher } from './fetchPage.ts'
import { cert } from '../testing/certificate.testing.ts'
import { serveDns } from '../testing/dnsServer.testing.ts'
import { expectRefusal } from '../testing/refusal.testing.ts'
import { serve, serveTls } from '../testing/web.testing.ts'

const usual = tls.getCACertificates('default')
beforeAll(() => tls.setDefaultCACertificates([cert]))
afterAll(() => tls.setDefaultCACertificates(usual))
const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

/** Starts two names for one HTTPS server, whose certificate is valid for site.test only. */
async function startServers() {
  const web = await serveTls((request, response) => {
    if (request.url === '/down') response.writeHead(302, { location: `http://site.test:${plain.port}/` })
    response.end('over TLS')
  })
  const plain = await serve((_request, response) => response.end('in the clear'))
  const names = await serveDns((_name, kind, times) =>
    kind === 'A' ? [times < 2 ? '127.0.0.1' : '127.0.0.66'] : [],
  )
  const allowPrivate = [
    `site.test:${web.port}`,
    `other.test:${web.port}`,
    `site.test:${plain.port}`,
    web.hostPort,
  ]
  const { fetchPage } = createFetcher({ allowPrivate, dns: names.address, failureMs: 0 })
  opened.push(web, plain, names)
  return { web, plain, names, ask: (address: string) => fetchPage(address, { maxBytes: 100 }) }
}

test('S05 HTTPS to a pinned address checks the certificate of the name', async () => {
  const { web, ask } = await startServers()
  expect((await ask(`https://site.test:${web.port}/`)).body.toString()).toBe('over TLS')
  expect(web.requests[0]!.headers.host).toBe(`site.test:${web.port}`)
  expect((web.requests[0]!.socket as tls.TLSSocket & { servername: string }).servername).toBe('site.test')
})
test('S05 rejects a certificate for another name, or an untrusted one, with the same error', async () => {
  const { web, ask } = await startServers()
  expect((await expectRefusal(ask(`https://other.test:${web.port}/`))).reason).toBe('tls')
  expect((await expectRefusal(ask(`https://${web.hostPort}/`))).reason).toBe('tls')
  tls.setDefaultCACertificates(usual)
  const { reason, error } = await expectRefusal(ask(`https://site.test:${web.port}/`))
  tls.setDefaultCACertificates([cert])
  expect(reason).toBe('tls')
  expect(String(error)).not.toMatch(/certificate|self/i)
  expect(web.requests).toHaveLength(0)
})
test('S03 follows https to http without credentials, and not with them', async () => {
  const { web, plain, ask } = await startServers()
  expect((await ask(`https://site.test:${web.port}/down`)).body.toString()).toBe('in the clear')
  const held = await startServers()
  const address = `https://user:secret@site.test:${held.web.port}/down`
  expect((await expectRefusal(held.ask(address))).reason).toBe('downgrade')
  expect(held.web.requests[0]!.headers.authorization).toBeUndefined()
  expect(held.plain.connections).toBe(0)
  expect(plain.connections).toBe(1)
})

test('S02 S03 S05 rejects this server itself: by its name, its address, an alias, a redirect', async () => {
  const own = await serve((_request, response) => response.end('ourselves'))
  const other = await serve((_request, response) => {
    response.writeHead(302, { location: `http://links.test:${own.port}/l/x` }).end()
  })
  const names = await serveDns((name, kind) =>
    kind === 'A' ? [name === 'far.test' ? '127.0.0.9' : '127.0.0.1'] : [],
  )
  opened.push(own, other, names)
  const allowPrivate = ['links.test', 'alias.test', 'far.test', '127.0.0.1', '[::ffff:127.0.0.1]']
    .map(host => `${host}:${own.port}`)
    .concat(`site.test:${other.port}`)
  const fetcher = (origins: string[]) =>
    createFetcher({ allowPrivate, own: origins, dns: names.address, failureMs: 0 })
  const { fetchPage, isFetchable } = fetcher([`http://links.test:${own.port}`])
  const addresses = [
    `http://links.test:${own.port}/`,
    `http://LINKS.test.:${own.port}/`,
    `http://127.0.0.1:${own.port}/`,
    `http://[::ffff:7f00:1]:${own.port}/`,
    `http://alias.test:${own.port}/`,
    `http://site.test:${other.port}/leads-there`,
  ]
  for (const address of addresses)
    expect([address, (await expectRefusal(fetchPage(address, { maxBytes: 100 }))).reason]).toEqual([
      address,
      'own',
    ])
  expect(own.connections).toBe(0)
  expect(isFetchable(addresses[0]!)).toBe(false)
  // Only the origin of this server caused the refusals.
  const elsewhere = fetcher([`http://links.test:${other.port}`])
  expect((await elsewhere.fetchPage(addresses[0]!, { maxBytes: 100 })).body.toString()).toBe('ourselves')
})
