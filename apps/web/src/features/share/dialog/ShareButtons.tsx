import { shareTexts as texts } from '@nestmark/texts/sharing/share'
import css from './ShareButtons.module.css'

const windowSize = { width: 600, height: 400 }
const sites = [
  ['Facebook', 'https://www.facebook.com/sharer/sharer.php?u='],
  ['X', 'https://x.com/intent/post?url='],
  ['LinkedIn', 'https://www.linkedin.com/sharing/share-offsite/?url='],
  ['WhatsApp', 'https://wa.me/?text='],
  ['Telegram', 'https://t.me/share/url?url='],
] as const

/** Opens a social site in a separate small window, or the mail program. Loads nothing before the click. */
export function ShareButtons({ address, title }: { address: string; title: string }) {
  const encodedAddress = encodeURIComponent(address)
  return (
    <div className="row wrap g6" role="group" aria-label={texts.shareBy}>
      <span className="t3 f12">{texts.shareBy}</span>
      <a
        className={`t2 f12 ${css.site}`}
        href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodedAddress}`}
      >
        {texts.byMail}
      </a>
      {sites.map(([name, baseUrl]) => (
        <a
          key={name}
          className={`t2 f12 ${css.site}`}
          href={baseUrl + encodedAddress}
          target="_blank"
          rel="noopener noreferrer"
          onClick={event => {
            event.preventDefault()
            openWindow(baseUrl + encodedAddress)
          }}
        >
          {name}
        </a>
      ))}
    </div>
  )
}

/** Opens a window of 600 × 400 px in the middle of the screen. `noopener` denies the site access to this page. */
function openWindow(address: string): void {
  const left = Math.max(0, Math.round((screen.width - windowSize.width) / 2))
  const top = Math.max(0, Math.round((screen.height - windowSize.height) / 2))
  open(
    address,
    '_blank',
    `noopener,noreferrer,popup,width=${windowSize.width},height=${windowSize.height},left=${left},top=${top}`,
  )
}
