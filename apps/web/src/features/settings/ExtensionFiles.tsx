import { settingsTexts as texts } from '@nestmark/texts/accounts/settings'
import { readServerSetting } from '../../lib/serverSetting.ts'
import css from './Settings.module.css'

const names = texts.extensionBrowsers
type Browser = keyof typeof names
const isBrowser = (name: string): name is Browser => name in names

/** Offers the extension for each browser for which this server has it; nothing where it was not built. */
export function ExtensionFiles() {
  const browsers = readServerSetting('extension').split(' ').filter(isBrowser)
  if (browsers.length === 0) return null
  return (
    <section className={`panel stack g10 top ${css.card}`}>
      <h3 className="w540">{texts.extension}</h3>
      <p className="t2">{texts.extensionLine}</p>
      <ul className={`flex wrap ${css.actions}`}>
        {browsers.map(browser => (
          <li key={browser}>
            <a className={`acc w540 ${css.link}`} href={`/extension/nestmark-${browser}.zip`} download>
              {texts.extensionFor(names[browser])}
            </a>
          </li>
        ))}
      </ul>
      <p className="t3">{texts.extensionInstall}</p>
    </section>
  )
}
