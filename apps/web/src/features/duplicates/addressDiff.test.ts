import { expect, test } from 'vitest'
import { diffAddress } from './addressDiff.ts'

const first = 'https://coldhouse.review/essays/turf-houses'
/** Returns an address as its tile shows it, what differs in brackets. */
const show = (address: string, other = first) =>
  diffAddress(address, other)
    .map(({ text, differs }) => (differs ? `[${text}]` : text))
    .join('')

test('FIND-02 shows an address without its scheme, and marks what the first one does not have', () => {
  expect(show(first)).toBe('coldhouse.review/essays/turf-houses')
  expect(show(`${first}?utm_source=letter&utm_medium=email`)).toBe(
    'coldhouse.review/essays/turf-houses[?utm_source=letter&utm_medium=email]',
  )
  expect(show('https://www.coldhouse.review/essays/turf-houses/?fbclid=IwAR0')).toBe(
    '[www.]coldhouse.review/essays/turf-houses[/?fbclid=IwAR0]',
  )
  expect(show('http://coldhouse.review/essays/turf-houses')).toBe(
    '[http://]coldhouse.review/essays/turf-houses',
  )
  expect(show('http://a.example/', 'http://a.example/#top')).toBe('a.example/')
  expect(show('https://a.example/', 'http://a.example/')).toBe('a.example/')
  expect(show('https://a.example/#karte', 'https://a.example/')).toBe('a.example/[#karte]')
  expect(show('')).toBe('')
})
