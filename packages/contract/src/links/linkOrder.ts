import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { id, ids } from '../shapes.ts'

export const reorderLinks = operation({
  path: 'reorder-links',
  keyScope: 'write',
  summary:
    'Moves links in the manual order of their collection, in the given order: before the link `before` or after the link `after`; ' +
    'without both, to the end. All are in one collection. New links come last.',
  input: z
    .object({ links: ids, before: z.optional(id), after: z.optional(id) })
    .check(
      z.refine(
        ({ before, after }) => before === undefined || after === undefined,
        'Send only one of `before` and `after`.',
      ),
    ),
  /** Without `undo`, nothing has changed. */
  output: z.object({ undo: z.optional(id) }),
  errors: ['links.noneChosen', 'links.notFound', 'links.readOnly', 'links.otherCollection'],
  touches: ['links'],
})
