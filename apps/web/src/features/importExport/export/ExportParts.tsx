import type { ExportedParts } from '@nestmark/contract/transfer/libraryExport'
import { transferTexts as texts } from '@nestmark/texts/transfer/importExport'
import { classes } from '../../../ui/classes.ts'
import css from './Export.module.css'

/** The estimated size of a link in the files of bookmarks and data, in bytes. */
const bytesPerLink = 400

/** Returns the estimated size of a ZIP in bytes. */
const estimate = ({ links, file_bytes: files, page_bytes: pages }: ExportedParts) =>
  links * bytesPerLink + files + pages

/** Shows the content of an export of everything. */
export function ExportParts({ parts }: { parts: ExportedParts }) {
  const rows = [
    [texts.partLinks, texts.linksInCollections(parts.links, parts.collections)],
    [texts.partFiles, texts.part(parts.files, parts.file_bytes)],
    [texts.partPages, texts.part(parts.pages, parts.page_bytes)],
  ] as const
  return (
    <dl className={css.parts}>
      {rows.map(([name, value]) => (
        <div key={name} className={`flex wrap apart ${css.part}`}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
      <div className={classes('flex wrap apart', css.part, css.sum)}>
        <dt>{texts.total}</dt>
        <dd className="num">{texts.about(estimate(parts))}</dd>
      </div>
    </dl>
  )
}
