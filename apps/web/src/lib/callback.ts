/** The parameters that the sign-in site returns. */
export interface Callback {
  q: string
  state: string
}

/**
 * The parameters from the sign-in site. They are removed from the address before anything else is loaded, so
 * that no later request, script or history entry contains them.
 */
export const callback: Callback | null = takeCallback()

function takeCallback(): Callback | null {
  if (location.pathname.replace(/\/+$/, '') !== '/token') return null
  const query = new URLSearchParams(location.search)
  history.replaceState(null, '', '/token')
  return { q: query.get('q') ?? '', state: query.get('state') ?? '' }
}
