import { assertDefined } from '@nestmark/core/assertDefined'
import { bookmarkBytes, probe } from '../../inputs/generate.ts'
import { askAs, collectionNamed, importFile, type Person, signUp } from '../../person.ts'
import { createLocation, openRawSql, type ServerLocation } from '../../serverLocation.ts'
import type { Row, World } from '../../benchmark.ts'
import { measureHealth } from '../../healthLatency.ts'
import { readMemory, type Server, startServer } from '../../server.ts'
import { inTurns, median } from '../../stats.ts'
import { post, Wire } from '../../wire.ts'
import { besideChanges, besideReads } from './latencyOfOthers.ts'

/** Maximum duration of a search whose result grows with the library, in milliseconds: PostgreSQL reads the terms of every match. */
const searchMs = { sqlite: 100, postgres: 200 }
const environment = { PUBLIC_URL: 'http://localhost' }

/**
 * Compares a library with one several times as large on the same server: results of the same size take the same time. With
 * 100,000 links and ten times as many it is the promise of a million links.
 */
export async function million({ postgres, large: { links: part }, times }: World): Promise<Row[]> {
  const sizes = { small: part.toLocaleString('en'), large: (part * times).toLocaleString('en') }
  const location = await createLocation(postgres)
  let server = await startServer(location, undefined, environment)
  const small = await signUp(server.port, 'small', '10.3.0.1')
  await importFile(server.port, small, bookmarkBytes({ links: part, seed: 42 }))
  const smallStart = await startAfterKill(server, location)
  server = smallStart.server
  const large = await signUp(server.port, 'large', '10.3.0.2')
  for (let at = 0; at < times; at++) {
    await importFile(server.port, large, bookmarkBytes({ links: part, seed: 42 + at }))
    console.error(`  ${((at + 1) * part).toLocaleString('en')} links`)
  }
  const largeStart = await startAfterKill(server, location)
  server = largeStart.server
  const { port } = server
  const [theirs, million] = [small, large].map(each => ({ ...each, ask: askAs(port, each.token) })) as [
    Person,
    Person,
  ]
  const rows = await lists(server, location, [theirs, million], sizes)
  rows.push(
    ...(await besideReads(server, million, sizes.large)),
    ...(await exported(server, million, sizes.large)),
  )
  rows.push({
    promise: `start after a kill, ${sizes.large} links relative to ${sizes.small}`,
    figure: largeStart.ms / smallStart.ms,
    unit: 'times',
    limit: 1.5,
    better: 'less',
    note: `${Math.round(smallStart.ms)} and ${Math.round(largeStart.ms)} ms`,
  })
  rows.push(...(await besideChanges(server, location, million, sizes.large)))
  await server.stop()
  await location.remove()
  return rows
}

/** Kills the server and starts another one on the same data. */
async function startAfterKill(
  server: Server,
  location: ServerLocation,
): Promise<{ server: Server; ms: number }> {
  await server.kill()
  const next = await startServer(location, undefined, environment)
  return { server: next, ms: next.readyAfter }
}

/** Returns calls whose result has the same size in both libraries. */
async function sameSize(person: Person, ofOne: object): Promise<Record<string, Buffer>> {
  const bench = await collectionNamed(person, probe.folder)
  const call = (path: string, body: object) => post(`/api/${path}`, body, person.token)
  return {
    'the dashboard': call('dashboard-links', {}),
    'a collection': call('get-folder-links-from-path', { folder_id: bench }),
    'a page of tags': call('get-all-tags', { page: 1 }),
    'a lookup of an unsaved address': call('find-saved', { link: 'https://nobody.example.org/at/all' }),
    'a search with one match': call('search-links-folders', ofOne),
  }
}

/** Returns a search for one link by all words of its title; the large library has the same link. */
async function searchOfOne({ ask }: Person): Promise<object> {
  const { links } = await ask<{ links: { name: string }[] }>('search-links-folders', { input: probe.rare })
  return { input: assertDefined(links[0]?.name.match(/\p{L}+/gu), 'words').join(' ') }
}

