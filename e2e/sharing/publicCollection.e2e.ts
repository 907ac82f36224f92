import { getTree, updateCollection } from '@nestmark/contract/collections'
import { setPermissions } from '@nestmark/contract/sharing/share'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink, shareCollection } from '../support/collectionFixture.ts'
import { checkMenu, press } from '../support/menuCheck.ts'
import { findCard, findHeading } from '../support/pageElements.ts'
import { createTone, readVideo, saveMedia } from '../support/mediaFixture.ts'
import { addPictureLink } from '../support/pictureFixture.ts'
import { createUserData, register } from '../support/signInSite.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  saveScreenshot,
  useEnvironment,
  viewports,
  waitForIdle,
} from '../support/testEnvironment.ts'

const env = useEnvironment()
let ida: Person
let turf: string
let empty: string
beforeAll(async () => {
  ida = await env.signIn('Ida Moen', 2)
  turf = await addCollection(ida, 'Turf & timber')
  await ida.call(updateCollection, {
    folder_id: turf,
    desc: 'Houses made of what was underfoot: sod walls, driftwood frames, birch-bark roofs.',
  })
  const roof = await addCollection(ida, 'Roof details', turf)
  await addCollection(ida, 'Baðstofa interiors', turf)
  for (const [name, colour] of [
    ['Gable fronts', '#8a9d68'],
    ['Driving rain on a sod roof', '#6d7f80'],
    ['Scarf joints', '#c99a58'],
  ] as const)
    await addPictureLink(env, ida, { name, parent: turf, size: [640, 400], colour })
  for (let n = 0; n < 12; n++) await addLink(ida, `Farm ${n}`, turf)
  await addLink(ida, 'A ridge far below', roof, { category: 5 })
  await ida.call(setPermissions, { folder_id: turf, read: 3, write: 0 })
  empty = await addCollection(ida, 'Not yet')
  await ida.call(setPermissions, { folder_id: empty, read: 3, write: 0 })
})

const findCorner = (dialog: Locator) => dialog.getByRole('button', { name: 'Close', exact: true }).last()
const bar = (page: Page) => page.getByRole('region', { name: 'Build your own nest of links' })
const readNames = async (person: Person) =>
  (await person.call(getTree, {})).children.map(each => each.folder_name)

test('LINK-07 the buttons of an overlay do not cover who saved the link, 390 px', async () => {
  const page = await env.open(null, `/c/${turf}`, { width: 390, height: 844 })
  await findCard(page, 'Farm 11').getByRole('link').first().click()
  const dialog = page.getByRole('dialog')
  const savedBy = dialog.getByText('Saved by Ida Moen')
  await savedBy.waitFor()
  const [text, close] = [await savedBy.boundingBox(), await findCorner(dialog).boundingBox()]
  expect(text!.y).toBeGreaterThanOrEqual(close!.y + close!.height)
})

describe.each(viewports)('COL-01 a public collection at %i px, dark %s', (width, dark) => {
  test('shows its author and size, and is accessible', async () => {
    const page = await env.open(null, `/c/${turf}`, { width, dark, fresh: true })
    await findHeading(page, 'Turf & timber').waitFor()
    await page.getByText('Collected by Ida Moen').waitFor()
    const facts = page.getByRole('list', { name: 'About this collection' })
    expect((await facts.getByRole('listitem').allTextContents()).slice(0, 2)).toEqual([
      '16 links',
      '2 collections',
    ])
    await findCard(page, 'Farm 11').waitFor()
    await waitForIdle(page)
    await saveScreenshot(page, `public-collection-${width}-${dark ? 'dark' : 'light'}`)
    await saveScreenshot(page, `public-collection-${width}-${dark ? 'dark' : 'light'}-full`, true)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  })

  test('the user can scroll the end of the page above the bar for visitors', async () => {
    const page = await env.open(null, `/c/${turf}`, { width, dark, fresh: true, height: 700 })
    await findCard(page, 'Farm 11').waitFor()
    await page.evaluate(() => window.scrollTo(0, 500))
    await bar(page).waitFor()
    await expect
      .poll(() =>
        page.evaluate(() => {
          window.scrollTo(0, document.documentElement.scrollHeight)
          const card = [...document.querySelectorAll('main article')].at(-1)
          const bar = document.querySelector('section[aria-label="Build your own nest of links"]')
          if (!card?.textContent.includes('Gable fronts') || !bar) return false
          return card.getBoundingClientRect().bottom + 16 <= bar.getBoundingClientRect().top
        }),
      )
      .toBe(true)
  })
})

