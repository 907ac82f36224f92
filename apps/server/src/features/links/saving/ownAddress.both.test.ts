import { scrapeLink } from '@nestmark/contract/links/scrape'
import { createWebhook } from '@nestmark/contract/webhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve, type TestServer } from '../../../fetching/testing/web.testing.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { toOutcome, signIn } from '../../../test/support/people.ts'

let app: TestApp
let site: TestServer
beforeAll(async () => {
  site = await serve((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Ours</title>'),
  )
  // The site plays this server behind its proxy; the operator allows its private host.
  app = await startApp({ publicUrl: `http://${site.hostPort}`, fetchAllowPrivate: [site.hostPort] })
})
afterAll(async () => {
  await app.stop()
  await site.close()
})

test('S02 S11 the server never fetches or calls itself through PUBLIC_URL', async () => {
  const ada = await signIn(app, 'ada')
  for (const caller of [ada.call, app.as(null)])
    expect(await toOutcome(caller(scrapeLink, { link: `http://${site.hostPort}/api/health` }))).toBe(
      'scrape.failed',
    )
  const hook = {
    address: `http://${site.hostPort}/api/auth/sign-in/email`,
    events: ['link.created' as const],
  }
  expect(await toOutcome(ada.call(createWebhook, hook))).toBe('webhooks.addressPrivate')
  expect(site.connections).toBe(0)
})
