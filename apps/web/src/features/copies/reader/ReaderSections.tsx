import { readerTexts as texts } from '@nestmark/texts/reading/reader'
import { IconButton } from '../../../ui/fields/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { IconListTree } from '../../../ui/icons.ts'
import { Menu } from '../../../ui/menus/Menu.tsx'
import css from './Reader.module.css'
import { toMinutes } from '../readingTime.ts'
import type { ReaderMarks } from '../find/readerHighlights.ts'
import type { Section } from './sections.ts'

interface Sections {
  sections: readonly Section[]
  /** The index of the section that is read; -1 before the first one. */
  section: number
}

const showSection = (id: string) => document.getElementById(id)?.scrollIntoView()

/** Lists the sections of an article next to it. */
export function ReaderSections({
  sections,
  section,
  words,
  marks,
}: Sections & { words: number; marks: ReaderMarks }) {
  return (
    <nav className={`stack f13 ${css.sections}`} aria-label={texts.sections}>
      <span className={css.minutes}>{texts.minutes(toMinutes(words))}</span>
      {sections.map(({ id, title }, index) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={index === section ? 'true' : undefined}
          className={classes('row g8 t2 min0 rigid', css.section, index < section && css.isRead)}
          onClick={event => {
            event.preventDefault()
            showSection(id)
          }}
        >
          <span className="el" dir="auto">
            {title}
          </span>
          {marks.renderSection(id)}
        </a>
      ))}
    </nav>
  )
}

/** The same as a menu, where there is no space next to the article. */
export function SectionsMenu({ sections, section }: Sections) {
  if (sections.length === 0) return null
  return (
    <Menu
      label={texts.sections}
      items={sections.map(({ id, title }, index) => ({
        label: title,
        checked: index === section,
        run: () => showSection(id),
      }))}
    >
      {trigger => <IconButton {...trigger} icon={IconListTree} label={texts.sections} />}
    </Menu>
  )
}
