import type { Link } from '@nestmark/contract/shapes'
import { fileTexts as texts } from '@nestmark/texts/links/files'
import { downloadFile } from '../downloadFile.ts'
import css from './MoreFiles.module.css'

/** Lists the files of a link after the first one, which the page shows. Each downloads. */
export function MoreFiles({ link }: { link: Link }) {
  const { media } = link
  if (!media?.more) return null
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
                onClick={() => void downloadFile(link, at + 1)}
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
