const otherwise = '/dashboard'

/** Returns where to go after a sign-in: a path of the product, never another origin (T08). */
export function safeRedirect(wish: string | undefined): string {
  // Browsers treat '\' as '/', skip tabs and line breaks, and treat '//' as another host.
  if (!wish || wish.length > 2000 || !/^\/(?![/\\])/.test(wish) || /[\p{Cc}\\]/u.test(wish)) return otherwise
  const here = 'https://here.invalid'
  const url = URL.canParse(wish, here) ? new URL(wish, here) : null
  if (url?.origin !== here || /^\/(\/|token\b|accounts\b|api\b)/.test(url.pathname)) return otherwise
  return url.pathname + url.search + url.hash
}
