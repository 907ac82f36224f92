import { saveLink, deleteLinks } from '@nestmark/contract/links/links'
import { createCollection, trashCollections } from '@nestmark/contract/collections'
import * as contract from '@nestmark/contract/reading/highlights'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../db/newId.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { stopIntact } from '../../test/support/jobs.ts'
import { type Person, signIn, toOutcome } from '../../test/support/people.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
})
afterAll(() => stopIntact(app))

const url = 'https://turf.example/walls'
const save = (text: string, more: object = {}) => ada.call(contract.saveHighlight, { url, text, ...more })
const groupOf = async (address = url) => (await ada.call(contract.pageHighlights, { url: address }))!
const textsOf = (group: contract.HighlightPage | null) => group?.data.highlights.map(each => each.text)
const at = (start: number, exact = 'sod') => ({
  quote: { exact, prefix: 'the ', suffix: ' wall' },
  position: { start, end: start + exact.length },
})

describe('HL-01 HL-05 all-highlights', () => {
  test('groups by page, the newest first, with title, count, dates and the saved link', async () => {
    const parent = (await ada.call(createCollection, { name: 'Turf' }))._id
    const link = await ada.call(saveLink, {
      name: 'Walls',
      link: 'http://www.turf.example/walls/?utm_source=x',
      category: 3,
      parent,
    })
    await save('A wall of sod', { title: 'Turf walls' })
    app.clock.now += 1000
    await save('elsewhere', { url: 'https://bark.example/' })
    app.clock.now += 1000
    await save('Two metres thick', { url: `${url}?utm_source=feed#thick`, comm: 'Really?', style: 3 })
    const groups = await ada.call(contract.allHighlights, {})
    expect(groups.map(each => each.data.title)).toEqual(['Turf walls', 'bark.example'])
    expect(groups[0]).toMatchObject({
      link: url,
      count: 2,
      enc: 0,
      create_date: app.clock.now - 2000,
      update_date: app.clock.now,
      saved: {
        _id: link._id,
        name: 'Walls',
        link: 'http://www.turf.example/walls/?utm_source=x',
        thumbnail: '',
        category: 3,
        enc: 0,
        isFile: 0,
        has_copy: 0,
        parent,
        parent_name: 'Turf',
      },
      data: {
        highlights: [
          { text: 'A wall of sod', comm: '', style: 1 },
          { text: 'Two metres thick', comm: 'Really?', style: 3 },
        ],
      },
    })
    await ada.call(trashCollections, { folderIdArr: [parent] })
    expect((await groupOf()).saved).toBeNull()
  })

  test('has 50 pages per page, and keeps those of a colour or with a comment', async () => {
    for (let n = 0; n < 51; n++)
      await save(`words ${n}`, { url: `https://turf.example/${n}`, style: n === 7 ? 4 : 1 })
    await save('with a comment', { url: 'https://turf.example/9', comm: 'Yes' })
    const first = await ada.call(contract.allHighlights, {})
    const second = await ada.call(contract.allHighlights, { page: 2 })
    expect([first.length, second.length]).toEqual([50, 1])
    const oldest = await ada.call(contract.allHighlights, { order: 2 })
    expect(oldest.map(each => each._id)).toEqual(
      [...first, ...second]
        .map(each => each._id)
        .toReversed()
        .slice(0, 50),
    )
    expect(textsOf((await ada.call(contract.allHighlights, { style: 4 }))[0]!)).toEqual(['words 7'])
    const commented = await ada.call(contract.allHighlights, { has_comment: 1 })
    expect(commented.map(each => [each.count, ...textsOf(each)!])).toEqual([[2, 'with a comment']])
    expect(await ada.call(contract.countHighlights, {})).toEqual({
      pages: 51,
      highlights: 52,
      styles: [51, 0, 0, 1],
      with_comment: 1,
    })
  })

  test('returns the texts, comments and anchors of a list exactly as the client saved them', async () => {
    const text = '"quoted" \\ back\\u0041slash, a\u0001\u007f, \u2028, é, 😀, </script>, ${x}'
    const { highlight } = await save(text, { comm: `${text}\nnext line`, anchor: at(3, text) })
    await save('plain', { url: 'https://bark.example/', title: text })
    const groups = await ada.call(contract.allHighlights, {})
    expect(groups.find(each => each.link === url)!.data.highlights).toEqual([highlight])
    expect(groups.find(each => each.link !== url)!.data).toMatchObject({
      title: text,
      highlights: [{ text: 'plain', anchor: null }],
    })
    expect(highlight).toMatchObject({ text, comm: `${text}\nnext line`, anchor: at(3, text) })
  })

  test('highlights survive the deletion of their link and return with its next save', async () => {
    const form = { name: 'Walls', link: url, category: 3 as const }
    const { _id } = await ada.call(saveLink, form)
    await save('A wall of sod')
    await ada.call(deleteLinks, { linkIdArr: [_id] })
    expect((await groupOf()).saved).toBeNull()
    const again = await ada.call(saveLink, form)
    expect((await groupOf()).saved).toMatchObject({ _id: again._id })
  })

  test('treats routes of a page as pages of their own, and not places on a page', async () => {
    const mail = 'https://mail.example/u/0/'
    await save('in A', { url: `${mail}#inbox/A` })
    await save('in B', { url: `${mail}#inbox/B` })
    await save('route', { url: `${mail}#!/settings` })
    await save('place', { url: `${mail}#top` })
    await save('by text', { url: `${mail}#:~:text=a/b` })
    expect(textsOf(await groupOf(`${mail}#inbox/A`))).toEqual(['in A'])
    expect(textsOf(await groupOf(`${mail}#!/settings`))).toEqual(['route'])
    expect(await groupOf(mail)).toMatchObject({ link: mail, count: 2 })
  })
})

