import { type CountedTag, listTags } from '@nestmark/contract/tags'
import { limits } from '@nestmark/core/limits'
import { formatNumber } from '@nestmark/texts/counts'
import { linksTexts as texts } from '@nestmark/texts/links/links'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { useOperation } from '../../../../lib/api/operations.ts'
import { stepThroughOptions } from '../../../collections/picker/pickerKeys.ts'
import { matchTags } from '../../../tags/matchTags.ts'
import { useEncryptedPlace } from '../../encryptedPlace.ts'
import { Dialog } from '../../../../ui/dialogs/Dialog.tsx'
import { EnterMark } from '../../../../ui/menus/EnterMark.tsx'
import { SearchField } from '../../../../ui/fields/SearchField.tsx'
import { SkeletonBox, LoadingState } from '../../../../ui/progress/Skeleton.tsx'
import css from './ChooseTag.module.css'

/**
 * Returns the tags to show, and whether they belong to another text, because the answer is not there yet. On an encrypted
 * collection, or where this is not known yet, the text is not sent.
 */
function useMatchingTags(input: string): { tags: CountedTag[] | undefined; isOld: boolean } {
  const isPrivate = useEncryptedPlace() !== null
  const { data: answer, isPlaceholderData: isOld } = useOperation(
    listTags,
    { input, sort: 'links', page: 1 },
    { enabled: !isPrivate, keepPrevious: true },
  )
  const { data: all } = useOperation(listTags, {}, { enabled: isPrivate })
  return isPrivate
    ? { tags: all && matchTags(all, input).slice(0, limits.pageSize), isOld: false }
    : { tags: answer, isOld }
}

/**
 * Selects one tag from a list, most used first, or by a part of its name. Down and Up move, Enter in the field selects the
 * first one of the typed text.
 */
export default function ChooseTag({
  onPick,
  onClose,
}: {
  onPick: (id: string) => void
  onClose: () => void
}) {
  const [input, setInput] = useState('')
  const [isEntered, setEntered] = useState(false)
  const { tags, isOld } = useMatchingTags(input)
  const pick = (tag: CountedTag) => {
    onPick(tag._id)
    onClose()
  }
  const pickFirst = useEffectEvent(() => tags?.[0] && pick(tags[0]))
  const isAnswered = tags !== undefined && !isOld
  useEffect(() => {
    if (isEntered && isAnswered) pickFirst()
  }, [isEntered, isAnswered])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (stepThroughOptions(event) || event.key !== 'Enter') return
    if (!(event.target as HTMLElement).matches('input[type=search]')) return
    event.preventDefault()
    // The key also reports the typed text, and its tags may still be on their way.
    setEntered(true)
  }
  return (
    <Dialog title={texts.tagSearch} onClose={onClose}>
      <div onKeyDown={onKeyDown}>
        <SearchField
          label={texts.tagSearch}
          value={input}
          onChange={typed => {
            setInput(typed)
            setEntered(false)
          }}
        />
        {!tags ? (
          <LoadingState text={texts.tags}>
            <SkeletonBox style={{ height: 200, marginTop: 10, borderRadius: 8 }} />
          </LoadingState>
        ) : tags.length === 0 ? (
          <p className={css.none}>{texts.tagNone}</p>
        ) : (
          <div role="listbox" aria-label={texts.tagSearch} className={css.list}>
            {tags.map((tag, index) => (
              <button
                key={tag._id}
                type="button"
                role="option"
                aria-selected={false}
                className={`row g8 t1 ${css.tag}`}
                onClick={() => pick(tag)}
              >
                <bdi className="el grow">#{tag.name}</bdi>
                {index === 0 && <EnterMark />}
                <span className={`num ${css.count}`}>{formatNumber(tag.links_count)}</span>
              </button>
            ))}
          </div>
        )}
      </div>
    </Dialog>
  )
}
