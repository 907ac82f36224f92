import type { Link } from '@nestmark/contract/shapes'
import { fileTexts as texts } from '@nestmark/texts/files'
import { formatError } from '../../../lib/api/client.ts'
import { downloadFile } from '../../../lib/mediaAddress.ts'
import { toast } from '../../../lib/toasts.ts'
import css from './MoreFiles.module.css'

/** Lists the files of a link after the first one, which the page shows. Each downloads. */
export function MoreFiles({ link: { _id, media } }: { link: Pick<Link, '_id' | 'media'> }) {
  if (!media?.more) return null
  const download = (index: number) =>
    downloadFile(_id, index).catch((error: unknown) => toast({ tone: 'danger', title: formatError(error) }))
  return (
    <>
      <dt>{texts.more}</dt>
      <dd>
        <ul className={css.files}>
          {media.more.map((name, at) => (
            // Two files may have the same name; the order is fixed.
            <li key={`${at} ${name}`}>
              <button
                type="button"
                className="el"
                title={name}
                aria-label={texts.download(name)}
                dir="auto"
                onClick={() => void download(at + 1)}
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
      </dd>
    </>
  )
}
