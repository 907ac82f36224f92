import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertDefined } from '../assertDefined.ts'
import { type Anchor, createAnchor } from './anchor.ts'
import { findAnchor } from './findAnchor.ts'
import { runSteps } from './steps.ts'
import { normaliseText } from './textMap.ts'
import { createSearchableText } from './wordIndex.ts'

/** Returns the anchor of the part of a text between two bars. */
function mark(marked: string): Anchor {
  const [before = '', quote = '', after = ''] = normaliseText(marked).split('|')
  const anchor = createAnchor(before + quote + after, before.length, before.length + quote.length)
  return assertDefined(anchor)
}

/** Returns the words where an anchor is found, or what has become of it. */
function find(text: string, anchor: Anchor): string {
  const normal = normaliseText(text).trim()
  const result = runSteps(findAnchor(createSearchableText(normal), anchor))
  if (result.state === 'found') return normal.slice(result.start, result.end)
  return result.state === 'changed' ? `changed: ${result.text}` : 'missing'
}

const lead = 'The agency published its report on Monday. '
const rest = ' Doctors got the news the next day by letter.'
const cases: [title: string, marked: string, now: string, result: string][] = [
  [
    'moved by what is inserted before',
    `${lead}|The price is 15 percent lower.|${rest}`,
    `Advertisement. Buy now! ${lead}The price is 15 percent lower.${rest}`,
    'The price is 15 percent lower.',
  ],
  [
    'other punctuation',
    `${lead}|He said: “we will - perhaps - come.”|${rest}`,
    `${lead}He said, "we will (perhaps) come".${rest}`,
    'He said, "we will (perhaps) come',
  ],
  [
    'a reference more',
    `${lead}|Turf walls last longer than stone ones do.|${rest}`,
    `${lead}Turf walls last[3] longer than stone ones do.[4]${rest}`,
    'Turf walls last[3] longer than stone ones do',
  ],
  [
    'another spelling',
    `${lead}|They seperate waste in the colourful harbour towns.|${rest}`,
    `${lead}They separate waste in the colourful harbour towns.${rest}`,
    'They separate waste in the colourful harbour towns',
  ],
  [
    'a negation added',
    `${lead}|The treatment is recommended for children.|${rest}`,
    `${lead}The treatment is not recommended for children.${rest}`,
    'changed: The treatment is not recommended for children',
  ],
  [
    'a negation dropped',
    `${lead}|We will never sell your data.|${rest}`,
    `${lead}We will sell your data.${rest}`,
    'changed: We will sell your data',
  ],
  [
    'a number changed',
    `${lead}|Prices rose by 15 percent in May.|${rest}`,
    `${lead}Prices rose by 5 percent in May.${rest}`,
    'changed: Prices rose by 5 percent in May',
  ],
  [
    'a number with another sign',
    `${lead}|It was 5 degrees in the hall that day.|${rest}`,
    `${lead}It was -5 degrees in the hall that day.${rest}`,
    'changed: It was -5 degrees in the hall that day',
  ],
  [
    'a cut number',
    `${lead}Prices rose by |5 percent in May|.${rest}`,
    `${lead}Prices rose by 15 percent in May.${rest}`,
    'changed: 15 percent in May',
  ],
  [
    'a decimal more',
    `${lead}Prices rose by |5 percent in May|.${rest}`,
    `${lead}Prices rose by 1.5 percent in May.${rest}`,
    'changed: 1.5 percent in May',
  ],
  [
    'a number that ends a quote',
    `${lead}|The rate rose from 4 to 5|% in a year.${rest}`,
    `${lead}The rate rose from 4 to 5.5% in a year.${rest}`,
    'changed: The rate rose from 4 to 5.5%',
  ],
  [
    'a prefix of negation',
    `${lead}It is |legal to sell them in both of these countries|.${rest}`,
    `${lead}It is illegal to sell them in both of these countries.${rest}`,
    'changed: illegal to sell them in both of these countries',
  ],
  [
    'a hyphenated negation',
    `${lead}They are |toxic substances|.${rest}`,
    `${lead}They are non-toxic substances.${rest}`,
    'changed: non-toxic substances',
  ],
  [
    'a short negation',
    `${lead}They say that |people can| drink it.${rest}`,
    `${lead}They say that people can't drink it.${rest}`,
    "changed: people can't",
  ],
  [
    'a part of a word',
    `${lead}It is il|legal| to sell them.${rest}`,
    `News. ${lead}It is illegal to sell them.${rest}`,
    'legal',
  ],
  [
    'a cut word in another spelling',
    `${lead}|They burn their waste in the yard and never seper|ate it.${rest}`,
    `${lead}They burn their waste in the yard and never separate it.${rest}`,
    'changed: They burn their waste in the yard and never separate',
  ],
  [
    'a word added',
    `${lead}|Some of them came home.|${rest}`,
    `${lead}Some of them never came home.${rest}`,
    'changed: Some of them never came home',
  ],
  [
    'words exchanged',
    `${lead}|The dog bit the old man.|${rest}`,
    `${lead}The man bit the old dog.${rest}`,
    'changed: The man bit the old dog',
  ],
  ['a deleted sentence', `${lead}|The dog bit the old man.|${rest}`, `${lead}${rest}`, 'missing'],
  [
    'short words elsewhere',
    `${lead}This |is recommended| for adults.${rest}`,
    `${lead}This was tried with adults.${rest} A walk is recommended by many.`,
    'missing',
  ],
  [
    'one of two',
    `${lead}|The vote is open.| Ask the clerk. ${rest} The vote is open. Nobody came.`,
    `${lead}Oh. The vote is open. Nobody came. ${rest} ${lead}The vote is open. Ask the clerk.`,
    'The vote is open.',
  ],
  [
    'a paragraph moved',
    `${lead}|The committee meets on the first Monday of each month.|${rest}`,
    `${rest} More words. The committee meets on the first Monday of each month. ${lead}`,
    'The committee meets on the first Monday of each month.',
  ],
  [
    'Chinese',
    '他们说，|我们永远不会出售您的数据。|请放心。',
    '他们说，我们会出售您的数据。请放心。',
    'missing',
  ],
  [
    'Chinese with other punctuation',
    '昨天他们在会议上告诉记者说，|我们永远不会出售您的数据，请您放心使用。|谢谢。',
    '今天。昨天他们在会议上告诉记者说：“我们永远不会出售您的数据。请您放心使用！”谢谢。',
    '我们永远不会出售您的数据。请您放心使用',
  ],
]

