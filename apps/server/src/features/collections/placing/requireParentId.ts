import { assertDefined } from '@nestmark/core/assertDefined'
import type { CollectionRow } from '../../../db/tables/libraryTables.ts'

/** Returns the parent of a collection that is not the root: every other one has a parent, in the trash too. */
export const requireParentId = (collection: Pick<CollectionRow, 'parent_id'>): string =>
  assertDefined(collection.parent_id, 'parent_id')
