/** Emails to the owner of a domain whose DNS record or file is missing. */
export const domainEmails = {
  hello: 'Hello,',
  action: 'Open the collection',
  closing: 'You get this email once when the record goes missing, and once if the domain stops working.',
  failing: {
    subject: (host: string) => `Check the DNS record of ${host}`,
    line: (host: string, until: string) =>
      `We can no longer find the record or the file that shows that ${host} is yours. Please put it back. Otherwise the domain stops working on ${until}.`,
  },
  lost: {
    subject: (host: string) => `${host} no longer shows your collection`,
    line: (host: string, _until: string) =>
      `The record or the file of ${host} was missing for three days, so the domain has stopped working. Your collection is unchanged. Put the record back and verify the domain again.`,
  },
} as const
