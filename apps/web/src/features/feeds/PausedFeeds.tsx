import { listFeeds } from '@nestmark/contract/feeds'
import { feedTexts as texts } from '@nestmark/texts/feeds'
import { useOperation } from '../../lib/api/operations.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { classes } from '../../ui/classes.ts'
import { IconAlertTriangle } from '../../ui/icons.ts'
import css from './Feeds.module.css'

/**
 * Shows that feeds which the person added to a collection have stopped, other than by somebody's pause, because their
 * entries are missed by nobody else. Opens the feeds of the collection.
 */
export function PausedFeeds({ collection: { _id, name } }: { collection: { _id: string; name: string } }) {
  // All of the person, so that they are read once for all collections.
  const feeds = useOperation(listFeeds, {}, { quiet: true }).data ?? []
  const paused = feeds.filter(
    feed => feed.folder?._id === _id && feed.state === 'paused' && feed.reason !== 'person',
  )
  if (paused.length === 0) return null
  return (
    <button
      type="button"
      className={classes('row g6 mt4', css.paused, css.warning)}
      onClick={() => openOverlay('feeds', { collection: { _id, name } })}
    >
      <IconAlertTriangle className="i s14" />
      {texts.pausedHere(paused.length)}
    </button>
  )
}
