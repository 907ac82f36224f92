import { encryptionTexts } from '@nestmark/texts/encryption/encryption'
import { linksTexts } from '@nestmark/texts/links/links'
import { suggestionTexts as texts } from '@nestmark/texts/sharing/suggestions'
import { uiTexts } from '@nestmark/texts/ui'
import { memo, use } from 'react'
import { Link } from '../../lib/router/links.tsx'
import { ShownDate } from '../../ui/marks/ShownDate.tsx'
import { usePhone } from '../../lib/media/media.ts'
import { toAriaShortcut, toKeyNames } from '../../lib/focus/shortcuts.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { toCategoryLook } from '../../ui/marks/categories.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { classes } from '../../ui/classes.ts'
import { CollectionGlyph } from '../../ui/marks/CollectionGlyph.tsx'
import { findShortcut } from '../../ui/menus/findShortcut.ts'
import { IconCheck, IconLock, IconTrash } from '../../ui/icons.ts'
import { toParentName } from '../collections/data.ts'
import { usePreviewPicture } from '../links/form/save/linkFormData.ts'
import { formatTitle } from '../links/linkDisplay.ts'
import { LinkMenu } from '../links/LinkMenu.tsx'
import { LinkMenuContext } from '../links/linkSlots.ts'
import { CategoryLink, SourceLine } from '../links/list/items/LinkCard.tsx'
import type { ItemSizes, LinkItemProps } from '../links/list/items/linkItem.ts'
import { LinkItemTitle } from '../links/list/items/LinkItemTitle.tsx'
import { MiniThumb, Thumb } from '../links/list/items/Thumb.tsx'
import type { ListedSuggestion, Side } from './data.ts'
import css from './SuggestionItem.module.css'
import { SuggestionStatus } from './SuggestionStatus.tsx'

export const [approveKey, removeKey] = ['a', 'r'] as const

const desktopSizes: ItemSizes = { cardWidth: 232, textHeight: 143, rowHeight: 84 }
const phoneSizes: ItemSizes = { cardWidth: 160, textHeight: 161, rowHeight: 156 }

/** Returns the sizes of the items of a list of suggestions, as SuggestionItem.module.css has them. */
export const useSuggestionSizes = (): ItemSizes => (usePhone() ? phoneSizes : desktopSizes)

type ItemProps = LinkItemProps & { isRow: boolean }

/** Shows a suggestion as a card or a row: its picture, its sender or state, its collection, and its buttons. */
function SuggestionItem({ side, ...props }: ItemProps & { side: Side }) {
  const { link, index, selecting, selected, onToggle, isRow } = props
  const suggestion = link as ListedSuggestion
  const phone = usePhone()
  // The server fetches it: the browser must not contact an address that a visitor chose.
  const thumbnail = usePreviewPicture(suggestion.picture ?? suggestion.thumbnail)
  const shown = { ...link, thumbnail }
  const onSelect = () => onToggle(index, false)
  return (
    <article
      data-place={index}
      className={classes(
        'min0 rel',
        css.item,
        toCategoryLook(link.category).className,
        isRow ? css.row : css.card,
        selecting && css.selecting,
        selected && css.selected,
      )}
    >
      {(selecting || !phone) && (
        <Checkbox
          small={isRow}
          label={linksTexts.selectOne(formatTitle(link))}
          checked={selected}
          className={css.checkbox}
          onChange={({ shift }) => onToggle(index, shift)}
        />
      )}
      {isRow ? <MiniThumb link={shown} /> : <Thumb link={shown} />}
      <div className={`min0 ${css.texts}`}>
        <h3 className={`anywhere w560 f14 ${css.title}`} dir="auto">
          <LinkItemTitle {...{ link, index, selecting, onToggle }} />
        </h3>
        <div className={`row min0 text12 t3 ${css.line}`}>
          <CategoryLink link={link} />
          <SourceLine link={link}>
            <ShownDate time={link.create_date} />
          </SourceLine>
        </div>
        <div className={`row min0 text12 t3 ${css.people}`}>
          <SuggestionStatus suggestion={suggestion} side={side} />
          <Target suggestion={suggestion} />
        </div>
      </div>
      {!selecting && <Decisions suggestion={suggestion} />}
      {!selecting && (
        <div className={css.menu}>
          <LinkMenu
            link={link}
            button={{ small: true, iconClass: phone ? 's18' : '', tip: uiTexts.more }}
            onSelect={onSelect}
          />
        </div>
      )}
    </article>
  )
}

/** The collection that the suggestion is for. Its sender may no longer see it. */
function Target({ suggestion }: { suggestion: ListedSuggestion }) {
  const { parent, parent_enc: isEncrypted } = suggestion
  if (parent === '') return null
  return (
    <Link className={`row min0 text12 t2 ${css.target}`} to={`/c/${parent}`} draggable={false}>
      <CollectionGlyph levels={1} counts={[]} size={16} />
      <span className="el" dir="auto">
        {texts.for(toParentName(suggestion))}
      </span>
      {isEncrypted === 1 && (
        <span role="img" aria-label={encryptionTexts.encrypted} title={encryptionTexts.encrypted}>
          <IconLock className="i s12" />
        </span>
      )}
    </Link>
  )
}

/** The buttons that decide on a suggestion, with the keys that do the same on the focused one. */
function Decisions({ suggestion }: { suggestion: ListedSuggestion }) {
  const entries = use(LinkMenuContext)?.(suggestion) ?? []
  const approve = findShortcut(entries, approveKey)
  const remove = findShortcut(entries, removeKey)
  const toProps = (label: string, key: string) => ({
    size: 'sm' as const,
    'aria-label': texts.decide(label, formatTitle(suggestion)),
    'aria-keyshortcuts': toAriaShortcut(key),
    'data-tip': texts.withKey(label, toKeyNames(key).join('')),
  })
  return (
    <div className={`flex g6 ${css.decisions}`}>
      {approve && (
        <Button
          {...toProps(texts.approve, approveKey)}
          icon={IconCheck}
          className={css.approve}
          onClick={approve.run}
        >
          {texts.approve}
        </Button>
      )}
      {remove && (
        <Button {...toProps(texts.remove, removeKey)} variant="ghost" icon={IconTrash} onClick={remove.run}>
          {texts.remove}
        </Button>
      )}
    </div>
  )
}

/** The items of the two lists. */
export const suggestionItems = {
  to_me: memo((props: ItemProps) => <SuggestionItem {...props} side="to_me" />),
  by_me: memo((props: ItemProps) => <SuggestionItem {...props} side="by_me" />),
}
