import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDomainProofs, type DomainProofs } from './domainProof.ts'
import { createFetcher } from './requests/fetchPage.ts'
import { serveDns } from './testing/dnsServer.testing.ts'
import { serve } from './testing/web.testing.ts'

const record = '_nestmark.library.example'
const caller = { kind: 'person', key: 'ada' } as const

let answer: { status: number; text: string; headers?: Record<string, string> }
let texts: string[] | undefined
let proofs: DomainProofs
let file: string
const ends: (() => unknown)[] = []

beforeAll(async () => {
  const site = await serve((_request, response) => {
    response.writeHead(answer.status, answer.headers).end(answer.text)
  })
  file = `${site.origin}/.well-known/nestmark-domain`
  const dns = await serveDns((name, kind) => (name === record && kind === 'TXT' ? texts : undefined))
  const options = { allowPrivate: [site.hostPort], dns: dns.address, failureMs: 0 }
  const fetcher = createFetcher(options)
  proofs = createDomainProofs(fetcher, options)
  ends.push(
    () => site.close(),
    () => dns.close(),
    () => fetcher.close(),
  )
})
beforeEach(() => {
  answer = { status: 404, text: 'token' }
  texts = undefined
})
afterAll(() => Promise.all(ends.map(end => end())))

const has = (files = [file]) => proofs.hasProof({ record, files }, 'token', caller)

test('PLAN-07 a TXT record among others proves a host', async () => {
  expect(await has()).toBe(false)
  texts = ['v=spf1 -all', 'another-token']
  expect(await has()).toBe(false)
  texts.push('token')
  expect(await has()).toBe(true)
})

test('PLAN-07 so does a file of the host itself, but no redirect, error page or longer text', async () => {
  answer = { status: 200, text: 'token\n' }
  expect(await has()).toBe(true)
  expect(await has(['http://127.0.0.1:9/', file])).toBe(true)
  answer = { status: 200, text: 'token and more' }
  expect(await has()).toBe(false)
  answer = { status: 302, text: 'token', headers: { location: `${file}?moved` } }
  expect(await has()).toBe(false)
  answer = { status: 500, text: 'token' }
  expect(await has()).toBe(false)
})

test('PLAN-07 S01 does not read a file on a private address', async () => {
  answer = { status: 200, text: 'token' }
  expect(await has([file.replace('127.0.0.1', 'localhost')])).toBe(false)
})
