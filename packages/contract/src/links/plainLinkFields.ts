import * as z from 'zod/mini'

/**
 * Fields of a link that are stored as sent, each in a column of its name. The shape of a link, the input of
 * `update-link`, the stored columns and the undo of an edit derive from this table.
 */
export const plainLinkFields = {
  /** 1: visitors see the description. */
  desc_toggle: z.union([z.literal(0), z.literal(1)]),
}
const plainLink = z.object(plainLinkFields)
export type PlainLinkFields = z.output<typeof plainLink>
/** The values of a new link, which are also the defaults of the columns. */
export const plainLinkDefaults: PlainLinkFields = {
  desc_toggle: 1,
}
