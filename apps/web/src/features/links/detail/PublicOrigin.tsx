import type { Link as LinkShape } from '@nestmark/contract/shapes'
import { publicPageTexts as texts } from '@nestmark/texts/sharing/publicPage'
import { Link } from '../../../lib/router/links.tsx'
import { Avatar } from '../../../ui/marks/Avatar.tsx'

/** Shows who has saved a public link, and links to its collection when that is public, too. */
export function PublicOrigin({
  link: { owner_name: owner, parent, parent_name: name },
}: {
  link: LinkShape
}) {
  if (!owner) return null
  return (
    <p className="row g10 t2 f14" style={{ marginBottom: 14 }}>
      <Avatar name={owner} />
      <span>
        {texts.savedBy} <b dir="auto">{owner}</b>
        {parent !== '' && name && (
          <>
            {' '}
            {texts.savedIn}{' '}
            <Link className="acc w540" to={`/c/${parent}`} dir="auto">
              {name}
            </Link>
          </>
        )}
      </span>
    </p>
  )
}
