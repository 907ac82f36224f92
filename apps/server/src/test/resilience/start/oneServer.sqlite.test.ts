import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { saveLink } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin, spawnServer } from '../serverProcess.testing.ts'
import { newFixture, type OwnFixture } from '../fixture.testing.ts'
import { signUp } from '../visitor.testing.ts'

let fixture: OwnFixture
beforeAll(async () => {
  fixture = await newFixture()
})
afterAll(() => fixture.remove())

const note = (n: number) => ({ name: `Note ${n}`, desc: 'Words', category: 4 as const, link: '' })

test('F06 a second server on the same directory exits immediately and names the owner; the first continues unaffected', async () => {
  const first = await fixture.start()
  const ada = await signUp(first.origin, 'ada')
  const second = spawnServer(fixture)
  expect(await second.ended).toEqual({ code: 1, signal: null })
  expect(second.output()).toContain(`(process ${first.pid})`)
  expect(second.output()).toContain(fixture.dataDir)
  await ada.call(saveLink, note(1))

  // Admin commands and backups work while the server runs.
  expect(await admin(fixture, 'integrity')).toMatchObject({ code: 0 })
  expect(await admin(fixture, 'migrate')).toMatchObject({ code: 0 })
  expect(await admin(fixture, 'users', 'list')).toMatchObject({ code: 0 })
  const file = join(fixture.dataDir, 'copy.nestmark')
  expect(await admin(fixture, 'backup', file)).toMatchObject({ code: 0 })
  expect(existsSync(file)).toBe(true)
  // A restore is rejected while a server runs.
  const restored = await admin(fixture, 'restore', file, '--replace')
  expect(restored.code).toBe(1)
  expect(restored.output).toContain(`(process ${first.pid})`)
  await ada.call(saveLink, note(2))

  // The files of a killed server do not block another one.
  await first.end('SIGKILL')
  expect(existsSync(join(fixture.dataDir, 'server.pid'))).toBe(true)
  writeFileSync(join(fixture.dataDir, 'server.lock-journal'), '')
  const third = await fixture.start()
  await ada.at(third.origin).call(saveLink, note(3))
  expect(await fixture.wrong()).toEqual([])
  expect(await third.end('SIGTERM')).toEqual({ code: 0, signal: null })
})
