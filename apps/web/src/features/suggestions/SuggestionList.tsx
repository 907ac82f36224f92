import type { Link } from '@nestmark/contract/shapes'
import { suggestionTexts as texts } from '@nestmark/texts/sharing/suggestions'
import { useMemo } from 'react'
import type { Pages } from '../../lib/api/pages.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { type Selection, useSelection } from '../../lib/lists/selection.ts'
import { useStableCallback } from '../../lib/useStableCallback.ts'
import { SelectionTools } from '../../ui/lists/SelectionTools.tsx'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import { IconBulb, IconCheck, IconEdit, IconEye, IconTrash } from '../../ui/icons.ts'
import { toParentName } from '../collections/data.ts'
import { LinkItemOverrideContext } from '../links/list/items/linkItem.ts'
import { LinkList } from '../links/list/LinkList.tsx'
import { LinkMenuContext } from '../links/linkSlots.ts'
import { formatTitle } from '../links/linkDisplay.ts'
import { useView } from '../session/data.ts'
import { useSuggestionCounts } from './counts.ts'
import { type ListedSuggestion, type Side, useApproveSuggestions, useDeleteSuggestions } from './data.ts'
import { approveKey, removeKey, suggestionItems, useSuggestionSizes } from './SuggestionItem.tsx'
import css from './Suggestions.module.css'

const approve = { value: 'approve', label: texts.approve } as const
const remove = { value: 'delete', label: texts.delete } as const
/** Senders cannot approve. */
const bulkActions = { to_me: [approve, remove], by_me: [remove] } as const

/** One of the two lists of suggestions, with single and bulk actions. The keys A and R act on the focused one. */
export function SuggestionList({ side, pages }: { side: Side; pages: Pages<ListedSuggestion> }) {
  const { view } = useView()
  const selection = useSelection<ListedSuggestion>()
  const { askApprove, askRemove } = useDecisions(side, selection)
  const open = useStableCallback((link: Link) => {
    const suggestion = link as ListedSuggestion
    openOverlay('viewSuggestion', {
      suggestion,
      side,
      onApprove: () => askApprove([suggestion]),
      onRemove: () => askRemove([suggestion]),
    })
  })
  const sizes = useSuggestionSizes()
  const overrides = useMemo(() => ({ open, Item: suggestionItems[side], sizes }), [open, side, sizes])
  return (
    <>
      <SelectionTools
        pages={pages}
        selection={selection}
        actions={bulkActions[side]}
        emptySelectionTitle={texts.noneChosen}
        onApply={(action, { items }) => (action === 'approve' ? askApprove(items) : askRemove(items))}
      />
      <div className={css.list}>
        <LinkItemOverrideContext value={overrides}>
          <LinkMenuContext
            value={link => {
              const suggestion = link as ListedSuggestion
              const { approve, edit, remove } = suggestion.sugg_can
              return [
                approve && {
                  label: texts.approve,
                  icon: IconCheck,
                  shortcut: approveKey,
                  run: () => askApprove([suggestion]),
                },
                remove && {
                  label: texts.remove,
                  icon: IconTrash,
                  danger: true,
                  shortcut: removeKey,
                  run: () => askRemove([suggestion]),
                },
                'line',
                edit && {
                  label: texts.edit,
                  icon: IconEdit,
                  run: () => openOverlay('suggest', { suggestion, side }),
                },
                { label: texts.view, icon: IconEye, run: () => open(suggestion) },
              ]
            }}
          >
            <LinkList
              showsCollection
              pages={pages as Pages<Link>}
              view={view.links}
              loadingText={texts.looking}
              selection={selection as never}
              empty={<NoSuggestions side={side} />}
            />
          </LinkMenuContext>
        </LinkItemOverrideContext>
      </div>
    </>
  )
}

/** Returns functions that ask whether suggestions are approved or removed, and do so. They end the selection. */
function useDecisions(side: Side, selection: Selection<ListedSuggestion>) {
  const approve = useApproveSuggestions()
  const removing = useDeleteSuggestions(side)
  const toMe = side === 'to_me'

  const askApprove = (chosen: ListedSuggestion[]) => {
    const single = chosen.length === 1 ? chosen[0] : undefined
    openOverlay('confirm', {
      title: single ? texts.askApprove : texts.askApproveMany(chosen.length),
      body: [
        single
          ? texts.approveLine(formatTitle(single), toParentName(single))
          : texts.approveLineMany(findCommonPlace(chosen)),
        ...(chosen.some(each => each.parent_enc === 1) ? [texts.approveEncrypts] : []),
      ].join(' '),
      confirm: texts.approve,
      run: async () => {
        if (await approve(chosen)) selection.clear()
      },
    })
  }
  const askRemove = (chosen: ListedSuggestion[]) => {
    if (toMe) return openOverlay('rejectSuggestions', { suggestions: chosen, onDone: selection.clear })
    openOverlay('confirm', {
      title: chosen.length === 1 ? texts.askWithdraw : texts.askWithdrawMany(chosen.length),
      body: texts.withdrawLine,
      confirm: texts.remove,
      danger: true,
      run: async () => {
        await removing.remove(chosen)
        selection.clear()
      },
    })
  }
  return { askApprove, askRemove }
}

/** Returns the name of the collection that all suggestions are for; undefined if they are for several. */
function findCommonPlace([first, ...others]: readonly ListedSuggestion[]): string | undefined {
  return first && others.every(each => each.parent === first.parent) ? toParentName(first) : undefined
}

/** Says that a list is empty; to those who take suggestions already, where they will appear. */
function NoSuggestions({ side }: { side: Side }) {
  const takesSuggestions = useSuggestionCounts()?.enable_sugg === 1
  const line = takesSuggestions ? texts.noneToMeYetLine : texts.noneToMeLine
  return side === 'to_me' ? (
    <EmptyState icon={IconBulb} title={texts.noneToMe} line={line} />
  ) : (
    <EmptyState icon={IconBulb} title={texts.noneByMe} line={texts.noneByMeLine} />
  )
}
