import { encryptionTexts } from '@nestmark/texts/encryption/encryption'
import { paletteTexts as texts } from '@nestmark/texts/search/palette'
import { type MouseEvent, useState } from 'react'
import { usePhone } from '../../../lib/media/media.ts'
import { toCategoryLook } from '../../../ui/marks/categories.ts'
import { classes } from '../../../ui/classes.ts'
import { CollectionGlyph } from '../../../ui/marks/CollectionGlyph.tsx'
import { Kbd } from '../../../ui/menus/Kbd.tsx'
import { IconLockOpen } from '../../../ui/icons.ts'
import { Marks } from '../../../ui/marks/Marks.tsx'
import { PlaceholderImage } from '../../../ui/marks/PlaceholderImage.tsx'
import { toSmallSize } from '../../links/list/items/Thumb.tsx'
import css from './Palette.module.css'
import type { PaletteGlyph, PaletteItem } from './paletteItem.ts'

/** Shows an option of the palette. The active one shows its keys. */
export function PaletteRow({
  id,
  item,
  isActive,
  onActivate,
  onOpen,
}: {
  id: string
  item: PaletteItem
  isActive: boolean
  onActivate: () => void
  onOpen: (inNewTab: boolean) => void
}) {
  const hasLine = Boolean(item.site || item.place)
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={classes(css.row, !hasLine && css.short)}
      onMouseMove={onActivate}
      // The default action of mousedown would take the focus from the field.
      onMouseDown={event => event.preventDefault()}
      onClick={event => onOpen(isNewTabClick(event))}
      onAuxClick={event => event.button === 1 && onOpen(true)}
    >
      <span className={`flex t2 ${css.slot}`}>
        <Glyph glyph={item.glyph} />
      </span>
      <div className="min0">
        <div className={`el w540 f14 ${css.label}`} dir="auto">
          {item.path === undefined || item.keys ? item.label : <Marks text={item.label} />}
        </div>
        {hasLine && <SecondLine item={item} />}
      </div>
      <RightSlot item={item} isActive={isActive} />
    </div>
  )
}

const isNewTabClick = (event: MouseEvent) => event.ctrlKey || event.metaKey

function SecondLine({ item: { glyph, site, place, isOpenHere } }: { item: PaletteItem }) {
  const look = glyph.kind === 'link' ? toCategoryLook(glyph.category) : undefined
  return (
    <div className={classes('row text12 min0', css.line, look?.className)}>
      {look && <look.icon className={classes('i', css.category)} />}
      {site && (
        <span className="el" dir="auto">
          <Marks text={site} />
        </span>
      )}
      {site && place && <span aria-hidden="true">·</span>}
      {place && (
        <span className={`el ${css.place}`} dir="auto">
          {look ? place : <Marks text={place} />}
        </span>
      )}
      {isOpenHere && (
        <span className="flex rigid" role="img" aria-label={encryptionTexts.openHere}>
          <IconLockOpen className="i s14" />
        </span>
      )}
    </div>
  )
}

function RightSlot({ item, isActive }: { item: PaletteItem; isActive: boolean }) {
  const phone = usePhone()
  const showsEnter = isActive && !phone
  const opensTab = showsEnter && item.path !== undefined && !item.keys
  return (
    <span className={`row g8 t3 nw f12 ${css.right}`} aria-hidden={showsEnter || undefined}>
      {opensTab && <span>{texts.open}</span>}
      {showsEnter && <Kbd keys={['↵']} />}
      {opensTab && (
        <>
          <span className={css.newTab}>{texts.newTab}</span>
          <span className={css.newTab}>
            <Kbd keys={['Ctrl', '↵']} />
          </span>
        </>
      )}
      {!showsEnter && !item.keys && item.detail}
      {!showsEnter && item.keys && (
        <span className={css.keys} aria-hidden="true">
          <Kbd keys={item.keys} />
        </span>
      )}
    </span>
  )
}

function Glyph({ glyph }: { glyph: PaletteGlyph }) {
  const [failed, setFailed] = useState('')
  if (glyph.kind === 'icon') return <glyph.icon className="i s18" />
  if (glyph.kind === 'collection')
    return <CollectionGlyph levels={glyph.levels} counts={glyph.counts} size={28} />
  const { thumbnail, host } = glyph
  return (
    <span className={css.thumb} aria-hidden="true">
      {thumbnail !== '' && thumbnail !== failed ? (
        <img
          src={toSmallSize(thumbnail)}
          alt=""
          className="cover"
          decoding="async"
          onError={() => setFailed(thumbnail)}
        />
      ) : (
        <PlaceholderImage host={host} size="small" />
      )}
    </span>
  )
}
