import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections'
import { uiTexts } from '@nestmark/texts/ui'
import { shellTexts } from '@nestmark/texts/shell'
import { Link } from 'react-router'
import { CollectionMenu } from '../features/collections/CollectionMenu.tsx'
import { formatCollectionName, useFavouriteCollection } from '../features/collections/data.ts'
import { usePhone } from '../lib/media.ts'
import { IconButton } from '../ui/Button.tsx'
import type { Crumb } from '../ui/Breadcrumb.tsx'
import {
  IconChevronLeft,
  IconChevronRight,
  IconDots,
  IconDotsVertical,
  IconStar,
  IconStarFilled,
} from '../ui/icons.ts'
import { PhoneBar } from '../ui/PhoneBar.tsx'
import css from './CollectionPage.module.css'

/** The favourite button and the menu next to the name. */
export function CollectionActions({ folder }: { folder: Collection }) {
  return (
    <div className={css.actions}>
      <FavouriteButton folder={folder} />
      <CollectionMenu collection={folder}>
        {trigger => (
          <IconButton
            icon={IconDots}
            label={texts.actionsOf(formatCollectionName(folder))}
            tip={uiTexts.more}
            {...trigger}
          />
        )}
      </CollectionMenu>
    </div>
  )
}

/** The phone's header on a collection: a link to the parent, and the same actions. */
export function CollectionPhoneBar({ folder, parent }: { folder: Collection; parent: Crumb }) {
  return (
    <PhoneBar>
      <Link className={css.back} to={parent.to} aria-label={shellTexts.back}>
        <IconChevronLeft className="i s24" />
      </Link>
      <div className={css.parent}>
        {parent.to !== '/dashboard' && (
          <>
            <span aria-hidden="true">…</span>
            <IconChevronRight className="i s12" />
          </>
        )}
        <Link className="el" to={parent.to} dir="auto">
          {parent.label}
        </Link>
      </div>
      <FavouriteButton folder={folder} />
      <CollectionMenu collection={folder}>
        {trigger => (
          <IconButton
            iconClass="s20"
            icon={IconDotsVertical}
            label={texts.actionsOf(formatCollectionName(folder))}
            tip={uiTexts.more}
            {...trigger}
          />
        )}
      </CollectionMenu>
    </PhoneBar>
  )
}

function FavouriteButton({ folder }: { folder: Collection }) {
  const favourite = useFavouriteCollection()
  const phone = usePhone()
  if (!folder.can.favourite || folder.is_root) return null
  return (
    <IconButton
      iconClass={phone ? 's20' : 's18'}
      active={folder.favourite === 1}
      icon={folder.favourite ? IconStarFilled : IconStar}
      label={folder.favourite ? texts.unfavourite : texts.favourite}
      onClick={() => favourite.mutate({ folder_id: folder._id, is_fav: folder.favourite ? 0 : 1 })}
    />
  )
}
