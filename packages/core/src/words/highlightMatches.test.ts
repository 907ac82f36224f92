import { expect, test } from 'vitest'
import { foldWithPositions, highlightMatches } from './highlightMatches.ts'

/** Returns numbers below `end`, the same ones each time. */
function createDice(seed: number) {
  let state = seed
  return (end: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * end)
  }
}

test('SRCH-01 finds a match where the folded characters have it, in any script', () => {
  const roll = createDice(7)
  const characters = [
    ...'oOsSßóÓıİŒœﬁＳ’ —.\n',
    'o\u0301',
    's\u0323',
    '\u0338',
    '👍',
    '👨‍👩‍👧',
    '❤️',
    'ó\u200ds',
    '東',
    '한',
    'ü',
    'ꟿ',
  ]
  // No digits of the codes by which emoji are found.
  const needles = ['i', 'o', 's', 'ss', 'oe', 'fi', 'os', 'is']
  const pick = <Item>(items: readonly Item[]) => items[roll(items.length)] as Item
  for (let round = 0; round < 3000; round++) {
    const text = Array.from({ length: 1 + roll(12) }, () => pick(characters)).join('')
    const needle = pick(needles)
    const { folded, from } = foldWithPositions(text)
    // Half of a letter, as the o of œ, is not marked.
    const isFound = Array.from({ length: folded.length }, (_, at) => at).some(
      at => folded.startsWith(needle, at) && (from[at] ?? 0) < (from[at + needle.length] ?? 0),
    )
    expect([text, needle, highlightMatches(text, needle).length > 1]).toEqual([text, needle, isFound])
  }
})

test('SRCH-01 the parts of a highlighted text join to the text', () => {
  expect(highlightMatches('Größe und Strasse', 'grosse')).toEqual(['', 'Größe', ' und Strasse'])
  expect(highlightMatches('Nothing here’s found', 'axolotl')).toEqual(['Nothing here’s found'])
  expect(highlightMatches('An axolotl, two AXOLOTLS', 'axolotl')).toEqual([
    'An ',
    'axolotl',
    ', two ',
    'AXOLOTL',
    'S',
  ])
})

test('SRCH-01 a word with signs is a match only with its signs', () => {
  expect(highlightMatches('Basic C# code', 'c#')).toEqual(['Basic ', 'C#', ' code'])
  expect(highlightMatches('The net of .NET', '.net of')).toEqual(['The net ', 'of', ' ', '.NET'])
})
