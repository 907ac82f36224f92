import { hookEvents, type HookEvent } from '@nestmark/contract/webhooks'
import { webhookTexts as texts } from '@nestmark/texts/webhooks'
import { useId } from 'react'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import css from './Webhooks.module.css'

const groups = [
  { prefix: 'link.', label: texts.links },
  { prefix: 'collection.', label: texts.collections },
  { prefix: 'highlight.', label: texts.highlights },
] as const

/**
 * Selects the events of a webhook: a column for links, one for collections and one for highlights, each with a checkbox for
 * all.
 */
export function EventChoice({
  value,
  error,
  onChange,
}: {
  value: readonly HookEvent[]
  error: string | undefined
  onChange: (value: readonly HookEvent[]) => void
}) {
  const id = useId()
  // In the order of the contract, independent of the click order.
  const setEvents = (events: readonly HookEvent[], checked: boolean) =>
    onChange(hookEvents.filter(each => (events.includes(each) ? checked : value.includes(each))))
  return (
    <fieldset aria-describedby={error && id}>
      <legend className={`w540 f13 ${css.legend}`}>{texts.events}</legend>
      <div className={css.groups}>
        {groups.map(({ prefix, label }) => {
          const all = hookEvents.filter(each => each.startsWith(prefix))
          const chosen = all.filter(each => value.includes(each))
          return (
            <div key={prefix} role="group" aria-label={label}>
              <label className={`row f14 ${css.checkboxRow} ${css.groupRow}`}>
                <Checkbox
                  small
                  label={label}
                  checked={chosen.length === all.length}
                  indeterminate={chosen.length > 0 && chosen.length < all.length}
                  onChange={() => setEvents(all, chosen.length < all.length)}
                />
                {label}
              </label>
              {all.map(event => {
                const name = texts.eventNames[event.slice(prefix.length) as keyof typeof texts.eventNames]
                return (
                  <label key={event} className={`row f14 ${css.checkboxRow}`}>
                    <Checkbox
                      small
                      label={name}
                      checked={value.includes(event)}
                      onChange={() => setEvents([event], !value.includes(event))}
                    />
                    {name}
                  </label>
                )
              })}
            </div>
          )
        })}
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}
