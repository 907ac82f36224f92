import { type CountedTag, listTags } from '@nestmark/contract/tags'
import { assertDefined } from '@nestmark/core/assertDefined'
import { tagsTexts as texts } from '@nestmark/texts/collections/tags'
import { useId, useState } from 'react'
import { useOperation } from '../../lib/api/operations.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { useMergeTags } from './data.ts'
import css from './MergeTags.module.css'

/** The maximum number of visible choices; further tags are found by name. */
const maxChoices = 50

/** Asks into which tag the others are merged: one of the selected tags, most used first, or any tag found by name. */
export default function MergeTags({
  tags,
  onDone,
  onClose,
}: {
  tags: CountedTag[]
  onDone?: () => void
  onClose: () => void
}) {
  const hasSeveral = tags.length > 1
  const sortedByLinks = tags.toSorted(
    (a, b) => b.links_count - a.links_count || a.name.localeCompare(b.name, undefined, { numeric: true }),
  )
  const [into, setInto] = useState<CountedTag | null>(hasSeveral ? assertDefined(sortedByLinks[0]) : null)
  const name = useId()
  const [input, setInput] = useState('')
  const [error, setError] = useState<string>()
  const found = useOperation(
    listTags,
    { input, sort: 'links', page: 1 },
    { enabled: input !== '' || !hasSeveral, keepPrevious: true },
  )
  const merge = useMergeTags()
  const choices = (input === '' && hasSeveral ? sortedByLinks : (found.data ?? []))
    .filter(tag => hasSeveral || tag._id !== tags[0]?._id)
    .slice(0, maxChoices)
  const merged = tags.filter(tag => tag._id !== into?._id)

  const save = async () => {
    if (!into) return setError(texts.mergeChoose)
    if (merge.isPending) return
    try {
      await merge.mutateAsync({ tags: merged.map(tag => tag._id), into: into._id })
    } catch {
      // The mutation showed a toast; the dialog stays open for another try.
      return
    }
    onDone?.()
    onClose()
  }
  return (
    <Dialog
      title={hasSeveral ? texts.mergeTitle(tags.length) : `${texts.merge} #${tags[0]?.name}`}
      onClose={onClose}
      action={{ 'aria-disabled': merge.isPending, children: texts.merge }}
      onSubmit={() => void save()}
    >
      <SearchField label={texts.mergeFind} value={input} onChange={setInput} />
      <fieldset className={css.choices}>
        <legend className={css.legend}>{texts.mergeQuestion}</legend>
        {choices.map(tag => (
          <label key={tag._id} className={`row g10 ${css.choice}`}>
            <input
              type="radio"
              name={name}
              checked={into?._id === tag._id}
              onChange={() => {
                setInto(tag)
                setError(undefined)
              }}
            />
            <span className="el grow" dir="auto">
              #{tag.name}
            </span>
            <span className="num t3">{texts.linkCount(tag.links_count)}</span>
          </label>
        ))}
        {choices.length === 0 && found.isSuccess && <p className="t3">{texts.none}</p>}
      </fieldset>
      {error && <FieldError>{error}</FieldError>}
      <p className={`t2 anywhere ${css.summary}`} role="status">
        {into && merged.length > 0
          ? texts.mergeLine(
              merged.map(tag => tag.name),
              into.name,
            )
          : ''}
      </p>
    </Dialog>
  )
}
