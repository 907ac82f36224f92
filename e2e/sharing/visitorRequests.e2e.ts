import { setPermissions } from '@nestmark/contract/sharing/share'
import { expect, test } from 'vitest'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { findCard, findHeading } from '../support/pageElements.ts'
import { useEnvironment, waitForIdle } from '../support/testEnvironment.ts'

const env = useEnvironment()

test('a visitor of a public collection causes no refused request', async () => {
  const ada = await env.signIn('ada')
  const collection = await addCollection(ada, 'Open to all')
  await addLink(ada, 'Gables', collection)
  await ada.call(setPermissions, { folder_id: collection, read: 3, write: 0 })
  const page = await env.open(null, `/c/${collection}`, { fresh: true })
  const refused: string[] = []
  const requested: string[] = []
  page.on('response', response => {
    const { pathname } = new URL(response.url())
    requested.push(pathname)
    if (response.status() >= 400) refused.push(`${response.status()} ${pathname}`)
  })
  await page.reload()
  await findHeading(page, 'Open to all').waitFor()
  await findCard(page, 'Gables').waitFor()
  // The frame that looks for a session of this browser has answered.
  await expect.poll(() => requested).toContain('/api/auth/get-session')
  await waitForIdle(page)
  expect(refused).toEqual([])
})
