import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
} from 'playwright-core'
import { deleteDeadFolders, ownPrefix } from '../../apps/server/src/test/support/deadFolders.ts'

const prefix = 'nestmark-browser-'

/**
 * Unpacks the browser of the npm package into a new folder, because the shared temporary folder can contain an older
 * browser. Environment variables pass the folder to the workers. Deletes the folders that killed tests have left.
 * @returns a function that deletes the folder
 */
export async function unpackBrowser(): Promise<() => void> {
  const previousTmpDir = process.env.TMPDIR
  deleteDeadFolders(tmpdir(), prefix)
  const home = mkdtempSync(join(tmpdir(), ownPrefix(prefix)))
  // The browser for the server's PDF files is in it too, and runs as another user.
  chmodSync(home, 0o755)
  process.env.NESTMARK_BROWSER_HOME = home
  process.env.NESTMARK_BROWSER = await (await loadChromium(home)).executablePath()
  return () => {
    if (previousTmpDir === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = previousTmpDir
    rmSync(home, { recursive: true, force: true })
  }
}

/** Loads the package that contains the browser, with the fonts and libraries that a minimal machine lacks. */
async function loadChromium(home: string) {
  process.env.TMPDIR = home
  // The package reads this when it is loaded, and then provides the system libraries of this runtime.
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs24.x'
  const fonts = join(home, 'fontconfig')
  mkdirSync(fonts, { recursive: true })
  writeFileSync(
    join(fonts, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>/usr/share/fonts</dir>
     <dir>${home}/fonts</dir><cachedir>${home}/fontcache</cachedir></fontconfig>`,
  )
  const { default: sparticuz } = await import('@sparticuz/chromium')
  process.env.FONTCONFIG_PATH = fonts
  return sparticuz
}

/**
 * Starts a browser, and once more if the first one crashes. Some do at their start, on a busy machine or on the profile of
 * a killed browser. A person starts it again.
 */
const launchTwice = <T>(launch: () => Promise<T>): Promise<T> => launch().catch(launch)

/** Starts the browser. As root it has no sandbox, which is safe because it opens only our own pages. */
export async function launchBrowser(): Promise<Browser> {
  const options = await createLaunchOptions()
  return launchTwice(() => chromium.launch(options))
}

/** A browser with its own profile on the disk. */
export interface ProfileBrowser {
  context: BrowserContext
  /** Ends the browser by SIGKILL, as a crash or the system does. It cannot save anything. */
  kill(): Promise<void>
}

/** Starts a browser on a profile, which a killed browser may have left. */
export async function launchOnProfile(
  profile: string,
  options: BrowserContextOptions,
): Promise<ProfileBrowser> {
  const launchOptions = { ...(await createLaunchOptions()), ...options }
  const context = await launchTwice(() => chromium.launchPersistentContext(profile, launchOptions))
  return {
    context,
    async kill() {
      const closed = new Promise(resolve => context.once('close', resolve))
      process.kill(findBrowserProcess(profile), 'SIGKILL')
      await closed
    },
  }
}

/** Returns the ID of the main process of the browser that uses a profile. */
function findBrowserProcess(profile: string): number {
  for (const id of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    const args = readArguments(id)
    if (args.includes(`--user-data-dir=${profile}`) && !args.some(each => each.startsWith('--type=')))
      return Number(id)
  }
  throw new Error(`No browser uses ${profile}.`)
}

function readArguments(processId: string): string[] {
  try {
    return readFileSync(`/proc/${processId}/cmdline`, 'utf8').split('\0')
  } catch {
    // The process has ended since then.
    return []
  }
}

async function createLaunchOptions(): Promise<LaunchOptions> {
  const home = process.env.NESTMARK_BROWSER_HOME!
  const sparticuz = await loadChromium(home)
  return {
    executablePath: process.env.NESTMARK_BROWSER ?? (await sparticuz.executablePath()),
    // In a locale without UTF-8 the browser names the download of `שיר.mp3` 'download'.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    // By default Playwright makes the browser create its shared memory as files on the disk, which is slower.
    ignoreDefaultArgs: hasLargeSharedMemory() ? ['--disable-dev-shm-usage'] : [],
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      // Fewer processes: the pages of one browser share one, and the browser itself paints.
      '--in-process-gpu',
      '--renderer-process-limit=1',
      '--disable-site-isolation-trials',
      '--font-render-hinting=none',
      '--disable-background-networking',
      // Otherwise the browser caches a compiled script only after its third use.
      '--v8-cache-options=bypassHeatCheck',
      // A page of a test is short, so optimised code is worth its compilation only where it runs very often.
      '--js-flags=--invocation-count-for-maglev=8000 --invocation-count-for-turbofan=20000',
      // The network service is a process by default, and a new profile sends it many messages. This list replaces the one
      // of Playwright, which has the second feature.
      '--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
    ],
  }
}

/** Returns whether `/dev/shm` has at least 1 GB of free space. Containers often limit it to 64 MB. */
function hasLargeSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize >= 2 ** 30
  } catch {
    return false
  }
}

let current: Promise<Browser> | undefined

/** Returns the browser of this process, which all its test files share. Each page has a separate profile. */
export async function sharedBrowser(): Promise<Browser> {
  const browser = await current?.catch(() => undefined)
  if (browser?.isConnected()) return browser
  current = launchBrowser()
  return current
}
