import type { Link } from '@nestmark/contract/shapes'
import { lazy, type ReactNode } from 'react'
import { EncryptionEntriesContext } from '../../features/collections/encryptionSlots.ts'
import { listEncryptionEntries } from '../../features/encryption/listEncryptionEntries.ts'
import { LinkPlayerContext } from '../../features/links/detail/linkPlayer.ts'
import { LinkPeekContext, type LinkPeekProps } from '../../features/links/peek/linkPeek.ts'
import { frequent } from '../parts/parts.ts'

const LinkPlayer = lazy(() => import('../../features/files/players/LinkPlayer.tsx'))
const PeekedLink = frequent('PeekedLink')
const renderPlayer = (link: Link) => <LinkPlayer link={link} />
const renderPeek = (props: LinkPeekProps) => <PeekedLink {...props} />

/** Gives features the parts of features to their right that all pages show. */
export function FeatureSlots({ children }: { children: ReactNode }) {
  return (
    <EncryptionEntriesContext value={listEncryptionEntries}>
      <LinkPlayerContext value={renderPlayer}>
        <LinkPeekContext value={renderPeek}>{children}</LinkPeekContext>
      </LinkPlayerContext>
    </EncryptionEntriesContext>
  )
}
