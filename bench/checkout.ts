import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** This checkout. */
export const ownRoot = join(import.meta.dirname, '..')

/** Builds the page and the server of a checkout. */
export function build(root: string): void {
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root, stdio: 'inherit' })
}

/**
 * Checks a commit out into a temporary directory and builds it there.
 * @returns its directory, and a function that removes it
 * @throws when git does not know the commit, or it cannot be built
 */
export function checkOut(commit: string): { root: string; remove(): void } {
  const root = join(mkdtempSync(join(tmpdir(), 'nestmark-against-')), 'checkout')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ownRoot, stdio: 'inherit' })
  git('worktree', 'add', '--quiet', '--detach', root, commit)
  const remove = () => {
    git('worktree', 'remove', '--force', root)
    rmSync(join(root, '..'), { recursive: true, force: true })
  }
  try {
    const lock = (of: string) => readFileSync(join(of, 'package-lock.json'), 'utf8')
    if (lock(root) === lock(ownRoot)) for (const folder of moduleFolders()) linkModules(root, folder)
    else execFileSync('npm', ['ci'], { cwd: root, stdio: 'inherit' })
    build(root)
  } catch (error) {
    remove()
    throw error
  }
  return { root, remove }
}

/** Returns the folders of packages in this checkout: that of the root, and those of workspaces. */
function moduleFolders(): string[] {
  const workspaces = ['apps', 'packages'].flatMap(folder =>
    readdirSync(join(ownRoot, folder)).map(name => join(folder, name)),
  )
  return ['.', ...workspaces]
    .map(folder => join(folder, 'node_modules'))
    .filter(folder => lstatSync(join(ownRoot, folder), { throwIfNoEntry: false }))
}

/** Links the packages of a folder. The workspaces, which are links themselves, become those of the other checkout. */
function linkModules(root: string, folder: string): void {
  mkdirSync(join(root, folder), { recursive: true })
  for (const name of readdirSync(join(ownRoot, folder))) {
    const own = join(ownRoot, folder, name)
    // The compile cache, and what npm writes about its packages.
    if (name.startsWith('.') && name !== '.bin') continue
    if (name.startsWith('@')) linkModules(root, join(folder, name))
    else symlinkSync(lstatSync(own).isSymbolicLink() ? readlinkSync(own) : own, join(root, folder, name))
  }
}
