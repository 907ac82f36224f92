import * as contract from '@nestmark/contract/links/brokenLinks'
import * as links from '@nestmark/contract/links/links'
import { visitWithoutPauses } from '../../features/brokenLinks/sites.testing.ts'
import type { TestApp } from '../support/app.ts'
import { waitForEnd } from '../support/jobs.ts'
import type { Person } from '../support/people.ts'
import type { Recorder } from './record.testing.ts'

/**
 * Checks the links of a person who has no others.
 * @param site origin of a page that has moved
 */
export async function tourOfBrokenLinks(
  app: TestApp,
  call: <T = never>(op: Parameters<Recorder['call']>[0], input?: Record<string, unknown>) => Promise<T>,
  { person, site }: { person: Person; site: string },
): Promise<void> {
  visitWithoutPauses(app)
  const link = { name: 'Rye bread', link: `${site}/moved`, desc: 'Rye needs no kneading', category: 3 }
  const { _id } = await call<{ _id: string }>(links.saveLink, link)
  await call(contract.setCheckSchedule, { schedule: 'never' })
  const { job } = await call<{ job: string }>(contract.checkLinkStatus)
  await waitForEnd(person, job)
  await call(contract.getLinkCheck)
  await call(contract.getBrokenLinks)
  await call(contract.ignoreBrokenLinks, { links: [_id], ignored: 1 })
  await call(contract.checkLink, { link_id: _id })
  await call(contract.updateAddresses, { links: [_id] })
}
