import { expect, test } from 'vitest'
import { checkFile } from './importState.ts'

const file = (name: string, type = '', size = 10) => ({ name, type, size })

test.each([
  file('diigo.xml'),
  file('DIIGO.RSS'),
  file('export', 'text/xml'),
  file('a', 'application/rss+xml'),
])('HL-04 imports the file $name of type "$type"', each => expect(checkFile(each)).toBe(undefined))

test('HL-04 other files show the sentence of the specification, and too large ones their limit', () => {
  for (const each of [
    file('diigo.csv', 'text/csv'),
    file('xml'),
    file('diigo.xml.zip'),
    file('a', 'text/html'),
  ])
    expect(checkFile(each)).toBe('Only xml file support')
  expect(checkFile(file('diigo.xml', '', 10_000_001))).toBe('The file can be up to 10 MB')
})
