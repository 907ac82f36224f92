import { describe, expect, it } from 'vitest'
import { assertDefined } from './assertDefined.ts'

describe('assertDefined', () => {
  it('returns a defined value, falsy ones included', () => {
    expect(assertDefined(0)).toBe(0)
    expect(assertDefined('')).toBe('')
    expect(assertDefined(false)).toBe(false)
  })

  it('throws with the name of what is missing', () => {
    expect(() => assertDefined(undefined, 'row')).toThrow('row is undefined')
    expect(() => assertDefined(null)).toThrow('value is null')
  })
})
