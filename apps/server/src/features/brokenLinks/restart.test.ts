import * as contract from '@nestmark/contract/links/brokenLinks'
import { expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { openDb } from '../../db/openDb.ts'
import { serveNamedSites } from '../../fetching/testing/namedSites.testing.ts'
import { startApp } from '../../test/support/app.ts'
import { linksFilled } from '../../test/support/jobs.ts'
import { signIn } from '../../test/support/people.ts'
import { saveAddress, visitWithoutPauses } from './sites.testing.ts'

test('FIND-04 a check goes on after a restart of the server, and visits nothing again', async () => {
  let isHeld = false
  const visits: string[] = []
  const sites = await serveNamedSites(['missing.test', 'slow.test'], ({ method, headers, url }, response) => {
    if (url !== '/robots.txt') visits.push(`${method} ${headers.host}${url}`)
    if (headers.host !== 'slow.test' || !isHeld) response.writeHead(404).end()
  })
  const first = await startApp(sites.settings)
  visitWithoutPauses(first)
  const ada = await signIn(first, 'ada', 2)
  for (const address of ['http://missing.test/', 'http://slow.test/']) await saveAddress(ada, address)
  await linksFilled(first)
  isHeld = true
  await ada.call(contract.checkLinkStatus, {})
  await expect.poll(() => ada.call(contract.getBrokenLinks, {}), { timeout: 20_000 }).toHaveLength(1)
  const { db, config, now } = first.services
  await first.close()
  isHeld = false
  visits.length = 0
  const again = await createApp(config, openDb(db.location), now)
  again.services.jobs.wake()
  const read = () => again.services.db.read.selectFrom('link_checks').select(['state', 'marks']).execute()
  await expect.poll(read, { timeout: 20_000 }).toEqual([
    { state: 'dead', marks: 'x' },
    { state: 'dead', marks: 'x' },
  ])
  expect(visits).toEqual(['HEAD slow.test/', 'GET slow.test/'])
  await again.close()
  await sites.close()
})
