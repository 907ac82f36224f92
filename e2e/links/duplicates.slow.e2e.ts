import { createCollection } from '@nestmark/contract/collections'
import { updateEnc } from '@nestmark/contract/encryption/encryption'
import { saveLinks } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { beforeEach, describe, expect, test } from 'vitest'
import { giveKey, sealLink } from '../../apps/server/src/features/encryption/fixture.testing.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection } from '../support/collectionFixture.ts'
import { addDuplicates, saveAfter, turfTitle } from './duplicatesFixture.ts'
import { openWithKey } from '../encryption/encryptionFixture.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  scrollUntilFound,
  useEnvironment,
  viewports,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
})

describe('FIND-02 the page of duplicates', () => {
  test.each(viewports)('FIND-02 layout at %i, dark %s', async (width, dark) => {
    await addDuplicates(env, ada)
    const page = await env.open(ada, '/duplicates', { width, height: width < 820 ? 844 : 900, dark })
    await page.getByText('3 groups, 10 links').waitFor()
    await page.getByRole('heading', { name: turfTitle }).waitFor()
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
    await saveScreenshot(page, `duplicates-${width}-${dark ? 'dark' : 'light'}`)
    if (width >= 820) return
    await page.getByRole('button', { name: 'Same without tracking' }).click()
    await page.getByRole('menuitemradio', { name: 'Same title and site' }).waitFor()
    await saveScreenshot(page, `duplicates-levels-${width}-${dark ? 'dark' : 'light'}`)
    await page.getByRole('menuitemradio', { name: 'Same title and site' }).click()
    // Nothing is ticked by itself: its links may be different pages.
    await page.getByRole('region', { name: 'Group 1 of 3, 5 links, 0 selected' }).waitFor()
  })

  test('FIND-02 levels change by the arrow keys, and ticks that still apply stay', async () => {
    await addDuplicates(env, ada)
    const page = await env.open(ada, '/duplicates')
    const group = page.getByRole('region', { name: /^Group 2 of 3, 3 links/ })
    await group.getByRole('checkbox').nth(1).click()
    await page.getByRole('region', { name: 'Group 2 of 3, 3 links, 1 selected' }).waitFor()
    const levels = page.getByRole('group', { name: 'Which links count as the same' })
    await levels.getByRole('radio', { name: /Same without tracking/ }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.getByText('2 groups, 7 links').waitFor()
    expect(await levels.getByRole('radio', { name: /Same without www/ }).isChecked()).toBe(true)
    await page.keyboard.press('ArrowRight')
    await page.getByRole('region', { name: 'Group 2 of 3, 3 links, 1 selected' }).waitFor()
  })

  test('FIND-02 keys: J and K, arrows, X, A, M with undo, Delete', async () => {
    await addDuplicates(env, ada)
    const page = await env.open(ada, '/duplicates')
    await page.getByRole('region', { name: 'Group 1 of 3, 5 links, 4 selected' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    const turfs = page.getByRole('region', { name: /^Group 2 of 3, 3 links/ })
    await expect.poll(() => turfs.evaluate(each => each === document.activeElement)).toBe(true)
    await turfs.getByText('Merged into the first:').waitFor()
    await turfs.getByText('4 tags').waitFor()
    for (const key of ['ArrowRight', 'ArrowRight', 'x']) await page.keyboard.press(key)
    await page.getByRole('region', { name: 'Group 2 of 3, 3 links, 1 selected' }).waitFor()
    await page.keyboard.press('a')
    await page.getByRole('region', { name: 'Group 2 of 3, 3 links, 2 selected' }).waitFor()
    await page.keyboard.press('m')
    await page.getByText('3 links are now one').waitFor()
    await page.keyboard.press('Control+z')
    await page.getByRole('region', { name: 'Group 2 of 3, 3 links, 2 selected' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Delete')
    await page.getByRole('dialog', { name: /^Move \d links? in 1 group to trash\?/ }).waitFor()
  })

  test('FIND-02 remembers “no duplicates”, with undo; another link can remain', async () => {
    await addDuplicates(env, ada)
    const page = await env.open(ada, '/duplicates')
    const group = page.getByRole('region', { name: /^Group 2 of 3, 3 links/ })
    const actions = group.getByRole('button', { name: `Actions for “${turfTitle}”` })
    await actions.click()
    await page.getByRole('menuitem', { name: 'Keep a different one' }).click()
    await group.getByText('Merged into:').waitFor()
    expect(await group.getByRole('checkbox').nth(1).isChecked()).toBe(false)
    await actions.click()
    await page.getByRole('menuitem', { name: 'Not duplicates' }).click()
    await page.getByText('2 groups, 7 links').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('3 groups, 10 links').waitFor()
  })

  test('FIND-02 a link of another person that the user may only read has no tick', async () => {
    const ida = await env.signIn('Ida', 2)
    const shared = await ida.call(createCollection, { name: 'Shared' })
    await ida.call(setPermissions, { folder_id: shared._id, read: 1, write: 0, read_members: [ada.id] })
    await saveAfter(env, ada, 'https://shared.example/')
    await saveAfter(env, ida, 'https://shared.example/', { parent: shared._id })
    const page = await env.open(ada, '/duplicates')
    await page.getByText('Shared by Ida, you can read').waitFor()
    expect(
      await page.getByRole('checkbox', { name: 'Select https://shared.example/' }).last().isDisabled(),
    ).toBe(true)
  })

  test('FIND-02 nothing found, and no connection', async () => {
    const page = await env.open(ada, '/duplicates')
    await page.getByRole('heading', { name: 'No duplicate links found' }).waitFor()
    await page.getByText('Every link here is one of a kind.').waitFor()
    const other = await env.signIn('willem', 2)
    await addDuplicates(env, other)
    const next = await env.open(other, '/duplicates')
    await next.getByText('3 groups, 10 links').waitFor()
    await next.context().setOffline(true)
    await expect
      .poll(() => next.getByRole('button', { name: 'Merge' }).first().isDisabled(), { timeout: 20_000 })
      .toBe(true)
    await next.context().setOffline(false)
  })
})

test('FIND-02 the browser compares encrypted links, while they are open there', async () => {
  const papers = await addCollection(ada, 'Papers')
  const key = await giveKey(ada, papers)
  for (const link of ['https://secret.example/a', 'https://www.secret.example/a/']) {
    const texts = { name: 'A secret', link, desc: 'Words', category: 3 }
    const id = await saveAfter(env, ada, link, { ...texts, parent: papers, plain: 1 })
    await ada.call(updateEnc, { links: [await sealLink(key, id, texts)] })
  }
  const page = await env.open(ada, '/duplicates')
  await page.getByRole('heading', { name: 'No duplicate links found' }).waitFor()
  await openWithKey(page, '/duplicates', { raw: key.raw, parent: papers })
  const group = page.getByRole('region', { name: 'Group 1 of 1, 2 links, 1 selected' })
  await group.getByRole('heading', { name: 'A secret' }).waitFor()
  await page.getByText('1 group, 2 links').waitFor()
  // A merge would have to encrypt again what it joins.
  expect(await group.getByRole('button', { name: 'Merge' }).isDisabled()).toBe(true)
  await group.getByRole('button', { name: 'Trash 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Trash' }).click()
  await page.getByText('Duplicate links were deleted successfully').waitFor()
  await page.getByRole('heading', { name: 'No duplicate links found' }).waitFor()
})

test('FIND-02 renders few of a thousand groups, and does in the background what applies to all', async () => {
  for (let n = 0; n < 20; n++) {
    const form = (at: number) => ({
      name: `Link ${n * 50 + Math.floor(at / 2)}`,
      link: `https://many.example/${n * 50 + Math.floor(at / 2)}`,
      category: 3,
    })
    await ada.call(saveLinks, { links: Array.from({ length: 100 }, (_, at) => form(at)) })
  }
  const page = await env.open(ada, '/duplicates')
  await page.getByText('1,000 groups, 2,000 links').waitFor()
  expect(await page.locator('[data-group]').count()).toBeLessThan(30)
  const bulk = page.getByRole('region', { name: 'Selected links' })
  await bulk.getByText('1,000 selected in 1,000 groups, one of each stays').waitFor()
  await scrollUntilFound(page, page.getByRole('region', { name: /^Group 1,000 of 1,000/ }), 20_000)
  await bulk.getByRole('button', { name: 'Trash' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 1,000 links in 1,000 groups to trash?' })
  await dialog.getByRole('button', { name: 'Trash' }).click()
  await page.getByText('Duplicate links were deleted successfully').waitFor()
  await page.getByRole('heading', { name: 'No duplicate links found' }).waitFor()
})

test('FIND-01 the free plan sees what the page would do', async () => {
  const free = await env.signIn('free')
  const page = await env.open(free, '/duplicates')
  await page.getByRole('heading', { name: 'Duplicate links is a PRO feature' }).waitFor()
  const upgrade = page.getByRole('main').getByRole('link', { name: 'Upgrade to PRO' })
  expect(await upgrade.getAttribute('href')).toBe('/pricing')
  await saveScreenshot(page, 'duplicates-free')
})
