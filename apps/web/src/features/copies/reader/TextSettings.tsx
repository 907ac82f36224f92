import { readerTexts as texts } from '@nestmark/texts/reading/reader'
import type { ReactNode } from 'react'
import { usePhone } from '../../../lib/media/media.ts'
import { IconButton } from '../../../ui/fields/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { IconMinus, IconPlus } from '../../../ui/icons.ts'
import { Segmented } from '../../../ui/fields/Segmented.tsx'
import { type ReaderSettings, sizes } from './readerSettings.ts'
import css from './TextSettings.module.css'

const themes = ['app', 'sheet', 'straw', 'dark', 'black'] as const

/** The choices of type and colours. They apply immediately. */
export function TextSettings({
  settings,
  size,
  onChange,
}: {
  settings: ReaderSettings
  /** The size that is shown, in pixels. */
  size: number
  onChange: (part: Partial<ReaderSettings>) => void
}) {
  const phone = usePhone()
  return (
    <section className={css.settings}>
      <Row label={texts.size}>
        <div className={`row g4 ${css.step}`} role="group" aria-label={texts.size}>
          <IconButton
            icon={IconMinus}
            label={texts.smaller}
            disabled={size <= sizes.min}
            onClick={() => onChange({ size: size - 1 })}
          />
          <output className="num">{size}</output>
          <IconButton
            icon={IconPlus}
            label={texts.larger}
            disabled={size >= sizes.max}
            onClick={() => onChange({ size: size + 1 })}
          />
        </div>
      </Row>
      {/* On a phone the text is as wide as the screen. */}
      {!phone && (
        <Row label={texts.width}>
          <Segmented
            label={texts.width}
            value={settings.width}
            options={(['narrow', 'medium', 'wide'] as const).map(value => ({
              value,
              label: texts.widths[value],
            }))}
            onChange={width => onChange({ width })}
          />
        </Row>
      )}
      <Row label={texts.lineHeight}>
        <Segmented
          label={texts.lineHeight}
          value={settings.lineHeight}
          options={([1.5, 1.7, 1.9] as const).map(value => ({ value, label: String(value) }))}
          onChange={lineHeight => onChange({ lineHeight })}
        />
      </Row>
      <Row label={texts.typeface}>
        <Segmented
          label={texts.typeface}
          value={settings.typeface}
          options={(['serif', 'sans'] as const).map(value => ({ value, label: texts.typefaces[value] }))}
          onChange={typeface => onChange({ typeface })}
        />
      </Row>
      <div className={css.label}>{texts.theme}</div>
      <div className={css.themes} role="group" aria-label={texts.theme}>
        {themes.map(theme => (
          <button
            key={theme}
            type="button"
            aria-pressed={settings.theme === theme}
            className={classes('stack t1', css.theme, settings.theme === theme && css.chosen)}
            data-theme={theme}
            onClick={() => onChange({ theme })}
          >
            <span aria-hidden="true">Aa</span>
            {texts.themes[theme]}
          </button>
        ))}
      </div>
    </section>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={`row g12 t2 ${css.row}`}>
      <span>{label}</span>
      {children}
    </div>
  )
}
