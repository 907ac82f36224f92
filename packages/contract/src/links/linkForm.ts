import { limits } from '@nestmark/core/limits'
import * as z from 'zod/mini'
import {
  category,
  checkList,
  id,
  linkAddress,
  linkDesc,
  linkTitle,
  subCategory,
  tagNames,
} from '../shapes.ts'

/** The fields of the link form. `core/linkRules` checks which of them a category requires. */
export const linkForm = z.object({
  link: z._default(linkAddress, ''),
  name: linkTitle,
  desc: z._default(linkDesc, ''),
  category,
  subCategory: z.optional(z.nullable(subCategory)),
  parent: z.optional(z.nullable(id)),
  tags: z._default(tagNames, []),
  check_list: z.optional(checkList),
  /** Address of the page's image, as scrape-link returned it. The server stores a small copy. */
  thumbnail: z.optional(z.string().check(z.maxLength(limits.address))),
})

/** The maximum number of files of a link. */
export const maxFilesPerLink = 10

/** The uploads that become the files of a link: keys of `upload-target` or `finish-upload`. */
export const uploadedFiles = z
  .array(
    z.object({
      file: z.string().check(z.maxLength(100)),
      thumb: z._default(z.string().check(z.maxLength(100)), ''),
    }),
  )
  .check(z.maxLength(maxFilesPerLink))
