import { shellTexts as texts } from '@nestmark/texts/shell'
import { useChangeTheme } from '../../../features/session/data.ts'
import { scheme } from '../../../lib/browser/scheme.ts'
import { useStore } from '../../../lib/store.ts'
import { IconMoon, IconSun } from '../../../ui/icons.ts'

/** Returns the label, the icon and the action of what switches between light and dark. */
export function useSchemeSwitch() {
  const dark = useStore(scheme) === 'dark'
  const change = useChangeTheme()
  return {
    label: dark ? texts.light : texts.dark,
    icon: dark ? IconSun : IconMoon,
    run: () => change(dark ? 0 : 1),
  }
}
