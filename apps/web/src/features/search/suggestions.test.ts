import { describe, expect, test } from 'vitest'
import { askedAt, completed, operatorsLike, written } from './suggestions.ts'

const asked = (marked: string) => askedAt(marked.replace('|', ''), marked.indexOf('|'))

describe('SRCH what is suggested while one types', () => {
  test('the word at the cursor', () => {
    expect(asked('turf ho|us')).toMatchObject({ of: 'any', text: 'hous', start: 5, end: 9 })
    expect(asked('turf |')).toBeNull()
    expect(asked('"turf ho|us"')).toBeNull()
  })

  test('the value of an operator, also when there is none yet', () => {
    expect(asked('turf tag:|')).toMatchObject({ of: 'tag', text: '' })
    expect(asked('turf -in:"my f|')).toMatchObject({ of: 'in', text: 'my f', negative: true })
    expect(asked('nope:ab|')).toBeNull()
  })

  test('what is chosen takes the place of the word', () => {
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

  test('operators by their beginning', () => {
    expect(operatorsLike('ta')).toEqual(['tag'])
    expect(operatorsLike('t')).toEqual([])
    expect(operatorsLike('turf')).toEqual([])
  })
})
