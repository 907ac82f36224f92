import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections'
import { useEffect, useState } from 'react'
import { toSentence } from '../../lib/api/client.ts'
import { connection } from '../../lib/connection.ts'
import { useStore } from '../../lib/store.ts'
import { toast } from '../../lib/toasts.ts'
import { useMe } from '../session/data.ts'
import { CollectionMenu } from './CollectionMenu.tsx'
import { formatCollectionName, useCollection } from './data.ts'
import type { TreePlace } from './tree.ts'
import css from './Tree.module.css'

/** Whose menu is wanted, and where: in pixels of the window. Each press is a menu of its own. */
export interface TreeMenuAt {
  id: string
  x: number
  y: number
  press: number
}

/**
 * The menu of a row of the tree. What may be done is read when it is opened; the tree itself knows names alone, and
 * without the network it must do with those.
 */
export function TreeMenu({
  at,
  place,
  own,
}: {
  at: TreeMenuAt
  place: TreePlace | undefined
  /** It stands in the person's own tree. */
  own: boolean
}) {
  const { data, error } = useCollection(at.id)
  const away = useStore(connection) !== 'up'
  const favourite = useMe()?.favourite_folders.includes(at.id) ?? false
  const read = data?.folder._id === at.id ? data.folder : undefined
  // Once it was opened so it stays, also when the network is back: it must not go, and come back by itself.
  const [bare, setBare] = useState(false)
  if (away && !read && !bare) setBare(true)
  const folder = read ?? (bare && place ? unread(place, own, favourite) : undefined)
  const missed = error !== null && folder === undefined && !away
  useEffect(() => {
    if (missed) toast({ tone: 'danger', title: toSentence(error) })
  }, [missed, error])
  if (!folder) return null
  return (
    <CollectionMenu collection={folder} startsOpen>
      {trigger => (
        <button
          {...trigger}
          type="button"
          tabIndex={-1}
          className={css.menuPoint}
          style={{ left: at.x, top: at.y }}
          aria-label={texts.actionsOf(formatCollectionName(folder))}
        />
      )}
    </CollectionMenu>
  )
}

/** A collection as the tree knows it. One's own is one's own; what others share could have become anything. */
function unread({ id, name, parent, counts }: TreePlace, own: boolean, favourite: boolean): Collection {
  return {
    _id: id,
    name,
    desc: '',
    parent,
    folder_count: 0,
    links_count: counts.reduce((sum, n) => sum + n, 0),
    category_counts: [...counts],
    thumbnails: [],
    favourite: favourite ? 1 : 0,
    is_root: 0,
    is_trash: 0,
    create_date: 0,
    update_date: 0,
    role: own ? 'owner' : 'read',
    read: 0,
    enable_sugg: 0,
    can: { edit: own, move: own, trash: own, favourite: true, share: own, add: own, suggest: false },
  }
}
