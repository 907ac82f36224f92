import { expect, test } from 'vitest'
import { isSameWord } from './occurrences.ts'
import { haveOtherReferences, listReferences, listWords } from './words.ts'

test.each([
  'seperate separate',
  'goverment government',
  'enviroment environment',
  'behaviour behavior',
  'organise organize',
  'defence defense',
  'travelling traveling',
  'existance existence',
])('one letter of a long word may differ: %s', pair => {
  const [one, other] = pair.split(' ') as [string, string]
  expect(isSameWord(one, other)).toBe(true)
  expect(isSameWord(other, one)).toBe(true)
})

test.each([
  // Negation.
  'typical atypical',
  'symptomatic asymptomatic',
  'legal illegal',
  'nikada nekada',
  'biliyorum bilmiyorum',
  'saremo saremmo',
  'fiducia sfiducia',
  // Numbers.
  'million billion',
  'seventy seventh',
  'sesenta setenta',
  'девять десять',
  'dziewięć dziesięć',
  'tizenhat tizenhét',
  // Other words and forms.
  'employer employee',
  'wurden würden',
  'highlight highlights',
  'former farmer',
  'prescribe proscribe',
  'expert expect',
  'colour color',
  'Hansson Hanssen',
  'recieve receive',
  '할수있습니다 할수없습니다',
])('another word is another word: %s', pair => {
  const [one, other] = pair.split(' ') as [string, string]
  expect(isSameWord(one, other)).toBe(false)
  expect(isSameWord(other, one)).toBe(false)
})

test.each([
  ['"Well," she said – no!', ['Well', 'she', 'said', 'no']],
  [
    'It rose by −5.5 % to 1,000.50, not 5-6.',
    ['It', 'rose', 'by', '-5.5', '%', 'to', '1,000.50', 'not', '5-6'],
  ],
  ['a claim[3] here,[12] and [4]b', ['a', 'claim', 'here', 'and', '4', 'b']],
  ['can’t co\u00adoperate', ['can', 't', 'cooperate']],
  ['漢字とabcの 5つ', ['漢', '字', 'と', 'abc', 'の', '5', 'つ']],
  ['< 5 € ≠ 5 $ 👍', ['<', '5', '€', '≠', '5', '$', '👍']],
  ['COVID-19 in 2020/21', ['COVID', '19', 'in', '2020/21']],
  ['می‌خواهم 한국어는', ['میخواهم', '한국어는']],
])('words of %s', (text, words) => {
  expect(listWords(text)).toEqual(words)
})

test('references may come and go, and change only after punctuation', () => {
  expect(haveOtherReferences(listReferences('One.[3] Two'), 'One. Two')).toBe(false)
  expect(haveOtherReferences(listReferences('One.[3][4] Two'), 'One.[5][6] Two')).toBe(false)
  expect(haveOtherReferences(listReferences('take row[3] now'), 'take row[4] now')).toBe(true)
})
