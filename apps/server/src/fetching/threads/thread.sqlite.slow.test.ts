import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { PageMetadata, RawPage } from '../pageMeta/metadata.ts'
import { expectRefusal } from '../testing/refusal.testing.ts'
import { createThread, type Thread, type ThreadOptions } from './thread.ts'

const folder = mkdtempSync(join(tmpdir(), 'thread-'))
afterAll(() => rmSync(folder, { recursive: true }))
const threads: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const thread of threads.splice(0)) await thread.close()
})
function track<Job, Result>(thread: Thread<Job, Result>) {
  threads.push(thread)
  return thread
}
/** Creates a thread that evaluates each message as code. */
function createEvalThread(more: Partial<ThreadOptions> = {}) {
  const file = join(folder, 'eval.mjs')
  writeFileSync(
    file,
    `import { parentPort, threadId } from 'node:worker_threads'
     import { endOnRequest } from ${JSON.stringify(new URL('../../concurrency/threads.ts', import.meta.url).href)}
     endOnRequest(parentPort)
     parentPort.on('message', code => parentPort.postMessage({ result: new Function('id', code)(threadId) }))`,
  )
  return track(
    createThread<string, unknown>({
      entry: pathToFileURL(file),
      jobMs: 5000,
      idleMs: 200,
      queueLength: 3,
      memoryMb: 32,
      maxWaitMs: 3000,
      ...more,
    }),
  )
}
const reader = (more: Partial<ThreadOptions> = {}) =>
  track(
    createThread<RawPage, PageMetadata>({
      entry: new URL('../readPage.worker.ts', import.meta.url),
      jobMs: 5000,
      idleMs: 1000,
      queueLength: 10,
      memoryMb: 128,
      maxWaitMs: 5000,
      ...more,
    }),
  )
const read = (thread: Thread<RawPage, PageMetadata>, html: string) =>
  thread.run({ url: 'http://a.b/', bytes: Buffer.from(html), read: 'markup' })

