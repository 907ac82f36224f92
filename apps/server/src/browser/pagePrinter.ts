import { createFairSemaphore } from '../concurrency/fairSemaphore.ts'
import { type AddressPolicy, createAddressPolicy } from '../fetching/requests/addressPolicy.ts'
import { createLookup } from '../fetching/requests/resolve.ts'
import { startFilteringProxy } from './filteringProxy.ts'
import type { BrowserConfig } from './browserConfig.ts'
import { type BrowserProgram, findBrowser, hasBrowser } from './findBrowser.ts'
import { type PageFormat, type PageSource, PrintError, printPage } from './printPage.ts'
import { guardGroupMemory } from './processGroup.ts'
import { BrowserUnavailableError, startBrowser } from './startBrowser.ts'

/** The limits of one page (P03). */
export interface PrinterLimits {
  /** How long a page may take, in milliseconds. */
  pageMs: number
  /** The memory of all processes of a browser in bytes. */
  memory: number
}

export const printerLimits: PrinterLimits = { pageMs: 30_000, memory: 1_500_000_000 }

/** Concurrent browsers, and the pages that wait. Each person prints one page at a time. */
const queueLimits = { concurrency: 2, perKey: 1, queueLength: 20, queuePerKey: 3, timeoutMs: 60_000 }

export interface PrintOrder {
  source: PageSource
  format: PageFormat
  /** Who waits for it: people take turns. */
  key: string
  signal?: AbortSignal
}

/** Makes PDF files and pictures of pages, each in a separate browser. */
export interface PagePrinter {
  /** Returns whether this server has a browser. */
  isAvailable(): boolean
  /**
   * Prints a page.
   * @throws PrintError, BrowserUnavailableError, QueueFullError, QueueTimeoutError, the signal's reason
   */
  print(order: PrintOrder): Promise<Uint8Array>
  /** Ends all browsers. */
  close(): Promise<void>
}

/** The settings of the checks of addresses, as for all fetches. */
export interface PrinterAddresses {
  allowPrivate: string[]
  dns: string | null
  own: readonly string[]
}

/**
 * Creates the printer. A browser is started for each page, so that no page finds anything of another one.
 * @param onUnavailable receives the reason why the browser does not start
 */
export function createPagePrinter(
  config: BrowserConfig,
  addresses: PrinterAddresses,
  onUnavailable: (error: Error) => void = () => undefined,
  limits: PrinterLimits = printerLimits,
): PagePrinter {
  const queue = createFairSemaphore(queueLimits)
  const policy: AddressPolicy = createAddressPolicy(addresses.allowPrivate, addresses.own)
  const rules = { policy, lookup: createLookup(addresses.dns) }
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()
  let program: Promise<BrowserProgram | null> | null = null

  function find(): Promise<BrowserProgram | null> {
    program ??= findBrowser(config).catch((error: unknown) => {
      // Tried again with the next page.
      program = null
      throw new BrowserUnavailableError((error as Error).message)
    })
    return program
  }

  async function printNow({ source, format, signal }: PrintOrder): Promise<Uint8Array> {
    const found = await find()
    if (!found) throw new BrowserUnavailableError('There is no browser.')
    const ended = AbortSignal.any([
      closing.signal,
      AbortSignal.timeout(limits.pageMs),
      ...(signal ? [signal] : []),
    ])
    const proxy = await startFilteringProxy('url' in source ? rules : null)
    try {
      const browser = await startBrowser(found, { proxyPort: proxy.port, sandbox: config.sandbox })
      const excess = Promise.withResolvers<never>()
      const stopGuard = guardGroupMemory(browser.child, limits.memory, () =>
        excess.reject(new PrintError('tooLarge', 'The page needs too much memory.')),
      )
      try {
        const printing = printPage(browser.devTools, { source, format, credentials: proxy.credentials })
        return await Promise.race([printing, excess.promise, rejectAtAbort(ended)])
      } finally {
        stopGuard()
        await browser.stop()
      }
    } finally {
      proxy.close()
    }
  }

  return {
    isAvailable: () => hasBrowser(config),
    print(order) {
      const job = queue
        .run(order.key, () => printNow(order), { signal: order.signal })
        .catch((error: unknown) => {
          if (error instanceof BrowserUnavailableError) onUnavailable(error)
          throw error
        })
      const settled = job.catch(() => undefined)
      running.add(settled)
      void settled.then(() => running.delete(settled))
      return job
    },
    async close() {
      closing.abort(new PrintError('failed', 'The server stops.'))
      await Promise.all(running)
    },
  }
}

function rejectAtAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = () =>
      reject(
        signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError'
          ? new PrintError('failed', 'The page took too long.')
          : (signal.reason as Error),
      )
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
