import type { ComponentProps, ReactNode } from 'react'
import { IconButton } from '../fields/Button.tsx'
import { IconDots } from '../icons.ts'
import { Menu, type MenuEntry } from './Menu.tsx'

/** A menu that opens from a button with three dots; the other props are those of the button. */
export function MoreMenu({
  label,
  items,
  head,
  ...button
}: { label: string; items: MenuEntry[] | (() => MenuEntry[]); head?: ReactNode } & Partial<
  Omit<ComponentProps<typeof IconButton>, 'label'>
>) {
  return (
    <Menu label={label} items={items} head={head}>
      {trigger => <IconButton {...trigger} icon={IconDots} label={label} {...button} />}
    </Menu>
  )
}
