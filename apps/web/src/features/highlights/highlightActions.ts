import type { HighlightPage } from '@nestmark/contract/reading/highlights'
import type { Highlight, HighlightStyle } from '@nestmark/contract/reading/highlightShapes'
import { highlightTexts as texts } from '@nestmark/texts/reading/highlights'
import { useMemo } from 'react'
import { copyText } from '../../lib/browser/copyText.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { useStableCallback } from '../../lib/useStableCallback.ts'
import { openComment } from './commentForms.ts'
import {
  readWholePage,
  refusedChanges,
  useChangeHighlight,
  useDeleteHighlight,
  useDeleteHighlights,
} from './data.ts'
import { formatPageMarkdown, formatQuote } from './formatQuote.ts'

const copyTexts = (copied: string) => ({ copied, copyFailed: texts.copyFailed })

/** What a person does with the highlights of the list. The functions are the same in every render. */
export interface HighlightActions {
  setStyle(highlight: Highlight, style: HighlightStyle): void
  /** Saves a comment; '' deletes it. */
  setComment(highlight: Highlight, comment: string): void
  editComment(highlight: Highlight): void
  /** Sends a refused change again. */
  retry(id: string): void
  copyQuote(highlight: Highlight, group: HighlightPage): void
  deleteOne(highlight: Highlight, group: HighlightPage): void
  copyPage(group: HighlightPage): void
  addToCollection(group: HighlightPage): void
  deleteAll(group: HighlightPage): void
}

/**
 * Returns the actions of the list.
 * @param onDeleted is called before the rows of these highlights are removed, so that the focus can move
 */
export function useHighlightActions(onDeleted: (ids: readonly string[]) => void): HighlightActions {
  const { mutate } = useChangeHighlight()
  const deleteHighlight = useDeleteHighlight()
  const deletePage = useDeleteHighlights()
  const change = useStableCallback(mutate)
  const deleteOne = useStableCallback((highlight: Highlight, group: HighlightPage) => {
    onDeleted([highlight._id])
    deleteHighlight(highlight, group)
  })
  const deleteAll = useStableCallback((group: HighlightPage) => {
    const { title, highlights } = group.data
    const comments = highlights.filter(({ comm }) => comm !== '').length
    openOverlay('confirm', {
      title: texts.askDelete,
      body: texts.askDeleteLine(group.count, title || group.link || texts.encrypted, comments),
      confirm: texts.deleteAll,
      danger: true,
      run: async () => {
        await deletePage(group)
        onDeleted(highlights.map(({ _id }) => _id))
      },
    })
  })
  return useMemo(
    () => ({
      setStyle: ({ _id: highlight_id, style: current }, style) => {
        if (style !== current) change({ highlight_id, style })
      },
      setComment: ({ _id: highlight_id }, comm) => change({ highlight_id, comm }),
      editComment: ({ _id }) => openComment.set(_id),
      retry: id => {
        const refused = refusedChanges.get().get(id)
        if (refused) change(refused.change)
      },
      copyQuote: (highlight, group) =>
        void copyText(formatQuote(highlight, group), copyTexts(texts.copiedQuote)),
      copyPage: group =>
        void readWholePage(group)
          .then(whole =>
            copyText(formatPageMarkdown(whole, whole.data.highlights), copyTexts(texts.copiedPage)),
          )
          // A toast has shown it.
          .catch(() => undefined),
      addToCollection: group => openOverlay('saveHighlightedPage', { url: group.link }),
      deleteOne,
      deleteAll,
    }),
    [change, deleteOne, deleteAll],
  )
}
