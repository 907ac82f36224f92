import { settingsTexts } from '@nestmark/texts/accounts/settings'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from '../support/collectionFixture.ts'
import { findCard } from '../support/pageElements.ts'
import { useEnvironment, waitForIdle, waitForRender } from '../support/testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
})

/** Returns the words of a card that its bar or its checkbox covers, while the pointer is on it. */
async function readCoveredWords(page: Page, name: string): Promise<string[]> {
  const card = findCard(page, name)
  await card.hover()
  await waitForRender(page)
  return card.evaluate(element => {
    const covers = [...element.querySelectorAll(':scope > input, :scope > [data-actions]')].map(each =>
      each.getBoundingClientRect(),
    )
    const thumb = element.querySelector('[data-thumb]')!
    const clip = (thumb.querySelector('p') ?? thumb).getBoundingClientRect()
    const found: string[] = []
    const walker = document.createTreeWalker(thumb, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const { index, 0: word } of (node.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const text = range.getBoundingClientRect()
        const cell = node.parentElement!.getBoundingClientRect()
        const right = Math.min(text.right, cell.right)
        if (text.bottom > clip.bottom + 1 || text.left >= right) continue
        // The letters are in the middle of their line.
        const [top, bottom] = [text.top + 4, text.bottom - 4]
        if (
          covers.some(
            box => box.left < right && box.right > text.left && box.top < bottom && box.bottom > top,
          )
        )
          found.push(word)
      }
    return found
  })
}

test('LINK-14 bars cover no word of a note', async () => {
  const collection = await addCollection(ada, 'Turf')
  const words = 'All happy families are alike; each unhappy family is unhappy in its own way. '.repeat(3)
  await addLink(ada, 'Words', collection, { link: '', category: 4, desc: words })
  await addLink(ada, 'Quoted', collection, { link: '', category: 4, kind: 2, desc: words })
  const items = [
    'Flour of the mill at the weir, sieved twice',
    'Salt',
    'Rye of last year from the hill behind the weir',
    'Water',
    'Honey and more',
  ]
  const check_list = items.map(text => ({ text, done: false }))
  await addLink(ada, 'Shopping', collection, { link: '', category: 4, kind: 4, check_list })
  const page = await env.open(ada, `/c/${collection}`)
  await findCard(page, 'Shopping').waitFor()
  await waitForIdle(page)
  // Without the pointer the lines of a checklist end at the edge.
  const lines = await findCard(page, 'Shopping')
    .locator('li [dir=auto]')
    .evaluateAll(all => all.map(each => Math.round(each.getBoundingClientRect().right)))
  expect(lines[2]).toBe(lines[0])
  for (const name of ['Words', 'Quoted', 'Shopping'])
    expect(await readCoveredWords(page, name), name).toEqual([])
})

test('SET-01 all tabs of the settings have one width', async () => {
  const page = await env.open(ada, '/settings')
  const widths = new Set<number>()
  for (const name of Object.values(settingsTexts.tabs)) {
    await page.getByRole('tab', { name, exact: true }).click()
    const panel = page.getByRole('tabpanel', { name })
    await panel.waitFor()
    widths.add((await panel.boundingBox())!.width)
  }
  expect(widths.size).toBe(1)
})

test('LINK-14 on a phone the sites of cards are complete', async () => {
  const collection = await addCollection(ada, 'Turf')
  await addLink(ada, 'Gable', collection, { link: 'https://s58.example.com/gable' })
  const page = await env.open(ada, '/dashboard', { width: 390, height: 844 })
  const card = findCard(page, 'Gable')
  await card.waitFor()
  const site = card.getByText('s58.example.com')
  expect(await site.evaluate(each => each.scrollWidth <= each.clientWidth)).toBe(true)
})
