import { getFolderKeys } from '@nestmark/contract/encryption'
import { listFolderKeys } from '@nestmark/contract/encryptedPortions'
import type { Collection } from '@nestmark/contract/shapes'
import { searchTexts } from '@nestmark/texts/search'
import { useOperation } from '../../../lib/api/operations.ts'
import { ButtonLink } from '../../../ui/Button.tsx'
import { IconLock } from '../../../ui/icons.ts'
import { formatCollectionName } from '../../collections/data.ts'
import type { LinkQuery } from '../../links/listQuery.ts'
import { defaultSearchType, toSearchPath } from '../searchUrl.ts'
import { formatOperator } from '../suggestions.ts'
import css from './EncryptedSearch.module.css'

const texts = searchTexts.encrypted

/** Returns how many encrypted links a list of a collection has; undefined while it is unknown. */
function useEncryptedCount(folder: Collection, { sub = false }: LinkQuery, isWanted: boolean) {
  const folder_id = folder._id
  const hasKey = folder.enc_id !== undefined
  const own = useOperation(getFolderKeys, { folder_id }, { enabled: isWanted && hasKey && !sub, quiet: true })
  const all = useOperation(listFolderKeys, { folder_id }, { enabled: isWanted && sub, quiet: true })
  if (!isWanted) return undefined
  const counts = sub ? all.data?.folders.flatMap(each => each.links) : own.data?.links
  const count = counts?.reduce((sum, each) => sum + each.count - each.trashed, 0)
  // More collections than one answer lists: the number is not known, only that there are some.
  return count === undefined ? undefined : { count, isMore: sub && all.data?.next !== null }
}

/**
 * Says that the filter of a collection, which the server answers, does not search encrypted links, and leads to the search
 * that does.
 */
export function EncryptedFilterNote({ folder, query }: { folder: Collection; query: LinkQuery }) {
  const input = query.input.trim()
  const found = useEncryptedCount(folder, query, input !== '')
  if (!found || (found.count === 0 && !found.isMore)) return null
  const place = folder.is_root === 1 ? [] : [formatOperator('in', formatCollectionName(folder))]
  const path = toSearchPath({
    q: [input, ...place].join(' '),
    type: defaultSearchType,
    category: query.category,
  })
  return (
    <div className={css.end} role="status">
      <p className={css.line}>
        <IconLock className="i s14" />
        {found.isMore ? texts.unreadSome : texts.unread(found.count)}
        <ButtonLink size="sm" to={path}>
          {texts.read}
        </ButtonLink>
      </p>
    </div>
  )
}

/** Says that the server cannot sort encrypted links by what it cannot read. */
export function EncryptedSortNote({ folder, query }: { folder: Collection; query: LinkQuery }) {
  const found = useEncryptedCount(folder, query, query.sort !== 'date')
  if (!found || (found.count === 0 && !found.isMore)) return null
  return (
    <p className={css.sortNote}>
      <IconLock className="i s14" />
      {query.sort === 'title' ? texts.notSortedByTitle : texts.notSortedBySite}
    </p>
  )
}
