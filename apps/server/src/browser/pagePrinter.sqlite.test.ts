import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { toSharedTmpdir } from '../concurrency/unprivilegedUser.ts'
import { serve, type TestServer } from '../fetching/testing/web.testing.ts'
import { createMediaProcesses, toMediaFile } from '../media/mediaProcesses.ts'
import { canUseSandbox } from '../test/support/browserSandbox.ts'
import { createPagePrinter, type PagePrinter, printerLimits } from './pagePrinter.ts'
import type { PageSource } from './printPage.ts'

const ownPrefix = `nestmark-page-${process.pid}-`
const sandbox = await canUseSandbox()
const auto = { browser: 'auto', folder: null, sandbox }
const media = createMediaProcesses()
/** Returns when the library unpacked a browser outside the folder of Nestmark; undefined if never. Other programs do. */
const findUnpacked = () => statSync(join(toSharedTmpdir(), 'chromium'), { throwIfNoEntry: false })?.mtimeMs
const unpackedBefore = findUnpacked()
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})
afterAll(() => {
  // The library unpacks into the folder of the system unless another path is set.
  expect(findUnpacked()).toEqual(unpackedBefore)
  // Neither a profile nor a process is left.
  expect(readdirSync(toSharedTmpdir()).filter(name => name.startsWith(ownPrefix))).toEqual([])
  expect(listBrowsers()).toEqual([])
})

/** Returns the command lines of the browsers that print. */
const listBrowsers = () =>
  execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.includes(ownPrefix) && !line.includes('defunct'))

async function site(pages: Record<string, string | (() => void)>): Promise<TestServer> {
  const server = await serve((request, response) => {
    const page = pages[request.url ?? '']
    if (page === undefined) return void response.writeHead(404).end()
    // A page without a text is never answered.
    if (typeof page === 'string') response.writeHead(200, { 'content-type': 'text/html' }).end(page)
    else page()
  })
  open.push(server)
  return server
}

function createPrinter(allowPrivate: string[], limits = printerLimits, own: string[] = []): PagePrinter {
  const printer = createPagePrinter(auto, { allowPrivate, dns: '127.0.0.1:9', own }, undefined, limits)
  open.push(printer)
  return printer
}

const print = (printer: PagePrinter, source: PageSource) =>
  printer.print({ source, format: 'pdf', key: 'ada' })

/** Returns the words of a PDF without white space: a wrong font leaves blank pages without an error. */
async function readWords(pdf: Uint8Array): Promise<string> {
  const { found } = await media.run('document', toMediaFile(pdf))
  return (found.text ?? '').replace(/\s+/g, ' ').trim()
}

