const otherwise = '/dashboard'

/** Returns where to go after a sign-in: a path of the product, never another origin (T08). */
export function safeRedirect(target: string | undefined): string {
  // Browsers treat '\' as '/', skip tabs and line breaks, and treat '//' as another host.
  if (!target || target.length > 2000 || !/^\/(?![/\\])/.test(target) || /[\p{Cc}\\]/u.test(target))
    return otherwise
  const here = 'https://here.invalid'
  const url = URL.canParse(target, here) ? new URL(target, here) : null
  if (url?.origin !== here || /^\/(\/|token\b|accounts\b|api\b)/.test(url.pathname)) return otherwise
  return url.pathname + url.search + url.hash
}
