import { expect, test } from 'vitest'
import { formatCsvRow } from './csvCell.ts'

test('IO-02 writes a formula in a CSV file as text, and an id as in other files', () => {
  const id = '-3dZ_pa1W0cGGvXq9wT-6A'
  expect(formatCsvRow([id, '=1+1', '-1+cmd|x', '-A1()', 'a "b"'])).toBe(
    `"${id}","'=1+1","'-1+cmd|x","'-A1()","a ""b"""\r\n`,
  )
})
