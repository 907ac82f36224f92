import { type DuplicateLevel, duplicateLevels } from '@nestmark/core/addresses/duplicates'
import { formatNumber } from '@nestmark/texts/counts'
import { duplicateTexts as texts } from '@nestmark/texts/links/duplicates'
import { usePhone } from '../../lib/media/media.ts'
import { classes } from '../../ui/classes.ts'
import { IconSelector } from '../../ui/icons.ts'
import { Menu } from '../../ui/menus/Menu.tsx'
import css from './LevelChoice.module.css'

interface Props {
  level: DuplicateLevel
  /** The number of groups of each level; undefined until it is known. */
  counts: readonly number[] | undefined
  onChange: (level: DuplicateLevel) => void
}

const nameOf = (level: number) => texts.levelNames[level - 1] ?? ''
const lineOf = (level: number) => texts.levelLines[level - 1] ?? ''

/** Chooses how alike links are that count as the same: five radio buttons, on phones a sheet. */
export function LevelChoice({ level, counts, onChange }: Props) {
  return usePhone() ? (
    <LevelSheet level={level} counts={counts} onChange={onChange} />
  ) : (
    <fieldset className={`panel ${css.levels}`} aria-label={texts.levels}>
      {duplicateLevels.map(each => (
        <label key={each} className={classes('row g10 min0', css.level, each === level && css.chosen)}>
          <input
            type="radio"
            className="sr"
            name="duplicate-level"
            checked={each === level}
            onChange={() => onChange(each)}
          />
          <span className={css.arcs}>
            <LevelArcs level={each} />
          </span>
          <span className="grow">
            <b className="el block">{nameOf(each)}</b>
            <span className={`el text12 t3 block ${css.line}`}>{lineOf(each)}</span>
          </span>
          <span className={`num t2 w560 ${css.count}`}>{formatCount(counts, each)}</span>
        </label>
      ))}
    </fieldset>
  )
}

const formatCount = (counts: Props['counts'], level: number) => {
  const count = counts?.[level - 1]
  return count === undefined ? '' : formatNumber(count)
}

function LevelSheet({ level, counts, onChange }: Props) {
  return (
    <Menu
      label={texts.levels}
      items={duplicateLevels.map(each => ({
        label: nameOf(each),
        value: formatCount(counts, each),
        checked: each === level,
        run: () => onChange(each),
      }))}
    >
      {trigger => (
        <button {...trigger} type="button" className={`row g12 mt12 ${css.button}`}>
          <LevelArcs level={level} />
          <span className="grow">
            <b className="el block">{nameOf(level)}</b>
            <span className={`el text12 t3 block ${css.line}`}>
              {texts.levelsBelow(lineOf(level), level - 1)}
            </span>
          </span>
          <IconSelector className="i s18" />
        </button>
      )}
    </Menu>
  )
}

/** An egg with five arcs, of which the first ones are drawn strongly: as many as the level has. */
function LevelArcs({ level }: { level: number }) {
  return (
    <svg width="46" height="30" viewBox="0 0 46 30" fill="none" strokeLinecap="round" aria-hidden="true">
      <ellipse cx="23" cy="8" rx="4" ry="5.2" fill="currentColor" />
      {duplicateLevels.map((each, at) => (
        <path
          key={each}
          d={`M${15.4 - 3.5 * at} ${10 - 0.2 * at}a${7.6 + 3.5 * at} ${6.8 + 2.6 * at} 0 0 0 ${15.2 + 7 * at} 0`}
          stroke="currentColor"
          strokeWidth="1.5"
          opacity={each <= level ? 1 - 0.13 * at : 0.13}
        />
      ))}
    </svg>
  )
}
