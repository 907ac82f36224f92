import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { flag, id } from '../shapes.ts'

export const whiteLabel = z.object({
  /** The name of the site; '' for that of the collection. */
  name: z.string(),
  /** The colour of buttons and marks, and that of the page, as `#rrggbb`; '' for the usual one. */
  accent: z.string(),
  paper: z.string(),
  /** The address of the logo, which answers while the collection is public; '' without one. */
  logo: z.string(),
  /** The plan has it. Without it the pages have the usual look. */
  is_shown: flag,
})
export type WhiteLabel = z.output<typeof whiteLabel>

const folder = z.object({ folder_id: id })
const noRight = ['collections.notFound', 'collections.readOnly'] as const
const colour = z.string().check(z.maxLength(20, { error: 'whiteLabels.colourInvalid' }))

export const getWhiteLabel = operation({
  path: 'get-white-label',
  access: 'account',
  summary:
    'Returns the name, the logo and the colours of the company page of a collection, for its owner; null without them.',
  input: folder,
  output: z.nullable(whiteLabel),
  errors: [...noRight],
  reads: ['shares', 'collections'],
})

export const setWhiteLabel = operation({
  path: 'set-white-label',
  access: 'account',
  summary:
    "Sets the name and the two colours of the company page of a collection (Premium). '' is the usual one. The logo stays.",
  input: z.object({
    ...folder.shape,
    name: z.string().check(z.maxLength(limits.whiteLabelName, { error: 'whiteLabels.nameTooLong' })),
    accent: colour,
    paper: colour,
  }),
  output: whiteLabel,
  errors: [...noRight, 'plan.whiteLabel', 'whiteLabels.nameTooLong', 'whiteLabels.colourInvalid'],
  touches: ['shares'],
})

export const uploadLogo = operation({
  path: 'white-label-logo',
  access: 'account',
  summary:
    'Sets the logo of the company page of a collection (Premium; multipart: `folder_id`, and `file`: JPEG, PNG, GIF, WebP or AVIF, at most 5 MB).',
  transport: 'upload',
  cost: 'picture',
  output: whiteLabel,
  errors: [
    ...noRight,
    'plan.whiteLabel',
    'transfer.noFile',
    'whiteLabels.logoUnreadable',
    'request.tooLarge',
    'request.tooMany',
  ],
  touches: ['shares'],
})

export const deleteWhiteLabel = operation({
  path: 'delete-white-label',
  access: 'account',
  summary: 'Removes the name, the logo and the colours of the company page of a collection.',
  input: folder,
  errors: [...noRight],
  touches: ['shares'],
  freesSpace: true,
})
