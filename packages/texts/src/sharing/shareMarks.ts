/** What the user may do in a collection that someone shares with them; every page shows it. */
export const roleTexts = {
  canRead: 'Can read',
  canWrite: 'Can write',
}

/** The line under the name of a collection. `owner` is '' where the name is not known. */
export const accessTexts = {
  sharedBy: (owner: string, role: 'read' | 'write') =>
    `${owner === '' ? 'Shared with you' : `Shared by ${owner}`} · you can ${role}`,
}
