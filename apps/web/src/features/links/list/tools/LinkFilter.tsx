import { listTags } from '@nestmark/contract/tags'
import { linksTexts as texts } from '@nestmark/texts/links/links'
import type { ReactNode } from 'react'
import { useOperation } from '../../../../lib/api/operations.ts'
import { openOverlay } from '../../../../lib/overlays/overlay.ts'
import { token, useToken } from '../../../../lib/browser/token.ts'
import { Button } from '../../../../ui/fields/Button.tsx'
import { categoryLooks } from '../../../../ui/marks/categories.ts'
import { classes } from '../../../../ui/classes.ts'
import { CategoryMark } from '../../../../ui/marks/CategoryBadge.tsx'
import { IconCheckbox, IconFilter, IconHash, IconStar, IconStarFilled, IconX } from '../../../../ui/icons.ts'
import { Menu, type MenuEntry } from '../../../../ui/menus/Menu.tsx'
import css from './LinkFilter.module.css'
import type { LinkQuery } from '../../listQuery.ts'

interface FilterProps {
  query: LinkQuery
  onQuery: (change: Partial<LinkQuery>) => void
  /** Every link of the list is a favourite, so that filter is not offered. */
  allFavourites?: boolean | undefined
}

/** Returns the entries of the filter menu, which are also in the phone's tools menu. */
export function buildFilterEntries({ query, onQuery, allFavourites }: FilterProps): MenuEntry[] {
  // A visitor has neither favourites nor tags.
  const isVisitor = token.get() === null
  return [
    {
      label: texts.everyKind,
      checked: query.category === undefined,
      run: () => onQuery({ category: undefined }),
    },
    ...categoryLooks.map(({ code, label, icon }) => ({
      label,
      icon,
      checked: query.category === code,
      run: () => onQuery({ category: code }),
    })),
    !isVisitor && 'line',
    !isVisitor &&
      !allFavourites && {
        label: texts.onlyFavourites,
        icon: query.favourite ? IconStarFilled : IconStar,
        checked: query.favourite === true,
        run: () => onQuery({ favourite: query.favourite ? undefined : true }),
      },
    !isVisitor && {
      label: texts.byTag,
      icon: IconHash,
      run: () => openOverlay('chooseTag', { onPick: tag => onQuery({ tag }) }),
    },
  ]
}

/** Filters a list by category, tag and favourites. */
export function LinkFilter(props: FilterProps) {
  return (
    <Menu label={texts.filters} items={() => buildFilterEntries(props)}>
      {trigger => (
        <Button {...trigger} size="sm" icon={IconFilter}>
          {texts.filter}
        </Button>
      )}
    </Menu>
  )
}

/** Shows the active filters, each with a remove button, and the switch that includes subcollections. */
export function FilterChips({ query, onQuery, canIncludeSub }: FilterProps & { canIncludeSub?: boolean }) {
  const category = categoryLooks.find(look => look.code === query.category)
  const isEmpty = !category && query.tag === undefined && !query.favourite && !canIncludeSub
  if (isEmpty) return null
  return (
    <div className={`flex wrap g8 ${css.chips}`} role="group" aria-label={texts.filters}>
      {canIncludeSub && (
        <button
          type="button"
          role="switch"
          aria-checked={query.sub === true}
          className={classes('inline g6 t2', css.chip, query.sub && css.active)}
          onClick={() => onQuery({ sub: query.sub ? undefined : true })}
        >
          {query.sub && <IconCheckbox className="i s14" />}
          {texts.includeSub}
        </button>
      )}
      {category && (
        <Chip label={category.label} onClear={() => onQuery({ category: undefined })}>
          <CategoryMark category={category.code} />
          {category.label}
        </Chip>
      )}
      {query.favourite && (
        <Chip label={texts.onlyFavourites} onClear={() => onQuery({ favourite: undefined })}>
          <IconStarFilled className="i s12" />
          {texts.onlyFavourites}
        </Chip>
      )}
      {query.tag !== undefined && <TagChip tag={query.tag} onClear={() => onQuery({ tag: undefined })} />}
    </div>
  )
}

function TagChip({ tag, onClear }: { tag: string; onClear: () => void }) {
  const { data } = useOperation(listTags, {}, { enabled: useToken() !== null })
  const name = data?.find(each => each._id === tag)?.name
  const label = name === undefined ? texts.anyTag : `#${name}`
  return (
    <Chip label={label} onClear={onClear}>
      <bdi>{label}</bdi>
    </Chip>
  )
}

function Chip({ label, onClear, children }: { label: string; onClear: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className={classes('inline g6 t2', css.chip, css.active)}
      aria-label={texts.noFilter(label)}
      onClick={onClear}
    >
      {children}
      <IconX className="i s12" />
    </button>
  )
}
