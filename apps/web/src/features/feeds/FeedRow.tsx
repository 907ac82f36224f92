import type { Feed } from '@nestmark/contract/feeds'
import { feedTexts as texts } from '@nestmark/texts/feeds'
import { focusAround } from '../../lib/overlays/overlay.ts'
import { Button, IconButton } from '../../ui/fields/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { IconTrash } from '../../ui/icons.ts'
import { formatState, useDeleteFeed, useReadFeed, useUpdateFeed } from './data.ts'
import css from './Feeds.module.css'

/** A feed: its title, state and actions. */
export function FeedRow({ feed, now }: { feed: Feed; now: number }) {
  const { _id: feed_id, address, title, state, tag } = feed
  const read = useReadFeed()
  const update = useUpdateFeed()
  const remove = useDeleteFeed()
  const name = title || address
  const isPaused = state === 'paused'
  const details = [formatState(feed, now), tag !== null && texts.tagged(tag)].filter(Boolean)
  return (
    <li className={`row wrap g6 ${css.card}`}>
      <div className={css.text}>
        <a className="anywhere w540" href={address} target="_blank" rel="noreferrer">
          <bdi>{name}</bdi>
        </a>
        <p className={classes('text13 t2 anywhere', feed.reason !== null && css.warning)} role="status">
          {details.join(' · ')}
        </p>
      </div>
      <div className="row g6">
        {!isPaused && (
          <Button
            size="sm"
            aria-label={texts.checkOf(name)}
            aria-disabled={read.isPending}
            onClick={() => read.isPending || read.mutate({ feed_id })}
          >
            {texts.check}
          </Button>
        )}
        {/* One button for both, so that it keeps the focus. */}
        <Button
          size="sm"
          variant={isPaused ? 'plain' : 'ghost'}
          aria-label={isPaused ? texts.resumeOf(name) : texts.pauseOf(name)}
          aria-disabled={update.isPending}
          onClick={() => update.isPending || update.mutate({ feed_id, is_active: isPaused ? 1 : 0 })}
        >
          {isPaused ? texts.resume : texts.pause}
        </Button>
        <IconButton
          icon={IconTrash}
          label={texts.removeOf(name)}
          tip={texts.remove}
          onClick={event => {
            focusAround(event.currentTarget)
            remove.mutate({ feed_id })
          }}
        />
      </div>
    </li>
  )
}
