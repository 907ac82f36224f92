import { setPermissions } from '@nestmark/contract/sharing/share'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { findHeading } from '../support/pageElements.ts'
import { addPictureLink } from '../support/pictureFixture.ts'
import { press } from '../support/menuCheck.ts'
import { saveScreenshot, useEnvironment } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeAll(async () => {
  ada = await env.signIn('ada', 2)
})

test('COL-02 a link becomes the cover, the toast undoes it, and the menu of the collection removes it', async () => {
  const name = 'Houses'
  const id = await addCollection(ada, name)
  for (const [title, colour] of [
    ['Gable', '#8a9d68'],
    ['Roof', '#c99a58'],
  ] as const)
    await addPictureLink(env, ada, { name: title, parent: id, size: [640, 400], colour })
  await ada.call(setPermissions, { folder_id: id, read: 3, write: 0 })
  const visitor = await env.open(null, `/c/${id}`)
  const pictures = visitor.locator('[class*=cover] img')
  await expect.poll(() => pictures.count()).toBe(2)

  const page = await env.open(ada, `/c/${id}`)
  await findHeading(page, name).waitFor()
  const choose = async (menu: string, entry: string) => {
    await press(page, page.getByRole('button', { name: menu }).first())
    await press(page, page.getByRole('menuitem', { name: entry }))
  }
  await choose('Actions for Gable', 'Use as cover')
  await page.getByText('Cover was changed').waitFor()
  await saveScreenshot(page, 'cover-set')
  await visitor.reload()
  await expect.poll(() => pictures.count()).toBe(1)
  await saveScreenshot(visitor, 'cover-public')
  await press(page, page.getByRole('button', { name: 'Undo' }))
  await page.getByText('Cover was restored').waitFor()
  await visitor.reload()
  await expect.poll(() => pictures.count()).toBe(2)

  await choose('Actions for Roof', 'Use as cover')
  await choose(`Actions for ${name}`, 'Remove cover')
  await page.getByText('Cover was removed').waitFor()
  await visitor.reload()
  await expect.poll(() => pictures.count()).toBe(2)
})
