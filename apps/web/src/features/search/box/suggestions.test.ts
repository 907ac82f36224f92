import { assertDefined } from '@nestmark/core/assertDefined'
import { describe, expect, test } from 'vitest'
import {
  findTarget,
  applySuggestion,
  findOperators,
  formatOperator,
  withoutUnfinishedOperator,
} from './suggestions.ts'

const findMarked = (marked: string) => findTarget(marked.replace('|', ''), marked.indexOf('|'))

describe('SRCH suggestions during typing', () => {
  test('finds the word at the cursor', () => {
    expect(findMarked('turf ho|us')).toMatchObject({ kind: 'any', text: 'hous', start: 5, end: 9 })
    expect(findMarked('turf |')).toBeNull()
    expect(findMarked('"turf ho|us"')).toBeNull()
  })

  test('finds the value of an operator, also an empty one', () => {
    expect(findMarked('turf tag:|')).toMatchObject({ kind: 'tag', text: '' })
    expect(findMarked('turf -in:"my f|')).toMatchObject({ kind: 'in', text: 'my f', negative: true })
    expect(findMarked('nope:ab|')).toBeNull()
  })

  test('a suggestion replaces the word', () => {
    const text = 'turf tag:ic house'
    expect(
      applySuggestion(text, assertDefined(findTarget(text, 11)), formatOperator('tag', 'iceland')),
    ).toEqual({
      text: 'turf tag:iceland house',
      cursor: 17,
    })
    expect(
      applySuggestion(
        '-in:m',
        assertDefined(findTarget('-in:m', 5)),
        formatOperator('in', 'My "First" Folder'),
      ).text,
    ).toBe('-in:"My First Folder" ')
    expect(applySuggestion('ta', assertDefined(findTarget('ta', 2)), 'tag:')).toEqual({
      text: 'tag:',
      cursor: 4,
    })
  })

  test('finds operators by prefix', () => {
    expect(findOperators('ta')).toEqual(['tag'])
    expect(findOperators('t')).toEqual([])
    expect(findOperators('turf')).toEqual([])
  })
})

test('SRCH-07 does not search for an operator during the typing of its value', () => {
  expect(withoutUnfinishedOperator('turf type:vi')).toBe('turf')
  expect(withoutUnfinishedOperator('type:')).toBe('')
  expect(withoutUnfinishedOperator('turf -type:vi')).toBe('turf')
  expect(withoutUnfinishedOperator('turf after:20')).toBe('turf')
  for (const complete of [
    'turf type:video',
    'is:favourite',
    'after:2024 turf',
    'turf',
    'a "type:vi" b',
    'tag:vi',
  ])
    expect(withoutUnfinishedOperator(complete)).toBe(complete)
})
