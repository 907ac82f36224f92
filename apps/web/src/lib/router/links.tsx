import type { ComponentProps, MouseEvent } from 'react'
import { isCurrentAddress, navigate, type NavigateOptions, parseAddress, useLocation } from './location.ts'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, NavigateOptions {
  to: string
}

/** A link to a page of the app. That to the current address replaces its history entry. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const { button, metaKey, altKey, ctrlKey, shiftKey } = event
    if (event.defaultPrevented || button !== 0 || metaKey || altKey || ctrlKey || shiftKey) return
    if (rest.target && rest.target !== '_self') return
    event.preventDefault()
    navigate(to, { replace: replace ?? isCurrentAddress(to), state })
  }
  return <a {...rest} href={to} onClick={open} />
}

/** A link of a navigation, which is marked while its page or one below it is open. */
export function NavLink(props: LinkProps) {
  const at = useLocation().pathname.toLowerCase()
  const path = parseAddress(props.to).pathname.toLowerCase()
  const isOpen = at === path || at.startsWith(`${path}/`)
  return <Link {...props} aria-current={isOpen ? 'page' : undefined} />
}
