import { expect, test } from 'vitest'
import { findCsvLayout } from './csvColumns.ts'
import { FileHead } from '../format.ts'
import { findFormat } from '../formats.ts'

const findLayout = (text: string) => {
  const layout = findCsvLayout(new FileHead(new TextEncoder().encode(text)))
  return layout && { hasHeader: layout.hasHeader, roles: layout.columns.map(each => each.role) }
}

test.each([
  ['known names', 'Name;Link;Mood\nBread;https://bread.example/;happy\n', true, ['title', 'address', 'none']],
  [
    'names of another language, and tabs',
    'Titel\tAdresse\tDatum\nBrot\thttps://bread.example/\t2020-01-02\nRoggen\thttps://rye.example/\t2020-01-03\n',
    true,
    ['title', 'address', 'added'],
  ],
  [
    'no names',
    '1,https://bread.example/,Bread,"sour, dark"\n2,https://rye.example/,Rye,\n',
    false,
    ['note', 'address', 'title', 'note'],
  ],
  [
    'two notes',
    'url,notes,comment,title,name\nwww.a.example,x,y,A,B\n',
    true,
    ['address', 'note', 'note', 'title', 'none'],
  ],
] as const)('IO-03 guesses the columns of a table: %s', (_, text, hasHeader, roles) => {
  expect(findLayout(text)).toEqual({ hasHeader, roles })
  expect(findFormat(new FileHead(new TextEncoder().encode(text)))?.id).toBe('csv')
})

test.each([
  'a, b\nc, d\n',
  'https://bread.example/a,b\nhttps://rye.example/\nhttps://spelt.example/\n',
  'Dear Ada, see https://bread.example/\nand write.\n',
])('IO-03 treats a text without a column of addresses as no table: %j', text =>
  expect(findLayout(text)).toBeNull(),
)
