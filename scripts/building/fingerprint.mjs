import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/**
 * Returns a hash of files by name and content. Tests and builds are excluded.
 * @param sources files and folders, relative to the project
 * @param recipe the version of the build process
 */
export function fingerprint(sources, recipe) {
  const hash = createHash('sha256').update(recipe)
  for (const source of sources) walk(join(root, source), hash)
  return hash.digest('hex')
}

function walk(path, hash) {
  if (!statSync(path).isDirectory()) {
    hash.update(path.slice(root.length)).update(readFileSync(path))
    return
  }
  for (const name of readdirSync(path).sort())
    if (name !== 'dist' && name !== 'node_modules' && !name.includes('.test.')) walk(join(path, name), hash)
}
