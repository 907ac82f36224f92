import type { Link } from '@nestmark/contract/shapes'
import { safeHref } from '../../lib/addresses.ts'

/** Returns whether a link has a page of which there can be copies: not a file, nor in the trash. */
export const hasKeepablePage = ({ link, enc, isFile, is_trash: isTrashed }: Link): boolean =>
  safeHref(link) !== undefined && enc === 0 && isFile === 0 && isTrashed === 0
