import { shellTexts as texts } from '@nestmark/texts/shell'
import { useUpdateAnnouncements } from '../../features/session/data.ts'
import { helpLinks } from '../../lib/helpLinks.ts'
import { openOverlay } from '../../lib/overlay.ts'
import { token } from '../../lib/token.ts'
import { IconButton } from '../../ui/Button.tsx'
import {
  IconBulb,
  IconDatabase,
  IconFileText,
  IconHelpCircle,
  IconKeyboard,
  IconLifebuoy,
  IconListCheck,
  IconMail,
  IconMessageCircle,
  IconShieldLock,
} from '../../ui/icons.ts'
import { Menu, type MenuEntry } from '../../ui/Menu.tsx'

/**
 * Returns the items of the help menu. Contact items are included only where the operator has configured them, and the
 * first steps only for signed-in users.
 */
export function useHelpMenuItems(): MenuEntry[] {
  const firstRun = useUpdateAnnouncements('first-run-again')
  const { email, chat, features, articles, terms, privacy } = helpLinks
  const featuresHref =
    features ?? (email && `mailto:${email}?subject=${encodeURIComponent(texts.featureSubject)}`)
  return [
    chat !== null && { label: texts.chat, icon: IconMessageCircle, href: chat },
    email !== null && { label: texts.email, icon: IconMail, href: `mailto:${email}` },
    featuresHref !== null && { label: texts.features, icon: IconBulb, href: featuresHref },
    (chat ?? email ?? featuresHref) !== null && 'line',
    { label: texts.articles, icon: IconLifebuoy, ...(articles ? { href: articles } : { to: '/help' }) },
    token.get() !== null && {
      label: texts.firstSteps,
      icon: IconListCheck,
      to: '/dashboard#first-steps',
      run: firstRun.restore,
    },
    // Shortcuts work only for signed-in users.
    token.get() !== null && {
      label: texts.shortcuts,
      icon: IconKeyboard,
      shortcut: '?',
      run: () => openOverlay('shortcuts', {}),
    },
    { label: texts.apiDocs, icon: IconDatabase, href: '/api/docs' },
    'line',
    { label: texts.terms, icon: IconFileText, ...(terms ? { href: terms } : { to: '/terms' }) },
    {
      label: texts.privacy,
      icon: IconShieldLock,
      ...(privacy ? { href: privacy } : { to: '/privacy-policy' }),
    },
  ]
}

/** The help menu of the header. */
export function HelpMenu() {
  return (
    <Menu label={texts.help} items={useHelpMenuItems()}>
      {trigger => <IconButton icon={IconHelpCircle} label={texts.help} {...trigger} />}
    </Menu>
  )
}
