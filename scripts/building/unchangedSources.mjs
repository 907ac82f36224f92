import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const stateFile = join(root, 'node_modules/.cache/sources-built')
/** What is built, or decides how. */
const sources = ['apps', 'packages', 'scripts', 'package-lock.json']
const builds = ['apps/web/dist', 'apps/site/dist', 'apps/server/dist']

/**
 * Returns a hash of the names, sizes and times of the sources. Every write changes the time of a file's state, which no
 * program can set. So the same hash means the same contents, without reading them.
 * @param base the folder of the project
 */
export function hashState(base = root) {
  const hash = createHash('sha256')
  const add = path => {
    const { size, ctimeMs } = statSync(path)
    hash.update(`${path}\0${size}\0${ctimeMs}\0`)
  }
  const walk = folder => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name === 'dist' || entry.name === 'node_modules' || entry.name.includes('.test.')) continue
      const path = join(folder, entry.name)
      if (entry.isDirectory()) walk(path)
      else add(path)
    }
  }
  for (const source of sources) {
    const path = join(base, source)
    if (statSync(path).isDirectory()) walk(path)
    else add(path)
  }
  return hash.digest('hex')
}

/** Returns whether everything was built from the sources with this hash. */
export const isBuilt = state =>
  builds.every(folder => existsSync(join(root, folder, '.built-from'))) &&
  existsSync(stateFile) &&
  readFileSync(stateFile, 'utf8') === state

/** Records that everything was built from the sources with this hash. A folder that cannot be written stays without the record. */
export function recordBuilt(state) {
  try {
    mkdirSync(dirname(stateFile), { recursive: true })
    writeFileSync(stateFile, state)
  } catch {
    // The next start compares the contents.
  }
}
