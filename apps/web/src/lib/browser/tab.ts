import { useLocation, useNavigate } from '../router/location.ts'

/** Returns the open tab of a page and a setter. The tab is in the address; the first one is the default. */
export function useTab<T extends string>(tabs: readonly [T, ...T[]]): [T, (tab: T) => void] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const requested = new URLSearchParams(search).get('tab')
  const tab = tabs.find(known => known === requested) ?? tabs[0]
  const open = (next: T) =>
    void navigate(pathname + (next === tabs[0] ? '' : `?tab=${next}`), { replace: true })
  return [tab, open]
}
