import { linksTexts } from '@nestmark/texts/links/links'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from '../../../lib/router/location.ts'
import { connection } from '../../../lib/connection.ts'
import { stepOption } from '../../../lib/lists/optionIndex.ts'
import { openOverlay, restorePageFocus } from '../../../lib/overlays/overlay.ts'
import { copyText } from '../../../lib/browser/copyText.ts'
import type { PaletteGroup, PaletteItem } from './paletteItem.ts'

/** Manages the active option of the palette, and opens options by keys and pointer. */
export function usePaletteKeys({
  text,
  setText,
  groups,
  isWaiting,
  only,
  entersSearch,
  onClose,
}: {
  text: string
  setText: (text: string) => void
  groups: readonly PaletteGroup[]
  /** The search for links has no answer yet. */
  isWaiting: boolean
  only: 'collections' | undefined
  /** Enter shows the results, unless the user moved to an option. */
  entersSearch: boolean
  onClose: () => void
}) {
  const navigate = useNavigate()
  const options = groups.flatMap(group => group.items)
  /** The option that the user moved to; without it the first one is active, or none where Enter shows the results. */
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const movedIndex = options.findIndex(option => option.key === activeKey)
  const activeIndex = movedIndex >= 0 || entersSearch ? movedIndex : Math.min(0, options.length - 1)

  const entered = options[activeIndex] ?? options.find(option => option.isSearch)
  /** Enter was pressed before the response that may contain the link: the first option is opened when it arrives. */
  const early = useRef<{ inNewTab: boolean } | null>(null)
  const changeText = (next: string) => {
    early.current = null
    setText(next)
    setActiveKey(null)
  }

  const openItem = ({ path, run }: Pick<PaletteItem, 'path' | 'run'>, inNewTab: boolean) => {
    if (path !== undefined && inNewTab) return void window.open(path, '_blank', 'noopener')
    onClose()
    // The focus first returns to where it was, so that a dialog returns it there too.
    if (path === undefined) return void requestAnimationFrame(() => run?.())
    void navigate(path)
    restorePageFocus()
  }
  const open = (key: string | undefined, inNewTab: boolean) => {
    const item = options.find(option => option.key === key)
    if (item?.text !== undefined) changeText(item.text)
    else if (item) openItem(item, inNewTab)
  }
  const openFirst = useEffectEvent((inNewTab: boolean) => open(entered?.key, inNewTab))
  useEffect(() => {
    if (isWaiting || !early.current) return
    const { inNewTab } = early.current
    early.current = null
    openFirst(inNewTab)
  }, [isWaiting])
  const enter = (inNewTab: boolean) => {
    const hasOnlyCommands = groups.every(group => group.id === 'commands' || group.items.length === 0)
    const isExpected = isWaiting && connection.get() === 'up' && !entersSearch
    if (isExpected && hasOnlyCommands && movedIndex < 0) early.current = { inNewTab }
    else open(entered?.key, inNewTab)
  }
  /** Takes the keys that were pressed before this dialog was rendered. */
  const takeEarlyKeys = (next: string, isEntered: boolean) => {
    const isRendered = next === text
    if (!isRendered) changeText(next)
    if (!isEntered) return
    if (isRendered) enter(false)
    else early.current = { inNewTab: false }
  }
  const moveTo = (index: number) => setActiveKey(options[index]?.key ?? null)

  const actions: Record<string, (event: KeyboardEvent<HTMLInputElement>) => boolean> = {
    ArrowDown: () => (moveTo(stepOption(activeIndex, 1, options.length)), true),
    ArrowUp: () => (moveTo(stepOption(activeIndex, -1, options.length)), true),
    Tab: event => (moveTo(stepGroup(groups, activeIndex, event.shiftKey ? -1 : 1)), true),
    Enter: event => (enter(event.ctrlKey || event.metaKey), true),
    Escape: () => {
      if (text === '') return false
      changeText('')
      return true
    },
    c: event => copyActive(event, options[activeIndex]?.address),
    '?': () => {
      if (text !== '' || only) return false
      openItem({ run: () => openOverlay('shortcuts', {}) }, false)
      return true
    },
  }
  return {
    activeIndex,
    changeText,
    activate: (key: string) => setActiveKey(key),
    open,
    takeEarlyKeys,
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      if (event.nativeEvent.isComposing) return
      if (actions[event.key]?.(event)) event.preventDefault()
    },
  }
}

/** Returns the index of the first option of the next or previous group. The ends are connected. */
function stepGroup(
  groups: readonly { items: readonly unknown[] }[],
  activeIndex: number,
  step: -1 | 1,
): number {
  const starts: number[] = []
  let next = 0
  for (const { items } of groups) {
    if (items.length > 0) starts.push(next)
    next += items.length
  }
  const current = starts.findLastIndex(start => start <= activeIndex)
  return starts[stepOption(current, step, starts.length)] ?? 0
}

/** Copies the address of the active option, unless the key copies a selected text. Returns whether it did. */
function copyActive(event: KeyboardEvent<HTMLInputElement>, address: string | undefined): boolean {
  const { selectionStart, selectionEnd } = event.currentTarget
  if (!(event.ctrlKey || event.metaKey) || selectionStart !== selectionEnd || !address) return false
  void copyText(address, { ...linksTexts, duration: 2000 })
  return true
}
