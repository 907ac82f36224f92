import { fork } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { endWithServer } from '../concurrency/endWithServer.ts'
import { toSharedTmpdir } from '../concurrency/unprivilegedUser.ts'
import type { BrowserConfig } from './browserConfig.ts'
import { deleteOldFolders } from './oldFolders.ts'

/** A browser that can be started. */
export interface BrowserProgram {
  path: string
  env: Record<string, string>
}

const require = createRequire(import.meta.url)

/** The start of the names of folders that are not unpacked completely. */
const unpackingPrefix = 'unpacking-'

const installedBrowsers = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Returns whether a browser is there, without unpacking it. */
export function hasBrowser({ browser }: BrowserConfig): boolean {
  if (browser === 'off') return false
  if (browser !== 'auto') return existsSync(browser)
  return findPackage() !== null || findInstalled() !== null
}

/** Returns the browser, after unpacking it where necessary; null without one. */
export async function findBrowser(config: BrowserConfig): Promise<BrowserProgram | null> {
  if (!hasBrowser(config)) return null
  if (config.browser !== 'auto') return { path: config.browser, env: {} }
  const found = findPackage()
  if (found) return unpack(config.folder ?? defaultFolder(found.version))
  const path = findInstalled()
  return path === null ? null : { path, env: {} }
}

const findInstalled = () => installedBrowsers.find(path => existsSync(path)) ?? null

/** Returns the npm package where it can run: it contains a program for one kind of machine. */
function findPackage(): { version: string } | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  try {
    const main = require.resolve('@sparticuz/chromium')
    const file = join(dirname(dirname(main)), 'package.json')
    return { version: (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version }
  } catch {
    return null
  }
}

/** One folder for each version and user, so that it is unpacked once. The browser's own user must be able to enter it. */
const defaultFolder = (version: string) =>
  join(toSharedTmpdir(), `nestmark-browser-${version}-${process.getuid?.() ?? 'user'}`)

/**
 * Unpacks the package. A complete folder appears in one step, so that neither an end of the process nor a second server
 * leaves a part of it.
 * @throws Error when another user made the folder: its programs may not be started
 */
async function unpack(folder: string): Promise<BrowserProgram> {
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  assertOwnFolder(folder)
  openToEverybody(folder)
  await deleteOldFolders(folder, unpackingPrefix)
  const home = join(folder, 'browser')
  if (!existsSync(home)) {
    const next = mkdtempSync(join(folder, unpackingPrefix))
    try {
      await runUnpacking(next, home)
      moveInto(next, home)
    } finally {
      rmSync(next, { recursive: true, force: true })
    }
  }
  return {
    path: join(home, 'chromium'),
    env: { LD_LIBRARY_PATH: join(home, 'al2023/lib'), FONTCONFIG_PATH: join(home, 'fonts') },
  }
}

function assertOwnFolder(folder: string): void {
  const found = lstatSync(folder)
  const isOwn = process.getuid === undefined || found.uid === process.getuid()
  if (!found.isDirectory() || !isOwn || (found.mode & 0o022) !== 0)
    throw new Error(
      `${folder} belongs to another user or can be changed by others. Set BROWSER_DIR to another folder.`,
    )
}

/** Lets the browser's own user enter the folder: the umask of the server makes new folders private. */
function openToEverybody(folder: string): void {
  const isOpen = (lstatSync(folder).mode & 0o055) === 0o055
  if (process.getuid?.() === 0 && !isOpen) chmodSync(folder, 0o755)
}

/** Moves a folder to its place, unless another server was faster. */
function moveInto(next: string, home: string): void {
  try {
    renameSync(next, home)
  } catch (error) {
    if (!existsSync(home)) throw error
  }
}

async function runUnpacking(next: string, home: string): Promise<void> {
  const child = fork(new URL('./unpackBrowser.process.ts', import.meta.url), {
    env: { TMPDIR: next, NESTMARK_BROWSER_HOME: home, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
    stdio: 'ignore',
  })
  endWithServer(child)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`Unpacking the browser failed with code ${code}.`)
}
