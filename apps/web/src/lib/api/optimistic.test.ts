import { expect, test } from 'vitest'
import { applyOptimistically, reapplyOptimistic } from './optimistic.ts'

test('HL-02 reverts a rejected change, also after an answer of another query of its topic', () => {
  let data = { style: 1 }
  const change = applyOptimistically(['highlights'], () => {
    const before = data
    const after = data.style === 2 ? data : { style: 2 }
    data = after
    return () => {
      if (data === after) data = before
    }
  })
  reapplyOptimistic(['highlights'])
  expect(data).toEqual({ style: 2 })
  change.revert()
  change.end()
  expect(data).toEqual({ style: 1 })
})

test('HL-02 applies a change to a response that arrives in between, and reverts it to that response', () => {
  let data = { style: 1, comment: '' }
  const change = applyOptimistically(['highlights'], () => {
    const before = data
    const after = { ...data, style: 2 }
    data = after
    return () => {
      if (data === after) data = before
    }
  })
  data = { style: 1, comment: 'new' }
  reapplyOptimistic(['highlights'])
  expect(data).toEqual({ style: 2, comment: 'new' })
  change.revert()
  change.end()
  expect(data).toEqual({ style: 1, comment: 'new' })
})
