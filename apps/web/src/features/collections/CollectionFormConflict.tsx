import { collectionFormTexts } from '@nestmark/texts/collections/collectionForm'
import { conflictTexts as texts } from '@nestmark/texts/conflict'
import { Conflict } from '../../ui/dialogs/Conflict.tsx'
import type { CollectionTexts } from './useCollectionForm.ts'

/** Shows both versions of a collection that two users changed concurrently. */
export function CollectionFormConflict({
  before,
  mine,
  theirs,
  previous,
  busy,
  onResolve,
  onBack,
}: {
  /** The texts when the form was opened. */
  before: CollectionTexts
  mine: CollectionTexts
  theirs: CollectionTexts
  /** `mine` is a previous version of the collection, not an edit of the user. */
  previous: boolean
  busy: boolean
  onResolve: (texts: CollectionTexts) => void
  onBack: () => void
}) {
  const parts = (['name', 'desc'] as const)
    .filter(part => mine[part] !== theirs[part])
    .map(part => ({
      name: part,
      label: part === 'name' ? collectionFormTexts.name : collectionFormTexts.description,
      mine: mine[part],
      theirs: theirs[part],
      changed: mine[part] !== before[part],
    }))
  return (
    <Conflict
      title={previous ? texts.collectionSince : texts.collection}
      previous={previous}
      parts={parts}
      busy={busy}
      onResolve={chosen =>
        onResolve({
          name: chosen.name === 'theirs' ? theirs.name : mine.name,
          desc: chosen.desc === 'theirs' ? theirs.desc : mine.desc,
        })
      }
      onBack={onBack}
    />
  )
}
