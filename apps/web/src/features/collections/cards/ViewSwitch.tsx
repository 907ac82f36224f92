import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { IconLayoutCards, IconLayoutList } from '../../../ui/icons.ts'
import { Segmented } from '../../../ui/fields/Segmented.tsx'
import { useView } from '../../session/data.ts'

const views = [
  { value: 3, label: texts.compact, icon: IconLayoutList },
  { value: 4, label: texts.detailed, icon: IconLayoutCards },
] as const

/** Switches between compact and detailed cards. The choice is stored in the account. */
export function ViewSwitch() {
  const { view, setView } = useView()
  return (
    <Segmented
      label={texts.view}
      value={view.folders}
      options={views}
      onChange={folders => setView({ folders })}
    />
  )
}
