import { useLocation, useNavigate } from 'react-router'

/** Which tab of a page is open, kept in its address; the first is the usual one. */
export function useTab<T extends string>(tabs: readonly [T, ...T[]]): [T, (tab: T) => void] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const requested = new URLSearchParams(search).get('tab')
  const tab = tabs.find(known => known === requested) ?? tabs[0]
  const open = (next: T) =>
    void navigate(pathname + (next === tabs[0] ? '' : `?tab=${next}`), { replace: true })
  return [tab, open]
}
