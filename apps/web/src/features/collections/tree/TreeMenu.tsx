import { showError } from '../../../lib/api/showError.ts'
import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { useEffect, useState } from 'react'
import { useIsOffline } from '../../../lib/connection.ts'
import { useMe } from '../../session/data.ts'
import { CollectionMenu } from '../menu/CollectionMenu.tsx'
import { formatCollectionName, useCollection } from '../data.ts'
import type { TreeEntry } from './tree.ts'
import css from './Tree.module.css'

/** The collection of a requested menu and its position, in pixels of the window. Each `press` opens a new menu. */
export interface TreeMenuTarget {
  id: string
  x: number
  y: number
  press: number
}

export interface TreeMenuProps {
  target: TreeMenuTarget
  entry: TreeEntry | undefined
  /** The collection is in the user's own tree. */
  isOwn: boolean
}

/**
 * The menu of a tree row. It reads the allowed actions when it opens, because the tree contains only names. Without a
 * connection it uses what the tree contains.
 */
export default function TreeMenu({ target, entry, isOwn }: TreeMenuProps) {
  const { data, error } = useCollection(target.id)
  const isOffline = useIsOffline()
  const favourite = useMe()?.favourite_folders.includes(target.id) ?? false
  const loaded = data?.folder._id === target.id ? data.folder : undefined
  // A menu that opened from tree data stays so after a reconnect; otherwise it would close and reopen.
  const [usesTreeData, setUsesTreeData] = useState(false)
  if (isOffline && !loaded && !usesTreeData) setUsesTreeData(true)
  const collection = loaded ?? (usesTreeData && entry ? toCollection(entry, isOwn, favourite) : undefined)
  const hasFailed = error !== null && collection === undefined && !isOffline
  useEffect(() => {
    if (hasFailed) showError(error)
  }, [hasFailed, error])
  if (!collection) return null
  return (
    <CollectionMenu collection={collection} startsOpen>
      {trigger => (
        <button
          {...trigger}
          type="button"
          tabIndex={-1}
          className={css.menuAnchor}
          style={{ left: target.x, top: target.y }}
          aria-label={texts.actionsOf(formatCollectionName(collection))}
        />
      )}
    </CollectionMenu>
  )
}

/**
 * Builds a collection from its tree entry. The user's own allows all actions; a shared one only those that need no
 * right, as its role is unknown.
 */
function toCollection(
  { id, name, parent, counts }: TreeEntry,
  isOwn: boolean,
  favourite: boolean,
): Collection {
  return {
    _id: id,
    name,
    desc: '',
    parent,
    folder_count: 0,
    links_count: counts.reduce((sum, n) => sum + n, 0),
    category_counts: [...counts],
    thumbnails: [],
    cover: null,
    favourite: favourite ? 1 : 0,
    is_root: 0,
    is_trash: 0,
    create_date: 0,
    update_date: 0,
    role: isOwn ? 'owner' : 'read',
    read: 0,
    enable_sugg: 0,
    can: {
      edit: isOwn,
      move: isOwn,
      trash: isOwn,
      favourite: true,
      share: isOwn,
      add: isOwn,
      suggest: false,
    },
  }
}
