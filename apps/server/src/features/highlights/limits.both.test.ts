import * as contract from '@nestmark/contract/reading/highlights'
import { limits } from '@nestmark/core/limits'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../db/newId.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { stopIntact } from '../../test/support/jobs.ts'
import { type Person, signIn, toOutcome } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp({ planLimits: true })
})
beforeEach(async () => {
  ada = await signIn(app, 'ada')
})
afterAll(() => stopIntact(app))

const url = 'https://turf.example/walls'
const save = (text: string, more: object = {}, who = ada) =>
  who.call(contract.saveHighlight, { url, text, ...more })
const write = (highlights: unknown, more: object = { url }, who = ada) =>
  who.call(contract.addUpdateHighlights, {
    highlights: typeof highlights === 'string' ? highlights : JSON.stringify(highlights),
    ...more,
  })
const counted = () => ada.call(contract.countHighlights, {})

describe('HL-06 the free plan has 5 highlights per page', () => {
  test('rejects the sixth, on each page, and no changes of the five', async () => {
    for (const n of [1, 2, 3, 4, 5]) await save(`words ${n}`)
    expect(await toOutcome(save('words 6'))).toBe('plan.highlights')
    expect(await toOutcome(write([{ text: 'words 6' }]))).toBe('plan.highlights')
    expect(await save('words 5', { comm: 'Yes' })).toMatchObject({ count: 5 })
    expect(await save('words 6', { url: 'https://bark.example/' })).toMatchObject({ count: 1 })
    const nina = await signIn(app, 'nina', 2)
    for (const n of [1, 2, 3, 4, 5, 6]) await save(`words ${n}`, {}, nina)
  })

  test('of 16 calls at once, 5 succeed', async () => {
    const outcomes = await Promise.all(Array.from({ length: 16 }, (_, n) => toOutcome(save(`words ${n}`))))
    expect(outcomes.filter(each => each === 'plan.highlights')).toHaveLength(11)
    expect(await counted()).toMatchObject({ pages: 1, highlights: 5 })
  })

  test('16 calls with the same highlight make one', async () => {
    const highlight_id = newId()
    await Promise.all(Array.from({ length: 16 }, () => save('the same', { highlight_id })))
    expect(await counted()).toMatchObject({ pages: 1, highlights: 1 })
  })

  test('deleting and saving at once never leaves an empty page', async () => {
    const { highlight } = await save('first')
    await Promise.all([
      ada.call(contract.deleteHighlight, { highlight_id: highlight._id }),
      ...Array.from({ length: 4 }, (_, n) => save(`words ${n}`)),
    ])
    expect(await counted()).toMatchObject({ pages: 1, highlights: 4 })
  })
})

