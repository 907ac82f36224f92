import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { classes } from '../../../ui/classes.ts'
import { IconFolderPlus } from '../../../ui/icons.ts'
import css from './Cards.module.css'

/** The last card of a collection grid, which creates a collection. */
export function NewCollectionCard({ parent, detailed }: { parent?: string; detailed: boolean }) {
  return (
    <button
      type="button"
      className={classes('min0 rel', css.card, css.new, detailed ? css.detailed : `row ${css.compact}`)}
      onClick={() => openOverlay('addCollection', { parent })}
    >
      <span className={css.glyph}>
        <IconFolderPlus className="i s20" />
      </span>
      <span className="w540 f13">{collectionsTexts.create}</span>
    </button>
  )
}
