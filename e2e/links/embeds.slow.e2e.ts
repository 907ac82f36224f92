import type http from 'node:http'
import { getLink, listDashboardLinks } from '@nestmark/contract/links/links'
import { embedCases, playerCases } from '@nestmark/core/embeds/embedCases.testing'
import { recognise } from '@nestmark/core/embeds/recognise'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  type NamedSites,
  serveNamedSites,
} from '../../apps/server/src/fetching/testing/namedSites.testing.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { findCard, openLinkForm } from '../support/pageElements.ts'
import { expectAccessible, startEnvironment, type TestEnvironment } from '../support/testEnvironment.ts'

vi.setConfig({ testTimeout: 300_000 })

/** The address to which the short address of a site redirects. */
const redirectTargets: Record<string, string> = {
  pinterest: 'http://www.pinterest.com/pin/123456789012/',
  facebook: 'http://www.facebook.com/watch/?v=1234567890',
  googleMaps: 'http://www.google.com/maps/place/Eiffel+Tower/@48.8583701,2.2944813,17z',
  soundcloud: 'http://soundcloud.com/some-artist/some-track',
  spotify: 'http://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC',
}
const noPlayer = 'http://silent.podbean.com/e/an-episode/'

interface Kind {
  address: string
  key: string
  label: string
  category: number
  player: string
  isLookedUp: boolean
}

/**
 * One address of each kind: the code of a site, and how its player is found. Sites that are looked up have http
 * addresses.
 */
function listKinds(): Kind[] {
  const kinds = new Map<string, Kind>()
  for (const [typed, category, subCategory, embed] of embedCases) {
    const found = recognise(typed)
    if (embed === null || !found) continue
    const isLookedUp = embed === 'page' || embed === 'redirect'
    const { key, label } = found
    const frameHost = isLookedUp ? embed : new URL(embed).hostname
    const name = `${key} ${subCategory} ${frameHost}`
    const address = isLookedUp ? typed.replace(/^https:/, 'http:') : typed
    const player =
      embed === 'page'
        ? playerCases[key]![1]
        : embed === 'redirect'
          ? recognise(redirectTargets[key]!)!.embed!
          : embed
    if (!kinds.has(name)) kinds.set(name, { address, key, label, category, player, isLookedUp })
  }
  return [...kinds.values()]
}

const kinds = listKinds()
const lookedUp = kinds.filter(kind => kind.isLookedUp)

/** Responds like the sites: with a player in the page, in an oEmbed response, or with redirects. */
const answer: http.RequestListener = (request, response) => {
  const address = `http://${request.headers.host}${request.url}`
  const kind = lookedUp.find(each => each.address === address)
  if (kind && !playerCases[kind.key])
    return response.writeHead(302, { location: redirectTargets[kind.key] }).end()
  // A map redirects to a cookie consent page first.
  if (address.startsWith('http://www.google.com/maps'))
    return response.writeHead(302, { location: 'http://consent.google.com/' }).end()
  const [written = ''] = (kind && playerCases[kind.key]) ?? []
  const frame = `<iframe src="${written.replaceAll('&', '&amp;')}"></iframe>`
  if (request.url === '/oembed')
    return response
      .setHeader('content-type', 'application/json')
      .end(
        JSON.stringify({ type: 'rich', html: frame.replace('src=""', `src="${playerCases.hearthis![0]}"`) }),
      )
  response.setHeader('content-type', 'text/html')
  response.end(
    kind?.key === 'hearthis'
      ? '<title>A page</title><link rel="alternate" type="application/json+oembed" href="/oembed">'
      : `<title>A page</title>${frame}`,
  )
}

let sites: NamedSites
let env: TestEnvironment
let ada: Person
beforeAll(async () => {
  const addresses = [...lookedUp.map(kind => kind.address), ...Object.values(redirectTargets), noPlayer]
  const hosts = new Set([...addresses.map(address => new URL(address).hostname), 'consent.google.com'])
  sites = await serveNamedSites([...hosts], answer)
  env = await startEnvironment(sites.settings)
  ada = await env.signIn('ada')
})
afterAll(async () => {
  await env.close()
  await sites.close()
})

/** Opens a page with empty frames, so that no request reaches their sites. */
async function openDashboard(width: number): Promise<Page> {
  const page = await env.open(ada, '/dashboard', { width, height: width < 820 ? 844 : 1024, context: {} })
  await page.route(
    url => url.origin !== env.app.origin,
    route => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title>' }),
  )
  await page.getByText('Recent links').waitFor()
  return page
}

async function save(page: Page, { address, category, label }: Kind, name: string, expected: RegExp) {
  const dialog = await openLinkForm(page, category)
  await dialog.getByRole('textbox', { name: 'Link', exact: true }).fill(address)
  await dialog.getByText(expected).waitFor()
  expect(await dialog.getByText(expected).innerText()).toContain(label)
  await dialog.getByRole('textbox', { name: 'Title' }).fill(name)
  if (category === 4) await dialog.getByRole('textbox', { name: 'Description' }).fill(name)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** One kind of each category, and one of those whose player is looked up. The tests of recognition have the others. */
const shownKinds = new Set(
  [true, false].flatMap(isLookedUp =>
    [1, 2, 3, 4, 5].flatMap(
      category => kinds.find(kind => kind.category === category && kind.isLookedUp === isLookedUp) ?? [],
    ),
  ),
)

test('EMB-01 EMB-02 shows a kind of each category in its player, from the typed address to the frame', async () => {
  const page = await openDashboard(1440)
  for (const [n, kind] of [...shownKinds].entries()) {
    const name = `Kind ${n} of ${kind.label}`
    await save(page, kind, name, /is shown inline\./)
    await findCard(page, name).getByRole('link', { name }).first().click()
    const overlay = page.getByRole('dialog')
    await overlay.getByRole('button', { name: /^(Show|Play) / }).click()
    const frame = overlay.locator('iframe')
    await frame.waitFor()
    expect(await frame.getAttribute('src'), kind.address).toBe(kind.player)
    await page.keyboard.press('Escape')
    await overlay.waitFor({ state: 'detached' })
  }
  await page.close()
})

test('EMB-01 the form reports that a page has no player', async () => {
  const page = await openDashboard(390)
  const silent = { ...lookedUp.find(kind => kind.key === 'podbean')!, address: noPlayer }
  const dialog = await openLinkForm(page, 5)
  await dialog.getByRole('textbox', { name: 'Link', exact: true }).fill(noPlayer)
  await dialog.getByText('No player found on this page, so Podbean opens on its own page.').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Silent')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  const { links } = await ada.call(listDashboardLinks, {})
  const { link } = await ada.call(getLink, { link_id: links[0]!._id })
  expect(link).toMatchObject({ name: 'Silent', link: silent.address, embed: '' })
})