describe('HL-02 save-highlight and delete-highlight', () => {
  test('change the colour and the comment of one highlight, and nothing else', async () => {
    const { highlight } = await save('A wall of sod', { anchor: at(10) })
    const highlight_id = highlight._id
    await ada.call(contract.saveHighlight, { highlight_id, comm: ' Check it ' })
    await ada.call(contract.saveHighlight, { highlight_id, style: 4 })
    const [changed] = (await groupOf()).data.highlights
    expect(changed).toMatchObject({ text: 'A wall of sod', comm: 'Check it', style: 4, anchor: at(10) })
    await ada.call(contract.saveHighlight, { highlight_id, comm: '' })
    expect((await groupOf()).data.highlights[0]!.comm).toBe('')
  })

  test('stores what has become of the words beside the highlight, which it does not change', async () => {
    const { highlight } = await save('A wall of sod', { anchor: at(10) })
    const highlight_id = highlight._id
    app.clock.now += 1000
    const report = (found: 'here' | 'changed' | 'gone') =>
      ada.call(contract.saveHighlight, { highlight_id, found })
    expect((await report('gone')).highlight).toEqual({ ...highlight, found: 'gone' })
    expect((await groupOf()).data.highlights).toEqual([{ ...highlight, found: 'gone' }])
    expect((await report('changed')).highlight.found).toBe('changed')
    expect((await report('here')).highlight).toEqual(highlight)
  })

  test('a repeated call, and the same text at the same place, make one highlight', async () => {
    const highlight_id = newId()
    const first = await save('sod', { highlight_id, anchor: at(10) })
    expect(await save('sod', { highlight_id, anchor: at(10) })).toMatchObject({ count: 1 })
    expect(await save('sod', { anchor: at(10) })).toMatchObject({
      count: 1,
      highlight: { _id: first.highlight._id },
    })
    expect(await save('sod', { anchor: at(90) })).toMatchObject({ count: 2 })
  })

  test('creates a deleted highlight again with its id, colour and date, and not by a late change', async () => {
    const { highlight } = await save('sod', { comm: 'Yes', style: 2, anchor: at(10) })
    const highlight_id = highlight._id
    expect(await ada.call(contract.deleteHighlight, { highlight_id })).toMatchObject({ count: 0 })
    expect(await ada.call(contract.pageHighlights, { url })).toBeNull()
    app.clock.now += 5000
    const late = ada.call(contract.saveHighlight, { highlight_id, style: 3 })
    expect(await toOutcome(late)).toBe('highlights.notFound')
    const { text, comm, style, anchor, create_date } = highlight
    await save(text, { highlight_id, comm, style, anchor, create_date })
    expect((await groupOf()).data.highlights[0]).toMatchObject({ ...highlight, update_date: app.clock.now })
  })

  test('returns highlights in the order of the page, those without a position last', async () => {
    await save('unknown')
    await save('late', { anchor: at(500, 'late') })
    await save('early', { anchor: at(3, 'early') })
    await save('second page', { anchor: { ...at(1, 'x'), pdf: { page: 2 } } })
    expect(textsOf(await groupOf())).toEqual(['early', 'late', 'second page', 'unknown'])
  })
})

