import { counted } from '../counts.ts'
import { quoted } from '../quoted.ts'

/** Transfer of a collection's ownership to one of its members. */
export const ownershipTransferTexts = {
  transfer: 'Make owner',
  transferTo: (email: string) => `Make owner: ${email}`,
  title: (name: string) => `Make them the owner of ${quoted(name)}?`,
  lines: (email: string): readonly string[] => [
    `${email} has to accept first. Until then nothing changes, and you can withdraw the offer.`,
    'They become the owner of everything in it: collections, links, tags, its trash, and its sharing. You stay a member who can edit.',
    'People who see it only through a collection above lose access.',
  ],
  offer: 'Send offer',
  back: 'Back',
  offered: 'The collection was offered',
  withdrawn: 'The offer was withdrawn',
  declined: 'You declined the offer',
  /** Shown in the owner's dialog while the offer is unanswered. */
  waiting: (email: string) => `Offered to ${email}, who has not answered yet.`,
  withdraw: 'Withdraw',

  region: 'Collections offered to you',
  asks: (from: string, name: string) => `${from} wants to make you the owner of ${quoted(name)}`,
  content: (links: number, folders: number) =>
    `${counted(links, 'link')} and ${counted(folders, 'collection')} inside. It would move to your collections, and the current owner could still edit it.`,
  accept: 'Accept',
  decline: 'Decline',
  declineTitle: (name: string) => `Decline ${quoted(name)}?`,
  declineLine: 'The owner keeps it and is notified. You stay a member.',
}
