import { createCollection } from '@nestmark/contract/collections'
import { addFeed, type Feed, listFeeds } from '@nestmark/contract/feeds'
import { listCollectionLinks } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import type { Config } from '../../configuration/config.ts'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { serve, type TestServer } from '../../fetching/testing/web.testing.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { stopIntact } from '../../test/support/jobs.ts'
import { type Person, signIn } from '../../test/support/people.ts'

export let app: TestApp
export let ada: Person
/** A collection of Ada's. */
export let folder: string
/** A site with feeds. */
export let site: TestServer
/** What the site answers to the requests for its feeds, by path; other paths are pages. */
export const answers = new Map<string, SiteAnswer>()
interface SiteAnswer {
  status?: number
  headers?: Record<string, string>
  body?: string
}

export const hour = 3_600_000

/** Starts a server and a site per file, and gives each test another Ada with a collection. */
export function setUpFixture(changes: Partial<Config> = {}, plan = 2): void {
  beforeAll(async () => {
    site = await serve((request, response) => {
      const {
        status = 200,
        headers = {},
        body = '',
      } = answers.get(request.url!) ?? { body: '<title>A page</title>' }
      response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body)
    })
    app = await startApp({ fetchAllowPrivate: [site.hostPort], ...changes })
  })
  beforeEach(async () => {
    // Those of other tests have the same addresses.
    await app.services.db.write(tx => tx.deleteFrom('feeds').execute())
    answers.clear()
    site.requests.length = 0
    ada = await signIn(app, 'ada', plan)
    folder = (await ada.call(createCollection, { name: 'Reading' }))._id
  })
  afterAll(async () => {
    await stopIntact(app)
    await site.close()
  })
}

/** Waits until every feed that is due is read. What else is known about the links does not matter here. */
export async function feedsRead(): Promise<void> {
  for (;;) {
    const due = await app.services.db.read
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'readFeed')
      .where('finished_at', 'is', null)
      .where('run_after', '<=', app.clock.now)
      .executeTakeFirst()
    if (!due) return
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

/** Answers the path with an RSS feed of these entries, the newest last. */
export function publish(path: string, numbers: readonly number[], more: SiteAnswer = {}): void {
  const entries = numbers.map(
    n => `<item><title>Entry ${n}</title><link>${site.origin}/entry/${n}</link><guid isPermaLink="false">id ${n}</guid>
      <pubDate>${new Date(Date.UTC(2026, 0, 1) + n * 1000).toUTCString()}</pubDate></item>`,
  )
  const body = `<rss version="2.0"><channel><title>News</title>${entries.join('')}</channel></rss>`
  answers.set(path, { ...more, body })
}

/** Returns the numbers from `from` to `to`. */
export const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

/** Adds a feed of the site and waits until it is read. */
export async function add(path: string, more: Partial<Input<typeof addFeed>> = {}, who = ada): Promise<Feed> {
  const { _id } = await who.call(addFeed, { folder_id: folder, address: site.origin + path, ...more })
  await feedsRead()
  return find(_id, who)
}

/** Returns a feed that the person added. */
export async function find(id: string, who = ada): Promise<Feed> {
  return (await who.call(listFeeds, {})).find(feed => feed._id === id)!
}

/** Lets time pass until a feed is due, and waits until it is read. */
export async function readNext({ _id }: Pick<Feed, '_id'>, who = ada): Promise<Feed> {
  app.clock.now = Math.max(app.clock.now, (await find(_id, who)).next!)
  app.services.jobs.wake()
  await feedsRead()
  return find(_id, who)
}

/** Returns the names of the links of the collection, the newest first. */
export const names = async (who = ada) =>
  (await who.call(listCollectionLinks, { folder_id: folder })).links.map(link => link.name)

/** Returns the requests of the site for a path. */
export const requestsOf = (path: string) => site.requests.filter(request => request.url === path)
