import { storageBar, storageSize } from '@nestmark/core/storageSize'
import { settingsTexts as texts } from '@nestmark/texts/settings'
import { categoryLooks } from '../../ui/categories.ts'
import { classes } from '../../ui/classes.ts'
import { EggBadge } from '../../ui/EggBadge.tsx'
import { IconDatabase } from '../../ui/icons.ts'
import { useStorage } from './data.ts'
import css from './Settings.module.css'
import { Waiting } from './Waiting.tsx'

type Counts = 'see' | 'watch' | 'explore' | 'read' | 'listen'

/** How much room the library takes. */
export function StorageTab() {
  const storage = useStorage()
  if (!storage.data) return <Waiting failed={storage.isError} again={() => void storage.refetch()} />
  const { storage_used: used, storage_limit: limit, storage_cat: sizes, count } = storage.data
  const { percent, full } = storageBar(used, limit)
  return (
    <>
      <section className={css.card}>
        <div className={css.head}>
          <IconDatabase className="i" /> {texts.tabs.storage}
          {full && <span className={css.badge}>{texts.almostFull}</span>}
        </div>
        <div className="num">
          <span className={css.figure}>{storageSize(used)}</span>{' '}
          <span className="t3">{texts.storageOf(storageSize(limit))}</span>
        </div>
        <div className={classes(css.bar, full && css.full)} aria-hidden="true">
          <i style={{ width: `${percent}%` }} />
        </div>
        <div className={`t3 ${css.under}`}>{texts.left(storageSize(Math.max(0, limit - used)))}</div>
      </section>
      <h3 className={css.small}>{texts.byCategory}</h3>
      <ul className={css.rows}>
        {categoryLooks.map(({ code, tag }, at) => (
          <li key={code} className={css.row}>
            <EggBadge category={code} />
            <span className={css.strong}>{texts.categories[at]}</span>
            <span className="t3">#{tag}</span>
            <span className="grow" />
            <span className="num t2">{texts.savedCount(count[tag as Counts])}</span>
            <span className={`num ${css.size}`}>{storageSize(sizes[tag as Counts])}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
