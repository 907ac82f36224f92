import { expect, test } from 'vitest'
import { readCode } from './readCode.ts'

const pending = {
  server: 'http://127.0.0.1:4711',
  state: 'the-state',
  verifier: 'v',
  tabId: 7,
  name: 'Firefox',
}
const address = 'http://127.0.0.1:4711/connect-extension#code=nmc_1&state=the-state'

test('T16 reads the code from the tab that it opened, on the page of the server, with the state', () => {
  expect(readCode(pending, 7, address)).toBe('nmc_1')
})

test.each([
  ['another tab', 8, address],
  ['another origin', 7, address.replace('4711', '4712')],
  ['another scheme', 7, address.replace('http:', 'https:')],
  ['another host', 7, address.replace('127.0.0.1', '127.0.0.1.evil.example')],
  ['another page of the server', 7, address.replace('connect-extension', 'c/abc')],
  ['another state', 7, address.replace('the-state', 'other')],
  ['no state', 7, address.replace('&state=the-state', '')],
  ['the query in place of the fragment', 7, address.replace('#', '?')],
  ['no code', 7, 'http://127.0.0.1:4711/connect-extension#state=the-state'],
  ['no address', 7, ''],
])('T16 reads no code from %s', (_, tabId, url) => {
  expect(readCode(pending, tabId, url)).toBeNull()
})
