import type { DevTools } from './devTools.ts'

/** What is printed: a page by its address, or a document of our own. */
export type PageSource = { url: string } | { html: string }

/** What is made of a page. */
export type PageFormat = 'pdf' | 'picture'

/** Why a page could not be printed. */
export type PrintErrorReason = 'unreachable' | 'tooLarge' | 'failed'

export class PrintError extends Error {
  override name = 'PrintError'
  readonly reason: PrintErrorReason
  constructor(reason: PrintErrorReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** The largest result in bytes (P03). */
const maxBytes = 50_000_000
const maxPages = 200
/** How long the page may take to load, and then to become idle, in milliseconds. */
const loadMs = 15_000
const idleMs = 5_000
/** The size of a picture in pixels. */
const picture = { width: 1280, height: 800, maxHeight: 10_000 }

/** What a page needs to load through the proxy. */
export interface PrintOptions {
  source: PageSource
  format: PageFormat
  credentials: { username: string; password: string }
}

/**
 * Loads a page in a browser and returns it as a PDF, or as a JPEG picture.
 * @throws PrintError; DevToolsError when the browser ends
 */
export async function printPage(
  devTools: DevTools,
  { source, format, credentials }: PrintOptions,
): Promise<Uint8Array> {
  const { targetId } = await devTools.call('Target.createTarget', { url: 'about:blank' })
  const attached = await devTools.call('Target.attachToTarget', { targetId, flatten: true })
  const session = attached.sessionId as string
  const call = (method: string, params?: object) => devTools.call(method, params, session)
  const events = watchPage(devTools, call, credentials)
  await call('Page.enable')
  await call('Page.setLifecycleEventsEnabled', { enabled: true })
  await call('Fetch.enable', { handleAuthRequests: true })
  await call('Browser.setDownloadBehavior', { behavior: 'deny' }).catch(() => undefined)
  await call('Emulation.setDeviceMetricsOverride', {
    width: picture.width,
    height: picture.height,
    deviceScaleFactor: 1,
    mobile: false,
  })
  await load(call, source, events)
  return format === 'pdf' ? toPdf(call) : toPicture(call)
}

type CallPage = (method: string, params?: object) => Promise<Record<string, unknown>>

/** What happened to a page. */
interface PageEvents {
  loaded: Promise<void>
  idle: Promise<void>
}

/** Answers the questions of a page: the password of the proxy, the scheme of each request, and dialogs. */
function watchPage(devTools: DevTools, call: CallPage, credentials: PrintOptions['credentials']): PageEvents {
  const loaded = Promise.withResolvers<void>()
  const idle = Promise.withResolvers<void>()
  // A page that has ended needs no answer.
  const answer = (method: string, params: object) => void call(method, params).catch(() => undefined)
  devTools.onEvent(({ method, params }) => {
    const { requestId } = params
    if (method === 'Fetch.authRequired')
      answer('Fetch.continueWithAuth', {
        requestId,
        authChallengeResponse: toChallengeResponse(params, credentials),
      })
    else if (method === 'Fetch.requestPaused') {
      const { url } = params.request as { url: string }
      // The browser opens no file of this machine (P01).
      if (/^(https?|data|blob|about):/i.test(url)) answer('Fetch.continueRequest', { requestId })
      else answer('Fetch.failRequest', { requestId, errorReason: 'AccessDenied' })
    } else if (method === 'Page.javascriptDialogOpening')
      answer('Page.handleJavaScriptDialog', { accept: false })
    else if (method === 'Page.loadEventFired') loaded.resolve()
    else if (method === 'Page.lifecycleEvent' && params.name === 'networkIdle') idle.resolve()
  })
  return { loaded: loaded.promise, idle: idle.promise }
}

/** The password is for the proxy only. A site that requests one gets none. */
function toChallengeResponse(params: Record<string, unknown>, credentials: PrintOptions['credentials']) {
  const { source } = params.authChallenge as { source?: string }
  return source === 'Proxy' ? { response: 'ProvideCredentials', ...credentials } : { response: 'CancelAuth' }
}

async function load(call: CallPage, source: PageSource, events: PageEvents): Promise<void> {
  if ('html' in source) {
    const { frameTree } = await call('Page.getFrameTree')
    const { id } = (frameTree as { frame: { id: string } }).frame
    await call('Page.setDocumentContent', { frameId: id, html: source.html })
    return
  }
  const { errorText } = await call('Page.navigate', { url: source.url })
  if (typeof errorText === 'string' && errorText !== '') throw new PrintError('unreachable', errorText)
  await Promise.race([events.loaded, pause(loadMs)])
  await Promise.race([events.idle, pause(idleMs)])
  const { frameTree } = await call('Page.getFrameTree')
  const { url } = (frameTree as { frame: { url: string } }).frame
  if (!/^https?:/i.test(url)) throw new PrintError('unreachable', 'The page left its site.')
}

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms).unref())

async function toPdf(call: CallPage): Promise<Uint8Array> {
  const { stream } = await call('Page.printToPDF', {
    printBackground: true,
    preferCSSPageSize: true,
    pageRanges: `1-${maxPages}`,
    transferMode: 'ReturnAsStream',
  })
  const pieces: Buffer[] = []
  let size = 0
  for (;;) {
    const { data, base64Encoded, eof } = await call('IO.read', { handle: stream, size: 1_000_000 })
    const piece = Buffer.from(data as string, base64Encoded === true ? 'base64' : 'latin1')
    size += piece.length
    if (size > maxBytes) throw new PrintError('tooLarge', 'The PDF is too large.')
    pieces.push(piece)
    if (eof === true) return Buffer.concat(pieces)
  }
}

async function toPicture(call: CallPage): Promise<Uint8Array> {
  const { cssContentSize } = (await call('Page.getLayoutMetrics')) as { cssContentSize: { height: number } }
  const height = Math.min(Math.max(cssContentSize.height, picture.height), picture.maxHeight)
  const { data } = await call('Page.captureScreenshot', {
    format: 'jpeg',
    quality: 75,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width: picture.width, height: Math.round(height), scale: 1 },
  })
  return Buffer.from(data as string, 'base64')
}