describe('COL-01 a public collection', () => {
  test('filters by kind and searches in place, with all descendants', async () => {
    const page = await env.open(null, `/c/${turf}`)
    const kinds = page.getByRole('group', { name: 'Kind of link' })
    await kinds.getByRole('button', { name: /^Image/ }).click()
    await expect.poll(() => findCard(page, 'Farm 3').count()).toBe(0)
    await findCard(page, 'Scarf joints').waitFor()
    await kinds.getByRole('button', { name: /^Image/ }).click()
    await findCard(page, 'Farm 11').waitFor()
    await page.keyboard.press('/')
    const field = page.getByRole('searchbox', { name: 'Search this collection' })
    expect(await field.evaluate(each => each === document.activeElement)).toBe(true)
    await field.fill('ridge')
    await kinds.getByRole('button', { name: 'Audio', pressed: false }).click()
    await kinds.getByRole('button', { name: 'Audio', pressed: true }).click()
    expect(new URL(page.url()).searchParams.get('q')).toBe('ridge')
    await page.reload()
    await findCard(page, 'A ridge far below').waitFor()
    await field.fill('nothing like this')
    await page.getByRole('button', { name: /clear/i }).first().click()
    await findCard(page, 'Farm 11').waitFor()
  })

  test('offers to sign up after some scrolling, until the visitor closes the offer', async () => {
    const page = await env.open(null, `/c/${turf}`, { width: 390, dark: true, fresh: true, height: 700 })
    await page.getByRole('heading', { name: /^Links/ }).waitFor()
    expect(await bar(page).count()).toBe(0)
    // The page becomes long enough when its links are loaded.
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 500)
        return bar(page).count()
      })
      .toBe(1)
    await saveScreenshot(page, 'public-collection-bar')
    // It is raised above the dark page.
    const colour = bar(page)
      .locator('> div')
      .evaluate(each => getComputedStyle(each).backgroundColor)
    expect(await colour).toBe('rgb(36, 42, 43)')
    await expectAccessible(page)
    await bar(page).getByRole('button', { name: 'Not now' }).click()
    await page.reload()
    await page.getByRole('heading', { name: /^Links/ }).waitFor()
    await waitForIdle(page)
    await page.mouse.wheel(0, 800)
    await waitForIdle(page)
    expect(await bar(page).count()).toBe(0)
  })

  test('offers a feed, and copies its address', async () => {
    const context = { permissions: ['clipboard-read', 'clipboard-write'] }
    const page = await env.open(null, `/c/${turf}`, { context })
    await page.getByRole('button', { name: 'Follow by feed' }).click()
    const menu = page.getByRole('menu')
    await menu.getByRole('menuitem').first().waitFor()
    expect(await menu.getByRole('menuitem').allTextContents()).toEqual([
      'Copy feed address',
      'Copy feed address, with sub-collections',
      'Open as Atom',
      'Open as JSON',
    ])
    await saveScreenshot(page, 'public-collection-feed')
    await menu.getByRole('menuitem', { name: 'Copy feed address', exact: true }).click()
    await page.getByText('Feed address was copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${env.app.origin}/c/${turf}/feed.xml`,
    )
    expect(await page.getByRole('link', { name: 'bookmarks file' }).getAttribute('href')).toBe(
      `/c/${turf}/bookmarks.html`,
    )
  })

  test('a visitor copies it into their library, and can undo the copy', async () => {
    const willem = await env.signIn('willem', 2)
    const page = await env.open(willem, `/c/${turf}`)
    await page.getByRole('button', { name: 'Save a copy to my library' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save a copy of “Turf & timber”' })
    await dialog.getByRole('button', { name: 'Save to' }).waitFor()
    await saveScreenshot(page, 'public-collection-copy')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save to' }).click()
    const toast = page.getByText('Copied 16 links')
    await toast.waitFor()
    expect(await readNames(willem)).toContain('Turf & timber')
    expect(await bar(page).count()).toBe(0)
    await saveScreenshot(page, 'public-collection-member')
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => readNames(willem)).not.toContain('Turf & timber')
    await page.getByRole('button', { name: 'Save a copy to my library' }).click()
    await dialog.getByRole('button', { name: 'Save to' }).click()
    await page.getByRole('status').getByRole('button', { name: 'Open' }).click()
    await page.waitForURL(url => url.pathname.startsWith('/c/') && url.pathname !== `/c/${turf}`)
    await findHeading(page, 'Turf & timber').waitFor()
    await page.getByRole('button', { name: 'Share', exact: true }).first().waitFor()
  })

  test('shows a message when it is empty', async () => {
    const page = await env.open(null, `/c/${empty}`, { width: 390, dark: true })
    await page.getByText('Nothing here yet').waitFor()
    await saveScreenshot(page, 'public-collection-empty')
    await expectAccessible(page)
  })
})

