import { h, render } from 'preact'
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script'
import { barCss } from '../content/barCss.ts'
import { Root } from '../content/Root.tsx'
import { PageSession } from '../content/session.ts'
import { createShadow } from '../content/shadow.ts'

/** The script of highlights in web pages. It may be started more than once in a page. */
export default defineUnlistedScript(() => {
  // The world that it shares with its other starts, and with no page.
  const own = globalThis as { nestmarkBar?: PageSession | undefined }
  if (own.nestmarkBar || !(document.body instanceof HTMLElement)) return
  const shadow = createShadow(barCss)
  const session: PageSession = new PageSession(shadow, view => {
    if (view) return render(h(Root, { view, session }), shadow.root)
    render(null, shadow.root)
    shadow.remove()
    own.nestmarkBar = undefined
  })
  own.nestmarkBar = session
})
