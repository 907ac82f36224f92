import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin, spawnServer } from '../serverProcess.testing.ts'
import { newFixture, type OwnFixture } from '../fixture.testing.ts'

let fixture: OwnFixture
beforeAll(async () => {
  fixture = await newFixture()
})
afterAll(() => fixture.remove())

test('F07 a server whose SECRET differs from that of its library does not start until the operator accepts the change', async () => {
  const first = await fixture.start()
  // Without SECRET, each data directory has a separate secret.
  const place = {
    ...fixture,
    dataDir: fixture.databaseUrl ? join(fixture.dataDir, 'second') : fixture.dataDir,
  }
  if (!fixture.databaseUrl) {
    await first.end('SIGTERM')
    rmSync(join(fixture.dataDir, 'secret'))
  }
  const second = spawnServer(place)
  expect(await second.ended, second.output()).toEqual({ code: 1, signal: null })
  expect(second.output()).toMatch(/^The SECRET of this server is not the one/)
  expect(second.output()).toContain('npm run admin -- accept-secret')
  await first.end('SIGTERM')

  expect(await admin(place, 'accept-secret')).toMatchObject({ code: 0 })
  const third = spawnServer(place)
  await expect.poll(third.output).toContain('Nestmark is ready')
  third.child.kill('SIGTERM')
  expect(await third.ended).toEqual({ code: 0, signal: null })
})
