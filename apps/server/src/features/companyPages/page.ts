import type { Collection, Link } from '@nestmark/contract/shapes'
import type { CompanyPageRequest } from '../../calls/companyPages.ts'
import type { ShownLabel } from '../whiteLabels/shownLabel.ts'

/** The parts that each page of a site has. */
export interface Frame {
  /** The id of the top collection. */
  top: string
  /** As in `CompanySite`. */
  origin: string
  base: string
  /** The name of the site. */
  name: string
  label: ShownLabel | null
  /** The top collections in the order of their owner. */
  nav: readonly Collection[]
}

/** What the page of a collection shows. */
export interface CollectionPage {
  frame: Frame
  request: CompanyPageRequest
  folder: Collection
  isTop: boolean
  /** The collections above it, up to the top. */
  above: readonly { _id: string; name: string }[]
  /** With those of all descendants; null where there are too many to count. */
  linkCount: number | null
  collectionCount: number | null
  categoryCounts: readonly number[] | null
  updated: number
  /** Those of this page, as the links. */
  inside: readonly Collection[]
  links: readonly Link[]
  /** The number of links that the list has on all its pages. */
  total: number
  /** The number of collections that all pages have. */
  insideTotal: number
}
