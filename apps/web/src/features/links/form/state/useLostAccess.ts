import { getLink } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'
import { isInaccessible } from '../../../../lib/api/client.ts'
import { useOperation } from '../../../../lib/api/operations.ts'

/**
 * Watches the rights to a link while its form is open. Another person can revoke its share.
 * @returns why the link can no longer be edited; null while it can
 */
export function useLostAccess(link: Link | undefined): string | null {
  const { data, error } = useOperation(
    getLink,
    { link_id: link?._id ?? '' },
    { enabled: link !== undefined, quiet: true },
  )
  if (isInaccessible(error)) return texts.noAccess
  return data && !data.link.can.edit ? texts.noEdit : null
}
