import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import type { LibraryFileEntry } from '@nestmark/core/libraryFile/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createZipStream, type ZipEntry } from '../../blobStorage/zip/zipStream.ts'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { toAudio } from '../../test/support/files.ts'
import { stopIntact, waitForEnd } from '../../test/support/jobs.ts'
import { type Person, signIn } from '../../test/support/people.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await startApp()
  folder = await mkdtemp(join(tmpdir(), 'own-zip-'))
})
afterAll(async () => {
  await stopIntact(app)
  await rm(folder, { recursive: true })
})

const bytesOfFile = 500_000
const at = Date.UTC(2026, 10, 25)
const pathOf = (n: number) => `files/${n}.mp3`

/** Yields the entries of the ZIP of a library of links with a file each. */
async function* entries(files: number): AsyncGenerator<ZipEntry> {
  const links = Array.from({ length: files }, (_, n) => {
    const file: LibraryFileEntry = {
      kind: 'file',
      number: 0,
      name: `${n}.mp3`,
      media_type: 'audio/mpeg',
      path: pathOf(n),
      saved_at: at,
    }
    return { id: `${n}`, title: `Sound ${n}`, address: '', category: 5, created_at: at, files: [file] }
  })
  const head = { format: 'nestmark-library', version: 1, server: '', exported_at: at, collections: [] }
  const entry = (path: string, content: Buffer): ZipEntry => ({
    path,
    at,
    isCompressed: false,
    chunks: (async function* () {
      yield content
    })(),
  })
  yield entry('nestmark.json', Buffer.from(JSON.stringify({ ...head, links })))
  const sound = toAudio(bytesOfFile)
  for (let n = 0; n < files; n++) {
    createHash('sha256')
      .update(`${n}`)
      .digest()
      .copy(sound, bytesOfFile - 32)
    yield entry(pathOf(n), Buffer.from(sound))
  }
}

/** Uploads a file in a separate process, whose memory does not count. Returns the job of its import. */
async function upload({ token }: Person, path: string): Promise<string> {
  const program = `
    const [url, token, path] = process.argv.slice(1)
    const body = new FormData()
    body.append('file', await require('node:fs').openAsBlob(path), 'own.zip')
    const headers = { authorization: 'Bearer ' + token }
    const answer = await fetch(url, { method: 'POST', headers, body })
    console.log((await answer.json()).data.job)`
  const url = `${app.origin}/api/import-bookmarks`
  const script = ['-e', `(async () => {${program}})()`, url, token, path]
  const { stdout } = await promisify(execFile)(process.execPath, script)
  return stdout.trim()
}

/** Imports a ZIP with a number of files into a new account. Returns the highest memory of the process during it, in bytes. */
async function importFiles(files: number): Promise<number> {
  const who = await signIn(app, 'ada', 2)
  const path = join(folder, `${files}.zip`)
  await pipeline(createZipStream(entries(files)), createWriteStream(path))
  let highest = 0
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss())
  }, 20)
  try {
    const job = await upload(who, path)
    const { state, report } = await waitForEnd(who, job)
    expect({ state, ...report }).toMatchObject({ state: 'done', links: files, files, filesLeft: 0 })
  } finally {
    clearInterval(watch)
  }
  return highest
}

test('IO-03 the import of a ZIP of 200 MB has parts of it in memory only', async () => {
  // The first one starts the threads.
  const first = await importFiles(40)
  const second = await importFiles(400)
  expect(second - first).toBeLessThan(100_000_000)
})
