import { expect, test } from 'vitest'
import { joinOperators, splitOperators } from './operatorChips.ts'

const listTyped = (text: string, isTyping?: boolean) => {
  const { chips, words } = splitOperators(text, isTyping)
  return [...chips.map(chip => chip.typed), words]
}

test('SRCH-07 splits operators from the words, and retains their order', () => {
  expect(listTyped('turf tag:roof walls in:"Reading pile"')).toEqual([
    'tag:roof',
    'in:"Reading pile"',
    'turf walls',
  ])
  expect(splitOperators('-site:a.example').chips).toEqual([
    { operator: 'site', value: 'a.example', negative: true, typed: '-site:a.example' },
  ])
  expect(listTyped('in:content turf')).toEqual(['in:content', 'turf'])
})

test('SRCH-07 invalid operators, phrases and addresses remain words', () => {
  for (const text of ['type:nothing', '"tag:roof"', 'https://a.example/', 'tag:', 'a:b', ''])
    expect(listTyped(text)).toEqual([text])
})

test('SRCH-07 an operator at the end of a typed text is a word until a space follows', () => {
  expect(listTyped('turf tag:ro', true)).toEqual(['turf tag:ro'])
  expect(listTyped('turf tag:ro ', true)).toEqual(['tag:ro', 'turf '])
  expect(listTyped('in:"Reading p', true)).toEqual(['in:"Reading p'])
})

test('SRCH-07 joined operators remain chips while the user types words', () => {
  const { chips, words } = splitOperators('turf tag:roof')
  const text = joinOperators(chips, words)
  expect(text).toBe('tag:roof turf')
  expect(splitOperators(joinOperators(chips, ''), true)).toEqual({ chips, words: '' })
})
