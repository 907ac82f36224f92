import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { Link } from '../../../../lib/router/links.tsx'
import { classes } from '../../../../ui/classes.ts'
import { CollectionGlyph } from '../../../../ui/marks/CollectionGlyph.tsx'
import { toDisplayName } from '../../../collections/data.ts'

/** Links to the collection of a link. */
export function CollectionLink({
  link,
  isInRoot,
  className,
}: {
  link: { parent: string; parent_name?: string | undefined }
  isInRoot: boolean
  className: string | undefined
}) {
  return (
    <Link
      className={classes('row g6 t2', className)}
      to={isInRoot ? '/dashboard' : `/c/${link.parent}`}
      draggable={false}
    >
      <CollectionGlyph levels={1} counts={[]} size={18} />
      <span className="el" dir="auto">
        {isInRoot ? collectionsTexts.dashboard : toDisplayName(link.parent_name ?? '')}
      </span>
    </Link>
  )
}
