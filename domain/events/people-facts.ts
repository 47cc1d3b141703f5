import { z } from 'zod'
import { type Fact, fact, nobody, noDetail, providerAlone } from './fact.ts'

const OfAccount = z.strictObject({ email: z.string() })
const Granted = OfAccount.extend({ organisationId: z.string().nullable().optional() })
const OfDevice = OfAccount.extend({ device: z.string() })
const Ended = OfAccount.extend({ ended: z.number() })

/** In the history of Accounts, with its organisation. */
const ofAccount = <Detail extends z.ZodObject>(words: string, detail: Detail): Fact<'account', Detail> =>
  fact({ subject: 'account', detail, readers: providerAlone, live: 'organisations', words })

/**
 * What people do all day, or anybody who knows an address can do to them: told on Accounts when it is looked at, and
 * never as it happens, which would have every open list of organisations asked for anew. An index knows these by name
 * (0028).
 */
const everyDay = <Detail extends z.ZodObject>(words: string, detail: Detail): Fact<'account', Detail> => ({
  ...ofAccount(words, detail),
  live: null,
})

const ofOrganisation = <Detail extends z.ZodObject>(
  words: string,
  detail: Detail,
): Fact<'organisation', Detail> =>
  fact({ subject: 'organisation', detail, readers: providerAlone, live: 'organisations', words })

/** What a hospital chose for its own requests: its screens ask for those anew. */
const ofHospital = (words: string): Fact<'organisation', typeof noDetail> => ({
  ...ofOrganisation(words, noDetail),
  live: 'requests',
})

const StatusSet = z.strictObject({ ended: z.number() })
const Driver = z.strictObject({ accountId: z.string(), name: z.string() })

export const peopleFacts = {
  'organisation-activated': ofOrganisation(
    'Activated',
    z.strictObject({
      email: z.string().optional(),
      fromGrant: z.string().optional(),
      toGrant: z.string().optional(),
    }),
  ),
  'organisation-pending': ofOrganisation('Set to pending', StatusSet),
  'organisation-suspended': ofOrganisation('Suspended', StatusSet),
  'organisation-reinstated': ofOrganisation('Reinstated', StatusSet),
  'subscription-ended': ofOrganisation('Subscription marked as ended', StatusSet),
  'ended-subscription-blocks': ofOrganisation('An ended subscription stops approving', noDetail),
  'ended-subscription-is-told': ofOrganisation('An ended subscription is a notice alone', noDetail),
  'four-eyes-required': ofHospital('Another admin than who raised has to approve'),
  'four-eyes-lifted': ofHospital('Who raised may approve again'),
  'bank-added': ofOrganisation(
    'Typed by hand while an order was linked',
    z.strictObject({ name: z.string() }),
  ),
  'bank-offered': ofOrganisation('Offered for linking', noDetail),
  'hospital-signed-up': ofOrganisation(
    'Signed up',
    z.strictObject({ accountId: z.string(), referenceBank: z.string() }),
  ),
  'sign-up-purged': ofOrganisation('Removed, because nobody proved the e-mail', Granted),
  'organisation-imported': ofOrganisation('Imported', noDetail),

  'member-invited': ofOrganisation('Somebody invited', OfAccount),
  'invitation-sent-again': ofOrganisation('Invitation sent again', OfAccount),
  'invitation-withdrawn': ofOrganisation('Invitation withdrawn', OfAccount),

  'account-added': ofAccount('Account added', Granted),
  'account-purged': ofAccount('Removed, because nobody proved the e-mail', Granted),
  'account-granted': ofAccount('Account changed', Granted),
  'account-invited': ofAccount('Invited again', Granted),
  'member-joined': ofAccount('Joined with an invitation', Granted),
  'member-stopped': ofAccount('Stopped', Ended.extend({ organisationId: z.string() })),
  'organisation-chosen': ofAccount('Chose to act for another organisation', Granted),
  'member-let-in': ofAccount('Let in again', Granted),
  'account-reset-asked': ofAccount('Link for a new password made', OfAccount),
  'password-reset-asked': everyDay('Asked for a link to set a new password', OfAccount),
  'password-reset': ofAccount('New password set with the link; every session ended', OfAccount),
  'password-changed': ofAccount('Password changed', Ended),
  'email-change-asked': ofAccount('Asked to change the e-mail', OfAccount),
  'email-changed': ofAccount('E-mail changed', Ended.extend({ before: z.string() })),
  'name-set': ofAccount('Name set', OfAccount),
  'sessions-ended': ofAccount('Sessions ended', Ended),
  'browser-rings': ofAccount('Had a browser rung', OfDevice),
  'browser-removed': ofAccount('Has a browser rung no more', OfDevice),
  'mailbox-proved': ofAccount('E-mail proved', OfAccount),
  'mailbox-proof-asked': everyDay('Link to prove the e-mail sent again', OfAccount),
  'second-factor-added': ofAccount('Second factor added', OfAccount),
  'second-factor-removed': ofAccount('Second factor switched off', OfAccount),

  'signed-in': everyDay('Signed in', OfDevice),
  'signed-out': everyDay('Signed out', OfAccount),
  'sign-in-limited': everyDay('Too many wrong passwords or codes: made to wait', OfAccount),
  'backup-code-used': everyDay('Signed in with a backup code', OfAccount.extend({ left: z.number() })),
  'documents-exported': everyDay('Documents read for export', OfAccount.extend({ collection: z.string() })),

  'driver-registered': fact({
    subject: 'driver',
    detail: Driver,
    readers: nobody,
    live: 'drivers',
    words: 'Driver registered',
  }),
  'driver-imported': fact({
    subject: 'driver',
    detail: Driver,
    readers: nobody,
    live: 'drivers',
    words: 'Driver imported',
  }),
}
