import { type Anchor, contextLength } from '@nestmark/core/anchor/anchor'
import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'
import { id, time } from '../shapes.ts'

/** Returns the error option of a check. */
const code = (name: ErrorCode) => ({ error: name })

const invalidAnchor = code('highlights.anchorInvalid')
const context = z.string(invalidAnchor).check(z.maxLength(contextLength, invalidAnchor))
/** A position in the text of a page, in UTF-16 code units. */
const offset = z
  .int(invalidAnchor)
  .check(z.minimum(0, invalidAnchor), z.maximum(1_000_000_000, invalidAnchor))

/**
 * Where a highlight is: the words with some text around them, and their position, both in the normalised text of the page,
 * or of one page of a PDF.
 */
export const highlightAnchor: z.ZodMiniType<Anchor> = z.object(
  {
    quote: z.object(
      {
        exact: z
          .string(invalidAnchor)
          .check(z.minLength(1, invalidAnchor), z.maxLength(limits.highlightText, invalidAnchor)),
        prefix: context,
        suffix: context,
      },
      invalidAnchor,
    ),
    position: z
      .object({ start: offset, end: offset }, invalidAnchor)
      .check(z.refine(({ start, end }) => start < end, invalidAnchor)),
    /** The page of a PDF, from 1. */
    pdf: z.optional(
      z.object(
        { page: z.int(invalidAnchor).check(z.minimum(1, invalidAnchor), z.maximum(100_000, invalidAnchor)) },
        invalidAnchor,
      ),
    ),
  },
  invalidAnchor,
)

/** 1 yellow, 2 blue, 3 pink, 4 green. */
export const highlightStyle = z.union(
  [z.literal(1), z.literal(2), z.literal(3), z.literal(4)],
  code('highlights.styleUnknown'),
)
export type HighlightStyle = z.output<typeof highlightStyle>

/** The words of a highlight. */
export const highlightText = z
  .string(code('highlights.textRequired'))
  .check(
    z.trim(),
    z.minLength(1, code('highlights.textRequired')),
    z.maxLength(limits.highlightText, code('highlights.textTooLong')),
  )
export const highlightComment = z
  .string(code('highlights.commentTooLong'))
  .check(z.trim(), z.maxLength(limits.highlightComment, code('highlights.commentTooLong')))

export const highlight = z.object({
  _id: id,
  /** '' when the highlight is encrypted, as are the comment and the anchor. */
  text: z.string(),
  /** The comment; '' without one. */
  comm: z.string(),
  style: highlightStyle,
  /** null when nothing but the text is known, as after an import. */
  anchor: z.nullable(highlightAnchor),
  /** The envelope of text, comment and anchor, for a highlight of an encrypted link. */
  sealed: z.optional(z.string()),
  /** What had become of its words where they were last looked for; absent while they are on the page. */
  found: z.optional(z.enum(['changed', 'gone'])),
  create_date: time,
  update_date: time,
})
export type Highlight = z.output<typeof highlight>

/** The fields of a highlight that an envelope has. */
export const highlightTexts = z.object({
  text: highlightText,
  comm: z._default(highlightComment, ''),
  anchor: z._default(z.nullable(highlightAnchor), null),
})
