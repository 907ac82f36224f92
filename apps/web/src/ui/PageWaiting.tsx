import { shellTexts } from '@nestmark/texts/shell'
import { useEffect, useState } from 'react'
import css from './PageWaiting.module.css'

/** An empty sheet while a page is on its way. The words come only when it takes long. */
export function PageWaiting({ text }: { text?: string }) {
  const [long, setLong] = useState(false)
  useEffect(() => {
    const wait = setTimeout(() => setLong(true), 500)
    return () => clearTimeout(wait)
  }, [])
  return (
    <main id="main" className={css.waiting}>
      <p role="status">{long || text ? (text ?? shellTexts.looking) : ''}</p>
    </main>
  )
}
