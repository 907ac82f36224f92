import { counted } from './counts.ts'

/** Transfer of a collection's ownership to one of its members. */
export const ownershipTransferTexts = {
  handOver: 'Hand over',
  handOverTo: (email: string) => `Hand over to ${email}`,
  title: (name: string) => `Hand “${name}” over?`,
  lines: (email: string): readonly string[] => [
    `${email} is asked first. Until they accept nothing changes, and you can take the offer back.`,
    'Then the collection is theirs with everything in it: collections, links, tags, what lies in its trash, and who it is shared with. You stay in it as a member who can write.',
    'Whoever sees it only because of a collection above it no longer does.',
  ],
  offer: 'Offer it',
  back: 'Back',
  offered: 'The collection was offered',
  takenBack: 'The offer was taken back',
  declined: 'You declined the offer',
  /** Shown in the owner's dialog while the offer is unanswered. */
  waiting: (email: string) => `Offered to ${email}, who has not answered yet.`,
  takeBack: 'Take back',

  region: 'Collections offered to you',
  asks: (from: string, name: string) => `${from} offers to hand “${name}” over to you`,
  content: (links: number, folders: number) =>
    `${counted(links, 'link')} and ${counted(folders, 'collection')} inside. It would lie among your collections, and its owner could still write in it.`,
  accept: 'Accept',
  decline: 'Decline',
  declineTitle: (name: string) => `Decline “${name}”?`,
  declineLine: 'Its owner keeps it and is told. You go on as a member.',
}
