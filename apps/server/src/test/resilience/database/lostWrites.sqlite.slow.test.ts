import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listDashboardLinks, saveLink } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAcknowledgedState } from '../../../db/writes/commitLog.ts'
import { checkDataFile } from '../../../db/dataFile.ts'
import { admin, spawnServer, startServer } from '../serverProcess.testing.ts'
import { signUp, type Visitor, visitor } from '../visitor.testing.ts'

const note = (n: number) => ({ name: `Note ${n}`, desc: 'Words', category: 4 as const, link: '' })

let dir: string
/** The data directory of a server that was killed after saves, and its initial state. */
let killed: string
let before: string
/** The same for the library of another server. */
let others: string
let token: string
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'nestmark-lost-'))
  killed = join(dir, 'killed')
  before = join(dir, 'before')
  others = join(dir, 'others')
  const own = async () => {
    let server = await startServer({ dataDir: killed })
    const ada = await signUp(server.origin, 'ada')
    await save(ada, 1, 3)
    await server.end('SIGTERM')
    cpSync(killed, before, { recursive: true })
    server = await startServer({ dataDir: killed })
    await save(ada.at(server.origin), 4, 8)
    await server.end('SIGKILL')
    return ada.token
  }
  const other = async () => {
    const server = await startServer({ dataDir: others })
    await save(await signUp(server.origin, 'bea'), 1, 3)
    await server.end('SIGKILL')
  }
  ;[token] = await Promise.all([own(), other()])
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

async function save(who: Visitor, from: number, to: number): Promise<void> {
  for (let n = from; n <= to; n++) await who.call(saveLink, note(n))
}

const file = (dataDir: string, end = '') => join(dataDir, `nestmark.db${end}`)

function withoutLog(dataDir: string): void {
  for (const end of ['-wal', '-shm']) rmSync(file(dataDir, end), { force: true })
}

const losses: [string, (dataDir: string) => void, RegExp][] = [
  ['its log is missing', withoutLog, /lacks the last ALL writes/],
  [
    'its log is truncated',
    dataDir => {
      const { size } = statSync(file(dataDir, '-wal'))
      truncateSync(file(dataDir, '-wal'), Math.floor(size * 0.7))
      rmSync(file(dataDir, '-shm'))
    },
    /lacks the last (\d+ writes|write) that/,
  ],
  [
    'its log belongs to another library',
    dataDir => {
      withoutLog(dataDir)
      copyFileSync(file(others, '-wal'), file(dataDir, '-wal'))
    },
    /is that of another library|lacks the last/,
  ],
  [
    'it was replaced by an older copy',
    dataDir => {
      withoutLog(dataDir)
      copyFileSync(file(before), file(dataDir))
    },
    /lacks the last ALL writes/,
  ],
]

const lossOf = (dataDir: string, sentence: RegExp) => {
  const all = readAcknowledgedState(dataDir)!.count - readAcknowledgedState(before)!.count
  return new RegExp(sentence.source.replace('ALL', String(all)))
}

test.each(losses)(
  'F22 acknowledged writes are missing (%s): the server detects it before any change',
  (what, lose, sentence) => {
    const dataDir = join(dir, what)
    cpSync(killed, dataDir, { recursive: true })
    lose(dataDir)
    const left = readFileSync(file(dataDir))
    expect(() => checkDataFile(dataDir)).toThrow(lossOf(dataDir, sentence))
    expect(readFileSync(file(dataDir))).toEqual(left)
  },
)

test('F22 acknowledged writes are missing: no start, a message with their number and time, and two ways to continue', async () => {
  const dataDir = join(dir, 'lost')
  cpSync(killed, dataDir, { recursive: true })
  withoutLog(dataDir)
  const sentence = lossOf(dataDir, /lacks the last ALL writes/)
  const until = new Date(readAcknowledgedState(dataDir)!.at).toISOString()
  const server = spawnServer({ dataDir })
  const [end, integrity] = await Promise.all([server.ended, admin({ dataDir }, 'integrity')])
  expect(end).toEqual({ code: 1, signal: null })
  expect(integrity.code).toBe(1)
  for (const output of [server.output(), integrity.output]) {
    expect(output).toMatch(sentence)
    expect(output).toContain(until)
    expect(output).toContain('npm run admin -- restore FILE --replace')
  }

  expect(await admin({ dataDir }, 'accept-loss')).toMatchObject({ code: 0 })
  const next = await startServer({ dataDir })
  const ada = visitor(next.origin, token)
  expect((await ada.call(listDashboardLinks, {})).total).toBe(3)
  await ada.call(saveLink, note(9))
  await next.end('SIGKILL')
  expect(() => checkDataFile(dataDir)).not.toThrow()
})

test('F23 no false alarm: an intact library starts, even after a power failure before the writing of the count', async () => {
  const behind = join(dir, 'behind')
  cpSync(killed, behind, { recursive: true })
  copyFileSync(join(before, 'commits'), join(behind, 'commits'))
  expect(() => checkDataFile(behind)).not.toThrow()
  const server = await startServer({ dataDir: killed })
  expect((await visitor(server.origin, token).call(listDashboardLinks, {})).total).toBe(8)
  await server.end('SIGTERM')
})
