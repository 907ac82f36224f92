import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBrowser, hasBrowser } from './findBrowser.ts'

const config = { browser: 'auto', sandbox: true }
const hasPackage = process.platform === 'linux' && hasBrowser({ ...config, folder: null })

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nestmark-unpacked-'))
  mkdirSync(join(folder, 'browser'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test.runIf(hasPackage && process.getuid?.() === 0)(
  'P05 the user of the browser can enter a folder that the umask of the server made private',
  async () => {
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const found = await findBrowser({ ...config, folder })
    expect(found?.path).toBe(join(folder, 'browser', 'chromium'))
    expect(statSync(folder).mode & 0o777).toBe(0o755)
  },
)

test.runIf(hasPackage)(
  'F01 deletes what a server left that was killed while it unpacked the browser',
  async () => {
    const addPart = (name: string, ageMinutes: number) => {
      const part = join(folder, name)
      mkdirSync(part)
      const at = Date.now() / 1000 - ageMinutes * 60
      utimesSync(part, at, at)
    }
    addPart('unpacking-old', 61)
    addPart('unpacking-recent', 59)
    await findBrowser({ ...config, folder })
    expect(readdirSync(folder).sort()).toEqual(['browser', 'unpacking-recent'])
  },
)
