import '../styles/site.css'
import { startPricing } from './pricing.ts'
import { startTrying } from './trying.ts'
import { buildBookmarklet } from '@nestmark/core/addresses/bookmarklet'

const consentSeconds = 30 * 24 * 60 * 60
/** The header has a shadow after this part of the page (specification 2, section 9). */
const scrolledPart = 0.05

/** Starts what the header, the notice about cookies and the bookmarklet do. */
function startFrame(): void {
  const header = document.getElementById('header')
  const update = () => {
    const { scrollHeight } = document.documentElement
    header?.toggleAttribute(
      'data-scrolled',
      scrollY > 0 && scrollY >= (scrollHeight - innerHeight) * scrolledPart,
    )
  }
  addEventListener('scroll', update, { passive: true })
  update()
  document.querySelector('#cookies button')?.addEventListener('click', () => {
    document.cookie = `cookie_consent=1; max-age=${consentSeconds}; path=/; samesite=lax`
    delete document.documentElement.dataset.cookies
  })
  // The app and this page share entries of the history, when a link in the app led here: Back returns to the app.
  const { pathname } = location
  addEventListener('popstate', () => {
    if (location.pathname !== pathname) location.reload()
  })
  const menu = document.querySelector<HTMLDetailsElement>('.menu')
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape' && menu?.open) {
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
  })
  document.addEventListener('click', event => {
    if (menu?.open && !menu.contains(event.target as Node)) menu.open = false
  })
  startBookmarklet()
}

/** Gives the bookmarklet the address at which this browser knows the server. A click explains that it is to be dragged. */
function startBookmarklet(): void {
  const link = document.getElementById('bookmarklet-link')
  link?.setAttribute('href', buildBookmarklet(location.origin))
  link?.addEventListener('click', event => {
    event.preventDefault()
    document.getElementById('bookmarklet-hint')?.removeAttribute('hidden')
  })
}

startFrame()
startTrying()
startPricing()
