import { onReconnect } from './connection.ts'

/** How often an open page looks for a new build, in milliseconds. */
const updateInterval = 60 * 60_000

/**
 * Lets the browser keep the page itself, so that it opens without a network.
 * @param onNewBuild called when another build has come while this page is open
 */
export function cacheShell(onNewBuild: () => void): void {
  // Browsers have it only on https and on this machine; the page works without.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const workers = navigator.serviceWorker
  workers.addEventListener('message', ({ data }: MessageEvent<{ entry?: unknown } | null>) => {
    if (typeof data?.entry === 'string' && !isCurrentBuild(data.entry)) onNewBuild()
  })
  workers.startMessages()
  void register()
}

/** Whether this page was begun by that script, whose name changes with every build. */
function isCurrentBuild(entry: string): boolean {
  return [...document.scripts].some(script => script.src.endsWith(`/${entry}`))
}

async function register(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    let checkedAt = Date.now()
    const checkForUpdate = async () => {
      checkedAt = Date.now()
      try {
        await registration.update()
      } catch {
        // Offline, or the server is away: there is a next time. Where something blocks workers, there is no registration.
      }
    }
    onReconnect(() => void checkForUpdate())
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && Date.now() - checkedAt > updateInterval) void checkForUpdate()
    })
  } catch (error) {
    console.warn('The page will not open without a network.', error)
  }
}
