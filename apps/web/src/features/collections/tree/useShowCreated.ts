import type { Collection } from '@nestmark/contract/shapes'
import { useEffect, useRef } from 'react'
import { createStore, useStore } from '../../../lib/store.ts'

/** The ID of the collection that was created last and that no carousel has shown yet. */
const createdId = createStore<string | undefined>(undefined)

export function rememberCreated({ _id }: Collection): void {
  createdId.set(_id)
}

/**
 * Scrolls a carousel to the collection that was just created, once.
 * @param shown the collections in the carousel, in the order of its children
 * @returns the ref of the carousel
 */
export function useShowCreated(shown: readonly Collection[]) {
  const carousel = useRef<HTMLDivElement>(null)
  const created = useStore(createdId)
  const position = created === undefined ? -1 : shown.findIndex(({ _id }) => _id === created)
  useEffect(() => {
    const card = carousel.current?.children[position]
    if (!card) return
    createdId.set(undefined)
    card.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [position])
  // A collection that the carousel does not contain must not scroll it later.
  useEffect(() => () => createdId.set(undefined), [])
  return carousel
}
