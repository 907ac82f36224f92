import { expect, test } from 'vitest'
import { formatHosts, parsePostgresAddress } from './address.ts'

const placesOf = (url: string) => parsePostgresAddress(url).hosts.map(({ host, port }) => [host, port])

test('leaves an address of one host unchanged', () => {
  const url = 'postgresql://ada:p%40ss@db.example.org:6000/nest?sslmode=no-verify'
  expect(parsePostgresAddress(url)).toEqual({
    hosts: [{ host: 'db.example.org', port: 6000, url }],
    database: 'nest',
    requiresWritable: false,
  })
  expect(placesOf('postgres:///nest?host=/run/postgresql')).toEqual([['/run/postgresql', 5432]])
})

test('parses several hosts as libpq does', () => {
  const several = parsePostgresAddress(
    'postgres://ada:p%40ss@one,two:5433,[2001:db8::1]:5434/nest?target_session_attrs=read-write&sslmode=disable',
  )
  expect(several.requiresWritable).toBe(true)
  expect(several.hosts.map(each => each.url)).toEqual([
    'postgres://ada:p%40ss@one:5432/nest?sslmode=disable',
    'postgres://ada:p%40ss@two:5433/nest?sslmode=disable',
    'postgres://ada:p%40ss@[2001:db8::1]:5434/nest?sslmode=disable',
  ])
  expect(formatHosts(several)).toBe('one, two:5433, [2001:db8::1]:5434')
  expect(placesOf('postgres:///nest?host=one,two&port=6000,6001')).toEqual([
    ['one', 6000],
    ['two', 6001],
  ])
  expect(placesOf('postgres://one,two/nest?port=6000')).toEqual([
    ['one', 6000],
    ['two', 6000],
  ])
})

test.each([
  ['mysql://one/nest', /begins with postgres/],
  ['postgres://one:port/nest', /names a host that cannot be used/],
  ['postgres://one:70000/nest', /names a host that cannot be used/],
  ['postgres://one/nest?target_session_attrs=prefer-standby', /Nestmark writes/],
])('rejects %s with a clear message', (url, sentence) => {
  expect(() => parsePostgresAddress(url)).toThrow(sentence)
})
