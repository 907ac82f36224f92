import { describe, expect, test } from 'vitest'
import { createAddressPolicy, isPublicAddress, resolveRedirect, parseAddress } from './addressPolicy.ts'
import { FetchRefused, type RefusalReason } from './fetchRefused.ts'

// Classifies addresses only; no test here sends a request.

function refusedBy(work: () => unknown): RefusalReason | 'allowed' {
  try {
    work()
    return 'allowed'
  } catch (error) {
    if (error instanceof FetchRefused) return error.reason
    throw error
  }
}

const words = (text: string) => text.trim().split(/\s+/)
const policy = createAddressPolicy([])
const check = (address: string, from = policy) => refusedBy(() => from.check(parseAddress(address).url))

describe('S01 literal addresses outside the public internet', () => {
  const closed = words(`
    127.0.0.1 127.8.9.10 0.0.0.0 0.1.2.3 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1
    192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 192.88.99.1
    [::] [::1] [fe80::1] [fc00::1] [fd00:ec2::254] [fec0::1] [ff02::1] [100::1] [::ffff:127.0.0.1] [::ffff:10.0.0.1]
    [::ffff:7f00:1] [::127.0.0.1] [::ffff:0:127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::7f00:1] [2002:7f00:1::]
    [2001::1] [2001:db8::1] [3fff::1]
  `)
  test.each(closed)('S01 rejects %s', host => expect(check(`http://${host}/`)).toBe('not-global'))
  test.each(['8.8.8.8', '[2606:4700::1111]', '[::ffff:8.8.8.8]'])('S01 allows %s', host =>
    expect(check(`http://${host}/`)).toBe('allowed'),
  )
  test('S01 does not treat an unreadable address as global', () => {
    expect(isPublicAddress('')).toBe(false)
    expect(isPublicAddress('example.com')).toBe(false)
    expect(isPublicAddress('fe80::1%eth0')).toBe(false)
  })
})

describe('S02 other spellings of the same addresses', () => {
  const spellings = words(`
    2130706433 0x7f000001 017700000001 127.1 127.0.1 0x7f.1 0177.0.0.1 127.0.0.1. 0 ①②⑦.⓪.⓪.① 127。0。0。1
    %31%32%37.0.0.1 3232235777 0xa9fea9fe [0:0:0:0:0:0:0:1] [0000::0001] [::ffff:0x7f.0.0.1] localhost LOCALHOST
    localhost. a.localhost ⓛocalhost user@127.0.0.1 example.com@127.0.0.1 example.com:80@127.0.0.1
    example.com#@127.0.0.1
  `)
  test.each(spellings)('S02 http://%s/', spelling => {
    const verdict = check(`http://${spelling}/`)
    if (spelling === 'example.com#@127.0.0.1') expect(verdict).toBe('allowed')
    else if (spelling === '[::ffff:0x7f.0.0.1]') expect(verdict).toBe('address')
    else expect(verdict).toBe('not-global')
  })
  test('S02 checks an address that browsers read as another host as that host', () => {
    expect(parseAddress('http:\\\\127.0.0.1\\@example.com/').url.hostname).toBe('127.0.0.1')
    expect(check('http:\\\\127.0.0.1\\@example.com/')).toBe('not-global')
    expect(check('http:/127.0.0.1')).toBe('not-global')
    expect(check(' \thttp://127.0.0.1')).toBe('not-global')
  })
})

describe('S06 schemes', () => {
  const others = words(`
    file:///etc/passwd ftp://example.com gopher://example.com data:text/html,x ws://a.b javascript:alert(1)
    blob:http://a.b/1 about:blank dict://a.b HTTPS2://a.b
  `)
  test.each(others)('S06 rejects %s', address => expect(check(address)).toBe('scheme'))
  test('S06 does not accept text without a scheme as an address', () =>
    expect(check('example.com/x')).toBe('address'))
})

