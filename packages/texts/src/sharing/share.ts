import { letterPlace } from '../emails/letterPlace.ts'
import { counted } from '../counts.ts'
import { quoted } from '../quoted.ts'
import { accessTexts, roleTexts } from './shareMarks.ts'

const maxNamed = 5

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })

/** Returns the first names of a list, and the number of the others, in a sentence. */
function listPeople(names: readonly string[]): string {
  const shown = names.length > maxNamed + 1 ? names.slice(0, maxNamed) : names
  const rest = names.length - shown.length
  return listFormat.format(rest > 0 ? [...shown, `${rest} more`] : shown)
}

/** Sharing links and collections. */
export const shareTexts = {
  ...roleTexts,
  shareOf: (name: string) => `Share ${quoted(name)}`,
  submit: 'Submit',
  discardTitle: 'Discard your changes?',
  discardLine: 'They are not saved yet.',
  discard: 'Discard',
  done: 'Done',
  edit: 'Edit access',

  throughPublic: (name: string) => `Shared through ${name} with anyone`,
  throughPublicLine: 'Everyone with the link can read, whatever is set here.',
  throughPeople: (name: string, n: number) => `Shared through ${name} with ${counted(n, 'person', 'people')}`,
  throughPeopleLine: 'They keep this access, whatever is set here.',
  invitedThrough: (name: string, n: number) => `${counted(n, 'person', 'people')} invited through ${name}`,
  invitedThroughLine: (n: number) =>
    `${n === 1 ? 'This person gets' : 'They get'} access after signing up, whatever is set here.`,
  openAbove: (name: string) => `Open ${name}`,

  requestAccess: 'Request access',
  accessRequested: 'Request sent. The owner sees your name and email.',
  requests: 'Asked for access',
  giveAccess: 'Allow',
  giveAccessTo: (email: string) => `Allow ${email} to read`,
  declineAccess: 'Decline',
  declineAccessOf: (email: string) => `Decline the request of ${email}`,
  accessDeclined: 'Request declined',
  invite: 'Send invitation',
  inviteLine: (email: string) => `${email} has no account yet. Invite them by email?`,
  invited: 'Invited',
  invitationOf: (email: string) => `Invited: ${email}`,
  invitationSent: 'Invitation sent',
  /** On a server without SMTP. */
  invitationWritten: `This server sends no email. The message is in ${letterPlace}.`,
  resend: 'Send again',
  cancelInvitation: 'Cancel invitation',
  invitationCancelled: 'Invitation cancelled',

  whoReads: 'Who can read',
  meOnly: 'Me only',
  meOnlyLine: 'Nobody else can open it',
  /** Writers can read, whatever is chosen. */
  writersOnlyLine: 'Only people who can write can open it',
  addsNobody: 'Adds nobody',
  teamEmpty: {
    read: 'Add at least one person who can read, or choose “Me only”.',
    write: 'Add at least one person who can write, or choose “Me”.',
  },
  team: 'Team',
  teamLine: 'People you add by email',
  anyone: 'Anyone on the internet',
  anyoneLine: 'Everyone with the link',
  whoWrites: 'Who can write',
  me: 'Me',
  meLine: 'Only you can edit',
  /** Others can write, whatever is chosen. */
  writersAbove: (name: string) => `People can write through ${name}`,
  teamWritesLine: 'People you add can edit',
  pro: 'PRO',
  teamIsPro: 'Sharing with a team is a PRO feature.',

  writesThrough: (name: string) => `Can write through ${name}`,
  roleOf: (email: string) => `Role of ${email}`,
  removeMember: 'Remove',
  roleChanged: (email: string, role: 'read' | 'write') => `${email} can ${role} now`,
  memberRemoved: (email: string) => `${email} was removed`,
  email: 'Email',
  add: 'Add',
  emailExists: 'Email already exist', // as in the specification
  emailInvalid: 'This is not an email address',
  emailNotFound: 'Email not found',
  emailOwn: "Can't add self email", // as in the specification
  readers: 'People who can read',
  writers: 'People who can write',

  suggestions: 'Enable suggestions',
  suggestionsLine: 'Readers can suggest links for you to approve.',
  suggestionsOff: 'Not available while a team can write.',
  suggestionsArePro: 'Suggestions are a PRO feature.',
  inherited: 'Everything inside this collection is shared too.',

  shared: 'Collection was shared successfully',
  public: 'This collection is now visible to anyone in the internet', // as in the specification
  private: 'Only you can open this collection now',
  unchanged: (name: string) => `Saved. It is still shared through ${name}.`,
  sharedTitle: 'Collection shared',
  savedInvited: 'Saved. Nobody else can open it yet.',
  invitedTitle: 'Nobody else can open it yet',
  sharedTeam: (n: number, name: string) =>
    n === 1 ? `Only you and ${name} can open it.` : 'Only these people can open it.',
  sharedAnyone: 'Everyone with the link can read it.',
  sharedThrough: (name: string) => `Everyone with the link can read it, because ${name} is public.`,
  sharedNobodyTitle: 'Only you can open it',
  sharedNobody: 'The link only works for you.',
  people: (count: number, writers: number, invited: number) =>
    [
      count > 0 &&
        (writers === 0 || writers === count
          ? `${counted(count, 'person', 'people')} can ${writers === 0 ? 'read' : 'write'}`
          : `${counted(count, 'person', 'people')} can read, ${writers} of them can also write`),
      invited > 0 && `${invited} invited`,
    ]
      .filter(Boolean)
      .join(', '),
  address: 'Address',
  short: 'Short address',
  copy: 'Copy link',
  copied: 'Link was copied',
  shareBy: 'Share by',
  byMail: 'Email',

  publicLink: 'Anyone with the link can see it',
  publicLinkLine:
    'Title, address, description, picture, tags and your name; never your notes or its collection.',
  linkPublic: 'This link is now visible to anyone in the internet',
  linkPrivate: 'This link is no longer shared on its own',
  linkPublicByCollection: 'Anyone can see it anyway, because its collection is public.',
  linkSharedByCollection: (n: number) =>
    `${counted(n, 'person', 'people')} can see it anyway, because its collection is shared.`,

  /** What invited people can do as soon as they have an account. `through` is a collection above. */
  afterSignUp: ({
    emails,
    role,
    through,
  }: {
    emails: readonly string[]
    role: 'read' | 'write'
    through: string | null
  }) => `${listPeople(emails)} can ${role} after signing up${through === null ? '' : `, through ${through}`}`,
  sentence: (line: string) => `${line}.`,

  /** Who can open it, in the dialog. */
  summary: {
    label: 'Access after Submit',
    anyone: 'Anyone with the link can read',
    anyoneThrough: (name: string) => `Anyone with the link can read, through ${name}`,
    write: (names: readonly string[]) =>
      names.length === 0 ? 'Only you can write' : `${listPeople(['You', ...names])} can write`,
    read: (names: readonly string[]) => `${listPeople(names)} can read`,
  },

  who: 'Who can see this?',
  whoLine: 'Everyone who can open this collection, and why.',
  lookingWho: 'Loading people',
  owner: 'Owner',
  through: (name: string) => `through ${name}`,
  directly: 'added here',
  invitedHere: 'invited here',
  rightAfterSignUp: { read: 'Can read after signing up', write: 'Can write after signing up' },
  anyoneThrough: 'Anyone on the internet',
  back: 'Back',

  sharedPage: 'Shared Collections',
  writable: 'Shared collections (with write access)',
  none: 'No shared collections found',
  noneLine: 'Collections shared by others with you will be visible here.',
  looking: 'Looking for your collections',
  leave: 'Leave',
  leaveMenu: 'Leave collection',
  leaveTitle: (name: string) => `Leave ${quoted(name)}?`,
  leaveLine: 'It leaves your shared collections. Only its owner can add you again.',
  left: 'You left the collection',

  /** Sharing an encrypted collection. */
  key: {
    title: 'The key is needed too',
    members:
      'Without it, members see the encrypted links locked. Give each of them the key, or send the key file in another way than this link.',
    visitors: 'Visitors see the encrypted links locked.',
    give: 'Give the key',
    file: 'Download key file',
  },

  access: accessTexts,
}
