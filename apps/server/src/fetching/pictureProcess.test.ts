import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { createPictureProcesses, pictureLimits } from './pictureProcess.ts'

// Programs must be in the folder of the code: the processes may read no other.
const cache = join(import.meta.dirname, '../../../../node_modules/.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'pictures-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes a program that evaluates the file of each request as code, and answers with one picture that has its result. */
function writeProgram(): URL {
  const path = join(folder, 'eval.mjs')
  writeFileSync(
    path,
    `process.on('message', async ({ file }) => {
       const evaluate = new Function('return (async () => {' + Buffer.from(file).toString() + '})()')
       const result = await evaluate().catch(error => error.code ?? String(error))
       process.send({ pictures: [{ data: Buffer.from(String(result)), width: 1, height: 1 }] })
     })
     process.on('disconnect', () => process.exit())`,
  )
  return pathToFileURL(path)
}

function createEval(limits: Partial<typeof pictureLimits> = {}) {
  const processes = createPictureProcesses({ ...pictureLimits, ...limits }, writeProgram())
  return async (code: string) => {
    const pictures = await processes.run('pictures', Buffer.from(code))
    return pictures && pictures[0]!.data.toString()
  }
}

test('U07 a process that uses too much memory is ended, and the next file is read', async () => {
  const run = createEval({ memory: 250_000_000 })
  const first = await run('return process.pid')
  // Outside of the heap, as decoders do it.
  expect(
    await run(
      'globalThis.all = []; for (;;) { all.push(Buffer.alloc(20e6, 1)); await new Promise(setImmediate) }',
    ),
  ).toBeNull()
  const next = await run('return process.pid')
  expect(next).toMatch(/^\d+$/)
  expect(next).not.toBe(first)
})

test('U07 a process that takes too long is ended, and the next file is read', async () => {
  // Long enough for the start of a process on a busy machine.
  const run = createEval({ taskMs: 10_000 })
  expect(await run('for (;;);')).toBeNull()
  expect(await run('return 1')).toBe('1')
})

test('U07 a process that ends by itself refuses its file, and the next one is read', async () => {
  const run = createEval()
  expect(await run('process.exit(1)')).toBeNull()
  expect(await run('return 2')).toBe('2')
})

test('U07 the process has no environment, reads only the code, writes nothing and starts no program', async () => {
  const run = createEval()
  expect(await run('return Object.keys(process.env).length')).toBe('0')
  const denied = 'ERR_ACCESS_DENIED'
  expect(await run(`return (await import('node:fs')).readFileSync('/etc/passwd')`)).toBe(denied)
  const file = join(folder, 'written')
  expect(await run(`return (await import('node:fs')).writeFileSync(${JSON.stringify(file)}, '')`)).toBe(
    denied,
  )
  expect(() => readFileSync(file)).toThrow()
  expect(await run(`return (await import('node:child_process')).spawnSync('true').error`)).toContain(denied)
  expect(await run(`new (await import('node:worker_threads')).Worker('1', { eval: true })`)).toBe(denied)
})

test('an idle process ends', async () => {
  const run = createEval({ idleMs: 50 })
  const pid = Number(await run('return process.pid'))
  const isRunning = () => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  await expect.poll(isRunning).toBe(false)
  expect(await run('return 3')).toBe('3')
})

test('U07 an AVIF of more than 12 million pixels is refused', async () => {
  const avif = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#123' } })
      .avif({ effort: 0, quality: 1 })
      .toBuffer()
  const processes = createPictureProcesses()
  expect(await processes.run('pictures', await avif(4100, 3000))).toBeNull()
  const [card] = (await processes.run('pictures', await avif(400, 300))) ?? []
  expect(card?.width).toBe(400)
})

test('U02 formats that nobody needs are not decoded', async () => {
  const processes = createPictureProcesses()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>')
  const tiff = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
    .tiff()
    .toBuffer()
  for (const file of [svg, tiff]) expect(await processes.run('pictures', file)).toBeNull()
})
