import type { ReactNode } from 'react'

/**
 * A cell at the beginning of a list: something that will be a link, or the place of a link between such cells. The links
 * take these places in their order.
 */
export interface LeadingCell {
  key: string
  /** Null for the place of a link. */
  content: ReactNode
}

/** Where the links of a list are among its cells. Without leading cells, a link and its cell have the same index. */
export interface CellOrder {
  /** Returns the number of cells of a list with this many links. */
  countCells(links: number): number
  cellOf(link: number): number
  /** Returns the index of the link in a cell; undefined for a leading cell that is no link. */
  linkAt(cell: number): number | undefined
  /** Returns how many links are before a cell. */
  countLinksBefore(cell: number): number
}

/** @param places for each leading cell, whether it is the place of a link */
export function orderCells(places: readonly boolean[]): CellOrder {
  const cells = places.flatMap((isLink, cell) => (isLink ? [cell] : []))
  const others = places.length - cells.length
  const countLinksBefore = (cell: number) =>
    cell < places.length ? cells.filter(each => each < cell).length : cell - others
  return {
    countCells: links => Math.max(places.length, links + others),
    cellOf: link => cells[link] ?? link + others,
    linkAt: cell => ((places[cell] ?? true) ? countLinksBefore(cell) : undefined),
    countLinksBefore,
  }
}
