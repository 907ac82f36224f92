import { shellTexts } from '@nestmark/texts/shell'
import { useEffect, useState } from 'react'
import css from './PageLoading.module.css'

/** Shows an empty sheet while a page loads. The text appears after half a second. */
export function PageLoading({ text }: { text?: string }) {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), 500)
    return () => clearTimeout(timer)
  }, [])
  return (
    <main id="main" className={`centre t3 ${css.loading}`}>
      <p role="status">{isSlow || text ? (text ?? shellTexts.looking) : ''}</p>
    </main>
  )
}
