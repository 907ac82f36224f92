import { useEffect, useState } from 'preact/hooks'
import { ask } from '../ui/ask.ts'
import type { TabPage } from './readTab.ts'

/** Whether what the person sees is stored with the link. */
export interface Keep {
  isOn: boolean
  /** The size of the page in bytes; undefined until it is counted, null when it does not let itself be copied. */
  size: number | null | undefined
  toggle: () => void
}

/**
 * Remembers the choice for each site, where its page can be copied. The page is captured, and its size counted, when the choice is on.
 * @param isOffered the server stores copies of pages; it may turn out later that it does not
 * @returns null where it is not offered
 */
export function useKeep(
  { tabId, isReadable, url }: TabPage,
  sites: readonly string[],
  isOffered: boolean,
): Keep | null {
  const { host } = new URL(url)
  const [isChosen, setChosen] = useState(isReadable && sites.includes(host))
  const isOn = isChosen && isOffered
  const [size, setSize] = useState<number | null | undefined>(isReadable ? undefined : null)
  useEffect(() => {
    if (!isOn || tabId === undefined) return undefined
    let isCurrent = true
    const capture = async () => {
      const captured = await ask({ kind: 'capture', tabId }).catch(() => null)
      if (!isCurrent) return
      setSize(captured?.size ?? null)
      if (captured) await ask({ kind: 'rememberKeep', host, isOn: true })
    }
    void capture().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [isOn, tabId, host])
  const toggle = () => {
    if (size === null) return
    setChosen(!isOn)
    setSize(undefined)
    if (isOn) void ask({ kind: 'rememberKeep', host, isOn: false }).catch(() => undefined)
  }
  return isOffered ? { isOn: isOn && size !== null, size, toggle } : null
}
