import type { RowSink } from './rowSink.ts'

/** The number of events after which a walk yields. */
const eventsAtOnce = 500

/**
 * Walks a tree in its order, without recursion, which deep trees would exceed.
 * @param add adds a node to the sink; returns the nodes in a folder that it has opened
 * @yields now and then, for the events to be taken
 */
export function* walkTree<Node>(
  sink: RowSink,
  roots: readonly Node[],
  add: (node: Node) => readonly Node[] | undefined,
): Generator<undefined, void, undefined> {
  const open: { nodes: readonly Node[]; at: number }[] = [{ nodes: roots, at: 0 }]
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const node = level.nodes[level.at++]
    if (node === undefined) {
      open.pop()
      if (open.length > 0) sink.closeFolder()
      continue
    }
    const nodes = add(node)
    if (nodes) open.push({ nodes, at: 0 })
    if (sink.size >= eventsAtOnce) yield undefined
  }
}
