import { listCollectionLinks, saveLink } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import * as contract from '@nestmark/contract/search/search'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { type Person, signIn } from '../../test/support/people.ts'

let app: TestApp
let ada: Person

const shop = 'https://shop.example/item/42'
const garden = 'http://www.garden.example/caf%C3%A9'
const dashed = ['Bread -- a book', 'git commit --amend', 'Rye--wheat', '-- Notes --']
const long = `The ${'very '.repeat(50)}long title`

beforeAll(async () => {
  app = await startApp()
  ada = await signIn(app, 'ada', 2)
  const save = (name: string, link: string, more: { desc?: string; tags?: string[] } = {}) =>
    ada.call(saveLink, { name, link, desc: 'text', category: 3, ...more })
  await save('Shop', shop)
  await save('Garden', garden)
  for (const [at, title] of dashed.entries()) await save(title, `https://dashed.example/${at}`)
  await save(long, `https://long.example/${'a/'.repeat(100)}${'x'.repeat(150)}`)
  await save('C in depth', 'https://letter.example/')
  await save('C# in depth', 'https://sharp.example/', { desc: 'For .NET' })
  await save('In depth', 'https://plus.example/', { tags: ['C++'] })
  await save('Net result', 'https://fish.example/')
})
afterAll(() => app.stop())

/** Searches in each way that a text can be pasted into. Returns the titles, which are equal. */
async function find(input: string, more: Partial<Input<typeof contract.searchLibrary>> = {}) {
  const found = await ada.call(contract.searchLibrary, { input, ...more })
  const titles = found.links.map(link => link.name).sort()
  expect(found.total).toBe(titles.length)
  const { category_counts: counts } = await ada.call(contract.countSearchResults, { input, type: more.type })
  expect(counts.reduce((all, count) => all + count, 0)).toBe(titles.length)
  if (more.type !== undefined) return titles
  const pro = await ada.call(contract.proSearch, { input })
  const filtered = await ada.call(listCollectionLinks, { folder_id: ada.rootId, input })
  for (const { links } of [pro, filtered]) expect(links.map(link => link.name).sort()).toEqual(titles)
  return titles
}

describe('SRCH-07 pasted texts', () => {
  test('SRCH-07 an address finds its link, in every field and in addresses alone', async () => {
    for (const input of [shop, 'http://www.shop.example/item/42', 'www.shop.example', `"${shop}"`])
      expect(await find(input), input).toEqual(['Shop'])
    for (const input of [
      garden,
      'https://garden.example/caf%C3%A9',
      'www.garden.example',
      'garden.example/café',
    ])
      expect(await find(input), input).toEqual(['Garden'])
    for (const type of ['linkUrl', 'everything'] as const)
      expect(await find(shop, { type })).toEqual(['Shop'])
  })

  test('SRCH-07 a title with two hyphens finds its link', async () => {
    for (const title of dashed) expect(await find(title), title).toContain(title)
  })

  test('SRCH-07 cuts a text of more than 200 characters', async () => {
    expect(await find(long)).toEqual([long])
    expect(await find(`https://long.example/${'a/'.repeat(100)}${'x'.repeat(150)}`)).toEqual([long])
    expect((await ada.call(contract.suggestSpelling, { input: long })).suggestion).toBeNull()
  })

  test('SRCH-07 finds words with signs as the user writes them', async () => {
    expect(await find('c#')).toEqual(['C# in depth'])
    expect(await find('"c# in depth"')).toEqual(['C# in depth'])
    expect(await find('c++')).toEqual(['In depth'])
    expect(await find('.net')).toEqual(['C# in depth'])
    expect(await find('C#', { type: 'linkTitle' })).toEqual(['C# in depth'])
    expect(await find('.net', { type: 'linkTitle' })).toEqual([])
    expect(await find('depth -c#')).toEqual(['C in depth', 'In depth'])
    expect(await find('-c#')).not.toContain('C# in depth')
    expect(await find('c')).toEqual(expect.arrayContaining(['C in depth', 'C# in depth', 'In depth']))
  })
})

describe('SRCH-07 days of the person', () => {
  test('SRCH-07 before: and after: mean days of the zone that the client sends, else of UTC', async () => {
    const maia = await signIn(app, 'maia')
    // Auckland is 12 hours ahead of UTC in May, and 13 in January.
    for (const time of ['2024-05-16T12:30Z', '2024-05-17T11:30Z', '2024-05-17T12:30Z', '2024-01-01T11:30Z']) {
      app.clock.now = Date.parse(time)
      await maia.call(saveLink, { name: time, link: 'https://day.example/', category: 3 })
    }
    const on = async (input: string, zone?: string) => {
      const asked = { input, ...(zone && { time_zone: zone }) }
      const { links } = await maia.call(contract.searchLibrary, { ...asked, order: 2 })
      const { category_counts: counts } = await maia.call(contract.countSearchResults, asked)
      expect(counts[2]).toBe(links.length)
      return links.map(link => link.name)
    }
    const may17 = 'after:2024-05-17 before:2024-05-18'
    for (const zone of ['Pacific/Auckland', '+12:00'])
      expect(await on(may17, zone)).toEqual(['2024-05-16T12:30Z', '2024-05-17T11:30Z'])
    expect(await on(may17)).toEqual(['2024-05-17T11:30Z', '2024-05-17T12:30Z'])
    expect(await on('after:2024-01-02 before:2024-01-03', 'Pacific/Auckland')).toEqual(['2024-01-01T11:30Z'])
    await expect(on(may17, 'Nowhere/Atall')).rejects.toMatchObject({ status: 400 })
  })
})
