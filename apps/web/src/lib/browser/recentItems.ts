import { stored } from './storage.ts'

/** A link or collection that was opened on this device. */
export interface RecentItem {
  kind: 'link' | 'collection'
  id: string
  name: string
  /** When it was opened, in milliseconds since 1970. */
  time: number
  /** Of a link: its address, category, small picture, and the name of its collection. */
  address?: string
  category?: number
  thumbnail?: string
  place?: string
}

const maxItems = 40

/** Returns the items that were opened on this device, the last one first. The list ends with the session. */
export function readRecentItems(): RecentItem[] {
  const value = stored.read<RecentItem[]>('recent')
  return Array.isArray(value) ? value : []
}

/** Adds an opened item to the start of the list. */
export function addRecentItem(item: Omit<RecentItem, 'time'>): void {
  const others = readRecentItems().filter(each => each.id !== item.id)
  stored.write('recent', [{ ...item, time: Date.now() }, ...others].slice(0, maxItems))
}

/** Removes an item that the user cannot open any more. */
export function removeRecentItem(id: string): void {
  const items = readRecentItems()
  if (items.some(each => each.id === id))
    stored.write(
      'recent',
      items.filter(each => each.id !== id),
    )
}
