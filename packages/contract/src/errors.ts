import { encryptionErrorStatus } from './encryption/encryptionErrors.ts'

/**
 * Every error code of the API, with its HTTP status. The sentences are in `texts/errors.ts`.
 * To avoid disclosure, 'not found' and 'not yours' share one code. Only the page of a link or a collection
 * reports that it is private, as the specification requires: ids are random and too long to guess.
 */
export const errorStatus = {
  'request.invalid': 400,
  'request.notJson': 400,
  /** Not well-formed Unicode, or contains a NUL character, which no database stores. */
  'request.textInvalid': 400,
  'request.tooDeep': 400,
  'request.unknownPath': 404,
  /** Not valid HTTP, or an unreadable address. */
  'request.notHttp': 400,
  'request.tooSlow': 408,
  'request.expectation': 417,
  'request.headersTooLarge': 431,
  /** The Idempotency-Key was used before with another call. */
  'request.keyReused': 409,
  'request.lengthRequired': 411,
  'request.tooLarge': 413,
  'request.tooMany': 429,
  'server.failed': 500,
  'server.full': 507,
  'server.unavailable': 503,
  'server.readOnly': 503,
  /** A bounded pool is full and cannot serve the request soon. */
  'server.busy': 503,

  'session.noToken': 401,
  'session.expired': 401,
  /** The session existed and has expired. `user-data` responds 203 for it (see `http/responses/responseBody.ts`). */
  'session.tooOld': 401,
  'session.codeInvalid': 400,
  'session.accountExists': 203,

  'profile.nameRequired': 400,
  'profile.nameTooLong': 400,
  'profile.usernameInvalid': 400,
  'profile.usernameTaken': 409,
  /** Profile images are uploaded; addresses on other servers are rejected. */
  'profile.imageForeign': 400,
  'profile.imageUnreadable': 400,
  'profile.passwordWrong': 400,
  'profile.passkeyWrong': 400,
  'profile.passwordLength': 400,
  'profile.passwordCommon': 400,
  /** The password, a passkey or a new sign-in is required for this action. */
  'profile.proofNeeded': 403,

  'collections.notFound': 404,
  'collections.private': 403,
  'collections.readOnly': 403,
  'collections.rootFixed': 403,
  'collections.nameRequired': 400,
  'collections.nameTooLong': 400,
  'collections.descTooLong': 400,
  'collections.noneChosen': 400,
  'collections.noDestination': 400,
  'collections.intoItself': 409,
  'collections.tooDeep': 409,
  'collections.tooLargeToCopy': 409,
  'collections.inTrash': 409,
  'collections.changedElsewhere': 409,
  'collections.otherOwner': 409,

  'links.notFound': 404,
  'links.readOnly': 403,
  'links.private': 403,
  'links.linkRequired': 400,
  'links.linkInvalid': 400,
  'links.titleRequired': 400,
  'links.titleTooLong': 400,
  'links.descRequired': 400,
  'links.descTooLong': 400,
  'links.noteDescTooLong': 400,
  'links.categoryRequired': 400,
  'links.noneChosen': 400,
  'links.noDestination': 400,
  /** Only links of one collection have an order. */
  'links.otherCollection': 400,
  'links.changedElsewhere': 409,
  'links.noteRequired': 400,
  'links.noteTooLong': 400,

  /** No such highlight, or page with highlights, of the caller. */
  'highlights.notFound': 404,
  'highlights.textRequired': 400,
  'highlights.textTooLong': 400,
  'highlights.commentTooLong': 400,
  'highlights.styleUnknown': 400,
  /** Not an anchor: a quote and a position in the text of the page. */
  'highlights.anchorInvalid': 400,
  /** `highlights` is not a JSON array of highlights. */
  'highlights.listInvalid': 400,
  'highlights.noneChosen': 400,
  'highlights.tooMany': 409,
  /** The file of an import is not XML. */
  'highlights.onlyXml': 400,

  'tags.notFound': 404,
  'tags.nameTooLong': 400,
  'tags.nameRequired': 400,
  'tags.tooMany': 400,
  'tags.noneChosen': 400,
  'tags.nameTaken': 409,

  'share.emailNotFound': 404,
  'share.ownEmail': 400,
  'share.memberNotFound': 404,
  'share.notMember': 404,
  'share.invitationNotFound': 404,

  'ownershipTransfer.notMember': 409,
  'ownershipTransfer.expired': 410,
  'ownershipTransfer.importing': 409,

  'plan.teamSharing': 402,
  'plan.suggestions': 402,
  'plan.pdf': 402,
  'plan.duplicates': 402,
  'plan.brokenLinks': 402,
  'plan.searchDescriptions': 402,
  'plan.customDomain': 402,
  'plan.whiteLabel': 402,
  'plan.links': 402,
  'plan.collections': 402,
  'plan.highlights': 402,
  'plan.storage': 402,
  'plan.bandwidth': 402,
  /** The plan allows fewer people. */
  'plan.invitations': 402,
  'plan.noSubscription': 409,
  'plan.notCancelled': 409,
  'plan.lifetime': 409,
  /** The server sells nothing. */
  'payments.off': 404,
  'payments.unknownPrice': 400,
  'payments.owned': 409,
  'payments.offerEnded': 409,
  'payments.none': 409,
  /** The payment provider fails, or refuses a call. */
  'payments.unavailable': 503,
  /** The event is not the payment provider's, or was changed. */
  'payments.signature': 400,

  'coupons.required': 400,
  'coupons.invalid': 400,
  'coupons.usedByYou': 409,
  'coupons.notNeeded': 409,
  'coupons.subscribed': 409,

  'keys.notAllowed': 403,
  'keys.readOnly': 403,
  'keys.notFound': 404,
  'keys.nameRequired': 400,
  'keys.nameTooLong': 400,
  'keys.weak': 400,
  'keys.taken': 409,
  'keys.tooMany': 409,
  'keys.codeInvalid': 400,

  'webhooks.notFound': 404,
  'webhooks.deliveryNotFound': 404,
  'webhooks.addressRequired': 400,
  'webhooks.addressInvalid': 400,
  /** The address itself is not public. What its host name resolves to is checked only at the time of a call. */
  'webhooks.addressPrivate': 400,
  'webhooks.descTooLong': 400,
  'webhooks.eventsRequired': 400,
  'webhooks.tooMany': 409,
  'webhooks.off': 409,
  'webhooks.newSecretNeeded': 409,

  'feeds.notFound': 404,
  'feeds.addressInvalid': 400,
  'feeds.tooMany': 409,
  'feeds.exists': 409,
  'feeds.encrypted': 409,

  'searches.notFound': 404,
  'searches.nameRequired': 400,
  'searches.nameTooLong': 400,
  'searches.empty': 400,
  'searches.tooMany': 409,

  'domains.notFound': 404,
  'domains.invalid': 400,
  /** The host shows another library, or is one of the server itself. */
  'domains.taken': 409,
  'domains.notPublic': 409,
  'domains.tooMany': 409,
  'domains.notProven': 409,

  'whiteLabels.colourInvalid': 400,
  'whiteLabels.nameTooLong': 400,
  'whiteLabels.logoUnreadable': 400,

  'rules.notFound': 404,
  'rules.hostInvalid': 400,
  'rules.textTooLong': 400,
  'rules.actionRequired': 400,
  'rules.tooManyTags': 400,
  'rules.tooMany': 409,
  'rules.noneChosen': 400,
  /** Links in plain text do not enter a collection with a key. */
  'rules.encrypted': 409,

  ...encryptionErrorStatus,

  'suggestions.notFound': 404,
  'suggestions.closed': 403,
  'suggestions.tooMany': 429,
  'suggestions.decided': 409,
  'suggestions.changedElsewhere': 409,
  'suggestions.noneChosen': 400,

  /** Not one of the media types of the specification, or the bytes are not of this type. */
  'files.typeUnsupported': 400,
  'files.tooLarge': 413,
  'files.empty': 400,
  'files.uploadNotFound': 404,
  'files.tooManyUploads': 429,
  /** The fields of an upload form were changed, have expired, or were used before. */
  'files.formInvalid': 403,
  'files.partInvalid': 400,
  'files.digestWrong': 400,
  /** Other bytes than those that arrived for this part. */
  'files.partChanged': 409,
  'files.partBusy': 409,
  'files.partsMissing': 409,
  /** The length is not that of complete encrypted chunks. */
  'files.encryptedSize': 400,
  /** An encrypted upload where the server needs one in plain text. */
  'files.encrypted': 409,
  /** An upload in plain text where the server needs an encrypted one. */
  'files.notEncrypted': 409,
  'files.categoryWrong': 400,
  'files.notFound': 404,
  'files.lost': 404,
  'files.storeAway': 503,

  /** Copies of pages are for the owner and members, not for the public. */
  'copies.membersOnly': 403,
  'copies.noAddress': 400,
  /** None of the links has a stored article. */
  'copies.noneStored': 404,
  /** Copies are disabled: by the choice for the link, by its owner, or on this server. */
  'copies.off': 409,
  'copies.running': 409,
  /** A file that was sent as a page is not HTML, or the reader fails on it. */
  'copies.unreadable': 422,

  'brokenLinks.onceADay': 429,
  /** An encrypted link, or the address of a private network. */
  'brokenLinks.notChecked': 409,

  /** The address cannot be printed, because it is not a web address. */
  'pdf.address': 400,
  /** This server has no browser, or it does not start. */
  'pdf.noBrowser': 409,
  'pdf.unreachable': 422,
  'pdf.tooLarge': 422,
  /** The page took too long, or ended the browser. */
  'pdf.failed': 422,

  'scrape.failed': 422,

  'transfer.noFile': 400,
  'transfer.notBookmarks': 400,
  'transfer.alreadyRunning': 409,
  /** The file of the preview was deleted, or is imported. */
  'transfer.previewEnded': 410,
  'transfer.exportedRecently': 429,
  'transfer.exportRunning': 409,

  'jobs.notFound': 404,
  'undo.expired': 410,
  'undo.running': 409,
  'undo.notAllowed': 403,

  'activity.membersOnly': 403,
  'activity.changedSince': 409,

  'notifications.stopKeyWrong': 400,
} as const

export type ErrorCode = keyof typeof errorStatus
