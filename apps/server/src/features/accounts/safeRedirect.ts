const otherwise = '/dashboard'

/**
 * Where to go after a sign-in: a path of the product, never another origin (T08).
 * @param wish as it came along with the browser
 * @returns path, query and fragment; the dashboard when the wish is nothing of the kind
 */
export function safeRedirect(wish: string | undefined): string {
  // Browsers read '\' as '/', skip tabs and line breaks, and take '//' for another host.
  if (!wish || wish.length > 2000 || !/^\/(?![/\\])/.test(wish) || /[\p{Cc}\\]/u.test(wish)) return otherwise
  const here = 'https://here.invalid'
  const url = URL.canParse(wish, here) ? new URL(wish, here) : null
  if (url?.origin !== here || /^\/(\/|token\b|accounts\b|api\b)/.test(url.pathname)) return otherwise
  return url.pathname + url.search + url.hash
}
