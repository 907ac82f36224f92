import { type CountedTag, listTags } from '@nestmark/contract/tags'
import { limits } from '@nestmark/core/limits'
import { formatNumber } from '@nestmark/texts/counts'
import { linksTexts as texts } from '@nestmark/texts/links'
import { useState } from 'react'
import { useOperation } from '../../../lib/api/operations.ts'
import type { Overlays } from '../../../lib/overlay.ts'
import { matchTags } from '../../tags/matchTags.ts'
import { useEncryptedPlace } from '../encryptedPlace.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { SkeletonBox, LoadingState } from '../../../ui/Skeleton.tsx'
import css from './ChooseTag.module.css'

/** Returns the tags to show. On an encrypted collection, or where this is not known yet, the text is not sent. */
function useMatchingTags(input: string): CountedTag[] | undefined {
  const isPrivate = useEncryptedPlace() !== null
  const { data: answer } = useOperation(
    listTags,
    { input, sort: 'links', page: 1 },
    { enabled: !isPrivate, keepPrevious: true },
  )
  const { data: all } = useOperation(listTags, {}, { enabled: isPrivate })
  return isPrivate ? all && matchTags(all, input).slice(0, limits.pageSize) : answer
}

/** Selects one tag from a list, most used first, or by a part of its name. */
export default function ChooseTag({ onPick, onClose }: Overlays['chooseTag'] & { onClose: () => void }) {
  const [input, setInput] = useState('')
  const data = useMatchingTags(input)
  return (
    <Dialog title={texts.tagSearch} onClose={onClose}>
      <SearchField wide label={texts.tagSearch} value={input} onChange={setInput} />
      {!data ? (
        <LoadingState text={texts.tags}>
          <SkeletonBox style={{ height: 200, marginTop: 10, borderRadius: 8 }} />
        </LoadingState>
      ) : data.length === 0 ? (
        <p className={css.none}>{texts.tagNone}</p>
      ) : (
        <ul className={css.list}>
          {data.map(tag => (
            <li key={tag._id}>
              <button
                type="button"
                className={css.tag}
                onClick={() => {
                  onPick(tag._id)
                  onClose()
                }}
              >
                <bdi className="el grow">#{tag.name}</bdi>
                <span className={`num ${css.count}`}>{formatNumber(tag.links_count)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
