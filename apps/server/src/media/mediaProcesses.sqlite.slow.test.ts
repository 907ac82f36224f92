import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { toUnprivilegedUser } from '../concurrency/unprivilegedUser.ts'
import { patientLimits, writeMediaProgram } from '../test/support/mediaProgram.ts'
import { createMediaProcesses, type MediaLimits, type MediaOptions, toMediaFile } from './mediaProcesses.ts'

const { folder, program, remove } = writeMediaProgram()
afterAll(remove)

/** Creates a function that runs code in a process, and returns its result or its failure. */
function createEval(limits: Partial<MediaLimits> = {}) {
  const processes = createMediaProcesses({ ...patientLimits, ...limits }, program)
  return async (code: string, options: MediaOptions = {}) => {
    const { found, failure } = await processes.run('pictures', toMediaFile(Buffer.from(code)), options)
    return failure ?? found.title
  }
}

test('U07 ends a process that uses too much memory, and reads the next file', async () => {
  const run = createEval({ memory: 250_000_000 })
  const first = await run('return process.pid')
  // Outside of the heap, as decoders do it.
  expect(
    await run(
      'globalThis.all = []; for (;;) { all.push(Buffer.alloc(20e6, 1)); await new Promise(setImmediate) }',
    ),
  ).toBe('tooLarge')
  const next = await run('return process.pid')
  expect(next).toMatch(/^\d+$/)
  expect(next).not.toBe(first)
})

test('U07 ends a process that takes too long, and reads the next file', async () => {
  // Long enough for the start of a process on a busy machine.
  const run = createEval({ taskMs: { ...patientLimits.taskMs, pictures: 10_000 } })
  expect(await run('for (;;);')).toBe('tooSlow')
  expect(await run('return 1')).toBe('1')
})

test('U07 fails the file of a process that ends by itself, and reads the next one', async () => {
  const run = createEval()
  expect(await run('process.exit(1)')).toBe('ended')
  expect(await run('return 2')).toBe('2')
})

test('U07 a server that runs as root starts the process as another user, where everyone may read the code', async () => {
  const run = createEval()
  const user = toUnprivilegedUser([process.execPath, fileURLToPath(program)])
  expect(await run('return process.getuid()')).toBe(String(user?.uid ?? process.getuid?.()))
  expect(toUnprivilegedUser([join(folder, 'missing')])).toBeUndefined()
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

test('a process that has read a file of one owner reads none of another', async () => {
  const run = createEval()
  const ask = (key: string) => run('return process.pid', { key })
  const first = await ask('ada')
  expect(await ask('ada')).toBe(first)
  const others = [await ask('eve'), await ask('willem')]
  expect(new Set([first, ...others]).size).toBe(3)
  // Two processes stay, so the one of the first owner has ended.
  expect(await ask('eve')).toBe(others[0])
  expect(await ask('ada')).not.toBe(first)
})

test('an aborted task ends its process, and throws the reason', async () => {
  const run = createEval()
  const abort = new AbortController()
  const running = run('for (;;);', { signal: abort.signal })
  abort.abort(new Error('the server stops'))
  await expect(running).rejects.toThrow('the server stops')
  expect(await run('return 4')).toBe('4')
})

test('gives a process ranges of its file only, and throws an error of the file', async () => {
  const processes = createMediaProcesses(patientLimits, program)
  const read = async (range: string) => {
    const code = `process.send({ read: ${range} }); await new Promise(() => {})`
    return processes.run('pictures', toMediaFile(Buffer.from(code)))
  }
  for (const range of [
    '{ offset: 0, length: 1e6 }',
    '{ offset: -1, length: 2 }',
    '{ offset: 1, length: 1.5 }',
    '{ offset: "0", length: 1 }',
  ])
    await expect(read(range)).rejects.toThrow(RangeError)
  const broken = { size: 10, read: () => Promise.reject(new Error('the store is away')) }
  await expect(processes.run('pictures', broken)).rejects.toThrow('the store is away')
})

test('U07 leaves out an impossible finding', async () => {
  const processes = createMediaProcesses(patientLimits, program)
  const report = async (found: string) => {
    const code = `process.send({ found: ${found} }); return ''`
    return (await processes.run('pictures', toMediaFile(Buffer.from(code)))).found
  }
  expect(await report('{ width: 4, height: 3, duration: 5, pages: 6, artist: "A\u202eda" }')).toEqual({
    width: 4,
    height: 3,
    duration: 5,
    pages: 6,
    artist: 'Ada',
  })
  expect(await report('{ width: -4, height: 3, duration: NaN, pages: 0.5, playType: {} }')).toEqual({})
  expect(await report('{ pictures: [{ data: "text", width: 1, height: 1 }], text: 5 }')).toEqual({})
})

test('U07 rejects an AVIF of more than 12 million pixels', async () => {
  const avif = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#123' } })
      .avif({ effort: 0, quality: 1 })
      .toBuffer()
  const processes = createMediaProcesses(patientLimits)
  const read = async (width: number, height: number) =>
    processes.run('pictures', toMediaFile(await avif(width, height)))
  expect(await read(4100, 3000)).toEqual({ found: {}, failure: 'unreadable' })
  expect((await read(400, 300)).found.pictures?.[0]?.width).toBe(400)
})

test('U02 decodes no unused formats, and accepts no AVIF as an upload', async () => {
  const processes = createMediaProcesses(patientLimits)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>')
  const pixel = sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
  const unreadable = { found: {}, failure: 'unreadable' }
  for (const file of [svg, await pixel.tiff().toBuffer()])
    expect(await processes.run('pictures', toMediaFile(file))).toEqual(unreadable)
  expect(await processes.run('image', toMediaFile(await pixel.avif().toBuffer()))).toEqual(unreadable)
})
