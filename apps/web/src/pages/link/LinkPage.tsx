import type { Link as LinkShape } from '@nestmark/contract/shapes'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import { singleLinkTexts as texts } from '@nestmark/texts/links/singleLink'
import { Link } from '../../lib/router/links.tsx'
import { useNavigate } from '../../lib/router/location.ts'
import { useParams } from '../../lib/router/routes.tsx'
import { toDisplayName } from '../../features/collections/data.ts'
import { formatTitle } from '../../features/links/linkDisplay.ts'
import { SingleLink } from '../../features/links/detail/SingleLink.tsx'
import { useLink } from '../../features/links/detail/singleLinkData.ts'
import {
  getFailureTitle,
  SingleLinkFailure,
  SingleLinkSkeleton,
} from '../../features/links/detail/SingleLinkStates.tsx'
import { useMe } from '../../features/session/data.ts'
import { cleanId } from '../../lib/addresses.ts'
import { Page } from '../../ui/page/Page.tsx'
import { PhoneBar } from '../../ui/page/PhoneBar.tsx'
import collectionCss from '../collection/CollectionPage.module.css'
import { LinkSlots } from './LinkSlots.tsx'
import { useRecordLinkVisit } from './useRecordVisit.ts'

/** /l/{id}: a link as a full page. */
export default function LinkPage() {
  const id = cleanId(useParams().id)
  const navigate = useNavigate()
  const { link, error, retry } = useLink(id)
  useRecordLinkVisit(id, link, error)
  if (link)
    return (
      <Page title={formatTitle(link)}>
        <LinkPhoneBar link={link} />
        <LinkSlots>
          <SingleLink link={link} onTrashed={() => void navigate(`/c/${link.parent}`)} />
        </LinkSlots>
      </Page>
    )
  return (
    <Page title={error ? getFailureTitle(error) : texts.looking}>
      {error ? <SingleLinkFailure id={id} error={error} onRetry={retry} /> : <SingleLinkSkeleton />}
    </Page>
  )
}

/** The phone's header on a link, with a link back to its collection. */
function LinkPhoneBar({ link }: { link: LinkShape }) {
  const rootId = useMe()?.root_folder
  const isInCollection = link.parent !== '' && link.parent !== rootId && link.parent_name !== undefined
  const to = isInCollection ? `/c/${link.parent}` : '/dashboard'
  const label = isInCollection ? toDisplayName(link.parent_name ?? '') : collectionsTexts.dashboard
  return (
    <PhoneBar to={to}>
      <div className={`row grow g4 t3 f14 ${collectionCss.parent}`}>
        <Link className="el" to={to} dir="auto">
          {label}
        </Link>
      </div>
    </PhoneBar>
  )
}
