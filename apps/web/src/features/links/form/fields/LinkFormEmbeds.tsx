import { embedHosts } from '@nestmark/core/embeds/recognise'
import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'
import { Button } from '../../../../ui/fields/Button.tsx'
import { categoryLooks } from '../../../../ui/marks/categories.ts'
import { classes } from '../../../../ui/classes.ts'
import { Dialog } from '../../../../ui/dialogs/Dialog.tsx'
import { CategoryBadge } from '../../../../ui/marks/CategoryBadge.tsx'
import css from './LinkFormEmbeds.module.css'

/** Lists the sites that can be embedded, by category: exactly those that are recognised. */
export default function LinkFormEmbeds({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title={texts.embedTitle}
      size={580}
      onClose={onClose}
      footer={
        <Button data-autofocus variant="primary" onClick={onClose}>
          {texts.embedOk}
        </Button>
      }
    >
      {categoryLooks.map(({ code, label, tag, className }) => {
        const hosts = embedHosts.filter(host => host.category === code)
        if (hosts.length === 0) return null
        return (
          <section key={code} className={classes(css.group, className)} aria-label={label}>
            <h3 className={`row g8 w560 ${css.head}`}>
              <CategoryBadge category={code} small />
              {label} <span className="t3 w450 f12">#{tag}</span>
            </h3>
            <ul className="flex wrap g6">
              {hosts.map(host => (
                <li key={host.key} className={css.host}>
                  {host.label}
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      <p className={`t3 f12 ${css.disclaimer}`}>{texts.embedDisclaimer}</p>
    </Dialog>
  )
}
