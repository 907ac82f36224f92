import type http from 'node:http'
import { checkLinkStatus, getBrokenLinks } from '@nestmark/contract/links/brokenLinks'
import { saveLink } from '@nestmark/contract/links/links'
import { createLinkVisitor } from '../../fetching/linkVisitor.ts'
import { type NamedSites, serveNamedSites } from '../../fetching/testing/namedSites.testing.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { stopIntact, waitForEnd } from '../../test/support/jobs.ts'
import type { Person } from '../../test/support/people.ts'

/** What a site answers, by its name. */
export type Site = (request: http.IncomingMessage, response: http.ServerResponse) => void

/** Returns a site that answers every request with a status. */
export const answers =
  (status: number): Site =>
  (_request, response) =>
    response.writeHead(status).end()

/** Sites that exist, are missing, and have moved to another one. */
export const usualSites: Readonly<Record<string, Site>> = {
  'good.test': answers(200),
  'missing.test': answers(404),
  'moved.test': ({ url }, response) => response.writeHead(301, { location: `http://new.test${url}` }).end(),
  'new.test': answers(200),
}

/** An app, and sites that it visits without the usual pauses. */
export interface CheckedSites {
  app: TestApp
  /** The requests to pages, as `HEAD name/path`. */
  visits: string[]
  close(): Promise<void>
}

/** Starts an app and sites on names of their own. */
export async function startSites(sites: Readonly<Record<string, Site>>): Promise<CheckedSites> {
  const visits: string[] = []
  const named: NamedSites = await serveNamedSites(Object.keys(sites), (request, response) => {
    const host = request.headers.host ?? ''
    if (request.url === '/robots.txt' && !host.startsWith('robots')) return void response.writeHead(404).end()
    // Links are filled from their pages too, by other requests.
    if (request.headers.accept?.endsWith('*/*;q=0.8') && !request.headers.accept.includes('application/xml'))
      visits.push(`${request.method} ${host}${request.url}`)
    sites[host]?.(request, response)
  })
  const app = await startApp(named.settings)
  visitWithoutPauses(app)
  return {
    app,
    visits,
    async close() {
      await stopIntact(app)
      await named.close()
    },
  }
}

/** Replaces the visitor of an app by one that waits neither for a host nor before a second visit. */
export function visitWithoutPauses({ services }: Pick<TestApp, 'services'>): void {
  services.linkVisitor.close()
  services.linkVisitor = createLinkVisitor({
    allowPrivate: services.config.fetchAllowPrivate,
    dns: services.config.fetchDns,
    pauseMs: 1,
    retryMs: 1,
    failureMs: 1,
  })
}

/** Saves a link; returns its id. */
export async function saveAddress(person: Person, link: string, more: object = {}): Promise<string> {
  return (await person.call(saveLink, { link, name: link, desc: '', category: 3, ...more }))._id
}

/** Checks all links of a person. @throws when the check does not end well */
export async function checkAll(person: Person): Promise<void> {
  const { job } = await person.call(checkLinkStatus, {})
  const { state } = await waitForEnd(person, job)
  if (state !== 'done') throw new Error(`The check ended as ${state}.`)
}

/** Lists the broken links of a person, as address, state, status and whether it is selected. */
export async function listShort(person: Person) {
  const links = await person.call(getBrokenLinks, {})
  return links.map(({ link, state, status, selected }) => [link, state, status, selected])
}