describe('LINK-09 P01 P02 P03 P05 printing pages', () => {
  test('prints the words and pictures of a page into the PDF, after its scripts have run', async () => {
    const server = await site({
      '/': `<h1>Turf houses</h1><p id="late"></p><script>document.getElementById('late').textContent = 'built of sod'</script>`,
    })
    const printer = createPrinter([server.hostPort])
    const pdf = await print(printer, { url: `${server.origin}/` })
    expect(Buffer.from(pdf.subarray(0, 5)).toString()).toBe('%PDF-')
    expect(await readWords(pdf)).toBe('Turf houses built of sod')
    const picture = await printer.print({
      source: { url: `${server.origin}/` },
      format: 'picture',
      key: 'ada',
    })
    expect([...picture.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
    expect(server.requests.every(request => request.headers['proxy-authorization'] === undefined)).toBe(true)
  })

  test('P01 P02 a page reaches neither files nor private addresses, by any way', async () => {
    const inner = await site({ '/': 'secret', '/secret': 'secret' })
    const outer = await site({
      '/': `<p>outside</p><img src="${inner.origin}/secret"><iframe src="${inner.origin}/"></iframe>
        <iframe src="file:///etc/passwd"></iframe><link rel="stylesheet" href="${inner.origin}/secret">
        <script>
          const add = text => document.body.append(text)
          fetch('${inner.origin}/secret', { mode: 'no-cors' }).then(() => add('leak1'), () => add('ok1'))
          fetch('file:///etc/passwd').then(() => add('leak2'), () => add('ok2'))
          const socket = new WebSocket('ws://${inner.hostPort}/secret')
          socket.onopen = () => add('leak3')
          socket.onerror = () => add('ok3')
          new Image().src = 'http://localhost:${inner.port}/secret'
          new Image().src = 'http://[::1]:${inner.port}/secret'
        </script>`,
      '/away': `<meta http-equiv="refresh" content="0; url=${inner.origin}/">`,
      '/file': `<script>location = 'file:///etc/passwd'</script>stayed`,
    })
    const printer = createPrinter([outer.hostPort])
    const words = await readWords(await print(printer, { url: `${outer.origin}/` }))
    expect(words).toMatch(/outside.*ok\d.*ok\d/)
    expect(words).not.toMatch(/leak|secret|root:/)
    await expect(print(printer, { url: `${inner.origin}/` })).rejects.toMatchObject({ name: 'PrintError' })
    const away = await print(printer, { url: `${outer.origin}/away` }).then(readWords, () => '')
    expect(away).not.toContain('secret')
    expect(await readWords(await print(printer, { url: `${outer.origin}/file` }))).toBe('stayed')
    expect(inner.requests).toEqual([])
  })

  test('P02 a document of this server requests nothing, and the browser does not visit this server', async () => {
    const server = await site({ '/': 'own' })
    const printer = createPrinter([server.hostPort], printerLimits, [server.origin])
    const html = `<p>listed</p><img src="${server.origin}/a.png"><iframe src="${server.origin}/"></iframe>`
    expect(await readWords(await print(printer, { html }))).toBe('listed')
    await expect(print(printer, { url: `${server.origin}/` })).rejects.toMatchObject({ name: 'PrintError' })
    expect(server.requests).toEqual([])
  })

  test('P03 F20 ends a page that takes too long or too much memory with its processes, and prints the next one', async () => {
    const server = await site({
      '/': '<p>next</p>',
      '/endless': '<script>for (;;);</script>',
      '/never': () => undefined,
      '/memory': `<script>const all = []; for (let n = 0; n < 300; n++) all.push(new Uint8Array(4e6).fill(1)); for (;;);</script>`,
    })
    const quick = createPrinter([server.hostPort], { ...printerLimits, pageMs: 2000 })
    for (const path of ['/endless', '/never'])
      await expect(print(quick, { url: server.origin + path })).rejects.toMatchObject({ reason: 'failed' })
    const small = createPrinter([server.hostPort], { ...printerLimits, memory: 600_000_000 })
    await expect(print(small, { url: `${server.origin}/memory` })).rejects.toMatchObject({
      reason: 'tooLarge',
    })
    expect(listBrowsers()).toEqual([])
    expect(await readWords(await print(small, { url: `${server.origin}/` }))).toBe('next')
  })

  test('P03 F18 a person prints one page at a time and queues three, others pass, and a stop ends all', async () => {
    const server = await site({ '/': '<p>short</p>', '/never': () => undefined })
    const printer = createPrinter([server.hostPort])
    const waiting = Array.from({ length: 4 }, () =>
      print(printer, { url: `${server.origin}/never` }).catch((error: Error) => error.message),
    )
    await expect(print(printer, { url: `${server.origin}/` })).rejects.toMatchObject({ scope: 'key' })
    const source = { url: `${server.origin}/` }
    expect(await readWords(await printer.print({ source, format: 'pdf', key: 'willem' }))).toBe('short')
    await printer.close()
    expect((await Promise.all(waiting)).every(each => typeof each === 'string')).toBe(true)
    expect(listBrowsers()).toEqual([])
  })

  test.skipIf(process.platform !== 'linux' || !sandbox)(
    'P05 the browser runs as an unprivileged user, in its sandbox',
    async () => {
      const seen: string[] = []
      const server = await site({
        '/': '<p>looked at</p><img src="/slow.png">',
        '/slow.png': () => {
          const lines = execFileSync('ps', ['-eo', 'pgid,pid,uid,args'], { encoding: 'utf8' }).split('\n')
          const group = parseInt(lines.find(line => line.includes(ownPrefix)) ?? '')
          const renderer = lines.find(line => parseInt(line) === group && line.includes('--type=renderer'))
          if (renderer) seen.push(renderer)
        },
      })
      const printer = createPrinter([server.hostPort])
      const printing = print(printer, { url: `${server.origin}/` })
      await expect.poll(() => seen.length).toBeGreaterThan(0)
      const [, pid, uid] = /^\s*\d+\s+(\d+)\s+(\d+)/.exec(seen[0]!)!
      expect(Number(uid)).not.toBe(0)
      expect(seen[0]).not.toContain('--no-sandbox')
      // 2: system calls are filtered.
      expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/Seccomp:\s+2/)
      await printer.close()
      await printing.catch(() => undefined)
    },
  )

  test('reports the reason without a browser, or with one that does not start', async () => {
    const errors: string[] = []
    for (const browser of ['off', '/bin/false']) {
      const printer = createPagePrinter(
        { ...auto, browser },
        { allowPrivate: [], dns: null, own: [] },
        error => errors.push(error.message),
      )
      expect(printer.isAvailable()).toBe(browser !== 'off')
      await expect(print(printer, { html: 'x' })).rejects.toMatchObject({ name: 'BrowserUnavailableError' })
    }
    expect(errors[1]).toContain('/bin/false does not start')
  })
})
