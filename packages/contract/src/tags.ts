import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { id, nothing, tag } from './shapes.ts'

export const getAllTags = operation({
  path: 'get-all-tags',
  summary: 'All tags of the person by name, each with the number of its links.',
  input: nothing,
  output: z.array(z.object({ _id: id, name: z.string(), links_count: z.number() })),
  reads: ['tags', 'links'],
})

export const autofillTags = operation({
  path: 'autofill-tags',
  summary: "The person's tags that begin with or hold the input, the most used first.",
  input: z.object({ input: z._default(z.string().check(z.maxLength(200)), '') }),
  output: z.array(tag),
  reads: ['tags', 'links'],
})
