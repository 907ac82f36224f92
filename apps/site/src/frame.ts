import { siteOrigin } from '@nestmark/core/addresses/sitePaths'
import { logo } from './parts.ts'

/** The built files that every page loads, by their addresses. */
export interface SiteAssets {
  head: string
  script: string
  styles: readonly string[]
}

/** What a page has besides its frame. */
export interface SitePage {
  /** The path of the page; '' for one without its own address. */
  path: string
  title: string
  description: string
  /** HTML. */
  content: string
  /** Names the page for the style sheet. */
  name: string
  /** An absolute address of a picture for link previews, if the page has its own. */
  image?: string
}

const escape = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)

/** The links for visitors, for people who are signed in at the sign-in site only, and for users of the product. */
const entrances = `<a class="nav if-out" href="/login">Login</a>
<a class="button primary if-out" href="/register">Try for FREE</a>
<a class="button primary if-login" href="/login">Get Started</a>
<a class="button primary if-in" href="/dashboard">Go to Dashboard</a>`

const feedLink = '<link rel="alternate" type="application/atom+xml" title="Nestmark" href="/blog/feed.xml" />'

const places = `<a class="nav of-shop" href="/downloads">Downloads</a>
<a class="nav of-shop of-plans" href="/pricing">Pricing</a>`

/**
 * Returns the HTML of a page. The head has no inline script or style, because the policy of the site forbids them.
 * `<!--social-->` in the footer is for the server.
 */
export function renderFrame(
  { path, title, description, content, name, image }: SitePage,
  assets: SiteAssets,
): string {
  const shownTitle = name === 'home' ? title : `${title} — Nestmark`
  const address = siteOrigin + path
  const properties = {
    'og:site_name': 'Nestmark',
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:image': image ?? `${siteOrigin}/site/card.png`,
  }
  return `<!doctype html>
<html lang="en" data-color-scheme="light" data-session="out" data-plan="free" data-site="on">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
<title>${escape(shownTitle)}</title>
<meta name="description" content="${escape(description)}" />
${path === '' ? '<meta name="robots" content="noindex" />' : `<link rel="canonical" href="${address}" />`}
${Object.entries(properties)
  .map(([property, value]) => `<meta property="${property}" content="${escape(value)}" />`)
  .join('\n')}
<meta name="twitter:card" content="summary_large_image" />
<meta name="theme-color" content="#EFEEE9" />
${name === 'blog' || name === 'post' ? feedLink : ''}
<link rel="icon" href="/icon.svg" type="image/svg+xml" />
<link rel="apple-touch-icon" href="/icons/touch-180.png" />
<link rel="manifest" href="/manifest.webmanifest" />
${assets.styles.map(href => `<link rel="stylesheet" href="${href}" />`).join('\n')}
<script src="/theme.js"></script>
<script src="${assets.head}"></script>
<script type="module" src="${assets.script}"></script>
</head>
<body class="page-${name}">
<a class="skip" href="#main">Skip to content</a>
<header class="header" id="header">
<a class="brand" href="/" aria-label="Nestmark, start">${logo}Nestmark</a>
<nav aria-label="Site">
${places}
${entrances}
<details class="menu"><summary aria-label="Menu"><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 6h16M4 12h16M4 18h16"/></svg></summary>
<div>${places}<a class="nav of-shop" href="/blog">Blog</a><a class="nav if-out" href="/login">Login</a></div></details>
</nav>
</header>
<main id="main" tabindex="-1">
${content}
</main>
<footer class="footer">
<a href="/" aria-label="Nestmark, start">${logo}</a>
<span>© 2026 Nestmark</span>
<nav aria-label="More">
<a class="of-shop" href="/blog">Blog</a>
<a class="of-shop" href="/downloads">Downloads</a>
<a class="of-shop of-plans" href="/pricing">Pricing</a>
<a class="of-shop" href="/about-us">About us</a>
<a href="/help">Help</a>
<a href="/terms">Terms</a>
<a href="/privacy-policy">Privacy</a>
<!--social-->
</nav>
</footer>
<section class="cookies" id="cookies" aria-label="Cookies">
<p>By using Nestmark you accept cookies and local storage.</p>
<button class="button" type="button">OK</button>
</section>
</body>
</html>
`
}
