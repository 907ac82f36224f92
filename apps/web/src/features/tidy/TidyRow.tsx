import { tidyTexts as texts } from '@nestmark/texts/tidy'
import { Link } from '../../lib/router/links.tsx'
import { useLocation } from '../../lib/router/location.ts'
import { useIsOffline } from '../../lib/connection.ts'
import { usePhone } from '../../lib/media/media.ts'
import { toAriaShortcut } from '../../lib/focus/shortcuts.ts'
import { IconButton } from '../../ui/fields/Button.tsx'
import { toCategoryLook } from '../../ui/marks/categories.ts'
import { classes } from '../../ui/classes.ts'
import { IconHash } from '../../ui/icons.ts'
import { MoreMenu } from '../../ui/menus/MoreMenu.tsx'
import { MiniThumb } from '../links/list/items/Thumb.tsx'
import type { TidyItem } from './item.ts'
import css from './Tidy.module.css'

/** The height of a row in pixels: in a wide window and on a phone. */
export const rowHeights = { wide: 52, phone: 64 }

/** The row of an item: what it is, and its actions. */
export function TidyRow({ item }: { item: TidyItem }) {
  const phone = usePhone()
  const isOffline = useIsOffline()
  const { pathname, search } = useLocation()
  const { link, title } = item
  const actions = item.actions.filter(action => action !== false)
  const look = link && toCategoryLook(link.category).className
  return (
    <article data-tidy={item.id} className={classes(css.row, look)}>
      {link ? (
        <MiniThumb link={link} />
      ) : (
        <span className={`middle t3 ${css.glyph}`} aria-hidden="true">
          <IconHash className="i s18" />
        </span>
      )}
      <div className="min0">
        <h3>
          {link ? (
            <Link
              className={`nw w540 block ${css.title}`}
              to={`/l/${link._id}`}
              state={{ over: { pathname, search } }}
              data-main
              dir="auto"
            >
              {title}
            </Link>
          ) : (
            // The keys act on it.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            <span className={`nw w540 block ${css.title}`} tabIndex={0} data-main dir="auto">
              {title}
            </span>
          )}
        </h3>
        <p className={`el text12 t3 ${css.facts}`}>{item.facts.filter(Boolean).join(' · ')}</p>
      </div>
      {phone ? (
        <MoreMenu
          label={texts.actions(title)}
          iconClass="s20"
          items={actions.map(action => ({ ...action, disabled: isOffline }))}
        />
      ) : (
        <div className={css.actions}>
          {actions.map(action => (
            <IconButton
              key={action.shortcut}
              small
              icon={action.icon}
              label={action.label}
              disabled={isOffline}
              aria-keyshortcuts={toAriaShortcut(action.shortcut)}
              onClick={action.run}
            />
          ))}
        </div>
      )}
    </article>
  )
}