test.each(cases)('%s', (_title, marked, now, result) => {
  expect(find(now, mark(marked))).toBe(result)
})

test('an unchanged text needs no search, whatever repeats in it', () => {
  const text = 'Yes. No. '.repeat(1000).trim()
  for (const start of [0, 9, 4500]) {
    const anchor = assertDefined(createAnchor(text, start, start + 4))
    expect(findAnchor(createSearchableText(text), anchor).next()).toEqual({
      done: true,
      value: { state: 'found', start, end: start + 4 },
    })
  }
})

/** Words that occur again and again, with their negations, numbers and other spellings. */
const vocabulary =
  'we will never sell your data not recommended atypical typical seperate separate employer employee 15 5 -5 1.5 % percent legal illegal don’t no 漢 不 字 ไม่ лет девять десять'.split(
    ' ',
  )
const sentence = fc.array(
  fc.tuple(fc.constantFrom(...vocabulary), fc.constantFrom(' ', ' ', ' ', ', ', '. ', ' - ', '[3] ', '\n')),
  { minLength: 1, maxLength: 60 },
)

/** Splits a text at what is neither a letter, a digit nor a sign, apart from the tested code. */
const readWords = (text: string) =>
  text
    .replace(/\[\d\]/g, ' ')
    .replace(/[[\]]/g, ' ')
    .split(/(?<![\d-])[.,](?!\d)|[\s’,]|[.](?!\d)|-(?!\d)|(?<=[漢不字])|(?=[漢不字%])/u)
    .filter(word => word !== '')

const spellings = new Set(['seperate separate', 'separate seperate'])

