import { checkLinkStatus } from '@nestmark/contract/links/brokenLinks'
import { saveLink } from '@nestmark/contract/links/links'
import type { Locator, Page } from 'playwright-core'
import { visitWithoutPauses } from '../../apps/server/src/features/brokenLinks/sites.testing.ts'
import {
  type NamedSites,
  serveNamedSites,
} from '../../apps/server/src/fetching/testing/namedSites.testing.ts'
import { linksFilled, waitForEnd } from '../../apps/server/src/test/support/jobs.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { startEnvironment, type TestEnvironment } from '../support/testEnvironment.ts'

const dayMs = 86_400_000

/** Sites that answer as a test wants, and the environment that visits them. */
export interface BrokenSites {
  env: TestEnvironment
  /** What a host answers to its pages: a status, the address to which they have moved, or nothing at all for 0. */
  answers: Record<string, number | string>
  close(): Promise<void>
}

/** Starts sites by their hosts, and a server that visits them without pauses. */
export async function startBrokenSites(answers: Record<string, number | string>): Promise<BrokenSites> {
  const sites: NamedSites = await serveNamedSites(Object.keys(answers), ({ headers, url }, response) => {
    const answer = answers[headers.host ?? ''] ?? 404
    if (url === '/robots.txt') response.writeHead(404).end()
    else if (answer === 0) return
    else if (typeof answer === 'string') response.writeHead(301, { location: answer }).end()
    else response.writeHead(answer, { 'content-type': 'text/html' }).end()
  })
  const env = await startEnvironment(sites.settings)
  visitWithoutPauses(env.app)
  return {
    env,
    answers,
    async close() {
      await env.close()
      await sites.close()
    },
  }
}

/** Saves links, each with its title and address, into a collection. */
export async function saveAll(
  owner: Person,
  links: readonly (readonly [title: string, address: string])[],
  parent?: string,
): Promise<string[]> {
  const ids: string[] = []
  for (const [name, link] of links)
    ids.push(
      (await owner.call(saveLink, { name, link, desc: '', category: 3, ...(parent && { parent }) }))._id,
    )
  return ids
}

/** Checks all links of a person, on the next day after the last check. */
export async function checkAll({ app }: TestEnvironment, owner: Person): Promise<void> {
  await linksFilled(app)
  app.clock.now += dayMs
  await waitForEnd(owner, (await owner.call(checkLinkStatus, {})).job)
}

/** Returns the row of a broken link. */
export const findRow = (page: Page, title: string): Locator =>
  page.getByRole('main').getByRole('article').filter({ hasText: title })

/** Returns a section of the page. */
export const findSection = (page: Page, name: string): Locator =>
  page.getByRole('region', { name, exact: true })

/** Selects an entry of the menu of a broken link. */
export async function selectAction(page: Page, title: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for “${title}”` }).click()
  await page
    .getByRole('menu')
    .locator('[role^=menuitem]')
    .filter({ has: page.getByText(action, { exact: true }) })
    .click()
}
