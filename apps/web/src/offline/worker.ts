/** The part of the service worker API that is used here; the DOM types do not include it. */
export interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
export interface FetchEvent extends WorkerEvent {
  request: Request
  /** The page that asks; '' for a page that is being opened. */
  clientId: string
  preloadResponse?: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
/** An open page. */
export interface Client {
  id: string
  postMessage(message: unknown, transfer?: Transferable[]): void
}
interface Worker {
  addEventListener(kind: 'install' | 'activate', run: (event: WorkerEvent) => void): void
  addEventListener(kind: 'fetch', run: (event: FetchEvent) => void): void
  addEventListener(kind: 'message', run: (event: MessageEvent<unknown>) => void): void
  skipWaiting(): Promise<void>
  clients: {
    claim(): Promise<void>
    get(id: string): Promise<Client | undefined>
    matchAll(): Promise<Client[]>
  }
  registration: { navigationPreload?: { enable(): Promise<void> } }
  location: Location
}
export const worker = globalThis as unknown as Worker