test('S19 terminates an endless job, and a new thread runs the next one', async () => {
  const thread = createEvalThread({ jobMs: 300 })
  const first = await thread.run('return id')
  const endless = expectRefusal(thread.run('for (;;);'))
  const next = thread.run('return id')
  const { reason } = await endless
  expect(reason).toBe('unreadable')
  expect(await next).toBeGreaterThan(first as number)
})
test('S19 a job that exhausts the memory ends its thread and not the process', async () => {
  const thread = createEvalThread({ jobMs: 20_000 })
  const bomb = 'const all = []; for (;;) all.push(new Array(10000).fill({ a: id }).map((o, i) => ({ o, i })))'
  expect((await expectRefusal(thread.run(bomb))).reason).toBe('unreadable')
  expect(await thread.run('return 1')).toBe(1)
})
test('S19 rejects a job that throws, or ends its thread, and runs the next one', async () => {
  const thread = createEvalThread()
  expect((await expectRefusal(thread.run('throw new Error("x")'))).reason).toBe('unreadable')
  expect((await expectRefusal(thread.run('process.exit()'))).reason).toBe('unreadable')
  expect(await thread.run('return 1')).toBe(1)
})
test('S19 bounds the queue, and runs jobs in order', async () => {
  const thread = createEvalThread({ queueLength: 2 })
  const all = await Promise.allSettled(['1', '2', '3', '4'].map(value => thread.run(`return ${value}`)))
  expect(all.map(one => (one.status === 'fulfilled' ? one.value : one.reason.reason))).toEqual([
    1,
    2,
    3,
    'busy',
  ])
})
test('S19 rejects a job that waits too long as busy', async () => {
  const thread = createEvalThread({ jobMs: 2000, maxWaitMs: 100 })
  const [first, second] = [
    thread.run('for (const end = Date.now() + 600; Date.now() < end; );'),
    expectRefusal(thread.run('return 1')),
  ]
  expect(await second).toMatchObject({ reason: 'busy' })
  await expectRefusal(first)
  expect(await thread.run('return 2')).toBe(2)
})
test('an idle thread ends, and starts again on demand', async () => {
  const thread = createEvalThread({ idleMs: 50 })
  const first = (await thread.run('return id')) as number
  await expect.poll(() => thread.run('return id'), { interval: 100 }).toBeGreaterThan(first)
})
test('S19 terminates a thread whose program ignores the request to end', async () => {
  const file = join(folder, 'deaf.mjs')
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads'\nparentPort.on('message', () => parentPort.postMessage({ result: 1 }))`,
  )
  const thread = createEvalThread({ entry: pathToFileURL(file) })
  expect(await thread.run('')).toBe(1)
  await thread.close()
})
test('S19 the thread has an empty environment', async () => {
  expect(await createEvalThread().run('return Object.keys(process.env).length')).toBe(0)
})
test('close refuses waiting and later jobs', async () => {
  const thread = createEvalThread()
  const begun = join(folder, 'begun')
  const endless = `process.getBuiltinModule('fs').writeFileSync(${JSON.stringify(begun)}, ''); for (;;);`
  const all = [expectRefusal(thread.run(endless)), expectRefusal(thread.run('return 1'))]
  await expect.poll(() => existsSync(begun)).toBe(true)
  await thread.close()
  for (const one of all) expect((await one).reason).toBe('aborted')
  expect((await expectRefusal(thread.run('return 1'))).reason).toBe('aborted')
})
test('an idle thread does not keep the process alive, a busy one does', async () => {
  const script = `import { createThread } from ${JSON.stringify(new URL('./thread.ts', import.meta.url).href)}
    const thread = createThread({ entry: new URL(${JSON.stringify(new URL('../readPage.worker.ts', import.meta.url).href)}),
      jobMs: 5000, idleMs: 60000, queueLength: 1, memoryMb: 64, maxWaitMs: 100 })
    const bytes = Buffer.from('<title>Done</title>')
    const found = await thread.run({ url: 'http://a.b/', bytes, read: 'markup' })
    console.log(found.visible.title)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  const [code] = await once(child, 'exit')
  expect(out.trim()).toBe('Done')
  expect(code).toBe(0)
})

test('S19 reads or rejects malicious pages in time, and reads the next page', async () => {
  const thread = reader({ jobMs: 60_000 })
  // Quadratic parsing would not end in time.
  const size = 2_000_000
  const fill = (part: string) => part.repeat(Math.floor(size / part.length))
  const hostile = {
    nesting: fill('<div>'),
    'mismatched closing': fill('<a>').slice(0, size / 2) + fill('</b>').slice(0, size / 2),
    forms: fill('<form><b>'),
    attributes: `<meta ${fill('a=b ')}>`,
    'one attribute': `<meta property="og:title" content="${fill('x')}">`,
    entities: `<title>${fill('&amp;')}</title>`,
    'half entities': `<title>${fill('&')}`,
    angles: fill('<'),
    comments: fill('<!--'),
    paragraphs: fill('<p>'),
    metas: fill('<meta property="og:image" content="x">'),
    titles: fill('<title>'),
    scripts: fill('<script type="application/ld+json">['),
    graph: `<script type="application/ld+json">${fill('{"@graph":[')}`,
    spaces: `<title>${fill(' ')}x`,
    svg: fill('<svg><title>'),
    'meta whitespace': `<meta${fill(' ')}`,
    'charset clues': fill('<meta charset='),
    'html clues': fill('<html '),
    zeros: fill('\0'),
  }
  for (const [name, html] of Object.entries(hostile)) {
    const found = await read(thread, `<title>First</title>${html}`)
    expect(found.visible.title, name).toBe('First')
  }
  expect((await read(thread, '<title>After</title>')).visible.title).toBe('After')
})
