/** What came back from the sign-in site. */
export interface Callback {
  q: string
  state: string
}

/**
 * What the sign-in site handed back in the address. It is taken out of it before anything else is loaded, so
 * that no later request, script or entry of the history carries it.
 */
export const callback: Callback | null = takeCallback()

function takeCallback(): Callback | null {
  if (location.pathname.replace(/\/+$/, '') !== '/token') return null
  const query = new URLSearchParams(location.search)
  history.replaceState(null, '', '/token')
  return { q: query.get('q') ?? '', state: query.get('state') ?? '' }
}
