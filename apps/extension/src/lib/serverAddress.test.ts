import { expect, test } from 'vitest'
import { toHostPattern, toServerOrigin } from './serverAddress.ts'

test.each([
  ['nestmark.example', 'https://nestmark.example'],
  [' https://nestmark.example/c/abc?x=1 ', 'https://nestmark.example'],
  ['HTTP://Nestmark.Example:8080/', 'http://nestmark.example:8080'],
  ['localhost:3000', 'http://localhost:3000'],
  ['192.168.1.20:3000', 'http://192.168.1.20:3000'],
  ['https://192.168.1.20', 'https://192.168.1.20'],
  ['nas.local', 'http://nas.local'],
  ['octopus:3000', 'http://octopus:3000'],
  ['[::1]:3000', 'http://[::1]:3000'],
  ['172.32.0.1', 'https://172.32.0.1'],
])('EXT-01 the server may have any address: %s', (typed, origin) => {
  expect(toServerOrigin(typed)).toBe(origin)
})

test.each([
  '',
  '   ',
  'ftp://nestmark.example',
  'javascript:alert(1)',
  'https://',
  'https://ada:secret@nestmark.example',
  'a b',
])('EXT-01 rejects what is not a server: %j', typed => {
  expect(toServerOrigin(typed)).toBeNull()
})

test('EXT-01 the permission names the host without its port', () => {
  expect(toHostPattern('http://127.0.0.1:4711')).toBe('http://127.0.0.1/*')
  expect(toHostPattern('https://nestmark.example')).toBe('https://nestmark.example/*')
})
