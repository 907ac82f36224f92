import { shareTexts as texts } from '@nestmark/texts/sharing/share'
import { IconLock, IconUser, IconUsers, IconWorld, IconEdit, IconEye, IconMail } from '../../../ui/icons.ts'
import { RadioCards } from '../../../ui/fields/RadioCards.tsx'
import { useMe } from '../../session/data.ts'
import { isFree } from '../../session/plan.ts'
import { UpgradeLink } from '../../session/UpgradeLink.tsx'
import type { ComponentProps, RefObject, ReactNode } from 'react'
import { toDisplayName } from '../../collections/data.ts'
import { CollectionDomain } from '../address/CollectionDomain.tsx'
import { CollectionLook } from '../address/CollectionLook.tsx'
import type { Permissions } from '../data.ts'
import { CheckboxLine } from './CheckboxLine.tsx'
import css from './ShareForm.module.css'
import { findWritersAbove, computeEffectiveAccess } from '../members/effectiveAccess.ts'
import { ShareMembers } from '../members/ShareMembers.tsx'
import type { UnsavedParts } from './unsavedParts.ts'
import { formatInvited } from '../members/formatInvited.ts'

/** Edits who may read, who may write and whether readers may suggest links. */
export function ShareForm({
  collectionId,
  value,
  before,
  typed,
  unsaved,
  savedMembers,
  onChange,
}: Omit<ComponentProps<typeof ShareMembers>, 'role' | 'invited'> & {
  /** The saved permissions. */
  before: Permissions
  unsaved: RefObject<UnsavedParts>
}) {
  const me = useMe()
  const free = me !== undefined && isFree(me)
  const set = (change: Partial<Permissions>) => {
    const next = { ...value, ...change }
    // Suggestions need other readers, and are pointless where others may write.
    if (next.read === 0 || next.write === 1) next.enable_sugg = 0
    onChange(next)
  }
  const memberProps = { collectionId, value, invited: before.invited, typed, savedMembers, onChange }
  const teamChoice = (isChosen: boolean, line: string) => ({
    value: 1 as const,
    title: texts.team,
    line: free ? texts.teamIsPro : line,
    icon: IconUsers,
    disabled: free && !isChosen,
    badge: free ? <span className={css.proBadge}>{texts.pro}</span> : undefined,
  })
  const sharing = value.read !== 0 || value.write !== 0
  // Other people may write through a collection above, regardless of the choice here.
  const aboveWriters = findWritersAbove(value)
  const hasWriters = value.write === 1 || aboveWriters !== null
  return (
    <div className="stack g16">
      <RadioCards
        name="read"
        label={texts.whoReads}
        isFirst={value.read !== 1}
        value={value.read}
        onChange={read => set({ read })}
        choices={[
          {
            value: 0,
            title: texts.meOnly,
            line: formatMeOnlyLine(value),
            icon: IconLock,
          },
          teamChoice(value.read === 1, texts.teamLine),
          { value: 3, title: texts.anyone, line: texts.anyoneLine, icon: IconWorld },
        ]}
      />
      {(value.read === 1 || (value.read === 3 && value.read_members.length > 0)) && (
        <ShareMembers role="read" {...memberProps} />
      )}
      <RadioCards
        name="write"
        label={texts.whoWrites}
        value={hasWriters ? 1 : 0}
        twoColumns="wide"
        onChange={write => set({ write })}
        choices={[
          {
            value: 0,
            title: texts.me,
            line: aboveWriters === null ? texts.meLine : texts.writersAbove(toDisplayName(aboveWriters)),
            icon: IconUser,
            disabled: aboveWriters !== null && value.write === 0,
          },
          teamChoice(hasWriters, texts.teamWritesLine),
        ]}
      />
      {hasWriters && <ShareMembers role="write" {...memberProps} />}
      {sharing && (
        <CheckboxLine
          label={texts.suggestions}
          line={free ? texts.suggestionsArePro : hasWriters ? texts.suggestionsOff : texts.suggestionsLine}
          checked={value.enable_sugg === 1}
          disabled={value.enable_sugg === 0 && (free || value.read === 0 || hasWriters)}
          onChange={() => set({ enable_sugg: value.enable_sugg ? 0 : 1 })}
        />
      )}
      {free && (
        <p className="t3 f12">
          <UpgradeLink />
        </p>
      )}
      {sharing && <p className="t3 f12">{texts.inherited}</p>}
      <AccessSummary permissions={value} />
      {isPublic(before) && (
        <>
          <CollectionDomain collectionId={collectionId} unsaved={unsaved} />
          <CollectionLook collectionId={collectionId} unsaved={unsaved} />
        </>
      )}
    </div>
  )
}

/** Returns whether everybody can read the collection, itself or by one above. */
const isPublic = ({ read, inherited }: Permissions) =>
  read === 3 || inherited.some(each => each.is_public === 1)

/** Returns who can read when the collection itself is shared with no readers. */
function formatMeOnlyLine({ inherited, invited_above, write }: Permissions): string {
  if (inherited.length + invited_above.length > 0) return texts.addsNobody
  return write === 1 ? texts.writersOnlyLine : texts.meOnlyLine
}

/** Summarises who can open a collection with the chosen permissions, also through those above it. */
function AccessSummary({ permissions }: { permissions: Permissions }) {
  const { publicThrough, people, invited } = computeEffectiveAccess(permissions)
  const list = (type: 'read' | 'write') =>
    people.filter(person => person.type === type).map(({ name, email }) => name || email)
  const readers = list('read')
  const through = publicThrough === 'here' || publicThrough === null ? null : publicThrough.name
  return (
    <ul className={`g6 t2 ${css.summary}`} aria-label={texts.summary.label} aria-live="polite">
      {publicThrough && (
        <Line icon={<IconWorld className="i" />}>
          {through === null ? texts.summary.anyone : texts.summary.anyoneThrough(toDisplayName(through))}
        </Line>
      )}
      <Line icon={<IconEdit className="i" />}>{texts.summary.write(list('write'))}</Line>
      {readers.length > 0 && <Line icon={<IconEye className="i" />}>{texts.summary.read(readers)}</Line>}
      {formatInvited(invited).map(line => (
        <Line key={line} icon={<IconMail className="i" />}>
          {line}
        </Line>
      ))}
    </ul>
  )
}

function Line({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <li className={`flex anywhere ${css.line}`}>
      {icon}
      <span dir="auto">{children}</span>
    </li>
  )
}