describe('S03 redirects', () => {
  const hop = (from: string, to: string, carried = false) => resolveRedirect(new URL(from), to, carried)
  test('S03 parses a redirect like a first address', () => {
    expect(hop('http://a.b/c/d', '../e').url.href).toBe('http://a.b/e')
    expect(hop('http://a.b/c', '//127.0.0.1/x').url.hostname).toBe('127.0.0.1')
    expect(refusedBy(() => hop('http://a.b', 'file:///etc/passwd'))).toBe('scheme')
    expect(refusedBy(() => hop('http://a.b', `/${'x'.repeat(3000)}`))).toBe('too-long')
  })
  test('S03 follows https to http only without credentials', () => {
    expect(hop('https://a.b', 'http://a.b/x').url.href).toBe('http://a.b/x')
    expect(refusedBy(() => hop('https://a.b', 'http://u:p@a.b/x'))).toBe('downgrade')
    expect(refusedBy(() => hop('https://a.b', 'http://a.b/x', true))).toBe('downgrade')
    expect(hop('https://a.b', 'https://u:p@a.b/x')).toMatchObject({ carriedCredentials: true })
  })
  test('S03 reads a raw UTF-8 Location as UTF-8, a raw latin-1 one as latin-1', () => {
    expect(hop('http://a.b', Buffer.from('/привет').toString('latin1')).url.pathname).toBe(
      encodeURI('/привет'),
    )
    expect(hop('http://a.b', '/caf\u00e9').url.pathname).toBe('/caf%C3%A9')
  })
  test('S03 the fragment of the first address remains unless the redirect has its own', () => {
    expect(hop('http://a.b/#one', '/x').url.href).toBe('http://a.b/x#one')
    expect(hop('http://a.b/#one', '/x#two').url.href).toBe('http://a.b/x#two')
  })
})

describe('S16 address length', () => {
  test('S16 allows 2,048 characters, and not more, counted after encoding too', () => {
    const base = 'http://example.com/'
    expect(check(base + 'x'.repeat(2048 - base.length))).toBe('allowed')
    expect(check(base + 'x'.repeat(2049 - base.length))).toBe('too-long')
    expect(check(base + 'я'.repeat(600))).toBe('too-long')
  })
  test('S16 line breaks never survive parsing', () => {
    const { url } = parseAddress('http://example.com/a\r\nHost: evil\r\n\r\n?b=\r\nc')
    expect(url.href).not.toMatch(/[\r\n]/)
  })
})

describe('the operator’s allowlist', () => {
  test('S01 an entry allows exactly its host and port', () => {
    const custom = createAddressPolicy(['127.0.0.1:8080', '[::1]:8080', 'Site.Test:80', '0x7f.2:81'])
    expect(check('http://127.0.0.1:8080/x', custom)).toBe('allowed')
    expect(check('https://0x7f000001:8080/x', custom)).toBe('allowed')
    expect(check('http://[0:0::1]:8080/', custom)).toBe('allowed')
    expect(check('http://127.0.0.2:81/', custom)).toBe('allowed')
    expect(check('http://127.0.0.1:8081/', custom)).toBe('not-global')
    expect(check('http://127.0.0.1/', custom)).toBe('not-global')
    expect(check('http://127.0.0.3:8080/', custom)).toBe('not-global')
    expect(check('http://localhost:8080/', custom)).toBe('not-global')
    expect(custom.allows(new URL('http://site.test/'))).toBe(true)
    expect(custom.allows(new URL('https://site.test/'))).toBe(false)
    expect(custom.allows(new URL('http://a.site.test/'))).toBe(false)
  })
  test.each(['127.0.0.1', 'a.b', 'http://a.b:80', 'a.b:80/x', '*:80', '10.0.0.0/8', 'u@a.b:80', ':80'])(
    'rejects the entry %s at the start',
    entry => {
      if (entry === '*:80') expect(createAddressPolicy([entry]).allows(new URL('http://a.b/'))).toBe(false)
      else expect(() => createAddressPolicy([entry])).toThrow(entry)
    },
  )
  test('S01 ports of other protocols stay closed', () => {
    expect(check('http://example.com:25/')).toBe('port')
    expect(check('http://example.com:8080/')).toBe('allowed')
  })
})

describe('S02 S03 rejects requests to this server itself', () => {
  const here = createAddressPolicy(
    ['127.0.0.1:3000', '8.8.8.8:3000'],
    ['https://Links.Example.org', 'http://127.0.0.1:3000'],
  )
  const own = words(`
    https://links.example.org/ https://LINKS.EXAMPLE.ORG/x https://links.example.org:443/ http://links.example.org/
    https://links.example.org./ https://user:pass@links.example.org/ https://links%2eexample.org/
    https://ⓛinks.example.org/ http://127.0.0.1:3000/ http://2130706433:3000/ http://0x7f.1:3000/
    http://[::ffff:127.0.0.1]:3000/
  `)
  test.each(own)('S02 rejects %s, though the operator allowed its host', address =>
    expect(check(address, here)).toBe('own'),
  )
  test.each(
    words(
      'https://example.org/ https://links.example.org:8443/ https://mylinks.example.org/ http://8.8.8.8:3000/',
    ),
  )('S02 treats %s as another server', address => expect(check(address, here)).toBe('allowed'))
  test('S03 checks a redirect to it like a first address', () => {
    const { url } = resolveRedirect(new URL('https://example.com/'), '//links.example.org./', false)
    expect(refusedBy(() => here.check(url))).toBe('own')
  })
})
