import { onReconnect } from '../connection.ts'

/** How often an open page checks for a new build, in milliseconds. */
const updateInterval = 60 * 60_000

/**
 * Registers the service worker, which caches the page itself so that it opens without a connection.
 * @param onNewBuild called when another build is installed while this page is open
 */
export function startServiceWorker(onNewBuild: () => void): void {
  // Browsers support service workers only on https and localhost; the page works without them.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const workers = navigator.serviceWorker
  workers.addEventListener('message', ({ data }: MessageEvent<{ entry?: unknown } | null>) => {
    if (typeof data?.entry === 'string' && !isCurrentBuild(data.entry)) onNewBuild()
  })
  workers.startMessages()
  void register()
}

/** Returns whether this page was loaded with this entry script, whose name changes with every build. */
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
        // Offline or the server is unreachable: the next check follows. Where workers are blocked, there is no
        // registration.
      }
    }
    onReconnect(() => void checkForUpdate())
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && Date.now() - checkedAt > updateInterval) void checkForUpdate()
    })
  } catch (error) {
    console.warn('The page cannot be cached for offline use.', error)
  }
}
