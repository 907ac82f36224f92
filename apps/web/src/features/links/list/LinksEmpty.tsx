import { linksTexts as texts } from '@nestmark/texts/links/links'
import type { ReactNode } from 'react'
import { usePhone } from '../../../lib/media/media.ts'
import { focusPage, openOverlay } from '../../../lib/overlays/overlay.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { EmptyState } from '../../../ui/lists/EmptyState.tsx'
import { IconPlus, IconSearch } from '../../../ui/icons.ts'
import type { LimitKind } from '../listQuery.ts'

/** Shown for a list without links: nothing matches, or nothing is saved yet. */
export function LinksEmpty({
  limitedBy,
  line,
  canAdd,
  parent,
  onClear,
  children,
}: {
  limitedBy: LimitKind
  /** Replaces the default explanation, where the list is empty for another reason. */
  line?: string | undefined
  canAdd: boolean
  /** The collection of a new link. */
  parent?: string
  onClear: () => void
  /** Additional buttons. */
  children?: ReactNode
}) {
  const isPhone = usePhone()
  if (limitedBy !== null) {
    const isSearch = limitedBy === 'search'
    const clear = () => {
      // The button is removed.
      focusPage()
      onClear()
    }
    return (
      <EmptyState
        level={3}
        icon={IconSearch}
        title={texts.noneFound}
        line={isSearch ? texts.noneFoundLine : texts.noneFilteredLine}
      >
        <Button onClick={clear}>{isSearch ? texts.clearSearch : texts.clearFilters}</Button>
      </EmptyState>
    )
  }
  const howToSave = isPhone ? texts.noneYetOnPhone : texts.noneYetLine
  const explanation = canAdd ? howToSave : texts.noneYetForReaders
  return (
    <EmptyState level={3} icon={IconPlus} title={texts.noneYet} line={line ?? explanation}>
      {canAdd && (
        <Button variant="primary" icon={IconPlus} onClick={() => openOverlay('addLink', { parent })}>
          {texts.createNew}
        </Button>
      )}
      {children}
    </EmptyState>
  )
}
