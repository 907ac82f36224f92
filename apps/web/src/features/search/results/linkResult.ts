import type { searchLibrary } from '@nestmark/contract/search/search'
import type { Output } from '@nestmark/contract/operation'

/** A link that a search finds, with an excerpt of the match where the title does not show it. */
export type LinkResult = Output<typeof searchLibrary>['links'][number]
