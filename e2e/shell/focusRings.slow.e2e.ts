import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { findCard } from '../support/pageElements.ts'
import { useEnvironment, waitForIdle } from '../support/testEnvironment.ts'

const env = useEnvironment()

/** Returns the names of controls in sight whose focus ring a box around them would cut. */
const readCutRings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isInSight = ({ width, height, top, bottom }: DOMRect) =>
      width > 8 && height > 8 && bottom > 0 && top < innerHeight
    const isCut = (element: Element, grow: number) => {
      const ring = element.getBoundingClientRect()
      for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(box)
        if (overflowX !== 'visible' || overflowY !== 'visible') {
          const edge = box.getBoundingClientRect()
          const gaps = [
            ring.left - edge.left,
            edge.right - ring.right,
            ring.top - edge.top,
            edge.bottom - ring.bottom,
          ]
          // A control that the box cuts itself is scrolled away.
          if (gaps.every(gap => gap > -0.5) && gaps.some(gap => gap < grow - 0.6)) return true
        }
        if (position === 'fixed') return false
      }
      return false
    }
    const cut: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex="0"]')) {
      if (!isInSight(element.getBoundingClientRect())) continue
      element.focus({ focusVisible: true, preventScroll: true } as FocusOptions)
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element)
      if (document.activeElement !== element || outlineStyle === 'none') continue
      if (isCut(element, Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)))
        cut.push(element.ariaLabel ?? element.innerText)
    }
    return cut
  })

test('LINK-11 SAVE-19 SRCH-01 no box cuts the focus ring of a control in it', async () => {
  const ada = await env.signIn('ada', 2)
  const turf = await addCollection(ada, 'Turf')
  await addLink(ada, 'Turf walls', turf, { tags: ['timber'] })
  for (const name of ['Turf roofs', 'Turf gables', 'Turf floors', 'Turf paths'])
    await addLink(ada, name, turf)
  const page = await env.open(ada, `/c/${turf}`)
  await findCard(page, 'Turf walls').waitFor()
  await waitForIdle(page)
  expect(await readCutRings(page)).toEqual([])

  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('menuitem', { name: 'By tag…' }).click()
  await page.getByRole('option', { name: '#timber' }).waitFor()
  expect(await readCutRings(page)).toEqual([])
  await page.keyboard.press('Escape')

  await findCard(page, 'Turf walls').getByRole('link', { name: 'Turf walls' }).focus()
  await page.keyboard.press('m')
  await page.getByRole('searchbox', { name: 'Find a collection' }).fill('t')
  await page.getByRole('option').first().waitFor()
  expect(await readCutRings(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.goto('/search/?q=turf&type=everything')
  await page.getByRole('navigation', { name: 'Narrow down' }).waitFor()
  expect(await readCutRings(page)).toEqual([])
})
