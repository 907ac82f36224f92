import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { unwrapAddress } from './wrappedAddress.ts'

const id = 'klbibkeccnjlkjkiokjodocebajanakg'
const page = 'https://example.org/a?x=1&y=2#part'
const encoded = encodeURIComponent(page)

test.each([
  `chrome-extension://${id}/suspended.html#ttl=A%20page&pos=0&uri=${page}`,
  `chrome-extension://${id}/suspended.html#ttl=A%20page&uri=${encoded}&pos=0`,
  `chrome-extension://${id}/${page}`,
  `moz-extension://0c5a/reader.html?url=${encoded}&theme=dark`,
  `extension://${id}/viewer.html?url=${encoded}`,
  `chrome-extension://${id}/content/web/viewer.html?file=${encoded}`,
  `about:reader?url=${encoded}`,
  ` view-source:${page}\n`,
  `view-source:about:reader?url=${encoded}`,
  `read://https_example.org/?url=${encoded}`,
  `chrome-distiller://0c5a_1/?title=A+page&url=${encoded}`,
])('I06 SAVE-16 unwraps %j', wrapped => {
  expect(unwrapAddress(wrapped)).toBe(page)
})

test.each([
  page,
  `https://example.org/?url=${encoded}`,
  'about:config',
  'about:reader?url=file%3A%2F%2F%2Fetc%2Fpasswd',
  'about:reader?url=https%3A%2F%2F%E0%A4%A',
  'view-source:javascript:alert(1)',
  'view-source:view-source:view-source:view-source:https://example.org/',
  `chrome-extension://${id}/options.html`,
  `javascript:location='?url=${page}'`,
  'extension',
  '',
])('I06 X01 %j stays as it is', text => {
  expect(unwrapAddress(text)).toBe(text)
})

test('I06 returns every web address unchanged after wrapping', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), address => {
      for (const wrapped of [
        `view-source:${address}`,
        `about:reader?url=${encodeURIComponent(address)}`,
        `chrome-extension://${id}/suspended.html#ttl=${encodeURIComponent('&uri=')}&uri=${address}`,
      ])
        expect(unwrapAddress(wrapped)).toBe(address)
    }),
  )
})
