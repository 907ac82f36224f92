import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import * as contract from '@nestmark/contract/links/brokenLinks'
import { compareKey } from '@nestmark/core/words/compareKey'
import { createSortKeys } from '@nestmark/core/words/sortKeys'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bulkRows } from '../../db/statements/bulkRows.ts'
import { startApp } from '../../test/support/app.ts'
import { waitForEnd } from '../../test/support/jobs.ts'
import { signIn } from '../../test/support/people.ts'

const [hostCount, linksPerHost] = [2000, 5]
/** The time for all of it, in milliseconds: what FIND-05 calls minutes. */
const maxMs = 5 * 60_000

type Answer = (request: http.IncomingMessage, response: http.ServerResponse, host: number) => void
const status =
  (code: number, headers: http.OutgoingHttpHeaders = {}): Answer =>
  (_request, response) =>
    response.writeHead(code, headers).end()

/** The kinds of hosts: how they answer, and the state of their links. The shares are those of `of` 100. */
const kinds: readonly { of: number; state: contract.LinkState; answer: Answer; robots?: string }[] = [
  { of: 40, state: 'answered', answer: status(200) },
  { of: 6, state: 'dead', answer: status(404) },
  { of: 3, state: 'dead', answer: status(410) },
  { of: 5, state: 'refused', answer: status(403) },
  { of: 2, state: 'refused', answer: status(999) },
  { of: 3, state: 'refused', answer: status(429) },
  { of: 2, state: 'refused', answer: status(429, { 'retry-after': '3600' }) },
  { of: 4, state: 'unsure', answer: status(500) },
  { of: 2, state: 'unsure', answer: status(503, { 'retry-after': '2' }) },
  {
    of: 5,
    state: 'answered',
    answer: ({ method }, response) => response.writeHead(method === 'HEAD' ? 405 : 200).end('here'),
  },
  {
    of: 3,
    state: 'answered',
    answer: ({ method }, response) => response.writeHead(method === 'HEAD' ? 404 : 200).end('here'),
  },
  {
    of: 5,
    state: 'moved',
    answer: ({ url }, response) =>
      url?.startsWith('/new') ? response.end() : response.writeHead(301, { location: `/new${url}` }).end(),
  },
  {
    of: 3,
    state: 'answered',
    answer: ({ url }, response) =>
      url?.startsWith('/today')
        ? response.end()
        : response.writeHead(302, { location: `/today${url}` }).end(),
  },
  {
    of: 2,
    state: 'unsure',
    answer: ({ url }, response) => response.writeHead(302, { location: url ?? '/' }).end(),
  },
  { of: 2, state: 'refused', answer: status(200), robots: 'User-agent: *\nDisallow: /' },
  { of: 2, state: 'answered', answer: status(200), robots: 'User-agent: *\nCrawl-delay: 2' },
  { of: 2, state: 'refused', answer: status(403, { 'cf-mitigated': 'challenge' }) },
  { of: 2, state: 'unsure', answer: ({ socket }) => socket.destroy() },
  { of: 2, state: 'unsure', answer: ({ socket }) => socket.end('nonsense\r\n\r\n') },
  { of: 2, state: 'unsure', answer: status(200, { 'x-long': 'x'.repeat(20_000) }) },
  {
    of: 2,
    state: 'answered',
    answer: (_request, response) => void setTimeout(() => response.end(), 3000),
  },
  { of: 1, state: 'slow', answer: () => undefined },
]
const kindOfHost = kinds.flatMap(kind => Array.from({ length: kind.of }, () => kind))
const nameOf = (host: number) => `127.0.${1 + Math.floor(host / 250)}.${1 + (host % 250)}`

/** Serves all hosts, and counts the requests to each that are open at once. */
async function serveHosts() {
  const open = new Map<string, number>()
  const seen = { requests: 0, most: 0, gaps: [] as number[] }
  const last = new Map<string, number>()
  const server = http.createServer((request, response) => {
    const host = request.headers.host ?? ''
    const now = performance.now()
    seen.requests++
    seen.gaps.push(now - (last.get(host) ?? -Infinity))
    last.set(host, now)
    open.set(host, (open.get(host) ?? 0) + 1)
    seen.most = Math.max(seen.most, open.get(host) ?? 0)
    request.socket.once('close', () => open.set(host, (open.get(host) ?? 1) - 1))
    const [, third = 0, fourth = 0] = /^127\.0\.(\d+)\.(\d+):/.exec(host)?.map(Number) ?? []
    const kind = kindOfHost[((third - 1) * 250 + fourth - 1) % kindOfHost.length]!
    if (request.url === '/robots.txt') response.writeHead(kind.robots ? 200 : 404).end(kind.robots)
    else kind.answer(request, response, fourth)
  })
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  return { server, seen, port: (server.address() as AddressInfo).port }
}

test(
  'FIND-05 checks 10,000 links on 2,000 hosts with every odd answer in five minutes, at one visit a second to each host',
  { timeout: maxMs + 60_000 },
  async () => {
    expect(kindOfHost).toHaveLength(100)
    const { server, seen, port } = await serveHosts()
    const hosts = Array.from({ length: hostCount }, (_, host) => host)
    const app = await startApp({ fetchAllowPrivate: hosts.map(host => `${nameOf(host)}:${port}`) })
    const ada = await signIn(app, 'ada', 2)
    const at = app.clock.now
    const rows = hosts.flatMap(host =>
      Array.from({ length: linksPerHost }, (_, n) => {
        const address = `http://${nameOf(host)}:${port}/page/${n}`
        const key = compareKey(address)
        const { title_key, host_key } = createSortKeys(address, key)
        return [
          `l${host}-${n}`,
          ada.id,
          ada.rootId,
          3,
          address,
          address,
          key,
          title_key,
          host_key,
          '',
          at,
          at,
        ]
      }),
    )
    await app.services.db.write(tx =>
      sql`insert into links (id, owner_id, collection_id, category, title, address, compare_key, title_key, host_key, descr,
          created_at, updated_at) ${bulkRows(
            tx,
            ['text', 'text', 'text', 'int', 'text', 'text', 'text', 'text', 'text', 'text', 'int', 'int'],
            rows,
          )}`.execute(tx),
    )
    const { job } = await ada.call(contract.checkLinkStatus, {})
    await expect
      .poll(async () => (await ada.call(contract.getLinkCheck, {})).state, { timeout: maxMs, interval: 1000 })
      .toBe('done')
    await waitForEnd(ada, job)
    const found = await app.services.db.read.selectFrom('link_checks').select(['link_id', 'state']).execute()
    expect(found).toHaveLength(hostCount * linksPerHost)
    const wrong = found.filter(({ link_id, state }) => {
      const host = Number(/\d+/.exec(link_id)![0])
      return kindOfHost[host % kindOfHost.length]!.state !== state
    })
    expect(wrong).toEqual([])
    expect(seen.most).toBe(1)
    expect(seen.gaps.filter(gap => gap < 1000)).toEqual([])
    await app.stop()
    server.closeAllConnections()
    server.close()
  },
)
