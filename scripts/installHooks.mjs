import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

// An installation without git or without a working copy needs no hooks. Another hook directory is not changed.
if (existsSync(join(root, '.git')) && !configured())
  try {
    execFileSync('git', ['config', '--local', 'core.hooksPath', '.githooks'], { cwd: root, stdio: 'ignore' })
  } catch {
    // The directory may be read-only or belong to another user.
  }

function configured() {
  try {
    return execFileSync('git', ['config', 'core.hooksPath'], { cwd: root, encoding: 'utf8' }).trim() !== ''
  } catch {
    return false
  }
}
