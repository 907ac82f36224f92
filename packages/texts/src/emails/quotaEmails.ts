/**
 * Emails about storage and bandwidth that are nearly or completely used. `until`: the first day of the
 * next month; `larger`: the name of a plan with more room, or null.
 */
export const quotaEmails = {
  hello: 'Hello,',
  action: 'Show your storage',
  storage: {
    used: (used: string, limit: string) => `Your files use ${used} of your ${limit}.`,
    almost: {
      subject: 'Your storage is 80% full',
      line: (_until: string, larger: string | null) =>
        `There is still room. You can free up some on the storage page${larger === null ? '' : `, or choose ${larger}`}.`,
    },
    full: {
      subject: 'Your storage is full',
      line: (_until: string, larger: string | null) =>
        `Nothing is deleted, and you can still save links. For new files, free up some room on the storage page${larger === null ? '' : ` or choose ${larger}`}.`,
    },
    closing: 'You get this email once at 80% and once at 100%.',
  },
  bandwidth: {
    used: (used: string, limit: string) =>
      `Your files and pictures used ${used} of bandwidth this month. You have ${limit} a month.`,
    almost: {
      subject: 'You’ve used 80% of this month’s bandwidth',
      line: (until: string, larger: string | null) =>
        `It resets on ${until}.${larger === null ? '' : ` ${larger} has more.`}`,
    },
    full: {
      subject: 'This month’s bandwidth is used up',
      line: (until: string, larger: string | null) =>
        `Your files can’t be opened until ${until}. Everything else works as usual.${larger === null ? '' : ` ${larger} has more bandwidth.`}`,
    },
    closing: 'You get this email at most twice a month: at 80% and at 100%.',
  },
} as const
