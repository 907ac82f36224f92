import type { Example } from '@nestmark/contract/openapi/openapi'
import { serveDns } from '../../fetching/testing/dnsServer.testing.ts'
import { serve } from '../../fetching/testing/web.testing.ts'
import { startFakeStripe } from '../payments/fakeStripe.testing.ts'
import { startApp } from '../support/app.ts'
import { canUseSandbox } from '../support/browserSandbox.ts'
import { steady } from './record.testing.ts'
import { textRecords } from './tourOfDomains.testing.ts'
import { takeTour } from './tour.testing.ts'

/** A PNG of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const page = '<!doctype html><title>The bakery</title><meta name="description" content="Bread since 1904">'

const feed = '<rss version="2.0"><channel><title>News from the bakery</title></channel></rss>'
const answers: Record<string, [type: string, body: string]> = {
  '/page': ['text/html', page],
  '/feed': ['application/rss+xml', feed],
}

/** The same time in every run. */
const tourTime = Date.UTC(2026, 0, 15, 9, 30)

/** Returns the examples from the current server, recorded on an empty database. */
export async function currentExamples(): Promise<Record<string, Example>> {
  const site = await serve((request, response) => {
    if (request.url === '/moved') return void response.writeHead(301, { location: '/page' }).end()
    const [type, body] = answers[request.url ?? ''] ?? ['image/png', png]
    response.writeHead(200, { 'content-type': type }).end(body)
  })
  const stripe = await startFakeStripe(() => tourTime)
  const dns = await serveDns((name, kind) => {
    const text = kind === 'TXT' ? textRecords.get(name) : undefined
    return text === undefined ? undefined : [text]
  })
  const app = await startApp({
    fetchDns: dns.address,
    payments: stripe.config,
    fetchAllowPrivate: [site.hostPort],
    countryHeader: 'x-country',
    copies: 'reader',
    browser: { browser: 'auto', folder: null, sandbox: await canUseSandbox() },
  })
  try {
    app.clock.now = tourTime
    const examples = JSON.stringify(await takeTour(app, site.origin))
    const named = examples.replaceAll(stripe.server.origin, 'https://payments.example')
    return steady(JSON.parse(named) as Record<string, Example>, app.origin)
  } finally {
    await app.stop()
    await dns.close()
    await site.close()
    await stripe.close()
  }
}