/** Returns searches that match ten times as many links in the large library. */
function growing({ token }: Person): Record<string, Buffer> {
  const search = (input: string) => post('/api/search-links-folders', { input }, token)
  return {
    'a search for a rare word': search(probe.rare),
    'a search for a common word': search(probe.common),
    'a search for one letter': search('b'),
  }
}

async function lists(
  server: Server,
  location: ServerLocation,
  [small, large]: readonly [Person, Person],
  sizes: { small: string; large: string },
): Promise<Row[]> {
  const ofOne = await searchOfOne(small)
  const [ofSmall, ofLarge] = [await sameSize(small, ofOne), await sameSize(large, ofOne)]
  const [foundInSmall, foundInLarge] = [growing(small), growing(large)]
  const raw = await openRawSql(location)
  const touch = raw.prepare('update people set last_category = 7 - last_category')
  const wire = await Wire.open(server.port)
  // A commit precedes each call, so that no response comes from the cache.
  const ask = (request: Buffer) => async () => {
    await touch()
    return wire.time(request)
  }
  const both = async (small: Buffer, large: Buffer) => {
    const taken = await inTurns({ small: ask(small), large: ask(large) }, 30)
    return [median(taken.small), median(taken.large)] as const
  }
  const rows: Row[] = []
  for (const [what, inSmall] of Object.entries(foundInSmall)) {
    const [a, b] = await both(inSmall, assertDefined(foundInLarge[what], what))
    rows.push({
      promise: `${what} among ${sizes.large} links`,
      figure: b,
      unit: 'ms',
      limit: searchMs[raw.kind],
      better: 'less',
      note: `${a.toFixed(2)} ms among ${sizes.small}`,
    })
  }
  for (const [what, inSmall] of Object.entries(ofSmall)) {
    const [a, b] = await both(inSmall, assertDefined(ofLarge[what], what))
    rows.push({
      promise: `${what}, ${sizes.large} links relative to ${sizes.small}`,
      figure: b / a,
      unit: 'times',
      limit: 1.5,
      better: 'less',
      note: `${a.toFixed(2)} and ${b.toFixed(2)} ms`,
    })
  }
  wire.close()
  await raw.close()
  return rows
}

async function exported({ port, pid }: Server, large: Person, links: string): Promise<Row[]> {
  const origin = `http://127.0.0.1:${port}`
  const call = (path: string) =>
    fetch(`${origin}/api/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${large.token}`, 'content-type': 'application/json' },
      body: '{}',
    })
  const zip = async () => {
    const { data } = (await (await call('export-library')).json()) as { data: { url: string } }
    return fetch(origin + data.url)
  }
  return [
    ...(await downloaded({ port, pid }, `an export of ${links} links`, () => call('export-bookmarks'))),
    ...(await downloaded({ port, pid }, `the complete export of ${links} links`, zip)),
  ]
}

/** Downloads a file of the library, and measures the server during it. @param what 'an export of 300,000 links' */
async function downloaded(
  { port, pid }: Pick<Server, 'port' | 'pid'>,
  what: string,
  open: () => Promise<Response>,
): Promise<Row[]> {
  const before = readMemory(pid).now
  let peak = before
  let bytes = 0
  const p99 = await measureHealth(port, async () => {
    for await (const chunk of assertDefined((await open()).body, 'body')) {
      bytes += (chunk as Uint8Array).length
      peak = Math.max(peak, readMemory(pid).now)
    }
  })
  const note = `${(bytes / 1e6).toFixed(0)} MB`
  return [
    {
      promise: `health during ${what}, p99`,
      figure: p99,
      unit: 'ms',
      limit: 250,
      better: 'less',
      note,
    },
    {
      promise: `additional memory during ${what}`,
      figure: peak - before,
      unit: 'MB',
      limit: 120,
      better: 'less',
    },
  ]
}
