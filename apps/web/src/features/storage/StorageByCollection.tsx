import { formatStoredSize } from '@nestmark/core/plans/storageSize'
import { storageTexts as texts } from '@nestmark/texts/storage'
import { useState } from 'react'
import { Button } from '../../ui/fields/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { CollectionGlyph } from '../../ui/marks/CollectionGlyph.tsx'
import settingsCss from '../settings/Settings.module.css'
import css from './Storage.module.css'
import type { StorageDetails } from './storageData.ts'

const shownAtFirst = 5

/** The largest collections. Choosing one shows its links. */
export function StorageByCollection({
  collections,
  shared,
  chosen,
  onChoose,
}: {
  collections: StorageDetails['collections']
  /** How many of their bytes are counted again, because several links share them. */
  shared: number
  chosen: string | undefined
  onChoose: (collection: { _id: string; name: string } | null) => void
}) {
  const [isExpanded, setExpanded] = useState(false)
  const most = collections[0]?.bytes ?? 1
  return (
    <section aria-labelledby="by-collection" className="stack g10 min0">
      <h3 className={`flex g8 min0 baseline ${css.line}`}>
        <span className={settingsCss.sectionTitle} id="by-collection">
          {texts.byCollection}
        </span>
        <span className="t3">{texts.withAll}</span>
      </h3>
      <ul className={settingsCss.rows}>
        {(isExpanded ? collections : collections.slice(0, shownAtFirst)).map(({ _id, name, path, bytes }) => (
          <li key={_id}>
            <button
              type="button"
              aria-pressed={chosen === _id}
              className={classes('row g12', css.collection, chosen === _id && css.chosen)}
              onClick={() => onChoose(chosen === _id ? null : { _id, name })}
            >
              <CollectionGlyph levels={Math.min(3, path.length + 1)} counts={[0, 0, 1, 0, 0]} size={26} />
              <span className="grow">
                <span className={`flex g8 min0 baseline ${css.line}`}>
                  <span className="el w540" dir="auto">
                    {name}
                  </span>
                  {path.length > 0 && (
                    <span className={`el t3 ${css.path}`} dir="auto">
                      {path.join(' › ')}
                    </span>
                  )}
                </span>
                <span className={`block ${css.thinBar}`} aria-hidden="true">
                  <i style={{ width: `${(bytes / most) * 100}%` }} />
                </span>
              </span>
              <span className={`num ${settingsCss.size}`}>{formatStoredSize(bytes)}</span>
            </button>
          </li>
        ))}
      </ul>
      {shared > 0 && <p className="text12 t3 mt8">{texts.shared(formatStoredSize(shared))}</p>}
      {collections.length > shownAtFirst && (
        <Button size="sm" variant="ghost" className={css.more} onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? texts.fewerCollections : texts.allCollections(collections.length)}
        </Button>
      )}
    </section>
  )
}
