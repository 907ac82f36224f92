import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { nobody, toSharedTmpdir } from '../concurrency/unprivilegedUser.ts'
import { createDevTools } from './devTools.ts'
import type { BrowserProgram } from './findBrowser.ts'
import { killGroup } from './processGroup.ts'
import { deleteFolder, deleteOldFolders } from './oldFolders.ts'
import { chown, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'

/** The browser cannot be started, for a reason that only the operator can change. */
export class BrowserUnavailableError extends Error {
  override name = 'BrowserUnavailableError'
}

/**
 * Starts a browser for one page with a new profile, whose entire traffic goes through a proxy (P02, P05).
 * @throws BrowserUnavailableError when it ends immediately, for example because the system allows no sandbox
 */
export async function startBrowser(
  program: BrowserProgram,
  { proxyPort, sandbox }: { proxyPort: number; sandbox: boolean },
) {
  const profile = await createProfile()
  // The sandbox of the browser does not work as root.
  const isRoot = process.getuid?.() === 0
  const child = spawn(program.path, listFlags(profile, proxyPort, sandbox), {
    // The leader of a group, which is killed as a group.
    detached: true,
    cwd: profile,
    env: {
      ...program.env,
      HOME: profile,
      TMPDIR: profile,
      XDG_CACHE_HOME: profile,
      XDG_CONFIG_HOME: profile,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    ...(isRoot && nobody),
  })
  const exited = once(child, 'close').catch(() => undefined)
  /** Kills all its processes and deletes its profile. */
  const stop = async () => {
    killGroup(child)
    await exited
    await deleteFolder(profile)
  }
  const errors = collectErrors(child)
  try {
    if (child.pid === undefined) throw new Error('it cannot be executed')
    const devTools = createDevTools(child.stdio[3] as Writable, child.stdio[4] as Readable)
    await devTools.call('Browser.getVersion')
    return { child, devTools, stop }
  } catch (error) {
    await stop()
    const cause = errors() || (error as Error).message
    throw new BrowserUnavailableError(`The browser ${program.path} does not start: ${cause}`)
  }
}

/** Returns the first line that the browser wrote as an error. */
function collectErrors(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    if (text.length < 4000) text += chunk
  })
  child.on('error', error => (text += error.message))
  return () => {
    const lines = text.split('\n')
    return (lines.find(line => /sandbox|FATAL|error/i.test(line)) ?? lines[0] ?? '').trim()
  }
}

function listFlags(profile: string, proxyPort: number, sandbox: boolean): string[] {
  return [
    '--headless=new',
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    ...(sandbox ? [] : ['--no-sandbox']),
    `--proxy-server=http://127.0.0.1:${proxyPort}`,
    // Without this entry the loopback interface is reached without the proxy.
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-quic',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-domain-reliability',
    '--disable-extensions',
    '--disable-sync',
    '--disable-breakpad',
    '--disable-crash-reporter',
    '--disable-client-side-phishing-detection',
    '--disable-features=OptimizationHints,MediaRouter,Translate,AutofillServerCommunication,DnsOverHttps,WebRtcHideLocalIpsWithMdns',
    '--no-first-run',
    '--no-default-browser-check',
    '--no-pings',
    '--mute-audio',
    '--hide-scrollbars',
    '--block-new-web-contents',
    '--font-render-hinting=none',
    '--js-flags=--max-old-space-size=512',
    'about:blank',
  ]
}

const prefix = 'nestmark-page-'

/** Creates the folder of a browser's profile. */
export async function createProfile(): Promise<string> {
  const folder = toSharedTmpdir()
  await deleteOldFolders(folder, prefix)
  const profile = await mkdtemp(join(folder, `${prefix}${process.pid}-`))
  if (process.getuid?.() === 0) await chown(profile, nobody.uid, nobody.gid)
  return profile
}
