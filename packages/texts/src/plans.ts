/** Plans: prices, limits, upgrade and cancellation. */
export const plansTexts = {
  plans: {
    free: { name: 'Free' },
    pro: { name: 'Pro' },
    premium: { name: 'Premium' },
  },
  benefits: {
    limitedLinks: '500 bookmarks',
    limitedCollections: '50 nested collections',
    limitedStorage: '100 MB of storage',
    limitedHighlights: '5 highlights per page',
    unlimitedLinks: 'Unlimited bookmarks',
    unlimitedCollections: 'Unlimited nested collections',
    unlimitedHighlights: 'Unlimited highlights',
    storage: '1 GB of storage',
    publicSharing: 'Public sharing',
    teamSharing: 'Private sharing with chosen people',
    suggestions: 'Suggestions from others, with your approval',
    autoTags: 'Auto super-tags',
    searchTitles: 'Search by title or tags',
    searchDescriptions: 'Search by title, tags or description',
    pdf: 'Save as PDF',
    duplicates: 'Duplicate-link finder',
    brokenLinks: 'Broken-link finder',
    support: 'Email support',
    prioritySupport: 'Priority email support',
    everythingInPro: 'Everything in Pro',
    customDomain: 'Custom domain',
    whiteLabel: 'White label',
    companyPage: 'A company page',
  },
  downgrade: 'Downgrade',
  invoice: (date: string) => `Next invoice on ${date}`,
  expires: (date: string) => `Expires on ${date}`,
  cancelledExpires: (date: string) => `Cancelled, expires on ${date}`,

  getTitle: (plan: string) => `Get ${plan}`,
  getLine: 'This server takes no payments. Redeem a coupon, or ask its administrator to change your plan.',
  getUnsoldLine:
    'This plan is not for sale here. Redeem a coupon, or ask the administrator to change your plan.',
  askOperator: 'Ask by email',
  /** Names the account: administrators find it by its email address. */
  askAdministrator: (email: string) => `Include your account’s email address: ${email}`,
  upgradeSubject: 'Upgrade to PRO',

  coupon: 'Coupon',
  couponCode: 'Coupon code',
  apply: 'Apply',
  applied: 'Your coupon code was applied succesfully', // as in the specification

  cancelPlan: 'Cancel subscription',
  cancelTitle: 'Cancel your subscription?',
  cancelLine: (plan: string, date: string) =>
    `There will be no more invoices. You keep ${plan} until ${date}; then you move to the free plan and lose:`,
  downgradeTitle: 'Downgrade to the free plan?',
  downgradeLine: 'It happens immediately. You lose:',
  downgradeLeft: (date: string) =>
    `It happens immediately, and you lose the time until ${date}. You also lose:`,
  keep: (plan: string) => `Keep ${plan}`,
  cancelled: 'Your subscription was cancelled',
  resume: 'Resume subscription',
  resumeLine: 'Until then you can resume it, and it renews on that day as before.',
  resumed: 'Your subscription continues',
  downgraded: 'You are on the free plan now',
  /** The benefits whose loss needs more words than their offer. */
  lost: {
    unlimitedLinks: 'Unlimited bookmarks (limited to 500)',
    unlimitedCollections: 'Unlimited collections (limited to 50)',
    unlimitedHighlights: 'Unlimited highlights (limited to 5 per page)',
    teamSharing: 'Sharing with chosen people',
    suggestions: 'Receiving suggestions',
    searchDescriptions: 'Search by description',
  } as Record<string, string | undefined>,
  lostStorage: (gigabytes: number) => `${gigabytes} GB of storage (limited to 100 MB)`,
  nothingDeleted: 'Nothing is deleted: every link, collection and share stays as it is.',
} as const
