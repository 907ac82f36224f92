/**
 * Returns what each check of previous texts reports, with the statements that trigger it.
 * @param link the id of a link in plain text
 * @param owner the id of its owner
 */
export function previousTextDamages(
  link: string,
  owner: string,
): [violation: RegExp, statements: () => string[]][] {
  const encrypt = `update links set key_id = 'key' where id = '${link}'`
  return [
    [
      /notifications with the title of an encrypted/,
      () => [encrypt, `update notifications set subject = 'Earlier', subject_id = '${link}'`],
    ],
    [
      /previous texts of encrypted links in undo records/,
      () => [encrypt, `update suggestions set link_id = '${link}', state = 'approved', decided_at = 1`],
    ],
    [
      /activity with the title of an encrypted/,
      () => [
        encrypt,
        `update activities set subjects = '["other",""]\n["${link}","A \\"earlier\\" title"]\n'`,
      ],
    ],
    [
      /events and deliveries of webhooks with texts/,
      () => [encrypt, `update webhook_events set subjects = '[{"id":"${link}","name":"Earlier"}]'`],
    ],
    [
      /events and deliveries of webhooks with texts/,
      () => [
        encrypt,
        `update webhook_deliveries set events = '[{"subjects":[{"_id":"${link}","name":"","link":"https://a.example"}]}]'`,
      ],
    ],
    [
      /jobs with the title of an encrypted/,
      () => [
        encrypt,
        `update jobs set kind = 'fillLink', payload = '{"link":"${link}","placeholder":"Earlier"}' where id = 'ended'`,
      ],
    ],
    [
      /reports of imports with texts/,
      () => [
        encrypt,
        `update jobs set kind = 'importBookmarks', report = '{"existing":{"links":[{"_id":"${link}","name":"Earlier"}]}}' where id = 'ended'`,
      ],
    ],
    [
      /words for the search that no link has/,
      () => [encrypt, `insert into words values ('${owner}', 'earlier')`],
    ],
  ]
}
