import { readdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { listDashboardLinks } from '@nestmark/contract/links/links'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bookmarkFile } from '../bookmarkFile.testing.ts'
import type { ServerProcess } from '../serverProcess.testing.ts'
import { newFixture, type OwnFixture } from '../fixture.testing.ts'
import { signUp } from '../visitor.testing.ts'

let fixture: OwnFixture
const sockets: Socket[] = []
beforeEach(async () => {
  fixture = await newFixture()
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await fixture.remove()
})

const openFiles = 150

/** Uploads a file on an open connection. */
function upload(
  agent: Agent,
  origin: string,
  token: string,
  html: string,
): Promise<{ status: number; job: string }> {
  const boundary = 'the-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="b.html"\r\n\r\n`
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const sent = request({ agent, hostname, port, method: 'POST', path: '/api/import-bookmarks' }, answer => {
      let text = ''
      answer.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      answer.on('end', () => resolve({ status: answer.statusCode!, job: JSON.parse(text).data?.job }))
    })
    sent.setHeader('authorization', `Bearer ${token}`)
    sent.setHeader('content-type', `multipart/form-data; boundary=${boundary}`)
    sent.on('error', reject)
    sent.end(`${head}${html}\r\n--${boundary}--\r\n`)
  })
}

/** Opens connections until the server has no free file handle. */
async function takeAllHandles({ origin, pid }: ServerProcess): Promise<void> {
  const { hostname, port } = new URL(origin)
  const handles = () => {
    const socket = connect({ host: hostname, port: Number(port) })
    socket.on('error', () => undefined)
    sockets.push(socket)
    return readdirSync(`/proc/${pid}/fd`).length
  }
  await expect.poll(handles, { timeout: 60_000, interval: 1 }).toBeGreaterThanOrEqual(openFiles)
}

// Only Linux reports how many handles a process has.
test.runIf(process.platform === 'linux').each([
  ['large', 2500],
  ['small', 10],
])(
  'logs an import of a %s file without free file handles at the default level, and finishes it when handles are free',
  async (_size, links) => {
    const server = await fixture.start({ LOG_LEVEL: '' }, { openFiles })
    const ada = await signUp(server.origin, 'ada')
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    await upload(agent, server.origin, ada.token, 'no bookmarks')
    // Ensures that the server's database connections are open.
    await Promise.all(Array.from({ length: 10 }, () => ada.call(listDashboardLinks, {})))
    await takeAllHandles(server)
    const { status, job } = await upload(agent, server.origin, ada.token, bookmarkFile(links).html)
    expect(status).toBe(202)
    await expect
      .poll(() => server.output(), { timeout: 60_000 })
      .toMatch(
        /"level":40.*(EMFILE|too many open files|unable to open database file).*job is tried again: the machine had no file handles/,
      )
    for (const socket of sockets.splice(0)) socket.destroy()
    await fixture.triesAreDue()
    expect(await ada.jobEnd(job)).toMatchObject({ state: 'done', report: { links } })
    expect(await fixture.wrong()).toEqual([])
    agent.destroy()
  },
)