test('COL-01 a visitor signs up to save a copy, and the copy starts automatically, once', async () => {
  const page = await env.open(null, `/c/${turf}`, { fresh: true })
  await page.getByRole('button', { name: 'Save a copy to my library' }).click()
  await page.waitForURL(/\/accounts\/register/)
  await page.getByText('Create an account to save your copy of the collection.').waitFor()
  await register(page, createUserData())
  await page.waitForURL(`**/c/${turf}`)
  await page.getByText('Copied 16 links').waitFor()
  const tree = page.getByRole('tree').getByText('Turf & timber')
  await expect.poll(() => tree.count()).toBe(1)
  await page.reload()
  await findCard(page, 'Gable fronts').waitFor()
  await waitForIdle(page)
  expect(await tree.count()).toBe(1)
})

test('SHR-06 visitors select nothing, and readers only what they can mark', async () => {
  const menuOf = async (page: Page) => {
    await press(page, page.getByRole('button', { name: 'Actions for Farm' }))
    return (await checkMenu(page)).entries.map(entry => entry.label)
  }
  const pile = await addCollection(ida, 'Pile')
  await addLink(ida, 'Farm', pile)
  await ida.call(setPermissions, { folder_id: pile, read: 3, write: 0 })
  const visitor = await env.open(null, `/c/${pile}`)
  expect(await menuOf(visitor)).not.toContain('Select')
  const willem = await env.signIn('willem', 2)
  await shareCollection(ida, pile, 'read', willem)
  const page = await env.open(willem, `/c/${pile}`)
  await menuOf(page)
  await press(page, page.getByRole('menuitem', { name: 'Select' }))
  const bar = page.getByRole('toolbar', { name: /^Selected/ })
  await bar.waitFor()
  for (const name of ['Move', 'Tag', 'Trash'])
    expect(await bar.getByText(name, { exact: true }).count()).toBe(0)
  await saveScreenshot(page, 'reader-selection')
})

test('LINK-07 a public link invites only visitors to sign up', async () => {
  const link = await addLink(ida, 'Open to all', turf)
  const page = await env.open(null, `/l/${link}`)
  const card = page.getByRole('region', { name: 'Build your own nest of links' })
  await card.getByRole('button', { name: 'Try for FREE' }).waitFor()
  const logo = page.getByRole('banner').getByRole('link', { name: 'Nestmark' })
  expect(await logo.getAttribute('href')).toBe('/')
  await saveScreenshot(page, 'public-link-1440')
  await expectAccessible(page)
  // On the phone, the invitation follows the actions and the facts.
  await page.setViewportSize({ width: 390, height: 844 })
  const top = async (target: Locator) => (await target.boundingBox())!.y
  await expect
    .poll(async () => (await top(card)) - (await top(page.getByRole('link', { name: 'Open original' }))))
    .toBeGreaterThan(200)
  const own = await env.open(ida, `/l/${link}`)
  await findHeading(own, 'Open to all').waitFor()
  expect(await own.getByText('Build your own nest of links').count()).toBe(0)
})

test('NAV-08 EMB-06 no bar and no notice covers the players of a visitor, 390 px', async () => {
  const parent = await addCollection(ida, 'Sod farm')
  await saveMedia(env.app, ida, createTone(20), { name: 'Rain', type: 'audio/wav', parent })
  const video = { name: 'Cutting turf', type: 'video/webm', parent }
  const film = await saveMedia(env.app, ida, readVideo('tall'), video, { width: 180, height: 320 })
  for (let n = 0; n < 6; n++) await addLink(ida, `Tool ${n}`, parent)
  await ida.call(setPermissions, { folder_id: parent, read: 3, write: 0 })
  const page = await env.open(null, `/c/${parent}`, { width: 390, height: 844, fresh: true })
  await page.getByRole('button', { name: 'Play “Rain”' }).click()
  const sound = page.getByRole('region', { name: 'Sound player' })
  await sound.waitFor()
  await page.evaluate(() => window.scrollTo(0, 500))
  await bar(page).waitFor()
  const [invitation, small] = await Promise.all([bar(page), sound].map(each => each.boundingBox()))
  expect(invitation!.y + invitation!.height).toBeLessThanOrEqual(small!.y)
  await page.goto(`/l/${film._id}`)
  await page.getByRole('button', { name: 'Play “Cutting turf”' }).click()
  const player = page.getByRole('group', { name: 'Video “Cutting turf”' })
  await player.getByRole('slider').waitFor()
  const notice = page.getByRole('region', { name: 'Cookies' })
  const [shape, cookies] = await Promise.all([player, notice].map(each => each.boundingBox()))
  expect(cookies!.y + cookies!.height).toBeLessThanOrEqual(shape!.y)
})
