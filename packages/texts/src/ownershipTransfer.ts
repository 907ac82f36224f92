import { counted } from './counts.ts'

/** Transfer of a collection's ownership to one of its members. */
export const ownershipTransferTexts = {
  transfer: 'Make owner',
  transferTo: (email: string) => `Make owner: ${email}`,
  title: (name: string) => `Hand “${name}” over?`,
  lines: (email: string): readonly string[] => [
    `${email} is asked first. Until they accept nothing changes, and you can take the offer back.`,
    'They become the owner of everything in it: collections, links, tags, its trash, and its sharing. You stay a member who can edit.',
    'People who see it only through a collection above lose access.',
  ],
  offer: 'Offer it',
  back: 'Back',
  offered: 'The collection was offered',
  takenBack: 'The offer was withdrawn',
  declined: 'You declined the offer',
  /** Shown in the owner's dialog while the offer is unanswered. */
  waiting: (email: string) => `Offered to ${email}, who has not answered yet.`,
  takeBack: 'Withdraw',

  region: 'Collections offered to you',
  asks: (from: string, name: string) => `${from} offers to hand “${name}” over to you`,
  content: (links: number, folders: number) =>
    `${counted(links, 'link')} and ${counted(folders, 'collection')} inside. It would move to your collections, and the current owner could still edit it.`,
  accept: 'Accept',
  decline: 'Decline',
  declineTitle: (name: string) => `Decline “${name}”?`,
  declineLine: 'The owner keeps it and is notified. You stay a member.',
}
