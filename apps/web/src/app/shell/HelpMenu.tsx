import { shellTexts as texts } from '@nestmark/texts/shell'
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
  IconMail,
  IconMessageCircle,
  IconShieldLock,
} from '../../ui/icons.ts'
import { Menu, type MenuEntry } from '../../ui/Menu.tsx'

/** What the help menu offers. What leads to people is there only when the operator said where they are. */
export function helpEntries(): MenuEntry[] {
  const { email, chat, features, articles, terms, privacy } = helpLinks
  const wish = features ?? (email && `mailto:${email}?subject=${encodeURIComponent(texts.featureSubject)}`)
  return [
    chat !== null && { label: texts.chat, icon: IconMessageCircle, href: chat },
    email !== null && { label: texts.email, icon: IconMail, href: `mailto:${email}` },
    wish !== null && { label: texts.features, icon: IconBulb, href: wish },
    (chat ?? email ?? wish) !== null && 'line',
    { label: texts.articles, icon: IconLifebuoy, ...(articles ? { href: articles } : { to: '/help' }) },
    // They work for people who are signed in.
    token.get() !== null && {
      label: texts.shortcuts,
      icon: IconKeyboard,
      keys: 'Ctrl K',
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

/** Help, at the top of every page. */
export function HelpMenu() {
  return (
    <Menu label={texts.help} items={helpEntries}>
      {trigger => <IconButton icon={IconHelpCircle} label={texts.help} {...trigger} />}
    </Menu>
  )
}
