import { quoted } from '../quoted.ts'

/** The sign-in site and its emails. */
export const emails = {
  reset: {
    subject: 'Choose a new password for Nestmark',
    paragraphs: [
      'Hello,',
      'Someone asked to reset the password of your Nestmark account. If that was you, choose a new one here. The link works once, for one hour. A new password ends every session of your account and every other link we sent.',
    ],
    action: 'Choose a new password',
    closing: 'If it wasn’t you, ignore this email. Your password stays the same.',
  },
  signIn: {
    subject: 'Your link to log in to Nestmark',
    paragraphs: [
      'Hello,',
      'There have been many failed attempts to log in to your Nestmark account, so logging in is slowed down. With this link you can log in with your password without waiting. It works for one hour.',
    ],
    action: 'Log in',
    closing:
      'If you didn’t ask for this, ignore this email. Your password is still required, and further attempts are still slowed down.',
  },
  password: {
    subject: 'Your Nestmark password was changed',
    paragraphs: ({
      first,
      keys,
      keysDeleted,
    }: {
      first: boolean
      keys: number
      keysDeleted: boolean
    }): readonly string[] => [
      'Hello,',
      first
        ? 'Your Nestmark account now has a password. Every other session has ended, and links in earlier emails no longer work.'
        : 'The password of your Nestmark account was changed. Every other session has ended, and links in earlier emails no longer work.',
      ...(keys === 0
        ? []
        : keysDeleted
          ? ['Your API keys were deleted: programs that used them need new ones.']
          : ['Your API keys still work. You can delete them in the settings.']),
    ],
    action: 'It wasn’t me: choose a new password',
    closing:
      'If it wasn’t you, choose a new password now and delete your API keys as you do. Then remove any passkey on your account page that isn’t yours.',
  },
  verify: {
    subject: 'Confirm your email address for Nestmark',
    paragraphs: [
      'Hello,',
      'Please confirm that this address is yours. Then you can log in to Nestmark. The link works for one hour.',
    ],
    action: 'Confirm the address',
    closing:
      'If you didn’t sign up for Nestmark, ignore this email. Nobody can use the account without this link.',
  },
  exists: {
    subject: 'You already have a Nestmark account',
    paragraphs: [
      'Hello,',
      'Someone tried to sign up for Nestmark with this address, which already has an account. If that was you, log in. You can reset a forgotten password there.',
    ],
    action: 'Log in',
    closing: 'If it wasn’t you, ignore this email. Your account was not changed.',
  },
  invitation: {
    subject: 'You’re invited to a collection on Nestmark',
    paragraphs: ({
      inviter,
      collection,
      mayWrite,
    }: {
      /** `name` is '' when it is not shown. */
      inviter: { name: string; email: string }
      /** '' when its name is not shown. */
      collection: string
      mayWrite: boolean
    }): readonly string[] => [
      'Hello,',
      `${inviter.name ? `${inviter.name} (${inviter.email})` : inviter.email} invites you to ${collection ? `the collection ${quoted(collection)}` : 'a collection'} on Nestmark. You can ${mayWrite ? 'read and edit it' : 'read it'}.`,
      'Sign up with this email address and confirm it. You’ll then find the collection under Shared Collections. The invitation is valid for 30 days.',
    ],
    action: 'Sign up',
    closing: 'If you don’t know this person, ignore this email. Nothing happens unless you sign up.',
  },
  confirm: {
    subject: 'Confirm your new email address for Nestmark',
    paragraphs: [
      'Hello,',
      'Please confirm that this address is yours. You will then log in to Nestmark with it. The link works once, for one hour, and ends every other session of your account.',
    ],
    action: 'Confirm the address',
    closing: 'If you didn’t ask for this, ignore this email. Nothing changes without this link.',
  },
  moved: {
    subject: 'The email address of your Nestmark account was changed',
    paragraphs: (email: string): readonly string[] => [
      'Hello,',
      `The email address of your Nestmark account is now ${email}. You can no longer log in with this address, and all other sessions have ended.`,
    ],
    action: 'Log in',
    closing:
      'If it wasn’t you, someone else can use your account. Contact the administrator of this server now.',
  },
  passkey: {
    subject: 'A passkey was added to your Nestmark account',
    paragraphs: (name: string): readonly string[] => [
      'Hello,',
      `A new passkey, ${quoted(name)}, can now log in to your Nestmark account. You can rename or remove it on your account page.`,
    ],
    action: 'Show your passkeys',
    closing: 'If it wasn’t you, remove it now, change your password and log out everywhere.',
  },
  farewell: {
    subject: 'Your Nestmark account is deleted',
    paragraphs: [
      'Hello,',
      'Your account was deleted, as you asked. Nobody can see or open your data any more, and your links will be deleted within 24 hours.',
    ],
    action: 'Sign up again',
    closing: 'You won’t get any more emails from us.',
  },
} as const

