/** @jsxImportSource preact */
import { Icon, type IconName } from '../ui/icons.tsx'

/** A short message in the corner of the window. */
export interface ToastContent {
  title: string
  line?: string
  icon?: IconName
  action?: { label: string; run: () => void }
}

/** Says what has happened. It goes by itself. */
export function Toast({ title, line, icon, action }: ToastContent) {
  return (
    <div class="toast" role="status">
      {icon && (
        <span class={`sign ${icon}`}>
          <Icon name={icon} size={14} />
        </span>
      )}
      <span class="grow">
        <b data-text={title} />
        {line && <span class="more">{line}</span>}
      </span>
      {action && (
        <button type="button" class="link" onClick={action.run}>
          {action.label}
        </button>
      )}
    </div>
  )
}
