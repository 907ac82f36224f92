import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { jobStatus } from '@nestmark/contract/jobs'
import { saveLink } from '@nestmark/contract/links/links'
import { scrapeLink } from '@nestmark/contract/links/scrape'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookmarkFile } from '../bookmarkFile.testing.ts'
import { listChildProcesses } from '../serverProcess.testing.ts'
import { newFixture, type OwnFixture } from '../fixture.testing.ts'
import { signUp } from '../visitor.testing.ts'

/** Large enough that a separate process imports them. */
const links = 4000
let fixture: OwnFixture
/** A site that accepts connections and never responds. */
let silent: Server
beforeAll(async () => {
  fixture = await newFixture()
  silent = createServer(() => undefined)
  await new Promise<void>(done => silent.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  silent.closeAllConnections()
  silent.close()
  await fixture.remove()
})

test(
  'F18 SIGTERM under load: running calls complete, the server stops with code 0 and leaves nothing behind',
  { timeout: 240_000 },
  async () => {
    const site = `127.0.0.1:${(silent.address() as AddressInfo).port}`
    // On a busy machine an orderly stop takes longer than the default of ten seconds.
    const server = await fixture.start({ FETCH_ALLOW_PRIVATE: site, STOP_TIMEOUT: '300' })
    const ada = await signUp(server.origin, 'ada')
    const file = bookmarkFile(links)
    const job = await ada.importFile(file.html)
    const acknowledged: string[] = []
    let broken = 0
    const save = async (saver: number) => {
      for (let n = 0; ; n++)
        try {
          const name = `Note ${saver}.${n}`
          await ada.call(saveLink, { name, desc: 'Words', category: 4, link: '' })
          acknowledged.push(name)
        } catch {
          broken++
          return
        }
    }
    const savers = [1, 2, 3, 4].map(save)
    const scrape = ada.call(scrapeLink, { link: `http://${site}/` }).catch((error: unknown) => error)
    while ((await ada.call(jobStatus, { job })).done < 500) await pause(20)
    const children = listChildProcesses(server.pid)

    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null })
    await Promise.all(savers)
    await scrape
    expect(broken).toBe(4)
    expect(acknowledged.length).toBeGreaterThan(4)
    expect(server.output()).not.toMatch(/"level":50|Error/)
    // The shell that ends confined processes ends after the server.
    const listRunning = () => [server.pid, ...children].filter(pid => existsSync(`/proc/${pid}`))
    await expect.poll(listRunning).toEqual([])

    expect(await fixture.wrong()).toEqual([])
    const notes = await fixture.look(({ read }) =>
      read.selectFrom('links').select('title').where('category', '=', 4).execute(),
    )
    const titles = notes.map(row => row.title)
    expect(acknowledged.filter(name => !titles.includes(name))).toEqual([])

    // The import is queued again, not dropped, and its lease is released.
    const released = await fixture.look(({ read }) =>
      read.selectFrom('jobs').selectAll().where('id', '=', job).executeTakeFirst(),
    )
    expect(released).toMatchObject({ state: 'queued', lease_owner: null })
    const again = ada.at((await fixture.start()).origin)
    expect(await again.jobEnd(job)).toMatchObject({ state: 'done', report: { links } })
    expect(await fixture.wrong()).toEqual([])
  },
)
