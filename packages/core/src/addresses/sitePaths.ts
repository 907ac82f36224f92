/** The texts of the public site that the app itself links to. A server without the site has them too. */
export const documentPaths = ['/help', '/terms', '/privacy-policy'] as const

/** The pages of the public site about plans. A server that offers none answers 404. */
export const planPaths = ['/black-friday', '/early-bird', '/pricing', '/pricing-ltd'] as const

/** The other pages of the public site. A server without it answers 404. */
export const publicPaths = ['/', '/about-us', '/blog', '/downloads'] as const

const all: ReadonlySet<string> = new Set([...documentPaths, ...publicPaths, ...planPaths])

/** Returns whether the server has its own HTML for a path, and the app does not: a page of the public site. */
export function isSitePath(path: string): boolean {
  const plain = path === '/' ? path : path.replace(/\/+$/, '')
  return all.has(plain) || plain.startsWith('/blog/')
}

/** The origin in the built pages of the site. The server writes its own in its place. */
export const siteOrigin = 'https://origin.invalid'
