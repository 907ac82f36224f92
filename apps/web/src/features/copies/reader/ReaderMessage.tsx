import type { PageCopies } from '@nestmark/contract/reading/copies'
import type { Link } from '@nestmark/contract/shapes'
import { copyTexts } from '@nestmark/texts/reading/copies'
import { readerTexts as texts } from '@nestmark/texts/reading/reader'
import { isUnreachable } from '../../../lib/api/client.ts'
import buttonCss from '../../../ui/fields/Button.module.css'
import { Button, ButtonLink } from '../../../ui/fields/Button.tsx'
import { EmptyState } from '../../../ui/lists/EmptyState.tsx'
import { IconFileText, IconHistory, IconRefresh, IconWifiOff } from '../../../ui/icons.ts'
import { LoadError } from '../../../ui/progress/LoadError.tsx'
import { LoadingState, SkeletonBox } from '../../../ui/progress/Skeleton.tsx'
import { formatTitle } from '../../links/linkDisplay.ts'
import { isKeeping, useArchivePage } from '../data.ts'
import css from './Reader.module.css'

/** Shows why there is no article to read, or that it loads. */
export function ReaderMessage({
  link,
  copies,
  version,
  error,
  onRetry,
}: {
  link: Link
  copies: PageCopies
  version: PageCopies['versions'][number] | undefined
  error: Error | null
  onRetry: () => void
}) {
  if (!error && version?.reader) return <ReaderSkeleton link={link} />
  const message = () => {
    if (error && isUnreachable(error)) return <NotHere onRetry={onRetry} />
    if (error) return <LoadError level={1} title={texts.failed} error={error} onRetry={onRetry} />
    if (!version) return <NoCopy {...{ link, copies }} />
    return (
      <EmptyState level={1} icon={IconFileText} title={texts.file} line={texts.fileLine}>
        {version.copy && (
          <a
            className={`${buttonCss.button} ${buttonCss.primary}`}
            href={version.copy}
            target="_blank"
            rel="noopener noreferrer"
          >
            {texts.openFile}
          </a>
        )}
      </EmptyState>
    )
  }
  return <div className={css.message}>{message()}</div>
}

/** Shows that the article cannot be read without the network. */
export function NotHere({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState level={1} icon={IconWifiOff} title={texts.notHere} line={texts.notHereLine}>
      <Button icon={IconRefresh} onClick={onRetry}>
        {texts.tryAgain}
      </Button>
    </EmptyState>
  )
}

function NoCopy({ link, copies }: { link: Link; copies: PageCopies }) {
  const archivePage = useArchivePage()
  const keep = () => archivePage.mutate({ link_id: link._id })
  const canKeep = link.can.edit && link.is_trash === 0
  if (isKeeping(copies))
    return (
      <div role="status">
        <EmptyState level={1} icon={IconHistory} title={texts.keeping} line={texts.keepingLine} />
      </div>
    )
  if (copies.keeps === 'never')
    return (
      <EmptyState level={1} icon={IconHistory} title={texts.off} line={canKeep ? texts.offLine : undefined}>
        {canKeep && <ButtonLink to="/settings?tab=customize">{texts.settings}</ButtonLink>}
      </EmptyState>
    )
  const failure = copies.state === 'failed' ? copies.fault : null
  return (
    <div role="status">
      <EmptyState
        level={1}
        icon={IconHistory}
        title={failure ? texts.failedKeep : texts.none}
        line={
          failure
            ? copyTexts.noCopy(copyTexts.failures[failure])
            : canKeep
              ? texts.noneLine
              : texts.noneToRead
        }
      >
        {canKeep && (
          <Button
            variant="primary"
            icon={failure ? IconRefresh : IconHistory}
            disabled={archivePage.isPending}
            onClick={keep}
          >
            {failure ? copyTexts.tryAgain : copyTexts.keep}
          </Button>
        )}
      </EmptyState>
    </div>
  )
}

const lines = [100, 96, 98, 62, 100, 94, 97, 48]

/** Shows the title of the link while its copy loads. */
function ReaderSkeleton({ link }: { link: Link }) {
  return (
    <div className={css.columns}>
      <div className={`rel ${css.article}`}>
        <h1 className={`anywhere mt8 ${css.title}`} dir="auto">
          {formatTitle(link)}
        </h1>
        <LoadingState text={texts.loading}>
          {lines.map((width, index) => (
            <SkeletonBox key={index} style={{ height: 16, width: `${width}%`, marginTop: 16 }} />
          ))}
        </LoadingState>
      </div>
    </div>
  )
}
