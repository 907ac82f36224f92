import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { drag } from './drag.ts'

/**
 * Takes one file that is dropped anywhere on an element, such as an entire dialog.
 * @param find returns the element, from `inner`, which it is by default; it stays the same
 * @returns whether a file is dragged over it
 */
export function useFileDrop(
  inner: RefObject<HTMLElement | null>,
  onFile: (file: File) => void,
  find = (inner: HTMLElement) => inner,
): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useEffectEvent(onFile)
  const findArea = useEffectEvent(find)
  useEffect(() => {
    if (!inner.current) return
    const area = findArea(inner.current)
    const controller = new AbortController()
    const { signal } = controller
    const setOver = (next: boolean) => {
      setIsOver(next)
      // The page shows that it takes files too, unless the pointer is over another place for them.
      const now = drag.get()
      if (!now?.files) return
      if (next) drag.set({ ...now, over: { id: '', name: '' } })
      // The next place is entered before this one is left.
      else if (now.over?.id === '') drag.set({ ...now, over: null })
    }
    const onOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      // The page leaves the file to this place, and the browser does not open it.
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      if (event.type === 'dragenter') setOver(true)
    }
    area.addEventListener('dragenter', onOver, { signal })
    area.addEventListener('dragover', onOver, { signal })
    area.addEventListener(
      'dragleave',
      event => {
        if (!area.contains(event.relatedTarget as Node | null)) setOver(false)
      },
      { signal },
    )
    area.addEventListener(
      'drop',
      event => {
        const [file] = event.dataTransfer?.files ?? []
        setOver(false)
        if (!file) return
        event.preventDefault()
        take(file)
      },
      { signal },
    )
    return () => controller.abort()
  }, [inner])
  return isOver
}
