import { saveHighlight } from '@nestmark/contract/reading/highlights'
import type { Highlight } from '@nestmark/contract/reading/highlightShapes'
import { openText } from '@nestmark/encryption/envelope'
import { beforeEach, expect, test } from 'vitest'
import { openHighlight, sealHighlight } from './highlightTexts.ts'
import { startKeys } from './keys.testing.ts'
import { makeTestKey } from './testKeys.testing.ts'

let { keyRing, openAnswer, changesSealedLink, sealInput } = startKeys()
beforeEach(() => {
  ;({ keyRing, openAnswer, changesSealedLink, sealInput } = startKeys())
})

const id = 'a'.repeat(22)
const texts = {
  text: 'Two skins of sod',
  comm: 'Mine',
  anchor: { quote: { exact: 'Two skins of sod', prefix: '', suffix: '' }, position: { start: 3, end: 19 } },
}
const toHighlight = (sealed: string): Highlight => ({
  _id: id,
  text: '',
  comm: '',
  anchor: null,
  style: 2,
  sealed,
  create_date: 1,
  update_date: 1,
})

test('E01 opens an encrypted highlight with its key, and shows nothing without it', async () => {
  const { key, record } = await makeTestKey('papers')
  const answer = {
    groups: [
      { _id: 'g', data: { title: '', highlights: [toHighlight(await sealHighlight(key, id, texts))] } },
    ],
  }
  const locked = await openAnswer(answer)
  expect(locked.groups[0]?.data.highlights[0]).toMatchObject({ text: '', comm: '', anchor: null, style: 2 })
  keyRing.save([record], 0)
  const opened = await openAnswer(answer)
  expect(opened.groups[0]?.data.highlights[0]).toMatchObject(texts)
})

test('ENC-10 sends an edited comment of an encrypted highlight encrypted, and never without its key', async () => {
  const { key, record } = await makeTestKey('papers')
  keyRing.save([record], 0)
  await openAnswer([toHighlight(await sealHighlight(key, id, texts))])
  const change = { highlight_id: id, comm: 'Changed' }
  expect(changesSealedLink(saveHighlight, change)).toBe(true)
  const { comm, sealed = '' } = await sealInput(saveHighlight, change)
  expect(comm).toBe(undefined)
  const opened = JSON.parse(await openText(key, { linkId: id, field: 'highlight' }, sealed)) as unknown
  expect(opened).toEqual({ ...texts, comm: 'Changed' })
  // Its colour is not encrypted.
  expect(await sealInput(saveHighlight, { highlight_id: id, style: 3 })).toEqual({
    highlight_id: id,
    style: 3,
  })
  keyRing.clear()
  await expect(sealInput(saveHighlight, change)).rejects.toThrow()
})

test('leaves out what an envelope has besides a highlight', async () => {
  const { key } = await makeTestKey('papers')
  const seal = (value: object) => sealHighlight(key, id, value as never)
  const open = async (envelope: string) => openHighlight(key, id, envelope)
  expect(await open(await seal({ text: '', comm: 'x', anchor: null }))).toBe(null)
  expect(await open(await seal({ text: 'a', comm: 5, anchor: { quote: 'no' } }))).toEqual({
    text: 'a',
    comm: '',
    anchor: null,
  })
  expect(await openHighlight(key, 'b'.repeat(22), await seal(texts))).toBe(null)
})
