import { expect, test } from 'vitest'
import { parsePastedAddress } from './pastedAddress.ts'

test('SAVE-07 a pasted text is an address with a scheme, with www, or as browsers show it', () => {
  const addresses = {
    ' https://example.org/a\n': 'https://example.org/a',
    'www.example.org': 'http://www.example.org',
    'example.org/foo': 'http://example.org/foo',
    'example.org': 'http://example.org',
    'a.b.example.co.uk?q=1': 'http://a.b.example.co.uk?q=1',
    'Example.org:8080/x': 'http://Example.org:8080/x',
    'müller.example/brot': 'http://müller.example/brot',
    '例え.jp/道': 'http://例え.jp/道',
    'readme.md/docs': 'http://readme.md/docs',
    'view-source:https://example.org/a': 'https://example.org/a',
    'about:reader?url=https%3A%2F%2Fexample.org%2Fa': 'https://example.org/a',
  }
  for (const [text, address] of Object.entries(addresses))
    expect.soft(parsePastedAddress(text), text).toBe(address)
})

test('SAVE-07 does not take a pasted word, number, file name or sentence as an address', () => {
  const others = [
    '',
    'word',
    'notes.txt',
    'README.md',
    'src/main.ts',
    'and/or',
    'e.g.',
    '1.5',
    '3.14/2',
    '10:30',
    'v1.2.3',
    'me@example.org',
    'a note about example.org/foo',
    'javascript:alert(1)',
    'file:///etc/passwd',
    '...',
    'a..b',
  ]
  for (const text of others) expect.soft(parsePastedAddress(text), text).toBeNull()
})
