import { inviteMember } from '@nestmark/contract/sharing/share'
import { expect, test } from 'vitest'
import { isEmailAddress, splitAddresses } from './emailAddresses.ts'

test('SHR-02 separates addresses at commas, semicolons, spaces and lines, each once', () => {
  expect(splitAddresses(' A@x.org;b@x.org, c@x.org\nd@x.org a@x.org ')).toEqual([
    'a@x.org',
    'b@x.org',
    'c@x.org',
    'd@x.org',
  ])
  expect(splitAddresses(' ')).toEqual([])
  expect(splitAddresses('nonsense')).toEqual(['nonsense'])
})

test('SHR-02 takes the address out of a copied name and address', () => {
  expect(splitAddresses('Newbie Person <Third@example.org>')).toEqual(['third@example.org'])
  expect(splitAddresses('"Last, First" <a@x.org>, First Last<b@x.org>; c@x.org')).toEqual([
    'a@x.org',
    'b@x.org',
    'c@x.org',
  ])
  expect(splitAddresses('<a@x.org>')).toEqual(['a@x.org'])
})

test('SHR-02 an email address is what the server can invite', () => {
  const addresses = ['a@x.org', "o'neil+nest@mail.x.co.uk", 'a-b_c.d@x-y.org']
  const others = [
    'nonsense',
    'a@x',
    '@x.org',
    'a..b@x.org',
    '.a@x.org',
    'a@-x.org',
    'a@x.o',
    'a@x@y.org',
    'é@x.org',
  ]
  for (const email of [...addresses, ...others]) {
    expect(isEmailAddress(email)).toBe(addresses.includes(email))
    expect(inviteMember.input.safeParse({ folder_id: 'a', email, type: 'read' }).success).toBe(
      addresses.includes(email),
    )
  }
})
