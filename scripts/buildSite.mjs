import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressFiles } from './compressFiles.mjs'
import { fingerprint } from './fingerprint.mjs'
import { publishFiles } from './publishFiles.mjs'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'apps/site/dist')
const stampName = '.built-from'
const stamp = join(dist, stampName)
/** The version of the build process. Increment it when the process changes. */
const recipe = '1'
const sources = ['apps/site', 'apps/web/src/ui/styles', 'packages/core/src', 'package-lock.json']

/** Builds the public site when its sources changed since the last build. */
export async function buildSite() {
  const wanted = fingerprint(sources, recipe)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false
  process.env.NODE_ENV = 'production'
  const { buildSite: build } = await import('../apps/site/src/build.ts')
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const next = mkdtempSync(join(cache, 'site-'))
  try {
    await build(next)
    await compressFiles(next)
    writeFileSync(join(next, stampName), wanted)
    publishFiles(next, dist, stampName)
  } finally {
    rmSync(next, { recursive: true, force: true })
  }
  return true
}
