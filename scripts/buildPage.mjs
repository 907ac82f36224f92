import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressFiles } from './compressFiles.mjs'
import { fingerprint } from './fingerprint.mjs'
import { publishFiles } from './publishFiles.mjs'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'apps/web/dist')
const stampName = '.built-from'
const stamp = join(dist, stampName)
/** Builds are made here, on the file system of `dist`. */
const cache = join(root, 'node_modules/.cache')
/** The version of the build process. Increment it when the process changes. */
const recipe = '4'

/** The sources of the page. A change in any of them requires a new build. */
const sources = [
  'apps/web',
  'packages/client/src',
  'packages/core/src',
  'packages/contract/src',
  'packages/encryption/src',
  'packages/highlighter/src',
  'packages/texts/src',
  'package-lock.json',
]

/** Builds the page when its sources changed since the last build. */
export async function buildPage() {
  const wanted = fingerprint(sources, recipe)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false
  console.log('Building the page. This is done once after a change and takes a few seconds.')
  // Some callers, such as a test runner, set another value; the served page is always a production build.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  mkdirSync(cache, { recursive: true })
  const next = mkdtempSync(join(cache, 'page-'))
  try {
    await build({
      root: join(root, 'apps/web'),
      configFile: join(root, 'apps/web/vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: next, emptyOutDir: true },
    })
    await compressFiles(next)
    writeFileSync(join(next, stampName), wanted)
    publishFiles(next, dist, stampName)
  } finally {
    rmSync(next, { recursive: true, force: true })
  }
  return true
}
