import { expect, test } from 'vitest'
import { localOrigin } from '../../../configuration/config.ts'
import { expectedOrigin, passkeySite } from './passkeySite.ts'

test('ACC-02 the relying party id of a site', () => {
  const of = (publicUrl: string, accountsUrl = '/accounts') => passkeySite({ publicUrl, accountsUrl })
  expect(of('http://127.0.0.1:3000')).toEqual({ id: 'localhost', origin: 'http://localhost:3000' })
  expect(of('http://[::1]:3000')).toEqual({ id: 'localhost', origin: 'http://localhost:3000' })
  expect(of('https://links.example.org')).toEqual({
    id: 'links.example.org',
    origin: 'https://links.example.org',
  })
  expect(of('https://links.example.org', 'https://login.example.org/in')).toEqual({
    id: 'login.example.org',
    origin: 'https://login.example.org',
  })
  const from = (origin: string) => Buffer.from(JSON.stringify({ origin })).toString('base64url')
  const [near, far] = [of('http://127.0.0.1:3000')!, of('https://links.example.org')!]
  expect(expectedOrigin(near, from('http://localhost:5173'))).toBe('http://localhost:5173')
  expect(expectedOrigin(near, from('http://localhost@evil.example'))).toBe('http://localhost:3000')
  expect(expectedOrigin(near, 'nonsense')).toBe('http://localhost:3000')
  expect(expectedOrigin(far, from('https://links.example.org:444'))).toBe('https://links.example.org')
  expect(of('https://192.0.2.7')).toBeNull()
  expect(of('https://[2001:db8::7]')).toBeNull()
})

test('ACC-02 a server on this machine says the address at which its passkeys work', () => {
  for (const host of ['127.0.0.1', '::1']) {
    const publicUrl = localOrigin(host, 3000)
    expect(passkeySite({ publicUrl, accountsUrl: '/accounts' })?.origin).toBe(publicUrl)
  }
  expect(localOrigin('2001:db8::7', 80)).toBe('http://[2001:db8::7]:80')
})
