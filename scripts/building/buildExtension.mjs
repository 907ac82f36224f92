import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fingerprint } from './fingerprint.mjs'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'apps/extension')
/** The browsers, each with a ZIP and the unpacked folder `<browser>-mv3`. */
export const browsers = ['chrome', 'edge', 'opera', 'firefox']
/** The folder of the results. */
export const extensionDir = join(folder, 'dist')
const stamp = join(extensionDir, '.built-from')
/** The version of the build process. Increment it when the process changes. */
const recipe = '1'
/** A build takes less than this, in milliseconds. */
const lockMs = 300_000
const sources = [
  'apps/extension/src',
  'apps/extension/public',
  'apps/extension/wxt.config.ts',
  'packages/client/src',
  'packages/core/src',
  'packages/contract/src',
  'packages/highlighter/src',
  'packages/texts/src',
  'package-lock.json',
]

/** Builds the extension for all browsers when its sources changed since the last build. Uses no network. */
export async function buildExtension() {
  const unlock = await lock()
  try {
    return await build()
  } finally {
    unlock()
  }
}

/** Waits until no other process builds: test files run side by side, and each has it built. */
async function lock() {
  const place = join(root, 'node_modules/.cache/buildExtension.lock')
  mkdirSync(dirname(place), { recursive: true })
  for (;;)
    try {
      mkdirSync(place)
      return () => rmSync(place, { recursive: true, force: true })
    } catch {
      // One whose process was killed is removed.
      const made = statSync(place, { throwIfNoEntry: false })
      // One that has just been released may be that of the next process already.
      if (made && made.mtimeMs < Date.now() - lockMs) rmSync(place, { recursive: true, force: true })
      await new Promise(resolve => setTimeout(resolve, 100))
    }
}

async function build() {
  const wanted = fingerprint(
    sources.filter(path => existsSync(join(root, path))),
    recipe,
  )
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false
  process.env.NODE_ENV = 'production'
  const { zip } = await import('wxt')
  rmSync(extensionDir, { recursive: true, force: true })
  mkdirSync(extensionDir, { recursive: true })
  for (const browser of browsers) await zip({ root: folder, browser })
  writeFileSync(stamp, wanted)
  return true
}

// `npm run build:extension`, and the tests, which must not build with the environment of their runner.
if (process.argv[1] === import.meta.filename) await buildExtension()
