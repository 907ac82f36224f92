import type { RowSink } from './rowSink.ts'

/** The number of events after which a walk yields. */
const eventsAtOnce = 500

/** What a node of a tree is: a folder with nodes in it, or something else that is added already. */
export type TreeStep<Node> = { children: readonly Node[] } | undefined

/**
 * Walks a tree in its order, without recursion, which deep trees would exceed.
 * @param add adds a node to the sink; returns its children for a folder that it has opened
 * @yields now and then, for the events to be taken
 */
export function* walkTree<Node>(
  sink: RowSink,
  roots: readonly Node[],
  add: (node: Node) => TreeStep<Node>,
): Generator<undefined, void, undefined> {
  const open: { nodes: readonly Node[]; at: number }[] = [{ nodes: roots, at: 0 }]
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const node = level.nodes[level.at++]
    if (node === undefined) {
      open.pop()
      if (open.length > 0) sink.closeFolder()
      continue
    }
    const step = add(node)
    if (step) open.push({ nodes: step.children, at: 0 })
    if (sink.size >= eventsAtOnce) yield undefined
  }
}