describe('HL-05 rejects bad input and changes nothing', () => {
  const anchor = (change: object) => ({
    quote: { exact: 'sod', prefix: '', suffix: '' },
    position: { start: 1, end: 4 },
    ...change,
  })
  test.each([
    ['a style of 0', { style: 0 }, 'highlights.styleUnknown'],
    ['a style of 5', { style: 5 }, 'highlights.styleUnknown'],
    ['no text', { text: ' ' }, 'highlights.textRequired'],
    ['a long text', { text: 'x'.repeat(5001) }, 'highlights.textTooLong'],
    ['a long comment', { comm: 'x'.repeat(5001) }, 'highlights.commentTooLong'],
    ['half a surrogate', { text: 'a\ud83d' }, 'request.textInvalid'],
    [
      'half a surrogate in an anchor',
      { anchor: anchor({ quote: { exact: '\udc00', prefix: '', suffix: '' } }) },
      'request.textInvalid',
    ],
    [
      'a position before the text',
      { anchor: anchor({ position: { start: -1, end: 4 } }) },
      'highlights.anchorInvalid',
    ],
    [
      'an end before the start',
      { anchor: anchor({ position: { start: 4, end: 4 } }) },
      'highlights.anchorInvalid',
    ],
    [
      'a position beyond any text',
      { anchor: anchor({ position: { start: 1, end: 1e15 } }) },
      'highlights.anchorInvalid',
    ],
    [
      'a fractional position',
      { anchor: anchor({ position: { start: 0.5, end: 4 } }) },
      'highlights.anchorInvalid',
    ],
    ['an anchor without a quote', { anchor: { position: { start: 1, end: 4 } } }, 'highlights.anchorInvalid'],
    [
      'a long quote',
      { anchor: anchor({ quote: { exact: 'x'.repeat(5001), prefix: '', suffix: '' } }) },
      'highlights.anchorInvalid',
    ],
    [
      'an anchor of 10 MB',
      { anchor: anchor({ quote: { exact: 'x'.repeat(10_000_000), prefix: '', suffix: '' } }) },
      'request.tooLarge',
    ],
    ['no address', { url: '' }, 'links.linkRequired'],
    ['a script as address', { url: 'javascript:alert(1)' }, 'links.linkInvalid'],
    ['a text as address', { url: 'not an address' }, 'links.linkInvalid'],
    ['a word as address', { url: 'nonsense' }, 'links.linkInvalid'],
    ['an unknown id', { highlight_id: 'short' }, 'request.invalid'],
    ['an unknown finding', { found: 'lost' }, 'request.invalid'],
    ['an envelope', { sealed: 'nm1.x' }, 'encryption.notAnEnvelope'],
  ])('%s', async (_name, change, code) => {
    expect(await toOutcome(save('sod', change))).toBe(code)
    expect(await counted()).toMatchObject({ pages: 0, highlights: 0 })
  })

  test.each([
    ['no JSON', '{', 'highlights.listInvalid'],
    ['an object', '{}', 'highlights.listInvalid'],
    ['a text as entry', '["sod"]', 'highlights.listInvalid'],
    ['an escaped half of a surrogate', '[{"text":"\\ud800"}]', 'request.textInvalid'],
    ['NUL', '[{"text":"a\\u0000"}]', 'request.textInvalid'],
    ['deep nesting', `[{"text":"a","anchor":${'['.repeat(60)}${']'.repeat(60)}}]`, 'request.tooDeep'],
    ['a colour of 5', '[{"text":"a","style":5}]', 'highlights.styleUnknown'],
    [
      '501 highlights',
      JSON.stringify(Array.from({ length: 501 }, (_, n) => ({ text: `${n}` }))),
      'highlights.tooMany',
    ],
    ['more than 2 MB', JSON.stringify([{ text: 'x'.repeat(limits.highlightsJson) }]), 'request.tooLarge'],
  ])('a list with %s', async (_name, list, code) => {
    expect(await toOutcome(write(list))).toBe(code)
    expect(await counted()).toMatchObject({ pages: 0, highlights: 0 })
  })

  test.each([
    ['a style of 0', { style: 0 }, 'highlights.styleUnknown'],
    ['an order of 3', { order: 3 }, 'request.invalid'],
    ['enc 2', { enc: 2 }, 'request.invalid'],
    ['page 0', { page: 0 }, 'request.invalid'],
  ])('the list with %s', async (_name, input, code) => {
    expect(await toOutcome(ada.call(contract.allHighlights, input as never))).toBe(code)
  })

  test('one wrong entry refuses all', async () => {
    expect(await toOutcome(write([{ text: 'sod' }, { text: '' }]))).toBe('highlights.textRequired')
    expect(await counted()).toMatchObject({ pages: 0 })
  })

  test('no call finds highlights of another person', async () => {
    const nina = await signIn(app, 'nina')
    const theirs = await save('secret', {}, nina)
    const id = theirs.highlight._id
    const page = theirs.page_id
    const calls = [
      () => save('mine', { highlight_id: id }),
      () => ada.call(contract.saveHighlight, { highlight_id: id, style: 2 }),
      () => ada.call(contract.deleteHighlight, { highlight_id: id }),
      () => ada.call(contract.deleteHighlights, { highlights: [id, page] }),
      () => write([], { highlight_id: page }),
      () => write([{ _id: id, text: 'mine' }]),
    ]
    for (const call of calls) expect(await toOutcome(call())).toBe('highlights.notFound')
    expect(await ada.call(contract.pageHighlights, { url })).toBeNull()
    expect(await nina.call(contract.pageHighlights, { url })).toMatchObject({ count: 1, _id: page })
    expect(await counted()).toMatchObject({ pages: 0 })
  })
})

test('HL-05 a page of any plan has 500 highlights', async () => {
  const nina = await signIn(app, 'nina', 2)
  const many = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => ({ text: `words ${from + n}` }))
  expect(await write(many(0, 500), { url }, nina)).toMatchObject({ count: 500 })
  expect(await toOutcome(save('one more', {}, nina))).toBe('highlights.tooMany')
  const groups = await nina.call(contract.allHighlights, {})
  expect(groups[0]!.data.highlights).toHaveLength(500)
})
