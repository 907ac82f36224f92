import type { EveryLink as LinksMeant } from '@nestmark/contract/shapes'

/** A link or collection as the move dialog and the drag image need it. */
export interface Movable {
  _id: string
  name: string
  parent: string | null
  /** The owner's name, in lists that mix the user's own items with shared ones. */
  owner_name?: string | undefined
  enc?: 0 | 1
}

/** All links of a list except a few, instead of listed links. */
export interface AllLinks {
  set: LinksMeant
  except: string[]
  count: number
  /** There are more than `count`: the count stops early. */
  more?: boolean | undefined
  /** The loaded links, where links of other owners may be among them; `all`: there are no others. */
  mixed?: { loaded: Movable[]; all: boolean } | undefined
}

/** All collections inside a collection except a few. */
export interface AllCollections {
  inside: { folder_id: string; input?: string }
  except: string[]
  count: number
}

/** The items that an action is for: listed ones, or all links or collections of a list. */
export interface ChosenItems {
  links?: Movable[]
  collections?: Movable[]
  every?: AllLinks
  everyCollection?: AllCollections
}
