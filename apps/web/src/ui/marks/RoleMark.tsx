import { roleTexts as texts } from '@nestmark/texts/sharing/shareMarks'
import { IconEdit, IconEye } from '../icons.ts'
import css from './RoleMark.module.css'

/** Shows with an icon what the user may do in a collection that someone shares with them. */
export function RoleMark({ role }: { role: 'read' | 'write' }) {
  const Icon = role === 'write' ? IconEdit : IconEye
  const text = role === 'write' ? texts.canWrite : texts.canRead
  return (
    <span className={`inline t3 rigid ${css.mark}`} title={text}>
      <Icon className="i s12" />
      <span className="sr"> {text}</span>
    </span>
  )
}
