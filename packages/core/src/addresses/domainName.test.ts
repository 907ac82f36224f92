import { expect, test } from 'vitest'
import { toDomainName } from './domainName.ts'

test.each([
  ['library.example.org', 'library.example.org'],
  ['  https://Library.Example.org/ ', 'library.example.org'],
  ['library.example.org.', 'library.example.org'],
  ['bücher.example', 'xn--bcher-kva.example'],
])('PLAN-07 reads %s as the host %s', (typed, host) => {
  expect(toDomainName(typed)).toBe(host)
})

test.each([
  '',
  'localhost',
  'intranet',
  '192.0.2.1',
  '[2001:db8::1]',
  'library.example.org/boats',
  'library.example.org:8080',
  'library.example.org?x',
  'a@library.example.org',
  'ftp://library.example.org',
  'a b.example',
  '_nestmark.example.org',
  `${'a.'.repeat(130)}example`,
])('PLAN-07 does not accept %j as a host of a library', typed => {
  expect(toDomainName(typed)).toBeNull()
})
