import type { Output } from '@nestmark/contract/operation'
import type { getStorage } from '@nestmark/contract/session'
import { formatStorageSize } from '@nestmark/core/plans/storageSize'
import { settingsTexts as texts } from '@nestmark/texts/accounts/settings'
import { storageTexts } from '@nestmark/texts/storage'
import { categoryLooks } from '../../ui/marks/categories.ts'
import { CategoryBadge } from '../../ui/marks/CategoryBadge.tsx'
import { IconLock } from '../../ui/icons.ts'
import settingsCss from '../settings/Settings.module.css'
import css from './Storage.module.css'
import type { StorageDetails } from './storageData.ts'

type Counts = 'see' | 'watch' | 'explore' | 'read' | 'listen'

/** The stored bytes by category, as a bar and as a list, the largest first. */
export function StorageByCategory({
  storage: { storage_used: used, storage_cat: sizes, count },
  details,
}: {
  storage: Output<typeof getStorage>
  details: StorageDetails
}) {
  const looks = categoryLooks.toSorted((a, b) => sizes[b.tag as Counts] - sizes[a.tag as Counts])
  return (
    <section aria-labelledby="by-category" className="stack g10 min0">
      <h3 className={settingsCss.sectionTitle} id="by-category">
        {texts.byCategory}
      </h3>
      {used > 0 && (
        <div className={settingsCss.categoryBar} aria-hidden="true">
          {looks.map(({ code, tag, className }) => {
            const share = sizes[tag as Counts] / used
            return share > 0 && <i key={code} className={className} style={{ flexGrow: share }} />
          })}
        </div>
      )}
      <ul className={settingsCss.rows}>
        {looks.map(({ code, tag }) => (
          <li key={code} className={`row g12 ${css.categoryRow}`}>
            <CategoryBadge category={code} />
            <div className="grow">
              <div className={`flex g8 min0 baseline ${css.line}`}>
                <span className="w540">{texts.categories[code - 1]}</span>
                <span className="t3">#{tag}</span>
              </div>
              <div className="t3 num text12">
                {[texts.savedCount(count[tag as Counts]), ...describe(details, code)].join(' · ')}
              </div>
            </div>
            <span className={`num ${settingsCss.size}`}>{formatStorageSize(sizes[tag as Counts])}</span>
          </li>
        ))}
        {details.encrypted.files > 0 && (
          <li className={`row g12 ${css.categoryRow}`}>
            <span className={`middle t2 rigid ${css.lock}`} aria-hidden="true">
              <IconLock className="i" />
            </span>
            <div className="grow">
              <span className="w540">{storageTexts.encrypted}</span>
              <div className="t3 num text12">{storageTexts.files(details.encrypted.files)}</div>
            </div>
            <span className={`num ${settingsCss.size}`}>{formatStorageSize(details.encrypted.bytes)}</span>
          </li>
        )}
      </ul>
    </section>
  )
}

function describe({ categories }: StorageDetails, code: number): string[] {
  const { files = 0, copies = 0 } = categories.find(each => each.category === code) ?? {}
  return [
    ...(files > 0 ? [storageTexts.files(files)] : []),
    ...(copies > 0 ? [storageTexts.copies(copies)] : []),
  ]
}
