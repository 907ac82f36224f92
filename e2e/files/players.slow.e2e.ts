import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getLink, saveLink } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cert, key } from '../../apps/server/src/fetching/testing/certificate.testing.ts'
import type { Person } from '../../apps/server/src/test/support/people.ts'
import { createTone, readVideo } from '../support/mediaFixture.ts'
import { expectAccessible, startEnvironment, type TestEnvironment } from '../support/testEnvironment.ts'

let env: TestEnvironment
let ada: Person
/** A site with media files. Pages load audio and video only over HTTPS. */
let site: Server
let host: string
const files = new Map<string, { type: string; bytes: Buffer }>()
const requestedPaths: string[] = []

beforeAll(async () => {
  env = await startEnvironment()
  ada = await env.signIn('ada')
  site = createServer({ cert, key }, (request, response) => {
    requestedPaths.push(request.url!)
    const file = files.get(request.url!)
    if (!file) return response.writeHead(404).end()
    const range = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '')
    const from = Number(range?.[1] ?? 0)
    const to = range?.[2] ? Number(range[2]) : file.bytes.length - 1
    response.writeHead(range ? 206 : 200, {
      'content-type': file.type,
      'accept-ranges': 'bytes',
      'content-length': to - from + 1,
      ...(range && { 'content-range': `bytes ${from}-${to}/${file.bytes.length}` }),
    })
    response.end(file.bytes.subarray(from, to + 1))
  })
  await new Promise<void>(done => site.listen(0, '127.0.0.1', done))
  host = `127.0.0.1:${(site.address() as AddressInfo).port}`
  files.set('/tone.wav', { type: 'audio/wav', bytes: createTone(65) })
  files.set('/broken.mp3', { type: 'audio/mpeg', bytes: Buffer.from('this is no sound') })
  files.set('/wide.webm', { type: 'video/webm', bytes: readVideo('wide') })
  files.set('/tall.webm', { type: 'video/webm', bytes: readVideo('tall') })
})
afterAll(async () => {
  await env.close()
  site.closeAllConnections()
  site.close()
})

const options = { context: { ignoreHTTPSErrors: true } }
const save = async (name: string, link: string, category: number) =>
  (await ada.call(saveLink, { name, link, category, desc: category === 4 ? name : '' }))._id

test('EMB-03 the player of a document shows its preview instead of its edit or view address', async () => {
  const id = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2'
  for (const [kind, rest] of [
    ['document', 'edit?usp=sharing'],
    ['document', 'view'],
    ['spreadsheets', 'edit#gid=0'],
    ['presentation', 'edit'],
  ] as const) {
    const link = await save(`${kind} ${rest}`, `https://docs.google.com/${kind}/d/${id}/${rest}`, 4)
    const { link: saved } = await ada.call(getLink, { link_id: link })
    expect(saved).toMatchObject({ subCategory: 3 })
    expect(saved.embed).toMatch(new RegExp(`^https://docs\\.google\\.com/${kind}/d/${id}/(preview|embed)`))
    const page = await env.open(ada, `/l/${link}`)
    await page.getByRole('button', { name: /^(Show|Play)/ }).click()
    expect(await page.locator('main iframe').getAttribute('src')).toBe(saved.embed)
    await page.close()
  }
})

