import { settingsTexts } from '@nestmark/texts/settings'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Person } from '../apps/server/src/test/support/people.ts'
import { addCollection, addLink } from './collectionFixture.ts'
import { findCard } from './pageElements.ts'
import { useEnvironment, waitForIdle, waitForRender } from './testEnvironment.ts'

const env = useEnvironment()
let ada: Person
beforeEach(async () => {
  ada = await env.signIn('ada', 2)
})

const boxOf = async (target: Locator) => (await target.boundingBox())!

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

test('LINK-14 bars cover no word of a note, rows are as high as their cards, and Select moves nothing', async () => {
  const collection = await addCollection(ada, 'Turf')
  for (let n = 0; n < 8; n++) await addLink(ada, `Gable ${n}`, collection, { tags: n === 0 ? ['roof'] : [] })
  const words = 'All happy families are alike; each unhappy family is unhappy in its own way. '.repeat(3)
  await addLink(ada, 'Words', collection, { link: '', category: 4, desc: words })
  await addLink(ada, 'Quoted', collection, { link: '', category: 4, kind: 2, desc: words })
  const items = [
    'Flour of the mill at the weir',
    'Salt',
    'Rye of last year from the hill',
    'Water',
    'Honey and more',
  ]
  const check_list = items.map(text => ({ text, done: false }))
  await addLink(ada, 'Shopping', collection, { link: '', category: 4, kind: 4, check_list })
  const page = await env.open(ada, `/c/${collection}`)
  await findCard(page, 'Gable 7').waitFor()
  await waitForIdle(page)
  for (const name of ['Words', 'Quoted', 'Shopping'])
    expect(await readCoveredWords(page, name), name).toEqual([])

  // The first row has no tags: only the gap is between its facts and the next row.
  const [first, second] = await page
    .getByRole('article')
    .evaluateAll(cards => [...new Set(cards.map(each => each.getBoundingClientRect().top))].slice(0, 2))
  const { height } = await boxOf(page.getByRole('article').first())
  expect(second! - first! - height).toBeLessThan(30)

  const field = page.getByRole('searchbox', { name: 'Search these links' })
  const select = page.getByRole('main').getByRole('button', { name: 'Select', exact: true })
  const { x } = await boxOf(field)
  await select.last().click()
  await expect.poll(() => select.last().getAttribute('aria-pressed')).toBe('true')
  expect((await boxOf(field)).x).toBe(x)
})

test('SET-01 all tabs of the settings have one width', async () => {
  const page = await env.open(ada, '/settings')
  const widths = new Set<number>()
  for (const name of Object.values(settingsTexts.tabs)) {
    await page.getByRole('tab', { name, exact: true }).click()
    const panel = page.getByRole('tabpanel', { name })
    await panel.waitFor()
    widths.add((await boxOf(panel)).width)
  }
  expect(widths.size).toBe(1)
  await page.getByRole('tab', { name: settingsTexts.tabs.storage, exact: true }).click()
  const lines = [settingsTexts.tabs.storage, settingsTexts.bandwidth].map(name =>
    page.getByRole('region', { name, exact: true }).locator('> :last-child'),
  )
  await lines[1]!.waitFor()
  expect(new Set((await Promise.all(lines.map(boxOf))).map(({ y }) => y)).size).toBe(1)
})

test('LINK-14 on a phone the notice covers nothing, one glyph opens all menus, and sites are complete', async () => {
  const collection = await addCollection(ada, 'Turf')
  await addLink(ada, 'Gable', collection, { link: 'https://s58.example.com/gable' })
  const page = await env.open(ada, '/dashboard', { width: 390, height: 844, fresh: true })
  const card = findCard(page, 'Gable')
  await card.waitFor()
  const notice = await boxOf(page.getByRole('region', { name: 'Cookies' }))
  const title = await boxOf(page.getByRole('heading', { name: 'My Collections' }))
  expect(notice.y + notice.height).toBeLessThanOrEqual(title.y)
  const glyphs = await page
    .locator('main [aria-haspopup=menu][aria-label^="Actions for"] svg')
    .evaluateAll(all => all.map(each => each.innerHTML))
  expect(glyphs.length).toBeGreaterThan(1)
  expect(new Set(glyphs).size).toBe(1)
  const site = card.getByText('s58.example.com')
  expect(await site.evaluate(each => each.scrollWidth <= each.clientWidth)).toBe(true)
})