export const accountsTexts = {
  product: 'Nestmark',
  /** Messages of the username check. */
  username: {
    free: 'This username is available',
    taken: 'This username is taken',
    short: '',
    invalid: 'Use letters, digits, dots, underscores and hyphens; start and end with a letter or digit',
  },
  skip: 'Skip to the form',
  loading: 'One moment',
  handingOver: 'Taking you to Nestmark',
  fields: {
    name: 'Name',
    email: 'Email',
    password: 'Password',
    newPassword: 'New password',
    currentPassword: 'Current password',
    passwordHint: 'At least 8 characters. A few unrelated words are easy to remember and hard to guess.',
    show: 'Show',
    hide: 'Hide',
    showPassword: (label: string) => `Show ${label.toLowerCase()}`,
    hidePassword: (label: string) => `Hide ${label.toLowerCase()}`,
  },
  login: {
    title: 'Welcome back',
    submit: 'Log in',
    busy: 'Logging in',
    forgot: 'Forgot your password?',
    other: 'New to Nestmark?',
    otherLink: 'Sign up',
    loggedOut: 'You are logged out.',
    verified: 'Your address is confirmed. Log in to continue.',
    reset: 'Your password is changed. Log in with the new one.',
    link: 'Email me a link to log in now',
    linkSent: (email: string) =>
      `If ${email} has an account, we sent it a link. Open it to log in without waiting.`,
    linkOpened: 'You can log in with your password again right away.',
    provider: (name: string) => `Continue with ${name}`,
    refused: 'That didn’t work. If you have a password here, log in with it; otherwise try again.',
    moved: 'Your new address is confirmed. Log in with it from now on.',
  },
  code: {
    title: 'One more step',
    line: 'Enter the six-digit code from your authenticator app, or one of your recovery codes.',
    label: 'Code',
    submit: 'Continue',
    busy: 'Checking the code',
    back: 'Log in with another account',
  },
  twoFactor: {
    title: 'Two-step verification',
    line: 'Each login also asks for a code from your phone, so a stolen password is not enough.',
    off: 'Two-step verification is off.',
    begin: 'Turn on',
    scan: 'Scan this with an authenticator app, or enter the key there. Then enter the six digits it shows.',
    picture: 'QR code for your authenticator app',
    key: 'Key',
    confirm: 'Turn on',
    busy: 'One moment',
    cancel: 'Cancel',
    on: (left: number) =>
      left === 1
        ? 'Two-step verification is on. You have one recovery code left.'
        : `Two-step verification is on. You have ${left} recovery codes left.`,
    codesTitle: 'Your recovery codes',
    codesLine:
      'Use them if you lose your phone; each works once. They are only shown now, so store them somewhere safe.',
    copy: 'Copy the codes',
    copied: 'Copied.',
    copyFailed: 'Your browser didn’t allow copying. The codes are selected: copy them by hand.',
    done: 'I’ve saved them',
    renew: 'Create new recovery codes',
    end: 'Turn off',
    keep: 'Back',
    ended: 'Turned off. Only your password is asked for now.',
  },
  passkeys: {
    title: 'Passkeys',
    line: 'Log in with your fingerprint, your face or the PIN of your device. There is no password to remember or steal.',
    none: 'No passkeys yet.',
    add: 'Add a passkey',
    busy: 'Follow the steps in your browser',
    added: 'Passkey added. You can now log in without your password.',
    synced: 'Synced across your devices',
    single: 'Stored on one device',
    addedTime: 'added',
    neverUsed: 'Not used yet',
    rename: 'Rename',
    renameLabel: (name: string) => `Rename ${name}`,
    nameField: 'Name of the passkey',
    save: 'Save',
    renamed: 'Renamed.',
    keep: 'Back',
    remove: 'Remove',
    removeLabel: (name: string) => `Remove ${name}`,
    removeAsk: (name: string) =>
      `${quoted(name)} can no longer log in to your account. Your device may still offer it, so remove it there too.`,
    removed: 'Passkey removed',
    unsupported: 'This browser doesn’t support passkeys. Try another browser.',
    elsewhere: (address: string) => `Passkeys belong to one address. Open ${address} to add one.`,
    impossible: 'Passkeys need a host name, and this server only has an IP address.',
    login: 'Log in with a passkey',
  },
  register: {
    title: 'Start your nest',
    copyLine: 'Create an account to save your copy of the collection. The copy starts when you’re logged in.',
    submit: 'Sign up',
    busy: 'Creating your account',
    other: 'Already have an account?',
    otherLink: 'Log in',
    checkTitle: 'Check your email',
    checkLine: (email: string) =>
      `We sent a link to ${email}. Open it to confirm the address, then log in. It works for one hour.`,
    resend: 'Send it again',
    resent: 'Sent again. It can take a minute to arrive.',
  },
  forgot: {
    title: 'Forgot your password?',
    line: 'Enter the email address of your account. We’ll send you a link to choose a new password.',
    submit: 'Send the link',
    busy: 'Sending the link',
    back: 'Back to log in',
    sentTitle: 'Check your email',
    sentLine: (email: string) =>
      `If ${email} has an account, we sent it a link. It works once, for one hour.`,
  },
  reset: {
    title: 'Choose a new password',
    line: 'This logs you out on all devices and ends every other link we sent. Then log in with the new password.',
    deleteKeys: 'Also delete my API keys',
    deleteKeysNote: 'Programs that use them stop working. Do this if someone else may know them.',
    submit: 'Change password',
    busy: 'Changing the password',
    invalidTitle: 'This link no longer works',
    invalidLine: 'It was already used, or it is older than an hour. Request a new one.',
    again: 'Send a new link',
  },
  verify: {
    title: 'Confirming your address',
    failedTitle: 'This link no longer works',
    failedLine:
      'It is older than an hour, or the address is already confirmed. Log in: if it isn’t confirmed yet, we’ll send a new link.',
    toLogin: 'Log in',
  },
  profile: {
    title: 'Your account',
    details: 'Name and username',
    detailsLine: 'Others see your name in shared collections.',
    openSettings: 'Change in the settings',
    image: 'Profile image',
    imageLine: 'Shown next to your name.',
    imageChoose: 'Choose a picture',
    imageReplace: 'Choose another picture',
    imageRemove: 'Remove',
    imageNote: 'JPEG, PNG, GIF, WebP or AVIF, at most 10 MB. It is cropped to a square.',
    imageSaved: 'Picture saved',
    imageRemoved: 'Picture removed',
    imageBusy: 'Preparing the picture',
    email: 'Email address',
    emailNow: (email: string) => `Currently ${email}. We’ll send a link to confirm a new address.`,
    emailNew: 'New email address',
    emailSubmit: 'Send the link',
    emailSent: (email: string) =>
      `We sent a link to ${email}. Nothing changes until you open it; it works for one hour.`,
    delete: 'Delete account',
    deleteLine: 'This can’t be undone. Export your links first if you want to keep them.',
    deleteFirst: 'Delete this account',
    deletes: (contents: string) => `This deletes ${contents}.`,
    deleteAsk:
      'You’ll be logged out everywhere, and what you shared will be hidden right away. Your collections, links and pictures will be deleted within 24 hours.',
    deleteSubmit: 'Delete everything',
    deleteBusy: 'Deleting your account',
    deleteKeep: 'Cancel',
    deletePasskey: 'Confirm with a passkey',
    again: 'You logged in a while ago. Log out and in again, then come back.',
    password: 'Password',
    passwordLine: 'Changing it logs out all other devices and disables the links in earlier emails.',
    passwordNone: 'You don’t have a password yet. We can email you a link to choose one.',
    passwordFirst: 'Email me a link',
    change: 'Change password',
    changed: 'Your password is changed. Every other session has ended.',
    changedWithKeys:
      'Your password is changed. Every other session has ended, and your API keys are deleted.',
    sessions: 'Where you are logged in',
    sessionsLine: 'Each entry is one browser. Ending a session also logs you out of Nestmark there.',
    thisOne: 'This browser',
    lastUsed: 'Last used',
    since: 'since',
    end: 'End',
    endLabel: (browser: string) => `End the session of ${browser}`,
    ended: 'The session has ended.',
    unknownBrowser: 'Unknown browser',
    other: 'A program',
    endOthers: 'Log out everywhere else',
    othersEnded: 'Every other session has ended.',
    endAll: 'Log out everywhere',
    logout: 'Log out',
    toProduct: 'Go to Nestmark',
  },
  confirm: {
    title: 'Confirming your new address',
    takenTitle: 'This address belongs to another account',
    takenLine: 'Someone else has started to use it. Your account keeps its current address.',
    failedLine: 'It was already used, or it is older than an hour. Request a new one on your account page.',
    toProfile: 'Your account',
  },
  deleted: {
    title: 'Your account is deleted',
    line: 'Nobody can see or open your data any more. Your links will be deleted within 24 hours.',
    toStart: 'Sign up again',
  },
  errors: {
    image: 'Nestmark can’t read this picture',
    imageSize: 'Pictures can be up to 10 MB',
    code: 'This code is wrong or was already used',
    codeRequired: 'Enter the code',
    challengeOver: 'This took too long or too many attempts. Log in again.',
    changedElsewhere: 'This was changed somewhere else. Reload the page.',
    sameEmail: 'This is already your address',
    proof: 'You logged in a while ago. Enter your password to confirm it’s you.',
    passkeyStopped: 'No passkey was chosen. Nothing has changed; you can try again.',
    passkeyKnown: 'This device already has a passkey for your account',
    passkeyRefused: 'This passkey could not be checked. Try again.',
    passkeyUnknown: 'This passkey no longer belongs to an account. Log in with your password.',
    passkeysFull: 'You have reached the limit of 20 passkeys. Remove one first.',
    passkeyName: 'Enter a name of up to 100 characters',
    nameRequired: 'Enter your name',
    emailRequired: 'Enter your email address',
    emailInvalid: 'This is not an email address',
    passwordRequired: 'Enter your password',
    passwordShort: 'At least 8 characters, please',
    passwordLong: 'At most 128 characters, please',
    passwordCommon: 'This password is too common. Choose a less common one.',
    credentials: 'Wrong email or password',
    currentPassword: 'This is not your current password',
    exists: 'This address already has an account. Log in instead.',
    notVerified: 'Your address is not confirmed yet. Open the new link we just sent you, then log in.',
    tooMany: (wait: string) => `Too many attempts. Please try again in ${wait}.`,
    network: 'Can’t reach Nestmark. Check your connection and try again.',
    busy: 'Nestmark is very busy right now. Please try again in a few seconds.',
    failed: 'Something went wrong on our side. Please try again.',
    signedOut: 'Your session has ended. Log in again.',
  },
  seconds: (n: number) => (n === 1 ? '1 second' : `${n} seconds`),
  minutes: (n: number) => (n === 1 ? '1 minute' : `${n} minutes`),
} as const
