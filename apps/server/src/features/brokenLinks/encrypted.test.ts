import * as contract from '@nestmark/contract/links/brokenLinks'
import { expect, test } from 'vitest'
import {
  ada,
  app,
  encrypt,
  folder,
  key,
  save,
  sealLink,
  setUpFixture,
} from '../encryption/fixture.testing.ts'
import { waitForEnd } from '../../test/support/jobs.ts'
import { visitWithoutPauses } from './sites.testing.ts'

setUpFixture()

test('FIND-04 E02 does not check encrypted links, and keeps no result of a link that becomes encrypted', async () => {
  visitWithoutPauses(app)
  const texts = { name: 'Secret', link: 'http://nobody.test/' }
  const id = await save(texts, folder, { category: 3 })
  const { job } = await ada.call(contract.checkLinkStatus, {})
  await waitForEnd(ada, job)
  expect(await ada.call(contract.getBrokenLinks, {})).toMatchObject([{ _id: id }])
  await encrypt([await sealLink(key, id, texts)])
  expect(
    await app.services.db.read.selectFrom('link_checks').selectAll().where('link_id', '=', id).execute(),
  ).toEqual([])
  expect(await ada.call(contract.getBrokenLinks, {})).toEqual([])
  app.clock.now += 86_400_000
  await waitForEnd(ada, (await ada.call(contract.checkLinkStatus, {})).job)
  expect(await ada.call(contract.getLinkCheck, {})).toMatchObject({ state: 'done', total: 0, encrypted: 1 })
  expect(
    await app.services.db.read.selectFrom('link_checks').selectAll().where('link_id', '=', id).execute(),
  ).toEqual([])
})
