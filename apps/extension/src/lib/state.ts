import type { TreeNode } from '@nestmark/contract/shapes'

/** The server with which the extension is connected. Its API key is in the store of the token. */
export interface Connection {
  /** The origin of the server. */
  server: string
  /** The name of the key in the settings. */
  name: string
  userId: string
  email: string
  rootId: string
}

/** A connection that waits for its one-time code. */
export interface PendingConnection {
  server: string
  state: string
  verifier: string
  /** The tab that was opened for it. */
  tabId: number
  name: string
}

/** What the extension stores besides its queue, by name. */
export interface State {
  connection: Connection
  pending: PendingConnection
  /** The sentence about a connection that failed, shown once. */
  connectProblem: string
  /** The last tree of collections, for a popup without a network. */
  tree: TreeNode
  /** The server stores copies of pages, as it was when it was last asked. */
  keepsPages: boolean
  /** The last collection that was chosen, and the last one for each site. */
  lastParent: string
  siteParents: Record<string, string>
  /** The hosts whose pages the person keeps as they see them; the newest last. */
  keptSites: string[]
  /** Hosts on which the bar does not appear. */
  offSites: string[]
  /** The colour of the last highlight. */
  lastStyle: 1 | 2 | 3 | 4
  /** Where the tab at the edge of pages is, as a share of the height of the window. */
  tabPlace: number
}