test('EMB-06 the audio player plays, pauses, mutes and stops, and shows position and length as mm:ss', async () => {
  const id = await save('A quiet tone', `https://${host}/tone.wav`, 5)
  const page = await env.open(ada, '/dashboard', options)
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  await page.goto(`/l/${id}`)
  const player = page.getByRole('region', { name: 'Player for “A quiet tone”' })
  await player.waitFor()
  expect((await player.innerText()).replace(/\s+/g, ' ')).toContain('00:00 / --:--')
  // The browser requests nothing from the other server before Play. Our server may have fetched the page.
  expect(asked.filter(address => address.endsWith('/tone.wav'))).toEqual([])
  await expectAccessible(page)
  const sound = () =>
    page.evaluate(() => {
      const { paused, muted, currentTime } = document.querySelector('audio')!
      return { paused, muted, currentTime }
    })

  await player.getByRole('button', { name: 'Play “A quiet tone”' }).click()
  await player.getByText('/ 01:05').waitFor()
  await player.getByText('00:01', { exact: true }).waitFor()
  expect(await sound()).toMatchObject({ paused: false, muted: false })
  await player.getByRole('button', { name: 'Mute' }).click()
  expect((await sound()).muted).toBe(true)
  await player.getByRole('button', { name: 'Unmute' }).click()
  expect((await sound()).muted).toBe(false)
  await player.getByRole('button', { name: 'Pause' }).click()
  const { paused, currentTime } = await sound()
  expect(paused).toBe(true)
  expect(currentTime).toBeGreaterThan(0.9)
  // The waveform is a slider for keyboard and pointer.
  await player.getByRole('slider', { name: 'Position' }).fill('62')
  await player.getByText('01:02', { exact: true }).waitFor()
  await player.getByRole('button', { name: 'Play “A quiet tone”' }).click()
  await expect.poll(async () => (await sound()).currentTime).toBeGreaterThan(62)
  await player.getByRole('button', { name: 'Stop' }).click()
  expect(await sound()).toMatchObject({ paused: true, currentTime: 0 })
  await player.getByText('00:00', { exact: true }).waitFor()
  await expectAccessible(page)
})

test('EMB-06 the audio player reports a file that it cannot play', async () => {
  const id = await save('Broken', `https://${host}/broken.mp3`, 5)
  const page = await env.open(ada, `/l/${id}`, { ...options, width: 390, height: 844, dark: true })
  await page.getByRole('button', { name: 'Play “Broken”' }).click()
  await page.getByText('This file can’t be played here. Open the original instead.').first().waitFor()
  await expectAccessible(page)
})

test('EMB-07 a video plays, and a portrait video has a vertical player', async () => {
  for (const [name, tall] of [
    ['wide', false],
    ['tall', true],
  ] as const) {
    const id = await save(`A ${name} film`, `https://${host}/${name}.webm`, 2)
    const page = await env.open(ada, `/l/${id}`, options)
    requestedPaths.length = 0
    await page.getByRole('button', { name: `Play “A ${name} film”` }).waitFor()
    expect(requestedPaths).toEqual([])
    await page.getByRole('button', { name: `Play “A ${name} film”` }).click()
    const video = page.locator('main video')
    await expect
      .poll(() => video.evaluate(element => (element as HTMLVideoElement).currentTime))
      .toBeGreaterThan(0)
    expect(await page.locator('[data-vertical]').count()).toBe(tall ? 1 : 0)
    const box = (await video.boundingBox())!
    expect(box.height > box.width).toBe(tall)
    expect(requestedPaths).toContain(`/${name}.webm`)
    await page.close()
  }
})

test('EMB-06 a started video pauses the sound and hides its player until the user leaves the video', async () => {
  await save('A rain', `https://${host}/tone.wav`, 5)
  await save('A gable', `https://${host}/wide.webm`, 2)
  const page = await env.open(ada, '/dashboard', options)
  await page.getByRole('button', { name: 'Play “A rain”' }).first().click()
  const sound = page.getByRole('region', { name: 'Sound player' })
  await sound.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await page.getByRole('link', { name: 'A gable', exact: true }).click()
  const play = page.getByRole('dialog').getByRole('button', { name: 'Play “A gable”' })
  await play.waitFor()
  await sound.getByRole('button', { name: 'Pause', exact: true, includeHidden: true }).waitFor()
  await play.click()
  await sound.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await sound.getByRole('button', { name: 'Play', exact: true }).waitFor()
})

test('players load muted on hover for users with that setting', async () => {
  const id = await save('A hovered film', `https://${host}/wide.webm`, 2)
  await env.app.services.db.write(tx =>
    tx.updateTable('people').set({ load_links: 2 }).where('id', '=', ada.id).execute(),
  )
  const page = await env.open(ada, `/l/${id}`, options)
  await page.mouse.move(5, 5)
  await page.getByRole('button', { name: 'Play “A hovered film”' }).hover()
  const video = page.locator('main video')
  await video.waitFor()
  expect(await video.evaluate(element => (element as HTMLVideoElement).muted)).toBe(true)
})