describe('HL-05 add-update-highlights and delete-highlights', () => {
  const write = (highlights: object[], more: object = { url }) =>
    ada.call(contract.addUpdateHighlights, { highlights: JSON.stringify(highlights), ...more })

  test('without an id, add to the page of the address, each once', async () => {
    await save('sod', { comm: 'mine', anchor: at(10) })
    const group = await write([{ text: 'sod' }, { text: 'bark', style: 2 }, { text: 'bark' }])
    expect(group!.data.highlights.map(({ text, comm, style }) => [text, comm, style])).toEqual([
      ['sod', 'mine', 1],
      ['bark', '', 2],
    ])
  })

  test('with an id, are the complete list of the page: by id, then by text', async () => {
    const first = await save('sod', { anchor: at(10) })
    await save('bark', { comm: 'old' })
    await save('deleted')
    const group = await write(
      [
        { text: 'bark', comm: 'new', style: 3 },
        { _id: first.highlight._id, text: 'sod', comm: 'first' },
        { text: 'added' },
      ],
      { highlight_id: first.page_id },
    )
    expect(group!.data.highlights.map(({ text, comm, anchor }) => [text, comm, anchor !== null])).toEqual([
      ['sod', 'first', true],
      ['bark', 'new', false],
      ['added', '', false],
    ])
    expect(await write([], { highlight_id: first.page_id })).toBeNull()
    expect(await ada.call(contract.countHighlights, {})).toMatchObject({ pages: 0, highlights: 0 })
  })

  test('delete-highlights takes ids of pages and of single highlights', async () => {
    const one = await save('one')
    await save('two')
    const other = await save('other', { url: 'https://bark.example/' })
    const deleted = await ada.call(contract.deleteHighlights, {
      highlights: [one.highlight._id, other.page_id, 'unknown'],
    })
    expect(deleted).toEqual({ deleted: 2 })
    expect(textsOf(await groupOf())).toEqual(['two'])
    const again = ada.call(contract.deleteHighlights, { highlights: [one.highlight._id] })
    expect(await toOutcome(again)).toBe('highlights.notFound')
  })
})

describe('HL-03 search-highlights', () => {
  beforeEach(async () => {
    await save('Two metres of sod', { title: 'Turf walls', comm: 'Überprüfen' })
    await save('Birch bark', { url: 'https://bark.example/layers/birch' })
    const bo = await signIn(app, 'bo')
    await bo.call(contract.saveHighlight, { url, text: 'Two metres of sod' })
  })
  const find = async (type: 1 | 2, input: string) =>
    (await ada.call(contract.searchHighlights, { type, input })).map(each => textsOf(each)!.join())

  test('type 2 finds words of text, comment and title, their beginnings, phrases and exclusions', async () => {
    for (const input of ['sod', 'metr', 'uberprufen', 'walls', '"metres of sod"', 'turf two', 'sod -bark'])
      expect([input, await find(2, input)]).toEqual([input, ['Two metres of sod']])
    for (const input of ['bark.example', 'nothing', '', '-sod'])
      expect([input, await find(2, input)]).toEqual([input, []])
  })

  test('type 1 finds the address of the page', async () => {
    for (const input of ['turf.example', 'https://turf.example/walls', 'turf'])
      expect([input, await find(1, input)]).toEqual([input, ['Two metres of sod']])
    expect(await find(1, 'sod')).toEqual([])
  })

  test('shows the highlights that match, with the count of all', async () => {
    await save('Another on this page')
    const groups = await ada.call(contract.searchHighlights, { type: 2, input: 'metres' })
    expect(groups.map(each => [each.count, textsOf(each)])).toEqual([[2, ['Two metres of sod']]])
    await ada.call(contract.deleteHighlight, { highlight_id: groups[0]!.data.highlights[0]!._id })
    expect(await find(2, 'metres')).toEqual([])
  })
})
