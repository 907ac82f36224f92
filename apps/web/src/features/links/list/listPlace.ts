import type { Link } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'

/** The place of a link in a list. */
export interface ListPlace {
  index: number
  total: number
  /** Returns the link at an index; undefined outside of the list. */
  read: (index: number) => Promise<Link | undefined>
}

/** Reads a page of a list, from 1. */
export type ReadPage = (page: number) => Promise<{ links: Link[]; total: number }>

export const toPageNumber = (index: number) => Math.floor(index / limits.pageSize) + 1

/** Returns the link at an index of a list; undefined outside of it. */
export async function readAt(readPage: ReadPage, index: number): Promise<Link | undefined> {
  if (index < 0) return undefined
  const { links } = await readPage(toPageNumber(index))
  return links[index % limits.pageSize]
}
