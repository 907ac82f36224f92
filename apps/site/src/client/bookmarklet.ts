import { buildBookmarklet } from '@nestmark/core/addresses/bookmarklet'

/** Gives the bookmarklet the address at which this browser knows the server. A click explains that it is to be dragged. */
export function startBookmarklet(): void {
  const link = document.getElementById('bookmarklet-link')
  link?.setAttribute('href', buildBookmarklet(location.origin))
  link?.addEventListener('click', event => {
    event.preventDefault()
    document.getElementById('bookmarklet-hint')?.removeAttribute('hidden')
  })
}
