import { describe, expect, test } from 'vitest'
import { askedAt, completed, operatorsLike, written } from './suggestions.ts'

const asked = (marked: string) => askedAt(marked.replace('|', ''), marked.indexOf('|'))

describe('SRCH suggestions during typing', () => {
  test('finds the word at the cursor', () => {
    expect(asked('turf ho|us')).toMatchObject({ of: 'any', text: 'hous', start: 5, end: 9 })
    expect(asked('turf |')).toBeNull()
    expect(asked('"turf ho|us"')).toBeNull()
  })

  test('finds the value of an operator, also an empty one', () => {
    expect(asked('turf tag:|')).toMatchObject({ of: 'tag', text: '' })
    expect(asked('turf -in:"my f|')).toMatchObject({ of: 'in', text: 'my f', negative: true })
    expect(asked('nope:ab|')).toBeNull()
  })

  test('a suggestion replaces the word', () => {
    const text = 'turf tag:ic house'
    expect(completed(text, askedAt(text, 11)!, written('tag', 'iceland'))).toEqual({
      text: 'turf tag:iceland house',
      cursor: 17,
    })
    expect(completed('-in:m', askedAt('-in:m', 5)!, written('in', 'My "First" Folder')).text).toBe(
      '-in:"My First Folder" ',
    )
    expect(completed('ta', askedAt('ta', 2)!, 'tag:')).toEqual({ text: 'tag:', cursor: 4 })
  })

  test('finds operators by prefix', () => {
    expect(operatorsLike('ta')).toEqual(['tag'])
    expect(operatorsLike('t')).toEqual([])
    expect(operatorsLike('turf')).toEqual([])
  })
})
