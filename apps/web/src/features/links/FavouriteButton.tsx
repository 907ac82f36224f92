import type { Link } from '@nestmark/contract/shapes'
import { linksTexts as texts } from '@nestmark/texts/links/links'
import { IconButton, type IconButtonProps } from '../../ui/fields/Button.tsx'
import { IconStar, IconStarFilled } from '../../ui/icons.ts'
import { useFavouriteLink } from './data.ts'

/** Marks or unmarks a favourite link. Renders nothing where the user has no favourites, and for a link in the trash. */
export function FavouriteButton({ link, ...button }: { link: Link } & Partial<IconButtonProps>) {
  const setFavourite = useFavouriteLink()
  const isFavourite = link.favourite === 1
  if (!link.can.favourite || link.is_trash === 1) return null
  return (
    <IconButton
      active={isFavourite}
      icon={isFavourite ? IconStarFilled : IconStar}
      label={isFavourite ? texts.unfavourite : texts.favourite}
      onClick={() => setFavourite.mutate({ link_id: link._id, is_fav: isFavourite ? 0 : 1 })}
      {...button}
    />
  )
}
