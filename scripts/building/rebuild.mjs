import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint } from './fingerprint.mjs'
import { publishFiles } from './publishFiles.mjs'

export const root = join(import.meta.dirname, '../..')
const stampName = '.built-from'

/**
 * Builds a folder when its sources changed since the last build, and replaces it when the build is complete.
 * @param {object} how
 * @param {string} how.dist the folder
 * @param {string[]} how.sources the files and folders that it is built from, below the root
 * @param {string} how.recipe the version of the build process: increment it when the process changes
 * @param {(folder: string) => Promise<void>} how.build writes the files into an empty folder
 * @returns {Promise<boolean>} whether it was built
 */
export async function rebuild({ dist, sources, recipe, build }) {
  const wanted = fingerprint(sources, recipe)
  const stamp = join(dist, stampName)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false
  // On the file system of `dist`.
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const next = mkdtempSync(join(cache, 'build-'))
  try {
    await build(next)
    writeFileSync(join(next, stampName), wanted)
    publishFiles(next, dist, stampName)
  } finally {
    rmSync(next, { recursive: true, force: true })
  }
  return true
}
