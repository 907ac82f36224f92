import { type CountedTag, listTags } from '@nestmark/contract/tags'
import { groupSimilarTags } from '@nestmark/core/words/similarTags'
import { tagsTexts as texts } from '@nestmark/texts/collections/tags'
import { useMemo } from 'react'
import { useOperation } from '../../lib/api/operations.ts'
import { focusAround, openOverlay } from '../../lib/overlays/overlay.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { IconArrowsJoin } from '../../ui/icons.ts'
import { LoadError } from '../../ui/progress/LoadError.tsx'
import { LoadingState, SkeletonBox } from '../../ui/progress/Skeleton.tsx'
import { useMergeTags } from './data.ts'
import css from './SimilarTags.module.css'

/** The number of groups that are shown; further ones follow when these are merged. */
const maxGroups = 50

/** Lists groups of tags that are forms of one word, and merges each into its tag with the most links. */
export default function SimilarTags({ onClose }: { onClose: () => void }) {
  const tags = useOperation(listTags, { sort: 'links' }, { quiet: true })
  const groups = useMemo(() => groupSimilarTags(tags.data ?? []).slice(0, maxGroups), [tags.data])
  return (
    <Dialog title={texts.similar} size={580} onClose={onClose}>
      {tags.isError ? (
        <LoadError title={texts.failed} error={tags.error} onRetry={() => void tags.refetch()} />
      ) : tags.data === undefined ? (
        <LoadingState text={texts.looking}>
          <SkeletonBox style={{ height: 48, borderRadius: 8 }} />
        </LoadingState>
      ) : groups.length === 0 ? (
        <EmptyState level={3} icon={IconArrowsJoin} title={texts.noneSimilar} line={texts.noneSimilarLine} />
      ) : (
        <ul className={css.groups}>
          {groups.map(group => (
            <SimilarGroup key={group.map(tag => tag._id).join()} tags={group} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

/** A group, with the tag that stays first. */
function SimilarGroup({ tags }: { tags: readonly CountedTag[] }) {
  const merge = useMergeTags()
  const [into, ...others] = tags
  if (!into) return null
  return (
    <li className={`row wrap ${css.group}`}>
      <span className={`flex wrap min0 ${css.names}`}>
        {tags.map(tag => (
          <span key={tag._id} className="anywhere">
            <bdi>#{tag.name}</bdi> <span className="num t3">{texts.linkCount(tag.links_count)}</span>
          </span>
        ))}
      </span>
      <Button
        size="sm"
        aria-disabled={merge.isPending}
        onClick={event => {
          if (merge.isPending) return
          focusAround(event.currentTarget)
          merge.mutate({ tags: others.map(tag => tag._id), into: into._id })
        }}
      >
        {texts.mergeIntoName(into.name)}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-label={texts.chooseOf(into.name)}
        onClick={() => openOverlay('mergeTags', { tags: [...tags] })}
      >
        {texts.choose}
      </Button>
    </li>
  )
}
