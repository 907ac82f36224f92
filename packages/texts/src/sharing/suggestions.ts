import { counted, formatNumber } from '../counts.ts'
import { quoted } from '../quoted.ts'

/** Links that people suggest for the collections of others. */
export const suggestionTexts = {
  title: 'Suggestion Links',
  tabs: 'Suggestions',
  toMe: 'Suggested to me',
  byMe: 'Suggested by me',
  looking: 'Looking for your links',
  noneToMe: 'No suggested links found',
  noneToMeLine: 'Share your collections to receive suggestions',
  /** Where people can suggest links already. */
  noneToMeYetLine: 'Links that others suggest for your collections will appear here',
  noneByMe: 'You have not suggested any links',
  noneByMeLine: 'Links suggested by you on someone’s collection will appear here',
  pro: 'Suggested link is a PRO feature',
  proLine: 'Let visitors suggest links to your shared collections.',
  upgrade: 'Upgrade to PRO',

  approve: 'Approve',
  delete: 'Delete',
  remove: 'Remove',
  edit: 'Edit',
  view: 'View',
  openLink: 'Open link',
  askApprove: 'Are you sure you want to approve this suggestion?',
  askApproveMany: (n: number) => `Are you sure you want to approve these ${formatNumber(n)} suggestions?`,
  approveLine: (name: string, collection: string) =>
    `${quoted(name)} will be added to ${quoted(collection)}.`,
  /** @param collection where all go; undefined where they go to several */
  approveLineMany: (collection: string | undefined) =>
    collection === undefined
      ? 'Each will be added to its collection.'
      : `They will be added to ${quoted(collection)}.`,
  approveEncrypts:
    'Links for encrypted collections are encrypted first. If a key isn’t in this browser, you’re asked for it.',
  approved: 'This suggestion was successfully added',
  approvedMany: (n: number) => `${formatNumber(n)} suggestions were successfully added`,
  askReject: 'Remove this suggestion?',
  askRejectMany: (n: number) => `Remove ${formatNumber(n)} suggestions?`,
  rejectLine: 'Senders with an account see that it was declined.',
  word: 'Message to the sender',
  wordLeft: (n: number) => `${counted(n, 'character')} left`,
  rejected: (n: number) => `${counted(n, 'suggestion')} removed`,
  askWithdraw: 'Withdraw this suggestion?',
  askWithdrawMany: (n: number) => `Remove ${formatNumber(n)} suggestions from your list?`,
  withdrawLine: 'Pending suggestions are withdrawn. Approved links stay where they are.',
  withdrawn: (n: number) => `${counted(n, 'suggestion')} removed`,
  noneChosen: 'Choose at least one suggestion',

  /** In the list of shortcuts. */
  keys: {
    title: 'Suggestions',
    approve: 'Approve',
    remove: 'Remove',
  },
  /** The name of a button for screen readers, and its tooltip with its key. */
  decide: (action: string, name: string) => `${action} ${quoted(name)}`,
  withKey: (action: string, key: string) => `${action} (${key})`,
  from: (name: string) => `from ${name}`,
  pastMember: 'a former member',
  visitor: 'a visitor',
  states: { pending: 'Pending', approved: 'Approved', rejected: 'Declined' },
  said: (word: string) => quoted(word),
  for: (name: string) => `for ${name}`,
  preview: 'Suggested link',

  add: 'Add a suggestion',
  what: 'What would you like to suggest?',
  editTitle: 'Edit suggestion',
  tags: 'Tags',
  notEncrypted: 'Your suggestion won’t be encrypted.',
  notEncryptedWithoutKey: (name: string) =>
    `${quoted(name)} is encrypted and you don’t have its key. The server can read your suggestion until the owner approves and encrypts it.`,
  notEncryptedWithKey: (name: string) =>
    `${quoted(name)} is encrypted, but suggestions aren’t. The server can read yours until the owner approves and encrypts it.`,
  save: 'Suggest',
  update: 'Update',
  suggested: 'Your link has been suggested. Please wait for it to be approved',
  updated: 'Your suggestion has been updated.',
  submitted: 'Suggestion submitted',
  signUp:
    'Your suggestion has been submitted. To manage your suggestions or create own collection please login below.', // as in the specification
  another: 'Suggest another',
}
