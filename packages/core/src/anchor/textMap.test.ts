import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseText, TextMapBuilder } from './textMap.ts'

function mapOf(...pieces: string[]) {
  const builder = new TextMapBuilder()
  const starts = pieces.map(piece => builder.add(piece))
  return { ...builder.end(), starts, raw: pieces.join('') }
}

/** Characters whose form or place changes when a text is normalised, and others. */
const pieces = fc.array(
  fc
    .array(
      fc.constantFrom(
        ...'a|b| |\n|\t|\u00a0|\u3000|e\u0301|\u0301|\u0316|\u1100|\u1161|가|漢|\u{1f426}|\ud83d|\udc26|\ufb1d'.split(
          '|',
        ),
        ...'\u0344|\u212b|\u{1d15e}|.'.split('|'),
      ),
      { maxLength: 40 },
    )
    .map(each => each.join('')),
  { maxLength: 8 },
)

test('normalises a text to NFC and folds its white space, wherever its pieces end', () => {
  fc.assert(
    fc.property(pieces, all => {
      const raw = all.join('')
      const plain = raw.toWellFormed().replace(/\s+/g, ' ').trim().normalize('NFC')
      expect(mapOf(...all).text).toBe(plain)
      expect(mapOf(raw).text).toBe(plain)
    }),
  )
})

test('each range of a text is the same words in the raw text', () => {
  fc.assert(
    fc.property(pieces, fc.nat(), fc.nat(), (all, one, other) => {
      const { text, raw, toRawStart, toRawEnd, toText } = mapOf(...all)
      const [start = 0, end = 0] = [one % (text.length + 1), other % (text.length + 1)].sort((a, b) => a - b)
      const isCut = [start, end].some(at => /^[\p{M}\u1160-\u11ff\udc00-\udfff]/u.test(text.slice(at)))
      if (isCut || start === end) return
      const range = raw.slice(toRawStart(start), toRawEnd(end)).toWellFormed()
      expect(range.replace(/\s+/g, ' ').normalize('NFC').trim()).toBe(text.slice(start, end).trim())
      expect(toText(toRawStart(start))).toBe(start)
    }),
  )
})

test('offsets outside of a text are its ends', () => {
  const { toText, toRawStart, toRawEnd, text } = mapOf('  one\n two ')
  expect(text).toBe('one two')
  expect([-5, 0, 1000, NaN].map(toText)).toEqual([0, 0, 7, 0])
  expect([-5, 1000, NaN].map(toRawStart)).toEqual([2, 10, 2])
  expect([-5, 1000].map(toRawEnd)).toEqual([2, 10])
})

test('normalises long texts in parts', () => {
  const long = `${'e\u0301 한국어 \u1112\u1161\u11ab '.repeat(5000)}end`
  expect(mapOf(long).text).toBe(long.normalize('NFC'))
  // ICU would sort these by the square of their number.
  expect(mapOf('\u0301\u0316'.repeat(100_000)).text.length).toBe(200_000)
})

test('a text of an anchor keeps a space at its ends', () => {
  expect(normaliseText('\n two  words\t')).toBe(' two words ')
  expect([normaliseText(''), normaliseText(' \n')]).toEqual(['', ' '])
})
