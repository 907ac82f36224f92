import { firstRunTexts as texts } from '@nestmark/texts/firstRun'
import { useOneClickSave } from '../../features/links/clipboard/useOneClickSave.ts'
import { useMe, useUpdateAnnouncements } from '../../features/session/data.ts'
import { Button, IconButton } from '../../ui/fields/Button.tsx'
import { CategoryMark } from '../../ui/marks/CategoryBadge.tsx'
import { IconX } from '../../ui/icons.ts'
import { PlaceholderImage } from '../../ui/marks/PlaceholderImage.tsx'
import { SectionHead } from '../../ui/page/Section.tsx'
import css from './Samples.module.css'

interface Sample {
  /** The name of its announcement: a removed sample is hidden on every device. */
  name: string
  title: string
  address: string
  category: number
}

const samples: readonly Sample[] = [
  {
    name: 'sample-article',
    title: texts.article,
    address: 'https://en.wikipedia.org/wiki/Social_bookmarking',
    category: 3,
  },
  {
    name: 'sample-picture',
    title: texts.picture,
    address: 'https://www.artic.edu/artworks/27992',
    category: 1,
  },
  {
    name: 'sample-video',
    title: texts.video,
    address: 'https://www.youtube.com/watch?v=YE7VzlLtp-4',
    category: 2,
  },
  { name: 'sample-audio', title: texts.audio, address: 'https://librivox.org/', category: 5 },
]

/**
 * Shows links to try Nestmark with, on the dashboard of a new account without links. They are not in the library: Save adds
 * one.
 */
export function Samples() {
  const me = useMe()
  const { dismissOther: remove } = useUpdateAnnouncements('samples')
  const listed = samples.filter(each => me?.announcements.includes(each.name))
  const hasLinks = me !== undefined && Object.values(me.count).some(count => count > 0)
  if (!me || hasLinks || listed.length === 0) return null
  return (
    <section className={css.samples}>
      <SectionHead small title={texts.samples} subtitle={texts.samplesLine}>
        <Button size="sm" variant="ghost" onClick={() => listed.forEach(each => remove(each.name))}>
          {texts.removeSamples}
        </Button>
      </SectionHead>
      <ul className={css.grid}>
        {listed.map(sample => (
          <SampleCard key={sample.name} sample={sample} onRemove={() => remove(sample.name)} />
        ))}
      </ul>
    </section>
  )
}

function SampleCard({ sample, onRemove }: { sample: Sample; onRemove: () => void }) {
  const { title, address, category } = sample
  const save = useOneClickSave(undefined)
  const host = new URL(address).hostname.replace(/^www\./, '')
  return (
    <li className={`g6 rel ${css.card}`}>
      <div className={css.thumb} data-thumb>
        <PlaceholderImage host={host} />
        <span className={`t2 f12 ${css.badge}`}>{texts.sample}</span>
      </div>
      <a className={`anywhere w560 ${css.title}`} href={address} target="_blank" rel="noreferrer">
        {title}
      </a>
      <div className={`row g6 t3 f13 ${css.meta}`}>
        <CategoryMark category={category} />
        <span className="el grow">{host}</span>
        <Button size="sm" aria-label={texts.saveSample(title)} onClick={() => void save(address)}>
          {texts.save}
        </Button>
      </div>
      <IconButton
        small
        className={css.remove}
        icon={IconX}
        label={texts.removeSample(title)}
        onClick={onRemove}
      />
    </li>
  )
}
