import css from '../box/SearchBox.module.css'
import { EncryptedMark } from './EncryptedSearch.tsx'
import { useEncryptedIndex } from './useEncryptedIndex.ts'

/** Marks the search field while encrypted links take part. */
export default function HereMark() {
  const { kids, open } = useEncryptedIndex(true)
  if (kids === undefined) return null
  return (
    <span className={css.here}>
      <EncryptedMark count={open} />
    </span>
  )
}