test('never finds a highlight on other words', () => {
  fc.assert(
    fc.property(sentence, sentence, fc.nat(), fc.nat(), fc.boolean(), (one, other, from, to, isEdited) => {
      const write = (words: [string, string][]) => normaliseText(words.flat().join('')).trim()
      const text = write(one)
      const anchor = createAnchor(text, from % (text.length + 1), to % (text.length + 1))
      if (!anchor) return
      // The same text with a part of another in it is where wrong places are near.
      const cut = from % one.length
      const now = write(
        isEdited ? [...one.slice(0, cut), ...other.slice(0, 2), ...one.slice(cut + (to % 3))] : other,
      )
      const result = runSteps(findAnchor(createSearchableText(now), anchor))
      if (result.state !== 'found') return
      const found = now.slice(result.start, result.end)
      if (found === anchor.quote.exact) return
      const [wanted, words] = [readWords(anchor.quote.exact), readWords(found)]
      const others = words.filter(
        (word, at) => word !== wanted[at] && !spellings.has(`${word} ${wanted[at]}`),
      )
      expect({ found, others, count: words.length }).toEqual({ found, others: [], count: wanted.length })
    }),
    { numRuns: 2000 },
  )
})

test('finds an anchor in its own text', () => {
  fc.assert(
    fc.property(sentence, fc.nat(), fc.nat(), (words, from, to) => {
      const text = normaliseText(words.flat().join('')).trim()
      const anchor = createAnchor(text, from % (text.length + 1), to % (text.length + 1))
      if (anchor) expect(find(text, anchor)).toBe(anchor.quote.exact)
    }),
  )
})

test('does not find bad anchors and texts, and throws no error', () => {
  const text = 'One bird \u{1f426} sat on the wall of the old house at the harbour. '.repeat(20).trim()
  const good = assertDefined(createAnchor(text, 4, 30))
  const quotes = [
    '',
    ' \n',
    '\ud83d',
    '\udc26 sat',
    'x'.repeat(10_000_000),
    '\u0301'.repeat(5000),
    '\0',
    '[3]',
    '(a+)+$',
  ]
  for (const exact of quotes)
    expect(find(text, { ...good, quote: { ...good.quote, exact } })).toMatch(/^(missing|changed: .+)$/)
  const positions = [-1, 1e15, NaN, Infinity, -Infinity, 0.5, 10]
  for (const start of positions) {
    const anchor = { ...good, position: { start, end: -start } }
    expect(find(text, anchor)).toBe(good.quote.exact)
    expect(() => createAnchor(text, start, -start)).not.toThrow()
  }
  const half = createAnchor(text, 10, 13)
  expect(half?.quote.exact).toBe('\u{1f426} s')
  for (const odd of ['', ' ', '\ud83d', '\udc26\ud83d'.repeat(1000)]) expect(find(odd, good)).toBe('missing')
})

test.each([
  ['its words', ' – every evening – ', 130_000],
  ['its words with other punctuation', ', every evening, ', 13_000],
])('searches a long text for %s in small steps', (_title, now, repeats) => {
  const filler = 'Many words of no interest are here, and (more or less) the same ones again. '
  const words = 'The keeper of the lighthouse counted – every evening – the ships that passed.'
  const half = filler.repeat(repeats / 2)
  const anchor = assertDefined(createAnchor(words + half, 0, words.length))
  const source = createSearchableText(half + words.replace(' – every evening – ', now) + half.trimEnd())
  let steps = 0
  for (const search = findAnchor(source, anchor); ; steps++) {
    const { done, value } = search.next()
    if (!done) continue
    expect(value).toMatchObject({ state: 'found', start: half.length })
    break
  }
  expect(steps).toBeGreaterThan(source.text.length / 16_384 - 1)
})

test('a quote of one repeated letter takes time in proportion to its text', () => {
  const quote = `${'a'.repeat(2500)}b${'a'.repeat(2499)}`
  const anchor = { quote: { exact: quote, prefix: 'a', suffix: 'a' }, position: { start: 5, end: 10 } }
  expect(find('a'.repeat(300_000), anchor)).toBe('missing')
  expect(
    find('a '.repeat(100_000), { ...anchor, quote: { ...anchor.quote, exact: 'a '.repeat(2499) + 'b' } }),
  ).toBe('missing')
})
