import type { Link } from '@nestmark/contract/shapes'
import { lazy, type ReactNode } from 'react'
import {
  CollectionPanelContext,
  type CollectionPanelProps,
} from '../../features/collections/menu/collectionPanel.ts'
import { LinkPeekContext, type LinkPeekProps, LinkPlayerContext } from '../../features/links/linkSlots.ts'
import { background } from '../parts/background.ts'
import { frequent } from '../parts/parts.ts'

const LinkPlayer = lazy(() => import('../../features/files/players/LinkPlayer.tsx'))
const CollectionMenuPanel = background('CollectionMenuPanel')
const PeekedLink = frequent('PeekedLink')
const renderCollectionPanel = (props: CollectionPanelProps) => <CollectionMenuPanel {...props} />
const renderPlayer = (link: Link) => <LinkPlayer link={link} />
const renderPeek = (props: LinkPeekProps) => <PeekedLink {...props} />

/** Gives features the parts of features to their right that all pages show. */
export function FeatureSlots({ children }: { children: ReactNode }) {
  return (
    <CollectionPanelContext value={renderCollectionPanel}>
      <LinkPlayerContext value={renderPlayer}>
        <LinkPeekContext value={renderPeek}>{children}</LinkPeekContext>
      </LinkPlayerContext>
    </CollectionPanelContext>
  )
}
