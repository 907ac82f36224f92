import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getSingleLink, saveLink } from '@nestmark/contract/links'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cert, key } from '../apps/server/src/fetching/testing/certificate.ts'
import type { Person } from '../apps/server/src/test/support/people.ts'
import { expectAccessible, startEnvironment, type TestEnvironment } from './testEnvironment.ts'

let env: TestEnvironment
let ada: Person
/** A site with files: sounds and films come by https only. */
let site: Server
let host: string
const files = new Map<string, { type: string; bytes: Buffer }>()
const asked: string[] = []

beforeAll(async () => {
  env = await startEnvironment()
  ada = await env.signIn('ada')
  site = createServer({ cert, key }, (request, response) => {
    asked.push(request.url!)
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
  files.set('/tone.wav', { type: 'audio/wav', bytes: tone(65) })
  files.set('/broken.mp3', { type: 'audio/mpeg', bytes: Buffer.from('this is no sound') })
  const recorder = await env.open(null, '/testR')
  files.set('/wide.webm', { type: 'video/webm', bytes: await record(recorder, 320, 180) })
  files.set('/tall.webm', { type: 'video/webm', bytes: await record(recorder, 180, 320) })
})
afterAll(async () => {
  await env.close()
  site.closeAllConnections()
  site.close()
})

/** A sound file: a quiet tone of so many seconds, 8 kHz, one channel, 8 bit. */
function tone(seconds: number): Buffer {
  const rate = 8_000
  const samples = Buffer.from(
    Array.from({ length: rate * seconds }, (_, at) => 128 + Math.round(8 * Math.sin(at / 4))),
  )
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

/** A film made by the browser itself, of about a second. */
async function record(page: Page, width: number, height: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ([wide, high]) => {
      const canvas = document.createElement('canvas')
      canvas.width = wide!
      canvas.height = high!
      const pen = canvas.getContext('2d')!
      const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm;codecs=vp8' })
      const parts: Blob[] = []
      recorder.addEventListener('dataavailable', event => parts.push(event.data))
      const ended = new Promise(resolve => recorder.addEventListener('stop', resolve))
      recorder.start()
      for (let frame = 0; frame < 60; frame++) {
        pen.fillStyle = `hsl(${frame * 6} 60% 50%)`
        pen.fillRect(0, 0, canvas.width, canvas.height)
        await new Promise(requestAnimationFrame)
      }
      recorder.stop()
      await ended
      const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
      let text = ''
      for (const byte of bytes) text += String.fromCharCode(byte)
      return btoa(text)
    },
    [width, height],
  )
  return Buffer.from(base64, 'base64')
}

const options = { context: { ignoreHTTPSErrors: true } }
const save = async (name: string, link: string, category: number) =>
  (await ada.call(saveLink, { name, link, category, desc: category === 4 ? name : '' }))._id

test('EMB-03 addresses at which documents are edited or viewed become their previews', async () => {
  const id = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2'
  for (const [kind, rest] of [
    ['document', 'edit?usp=sharing'],
    ['document', 'view'],
    ['spreadsheets', 'edit#gid=0'],
    ['presentation', 'edit'],
  ] as const) {
    const link = await save(`${kind} ${rest}`, `https://docs.google.com/${kind}/d/${id}/${rest}`, 4)
    const { link: saved } = await ada.call(getSingleLink, { link_id: link })
    expect(saved).toMatchObject({ subCategory: 3 })
    expect(saved.embed).toMatch(new RegExp(`^https://docs\\.google\\.com/${kind}/d/${id}/(preview|embed)`))
    const page = await env.open(ada, `/l/${link}`)
    await page.getByRole('button', { name: /^(Show|Play)/ }).click()
    expect(await page.locator('main iframe').getAttribute('src')).toBe(saved.embed)
    await page.close()
  }
})

test('EMB-06 a sound plays, pauses, is muted and stopped, with both times as mm:ss', async () => {
  const id = await save('A quiet tone', `https://${host}/tone.wav`, 5)
  const page = await env.open(ada, `/l/${id}`, options)
  const player = page.getByRole('region', { name: 'Player of “A quiet tone”' })
  await player.waitFor()
  expect((await player.innerText()).replace(/\s+/g, ' ')).toContain('00:00 / --:--')
  // Nothing is asked of the other server before play is pressed; the server itself may have read the page.
  expect(await page.evaluate(() => document.querySelector('audio')!.networkState)).not.toBe(2)
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
  // The wave is a slider for keys and pointer.
  await player.getByRole('slider', { name: 'Position' }).fill('62')
  await player.getByText('01:02', { exact: true }).waitFor()
  await player.getByRole('button', { name: 'Play “A quiet tone”' }).click()
  await expect.poll(async () => (await sound()).currentTime).toBeGreaterThan(62)
  await player.getByRole('button', { name: 'Stop' }).click()
  expect(await sound()).toMatchObject({ paused: true, currentTime: 0 })
  await player.getByText('00:00', { exact: true }).waitFor()
  await expectAccessible(page)
})

test('EMB-06 a sound that cannot be played says so', async () => {
  const id = await save('Broken', `https://${host}/broken.mp3`, 5)
  const page = await env.open(ada, `/l/${id}`, { ...options, width: 390, height: 844, dark: true })
  await page.getByRole('button', { name: 'Play “Broken”' }).click()
  await page.getByText('This file cannot be played here. Open the original instead.').waitFor()
  await expectAccessible(page)
})

test('EMB-07 films play once their shape is known, and one that is taller than wide stands upright', async () => {
  for (const [name, tall] of [
    ['wide', false],
    ['tall', true],
  ] as const) {
    const id = await save(`A ${name} film`, `https://${host}/${name}.webm`, 2)
    const page = await env.open(ada, `/l/${id}`, options)
    asked.length = 0
    await page.getByRole('button', { name: `Play “A ${name} film”` }).waitFor()
    expect(asked).toEqual([])
    await page.getByRole('button', { name: `Play “A ${name} film”` }).click()
    const film = page.locator('main video')
    await expect
      .poll(() => film.evaluate(video => (video as HTMLVideoElement).currentTime))
      .toBeGreaterThan(0)
    expect(await page.locator('[data-vertical]').count()).toBe(tall ? 1 : 0)
    const box = (await film.boundingBox())!
    expect(box.height > box.width).toBe(tall)
    expect(asked).toContain(`/${name}.webm`)
    await page.close()
  }
})

test('players load when the pointer comes near for people who chose so, and then without a sound', async () => {
  const id = await save('A hovered film', `https://${host}/wide.webm`, 2)
  await env.app.services.db.write(tx =>
    tx.updateTable('people').set({ load_links: 2 }).where('id', '=', ada.id).execute(),
  )
  const page = await env.open(ada, `/l/${id}`, options)
  await page.mouse.move(5, 5)
  await page.getByRole('button', { name: 'Play “A hovered film”' }).hover()
  const film = page.locator('main video')
  await film.waitFor()
  expect(await film.evaluate(video => (video as HTMLVideoElement).muted)).toBe(true)
})
