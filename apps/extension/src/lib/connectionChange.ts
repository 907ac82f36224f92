import { browser } from './browser.ts'

/** What the background sends to all pages when it is connected with another server, or with none any more. */
export const connectionChange = { kind: 'connectionChange' } as const

/** Calls a function at each change of the connection. Returns the function that ends that. */
export function onConnectionChange(act: () => void): () => void {
  const listen = (message: unknown) => {
    if ((message as Partial<typeof connectionChange> | null)?.kind === connectionChange.kind) act()
  }
  const { onMessage } = browser.runtime
  onMessage.addListener(listen)
  return () => onMessage.removeListener(listen)
}
