import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { SeenForm } from '#contract/consent.ts'
import type { ConsentForm } from '#domain/donors/consenting.ts'
import type { Db } from '../db/database.ts'
import { type PageRange, readPage } from '../db/page-range.ts'
import type { Tables } from '../db/tables.ts'
import type { Work } from '../db/work.ts'

type Row = Selectable<Tables['donorForms']>

/** With where its drawn signature lies, which no answer tells. */
export type KeptForm = SeenForm & { signaturePath: string | null }

export type FormFilter = { id?: string | undefined; phone?: string | undefined }

/** The donor forms of one bank: there is no way to another's. */
export const consentStore = (db: Db, bankId: string) => {
  const of = () => db.selectFrom('donorForms').where('bankId', '=', bankId)

  return {
    list({ id, phone }: FormFilter, ask: PageRange) {
      const place = sql`(${sql.ref('submittedAt')}, ${sql.ref('id')})`
      const read = ({ after, through, limit }: PageRange) => {
        let query = of().select([
          'id',
          'status',
          'language',
          'submittedAt',
          'name',
          'phone',
          'age',
          'gender',
          'bloodGroup',
          'deferrals',
          'answers',
        ])
        if (id !== undefined) query = query.where('id', '=', id)
        if (phone !== undefined) query = query.where('phone', '=', phone)
        if (after) query = query.where(sql<boolean>`${place} < (${after.at}, ${after.id})`)
        if (through) query = query.where(sql<boolean>`${place} >= (${through.at}, ${through.id})`)
        return query.orderBy('submittedAt', 'desc').orderBy('id', 'desc').limit(limit).execute()
      }
      return readPage(ask, read, (form) => ({ at: form.submittedAt, id: form.id }))
    },

    /** Bounded by its days: a form that nobody came back to finish does not wait for ever. */
    async countIncomplete(since: Date): Promise<number> {
      const { count } = await of()
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .where('submittedAt', '>=', since)
        .where('status', '=', 'incomplete')
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async find(id: string): Promise<KeptForm | null> {
      const row = await of().selectAll().where('id', '=', id).executeTakeFirst()
      return row ? asForm(row) : null
    },

    /** As the certificate prints it. */
    bank: () =>
      db
        .selectFrom('organisations')
        .select(['name', 'address', 'phones'])
        .where('id', '=', bankId)
        .executeTakeFirstOrThrow(),
  }
}

export const consentWriter = (work: Work, bankId: string) => ({
  /** Nobody else changes it until this transaction ends. */
  async lock(id: string): Promise<KeptForm | null> {
    const row = await work.db
      .selectFrom('donorForms')
      .selectAll()
      .where('bankId', '=', bankId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    return row ? asForm(row) : null
  },

  /** Whether it is there, and nobody erases it until this transaction ends. */
  async holds(id: string): Promise<boolean> {
    const row = await work.db
      .selectFrom('donorForms')
      .select('id')
      .where('bankId', '=', bankId)
      .where('id', '=', id)
      .forShare()
      .executeTakeFirst()
    return row !== undefined
  },

  async save(form: ConsentForm & { signaturePath: string | null }): Promise<KeptForm> {
    const row = await work.db
      .updateTable('donorForms')
      .set({
        status: form.status,
        completedAt: form.completedAt,
        name: form.name,
        email: form.email,
        gender: form.gender,
        bloodGroup: form.bloodGroup,
        phone: form.phone,
        address: form.address,
        altAddress: form.altAddress,
        bornOn: form.bornOn,
        age: form.age,
        weightKg: form.weightKg,
        lastDonatedOn: form.lastDonatedOn,
        lastMeal: form.lastMeal,
        donations: form.donations,
        donorType: form.donorType,
        deferrals: form.deferrals,
        answers: form.answers,
        findings: form.findings,
        signatureName: form.signatureName,
        signaturePath: form.signaturePath,
      })
      .where('bankId', '=', bankId)
      .where('id', '=', form.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return asForm(row)
  },
})

const asForm = (row: Row): KeptForm => ({
  ...row,
  weightKg: Number(row.weightKg),
  isDrawn: row.signaturePath !== null,
  seen: createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 16),
})
