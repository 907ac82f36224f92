import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Moves a finished build to where servers read it while they run. Assets come first, then the pages that name them,
 * and files of the previous build are removed last: a page is never missing and never names a missing file.
 * @param from the folder of the build, on the same file system; it is empty afterwards
 * @param to the folder that servers read
 * @param last name of the file that marks the build as complete
 */
export function publishFiles(from, to, last) {
  const names = readdirSync(from, { recursive: true }).filter(name => isFile(join(from, name)))
  const order = name => (name === last ? 2 : name.endsWith('.html') ? 1 : 0)
  for (const name of names.toSorted((a, b) => order(a) - order(b))) {
    mkdirSync(dirname(join(to, name)), { recursive: true })
    renameSync(join(from, name), join(to, name))
  }
  const built = new Set(names)
  for (const name of readdirSync(to, { recursive: true }))
    // Two builds at the same time: the other one may have removed it.
    if (!built.has(name) && isFile(join(to, name))) rmSync(join(to, name), { force: true })
}

function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
