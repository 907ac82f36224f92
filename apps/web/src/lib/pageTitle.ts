import { useEffect } from 'react'

/** Names the tab of the browser after what is on the page. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} — Nestmark` : 'Nestmark'
  }, [title])
}
