import { z } from 'zod'
import { CampCategory } from '../camps/company.ts'
import { Audience } from '../notices/writing.ts'
import { type Fact, fact, type LiveTopic, nobody, noDetail } from './fact.ts'

/** Kept in the trail; its screen shows what it led to. */
const kept = <const Subject extends string, Detail extends z.ZodObject>(
  subject: Subject,
  live: LiveTopic | null,
  words: string,
  detail: Detail,
): Fact<Subject, Detail> => fact({ subject, detail, readers: nobody, live, words })

const Offer = z.strictObject({ category: CampCategory, days: z.array(z.string()) })
const CompanySaved = z.strictObject({ from: Offer.optional(), to: Offer })

const Quantities = z.record(z.string(), z.number().nullable())
const Counted = z.strictObject({ from: Quantities.optional(), to: Quantities })

/** The parts that changed, never what is in them. */
const FormChanged = z.strictObject({ changed: z.array(z.string()) })

const Sending = z.strictObject({ channel: z.string(), message: z.string() })
const NoticeSaid = z.strictObject({
  text: z.string(),
  audience: Audience,
  organisationIds: z.array(z.string()),
  from: z.iso.datetime(),
  until: z.iso.datetime().nullable(),
})
const PriceChanges = z.record(z.string(), z.strictObject({ from: z.number().nullable(), to: z.number() }))

/** What banks keep, and what the house sends, charges and hands over. */
export const supplyFacts = {
  'stock-counted': kept('stock', 'stock', 'Counted', Counted),
  'stock-confirmed': kept('stock', 'stock', 'Confirmed', Counted),
  'stock-imported': kept('stock', 'stock', 'Brought over', Counted),

  'stock-reminder-set': kept(
    'stock-reminder',
    'stock',
    'Time of reminding set',
    z.strictObject({ from: z.string(), to: z.string() }),
  ),
  'stock-reminded': kept(
    'stock-reminder',
    'messages',
    'Reminded of an old count',
    z.strictObject({ components: z.array(z.string()), countedAt: z.string() }),
  ),
  'stocks-forgotten': kept(
    'stock-reminder',
    'messages',
    'Told of counts that were forgotten',
    z.strictObject({
      banks: z.array(z.strictObject({ name: z.string(), countedAt: z.string() })),
    }),
  ),

  'company-added': kept('company', 'companies', 'Company added', CompanySaved),
  'company-changed': kept('company', 'companies', 'Company changed', CompanySaved),
  'company-imported': kept('company', 'companies', 'Company brought over', noDetail),
  'camp-asked': kept(
    'camp',
    'camps',
    'Camp asked for',
    z.strictObject({ category: CampCategory, day: z.string() }),
  ),

  'donor-form-submitted': kept('donor-form', 'donor-forms', 'Submitted', noDetail),
  'donor-form-saved': kept('donor-form', 'donor-forms', 'Saved', FormChanged),
  'donor-form-signed': kept('donor-form', 'donor-forms', 'Signed', FormChanged),
  'donor-form-completed': kept('donor-form', 'donor-forms', 'Completed', FormChanged),
  'donor-form-rejected': kept('donor-form', 'donor-forms', 'Rejected', FormChanged),
  'donor-form-erased': kept(
    'donor-form',
    'donor-forms',
    'Erased',
    z.strictObject({ why: z.enum(['asked', 'age']) }),
  ),
  'donor-form-exported': kept('donor-form', null, 'Given to the donor', noDetail),
  'donor-form-imported': kept('donor-form', 'donor-forms', 'Brought over', noDetail),

  'prices-changed': kept('price', 'prices', 'Prices changed', z.strictObject({ prices: PriceChanges })),

  'message-resent': kept('message', 'messages', 'Sent again', Sending),
  'message-failed': kept('message', 'messages', 'Could not be sent', Sending),
  'message-late': kept('message', 'messages', 'Not sent yet', Sending),
  'message-sent': kept('message', 'messages', 'Sent after all', Sending),

  'notice-written': kept('notice', 'notices', 'Notice written', NoticeSaid),
  'notice-changed': kept('notice', 'notices', 'Notice changed', NoticeSaid),
  'notice-ended': kept('notice', 'notices', 'Notice ended', NoticeSaid),

  'messages-aged-out': kept('message', null, 'Removed by age', z.strictObject({ removed: z.number() })),
  'retention-set': kept(
    'retention',
    null,
    'Days of keeping set',
    z.strictObject({ days: z.number().nullable() }),
  ),

  'downtime-pack-made': kept(
    'downtime',
    'downtime',
    'Downtime pack made',
    z.strictObject({ papers: z.string(), orders: z.number() }),
  ),
  'downtime-shifts-set': kept(
    'downtime',
    'downtime',
    'Changes of shift set',
    z.strictObject({ from: z.string(), to: z.string() }),
  ),

  'folder-exported': kept('export', null, 'Documents exported to a folder', noDetail),
}
