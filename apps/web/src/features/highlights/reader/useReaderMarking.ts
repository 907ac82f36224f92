import type { HighlightPage } from '@nestmark/contract/reading/highlights'
import type { Highlight, HighlightStyle } from '@nestmark/contract/reading/highlightShapes'
import type { Link } from '@nestmark/contract/shapes'
import type { Anchor } from '@nestmark/core/anchor/anchor'
import { readerHighlightTexts as texts } from '@nestmark/texts/reading/highlightsInReader'
import { useRef, useState } from 'react'
import { toast } from '../../../lib/toasts.ts'
import { openComment } from '../commentForms.ts'
import { useWaitingChanges } from '../data.ts'
import { type HighlightActions, useHighlightActions } from '../highlightActions.ts'
import { useCreateHighlight, usePageHighlights } from './readerPage.ts'
import { type SelectedWords, useSelectedWords } from './readerSelection.ts'

const noHighlights: readonly Highlight[] = []

/** The highlights of an open page, and what a person does with them there. */
export interface ReaderMarking {
  /** Null without any, undefined until they are known. */
  page: HighlightPage | null | undefined
  highlights: readonly Highlight[]
  current: Highlight | undefined
  /** @param id null for none */
  setCurrent: (id: string | null) => void
  actions: HighlightActions
  selected: SelectedWords | null
  endSelection: () => void
  /** The words that the plan did not allow to highlight. */
  refused: SelectedWords | null
  endRefusal: () => void
  /** The changes that wait on this device, by the id of the highlight. */
  waiting: ReadonlyMap<string, Partial<Highlight>>
  /** Highlights the selected words. @param style that of the last one, with a form for a comment, where it is left out */
  create: (style?: HighlightStyle) => void
}

/** Reads the highlights of a page and makes new ones from selected words. */
export function useReaderMarking(
  link: Link,
  {
    isEnabled,
    readAnchor,
    onComment,
  }: {
    /** Words can be highlighted. */
    isEnabled: boolean
    /** Returns the anchor of the selected words; null where they are not in the text. */
    readAnchor: (range: Range) => Promise<Anchor | null>
    /** Shows the form for the comment of a new highlight. */
    onComment: (id: string) => void
  },
): ReaderMarking {
  const page = usePageHighlights(link)
  const highlights = page?.data.highlights ?? noHighlights
  const [currentId, setCurrent] = useState<string | null>(null)
  const [lastStyle, setLastStyle] = useState<HighlightStyle>(1)
  const [refused, setRefused] = useState<SelectedWords | null>(null)
  const waiting = useWaitingChanges()
  const words = useRef<SelectedWords>(null)
  const [selected, endSelection] = useSelectedWords(isEnabled, readAnchor)
  const actions = useHighlightActions(ids => {
    if (currentId !== null && ids.includes(currentId)) setCurrent(null)
  })
  const createHighlight = useCreateHighlight(link, {
    onSaved: (id, returned) => {
      if (id === returned) return
      setCurrent(now => (now === returned ? id : now))
      openComment.set(now => (now === returned ? id : now))
    },
    onFull: () => {
      openComment.set(null)
      setRefused(words.current)
    },
  })
  const create = (style?: HighlightStyle) => {
    if (!selected) return
    words.current = selected
    setRefused(null)
    setLastStyle(style ?? lastStyle)
    endSelection()
    document.getSelection()?.removeAllRanges()
    void (async () => {
      const id = await createHighlight(selected.anchor, style ?? lastStyle)
      if (id === null) return toast({ tone: 'danger', title: texts.noKey })
      setCurrent(id)
      if (style !== undefined) return
      openComment.set(id)
      onComment(id)
    })()
  }
  return {
    page,
    highlights,
    current: highlights.find(({ _id }) => _id === currentId),
    setCurrent,
    actions,
    selected,
    endSelection,
    refused: selected ? null : refused,
    endRefusal: () => setRefused(null),
    waiting,
    create,
  }
}
