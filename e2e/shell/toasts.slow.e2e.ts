import { saveLink } from '@nestmark/contract/links/links'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { selectCardAction } from '../support/pageElements.ts'
import { saveScreenshot, useEnvironment, waitForIdle } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada')
})

const waitForDashboard = (page: Page) => page.getByText('Recent links').waitFor()

describe('NAV-14 toasts', () => {
  /** Opens the dashboard with a clock that the test advances. */
  async function openWithClock(): Promise<Page> {
    const page = await env.open(ada, '/dashboard')
    await page.clock.install()
    await page.reload()
    await waitForDashboard(page)
    return page
  }

  test('NAV-14 a toast shows at the top right for 3 s, and longer while the pointer is on it', async () => {
    const page = await openWithClock()
    const toast = page.getByRole('status').filter({ hasText: 'Collection was added successfully' })
    const fill = async (name: string) => {
      await page.keyboard.press('Control+Shift+L')
      await page.getByRole('dialog').getByLabel(/name/i).first().fill(name)
    }
    await fill('Soundscapes')
    await page.keyboard.press('Enter')
    await toast.waitFor()
    await page.clock.pauseAt(Date.now() + 60_000)
    await toast.waitFor({ state: 'detached' })

    await page.clock.resume()
    await fill('Kitchen')
    // A pending call would exceed its time limit when the clock jumps.
    await waitForIdle(page)
    // The page's clock is paused, so that the toast does not expire on a slow machine.
    await page.clock.pauseAt(Date.now() + 120_000)
    await page.keyboard.press('Enter')
    const countAfterTick = async () => {
      await page.clock.runFor(10)
      return toast.count()
    }
    await expect.poll(countAfterTick).toBe(1)
    const box = (await toast.boundingBox())!
    expect(box.y).toBeLessThan(120)
    expect(box.x).toBeGreaterThan(1440 / 2)
    await toast.hover()
    await page.clock.fastForward(20_000)
    expect(await toast.count()).toBe(1)
    await page.mouse.move(300, 600)
    await page.clock.runFor(1_000)
    expect(await toast.count()).toBe(1)
    await page.clock.runFor(2_500)
    await toast.waitFor({ state: 'detached' })
  })

  test.each([820, 1199, 1200, 1339, 1440])(
    'NAV-14 a toast covers no control, names what it undoes, and closes when Ctrl+Z has undone it, %i px',
    async width => {
      for (const name of ['Turf roofs', 'Sod walls'])
        await ada.call(saveLink, { name, link: `https://example.org/${name.length}`, category: 3 })
      const page = await env.open(ada, '/dashboard', { width })
      await selectCardAction(page, 'Turf roofs', 'Trash')
      await page.getByRole('dialog').getByRole('button', { name: 'Trash' }).click()
      const toast = page.getByRole('status').filter({ hasText: 'Link was deleted successfully' })
      await toast.getByText('Turf roofs').waitFor()
      const findCovered = () =>
        page.evaluate(() => {
          const box = document.querySelector('[aria-label=Messages]')!.getBoundingClientRect()
          return [...document.querySelectorAll('button, a, input')]
            .filter(each => !each.closest('[aria-label=Messages]') && each.checkVisibility())
            .filter(each => {
              const { left, right, top, bottom } = each.getBoundingClientRect()
              return left < box.right && right > box.left && top < box.bottom && bottom > box.top
            })
            .map(each => each.getAttribute('aria-label') ?? each.textContent)
        })
      expect(await findCovered()).toEqual([])
      await saveScreenshot(page, `toast-${width}`)
      await page.getByRole('article').getByRole('link', { name: 'Sod walls' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).waitFor()
      expect(await findCovered()).toEqual([])
      await saveScreenshot(page, `toast-overlay-${width}`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.keyboard.press('Control+z')
      await page.getByText('Undone: “Turf roofs” restored').waitFor()
      expect(await toast.count()).toBe(0)
    },
  )

  test.each([1440, 390])(
    'NAV-14 LINK-12 several toasts take the space of one, and spread out for the pointer and the keyboard, %i px',
    async width => {
      const names = ['Turf roofs', 'Sod walls', 'Birch bark']
      for (const name of names)
        await ada.call(saveLink, { name, link: `https://example.org/${name.length}`, category: 3 })
      const page = await env.open(ada, '/dashboard', { width, height: 844 })
      // The toasts do not expire on a slow machine.
      await page.addInitScript(() => {
        const { setTimeout: original } = window
        Object.assign(window, {
          setTimeout: (run: () => void, ms?: number) => original(run, ms === 8000 ? 600_000 : ms),
        })
      })
      await page.reload()
      for (const name of names) {
        await selectCardAction(page, name, 'Trash')
        await page.getByRole('dialog').getByRole('button', { name: 'Trash' }).click()
        await page.getByRole('status').filter({ hasText: name }).waitFor()
      }
      const toasts = page.getByRole('region', { name: 'Messages' }).getByRole('status')
      const box = async (name: string) => (await toasts.filter({ hasText: name }).boundingBox())!
      await waitForIdle(page)
      const newest = await box('Birch bark')
      const oldest = await box('Turf roofs')
      expect(Math.abs(oldest.y + oldest.height / 2 - newest.y - newest.height / 2)).toBeLessThan(20)
      expect(oldest.width).toBeLessThan(newest.width)
      await saveScreenshot(page, `toast-stack-${width}`)
      await toasts.filter({ hasText: 'Birch bark' }).hover()
      await expect
        .poll(async () => Math.abs((await box('Turf roofs')).y - newest.y))
        .toBeGreaterThan(newest.height * 2)
      // The newest one remains under the pointer.
      expect((await box('Birch bark')).y).toBeCloseTo(newest.y, 0)
      await saveScreenshot(page, `toast-stack-open-${width}`)
      const undo = (name: string) => toasts.filter({ hasText: name }).getByRole('button', { name: 'Undo' })
      await undo('Turf roofs').click()
      await page.getByRole('article').getByRole('link', { name: 'Turf roofs' }).first().waitFor()
      await page.mouse.move(width / 2, 500)
      await undo('Sod walls').focus()
      await page.keyboard.press('Enter')
      await page.getByRole('article').getByRole('link', { name: 'Sod walls' }).first().waitFor()
    },
  )

  test('NAV-14 a short confirmation shows for 2 s', async () => {
    await ada.call(saveLink, { name: 'Copy me', link: 'https://example.org/copy', category: 3 })
    const page = await openWithClock()
    await selectCardAction(page, 'Copy me', 'Copy address')
    const toast = page.getByRole('status').filter({ hasText: 'Address was copied' })
    await toast.waitFor()
    await page.clock.runFor(1_200)
    expect(await toast.count()).toBe(1)
    await page.clock.runFor(1_000)
    await toast.waitFor({ state: 'detached' })
  })

  test('NAV-14 on a phone a toast covers neither the heading nor the bar at the bottom', async () => {
    await ada.call(saveLink, { name: 'Copy me', link: 'https://example.org/copy', category: 3 })
    const page = await env.open(ada, '/dashboard', { width: 390, height: 844 })
    await waitForDashboard(page)
    await selectCardAction(page, 'Copy me', 'Copy address')
    const toast = page.getByRole('status').filter({ hasText: 'Address was copied' })
    await toast.waitFor()
    await saveScreenshot(page, 'toast-390')
    const edges = async (target: Locator) => {
      const { y, height } = (await target.boundingBox())!
      return { top: y, bottom: y + height }
    }
    const box = await edges(toast)
    expect(box.top).toBeGreaterThan((await edges(page.getByRole('heading', { level: 1 }).first())).bottom)
    expect(box.bottom).toBeLessThan((await edges(page.getByRole('navigation', { name: 'Main' }))).top)
  })
})
